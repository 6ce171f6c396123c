/// Substitution by a table "morx".
enum Morphing {
  /// Runs the subtables over a run that stands in the order of its characters.
  static func apply(
    _ subtables: [MorphTable.Subtable], of table: MorphTable, _ face: ShapingFace,
    _ buffer: inout GlyphBuffer
  ) {
    var isReversed = false
    for subtable in subtables where buffer.count > 0 && buffer.steps > 0 {
      if subtable.isBackward(buffer.isRightToLeft) != isReversed {
        buffer.info.reverse()
        isReversed.toggle()
      }
      apply(subtable, table.bytes, face.definitions, &buffer)
    }
    if isReversed { buffer.info.reverse() }
    buffer.removePlaced { $0.glyph == MorphGlyph.deleted }
  }

  private static func apply(
    _ subtable: MorphTable.Subtable, _ bytes: LayoutBytes, _ definitions: GlyphDefinitions,
    _ buffer: inout GlyphBuffer
  ) {
    func machine(_ dataSize: Int) -> MorphMachine {
      MorphMachine(bytes, at: subtable.start, dataSize: dataSize)
    }
    switch subtable.kind {
    case .rearrangement:
      var action = MorphRearrangement()
      machine(0).run(&action, &buffer)
    case .contextual:
      var action = MorphSubstitution(machine(4), definitions)
      machine(4).run(&action, &buffer)
    case .ligature:
      var action = MorphLigature(machine(2), definitions)
      machine(2).run(&action, &buffer)
    case .single:
      MorphSubstitution.apply(bytes, at: subtable.start, definitions, &buffer)
    case .insertion:
      var action = MorphInsertion(machine(4), definitions)
      machine(4).run(&action, &buffer)
    }
  }
}

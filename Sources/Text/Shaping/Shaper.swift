import Fonts

/// Turns text of one font, script and direction into glyphs, as OpenType and its model
/// implementation HarfBuzz do.
package enum Shaper {
  /// The glyphs of a run from left to right, each with the advance and offset that the font gives
  /// it. It never fails: what the font has not is its glyph 0.
  package static func shape(_ run: ShapingRun) -> [ShapedGlyph] {
    guard !run.range.isEmpty else { return [] }
    var shaping = Shaping(run)
    return shaping.run()
  }
}

/// One run while it is shaped.
private struct Shaping {
  private let source: ShapingRun
  private let face: ShapingFace
  private var plan: ShapingPlan
  private var buffer: GlyphBuffer
  private var isRightToLeft: Bool

  init(_ run: ShapingRun) {
    source = run
    face = ShapingFace.of(run.font)
    var records: [GlyphRecord] = []
    records.reserveCapacity(run.range.count)
    for index in run.range {
      var record = GlyphRecord(
        code: run.text[index].value, cluster: Int32(truncatingIfNeeded: index))
      record.findFacts()
      records.append(record)
    }
    buffer = GlyphBuffer(records)
    for record in records { buffer.seen.formUnion(record.scalarTraits) }
    isRightToLeft = run.isRightToLeft
    buffer.markGraphemes()
    buffer.mergeGraphemes()
    if Self.isTurned(buffer, run) {
      buffer.reverseGraphemes()
      isRightToLeft.toggle()
    }
    buffer.isRightToLeft = isRightToLeft
    plan = face.plan(
      ShapingPlan.Key(
        script: run.script, language: run.language, isRightToLeft: isRightToLeft,
        features: run.features))
  }

  /// Whether a run goes against its script; numbers in scripts from the right go with it.
  private static func isTurned(_ buffer: GlyphBuffer, _ run: ShapingRun) -> Bool {
    guard var native = run.script.isRightToLeft else { return false }
    if native, !run.isRightToLeft, !buffer.seen.contains(.letter) {
      let hasNumber = buffer.info.contains {
        $0.scalarTraits.contains(.digit) || 0x1F1E6...0x1F1FF ~= $0.code
      }
      if hasNumber { native = false }
    }
    return native != run.isRightToLeft
  }

  mutating func run() -> [ShapedGlyph] {
    for index in buffer.info.indices { buffer.info[index].mask = plan.map.globalMask }
    plan.script.prepare(&buffer, face)
    mirror()
    var normalizer = Normalizer(buffer, face: face, plan: plan)
    normalizer.normalize()
    buffer = normalizer.buffer
    setMasks()
    if plan.placesMarks { FallbackMarks.classify(&buffer) }
    mapGlyphs()
    substitute()
    position()
    ArabicStretching.apply(&buffer, face)
    hideIgnorable()
    return result()
  }

  // MARK: Before substitution

  private mutating func mirror() {
    guard source.isRightToLeft else { return }
    for index in buffer.info.indices {
      let code = buffer.info[index].code
      if let other = Unicode.Scalar(code)?.mirrored, face.glyph(other.value) != nil {
        buffer.info[index].code = other.value
      } else {
        buffer.info[index].mask |= plan.mirrored
      }
    }
  }

  private mutating func setMasks() {
    setFractions()
    plan.script.setMasks(&buffer, plan, TextContext(source))
    for setting in source.features {
      guard let range = setting.range, let feature = plan.map[setting.tag] else { continue }
      let value = UInt32(truncatingIfNeeded: setting.value) << feature.shift & feature.mask
      for index in buffer.info.indices where range.contains(Int(buffer.info[index].cluster)) {
        buffer.info[index].mask = buffer.info[index].mask & ~feature.mask | value
      }
    }
  }

  /// Digits around a fraction slash.
  private mutating func setFractions() {
    guard plan.fraction != 0 || (plan.numerator != 0 && plan.denominator != 0) else { return }
    var (before, behind) = (plan.numerator | plan.fraction, plan.fraction | plan.denominator)
    if isRightToLeft { swap(&before, &behind) }
    for slash in buffer.info.indices where buffer.info[slash].code == 0x2044 {
      var (start, end) = (slash, slash + 1)
      while start > 0, buffer.info[start - 1].scalarTraits.contains(.digit) { start -= 1 }
      while end < buffer.count, buffer.info[end].scalarTraits.contains(.digit) { end += 1 }
      guard start < slash, end > slash + 1 else { continue }
      for index in start..<slash { buffer.info[index].mask |= before }
      buffer.info[slash].mask |= plan.fraction
      for index in slash + 1..<end { buffer.info[index].mask |= behind }
    }
  }

  private mutating func mapGlyphs() {
    let definitions = face.definitions
    for index in buffer.info.indices {
      let glyph = buffer.info[index].nominal
      buffer.info[index].code = glyph
      if definitions.hasClasses {
        buffer.info[index].glyphTraits = definitions.traits(Int(glyph))
      } else {
        let traits = buffer.info[index].scalarTraits
        let isMark = traits.contains(.nonspacingMark) && !traits.contains(.ignorable)
        buffer.info[index].glyphTraits = isMark ? .mark : .base
      }
    }
  }

  // MARK: Substitution

  private mutating func substitute() {
    if let morphs = plan.morphs, let table = face.morphs {
      return Morphing.apply(morphs, of: table, face, &buffer)
    }
    guard let table = face.substitution else {
      return plan.stages.forEach { pause($0.pause) }
    }
    var applier = LookupApplier(face: face, table: table, isRightToLeft: isRightToLeft)
    for stage in plan.stages {
      swap(&applier.buffer, &buffer)
      for lookup in stage.lookups { applier.apply(lookup) }
      swap(&applier.buffer, &buffer)
      pause(stage.pause)
    }
  }

  private mutating func pause(_ pause: ShapingPause) {
    switch pause {
    case .none: break
    case .recordStretches: ArabicStretching.record(&buffer, plan)
    case .arabicFallback: ArabicFallback.shape(&buffer, plan, face)
    case .findSyllables: IndicShaping.findSyllables(&buffer)
    case .reorder: IndicPlan(plan, face).reorder(&buffer)
    case .finishReordering: IndicPlan(plan, face).finish(&buffer)
    case .findClusters: UniversalShaping.findClusters(&buffer, plan)
    case .forgetSubstitutions: UniversalShaping.forgetSubstitutions(&buffer)
    case .recordReph: UniversalShaping.recordReph(&buffer, plan)
    case .recordPrebase: UniversalShaping.recordPrebase(&buffer)
    case .reorderClusters: UniversalShaping.reorder(&buffer, face)
    case .findKhmerSyllables: KhmerShaping.findSyllables(&buffer)
    case .reorderKhmer: KhmerShaping.reorder(&buffer, plan, face)
    case .findMyanmarSyllables: MyanmarShaping.findSyllables(&buffer)
    case .reorderMyanmar: MyanmarShaping.reorder(&buffer, face)
    case .forgetSyllables: IndicShaping.forgetSyllables(&buffer)
    }
  }

  // MARK: Positions

  private mutating func position() {
    buffer.places = buffer.info.map { GlyphPlace(advance: face.advance($0.glyph)) }
    if buffer.seen.contains(.replacedSpace) { FallbackSpaces.place(&buffer, face) }
    if plan.zeroesMarks, plan.script.zeroesMarksEarly { zeroMarks() }
    if plan.usesPositioning, let table = face.positioning {
      var applier = LookupApplier(face: face, table: table, isRightToLeft: isRightToLeft)
      swap(&applier.buffer, &buffer)
      for lookup in plan.positions { applier.apply(lookup) }
      swap(&applier.buffer, &buffer)
    }
    if plan.usesKern { Kerning.apply(&buffer, plan, face) }
    if plan.zeroesMarks, !plan.script.zeroesMarksEarly { zeroMarks() }
    if buffer.seen.contains(.ignorable) {
      for index in buffer.info.indices where buffer.info[index].isIgnorable {
        buffer.places[index].advance = 0
        buffer.places[index].x = 0
      }
    }
    buffer.resolveAttachments()
    if plan.placesMarks { FallbackMarks.place(&buffer, face) }
    if isRightToLeft { buffer.reverse() }
  }

  private mutating func zeroMarks() {
    let shifts = plan.shiftsZeroedMarks && !isRightToLeft
    for index in buffer.info.indices where buffer.info[index].isMark {
      if shifts { buffer.places[index].x &-= buffer.places[index].advance }
      buffer.places[index].advance = 0
    }
  }

  /// What is ignorable is drawn as a space without width, or is taken out where there is none.
  private mutating func hideIgnorable() {
    guard buffer.seen.contains(.ignorable) else { return }
    guard let space = face.space else { return buffer.removePlaced { $0.isIgnorable } }
    for index in buffer.info.indices where buffer.info[index].isIgnorable {
      buffer.info[index].code = UInt32(space)
    }
  }

  private func result() -> [ShapedGlyph] {
    zip(buffer.info, buffer.places).map { record, place in
      ShapedGlyph(
        glyph: GlyphID(truncatingIfNeeded: record.code), cluster: Int(record.cluster),
        advance: Double(place.advance), xOffset: Double(place.x), yOffset: Double(place.y))
    }
  }
}

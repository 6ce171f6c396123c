/// A place of a variable font's design space with a name of its own, such as "Semi Bold".
package struct FontInstance: Hashable, Sendable {
  /// What it is called together with its family, in English where the font has it: the name by
  /// which timelines ask for it.
  package let name: String
  /// What it is called together with its family, in any language, as ``FontIndex/key(_:)`` writes
  /// it; its PostScript name is among them.
  let keys: Set<String>
  /// Where it lies, in the axes' own units.
  package let values: [Tag: Double]

  /// More than any font has.
  private static let most = 512

  /// The instances of the table `fvar` (OpenType 1.9, fvar, "InstanceRecord").
  static func all(_ fvar: FontTable?, _ names: NameTable) -> [FontInstance] {
    guard let fvar, let start = fvar.u16(4), let count = fvar.u16(8), let size = fvar.u16(10),
      let instances = fvar.u16(12), let length = fvar.u16(14), count > 0,
      count <= FontLimits.axes, size >= 20, length >= 4 + 4 * count
    else { return [] }
    let tags = (0..<count).compactMap { fvar.tag(start + size * $0) }
    let families = Self.families(names)
    let family = names.text(16) ?? names.text(1) ?? ""
    var found: [FontInstance] = []
    for index in 0..<min(instances, most) {
      let place = start + size * count + length * index
      let values = tags.indices.compactMap { fvar.fixed(place + 4 + 4 * $0) }
      guard values.count == count, let name = fvar.u16(place) else { break }
      var keys: Set<String> = []
      for style in names.texts(name).map(FontIndex.key) where style != "" {
        keys.formUnion(families.map { $0 + style })
      }
      if length >= 6 + 4 * count, let name = fvar.u16(place + 4 + 4 * count), name != 0xFFFF {
        keys.formUnion(names.texts(name).map(FontIndex.key))
      }
      found.append(
        FontInstance(
          name: [family, names.text(name) ?? ""].filter { !$0.isEmpty }.joined(separator: " "),
          keys: keys, values: Dictionary(zip(tags, values)) { first, _ in first }))
    }
    return found
  }

  /// What stands before the name of an instance: the family with all its styles, and what
  /// PostScript has instead (OpenType 1.9, name, 25).
  private static func families(_ names: NameTable) -> [String] {
    let typographic = names.texts(16)
    let families = typographic.isEmpty ? names.texts(1) : typographic
    return families.union(names.texts(25)).map(FontIndex.key).filter { $0 != "" }
  }
}

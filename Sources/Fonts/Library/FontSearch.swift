/// Which files may have faces of a name, found by looking at no more of them than their names.
///
/// Faces are looked for by a few names, while systems have thousands of files: those that can't be
/// meant are told by a number made of each name, and only the others are read.
struct FontSearch: Sendable {
  private static let mostNames = 4096

  /// In the order in which they are searched.
  private let paths: [String]
  /// The files that have a name of this number, in the order of the paths.
  private let places: [UInt64: [Int]]

  /// - Parameter paths: the files that are looked at.
  init(_ files: FontFiles, paths: [String]) {
    self.paths = paths
    var places: [UInt64: [Int]] = [:]
    for (place, path) in paths.enumerated() {
      var numbers: Set<UInt64> = []
      for tables in FaceReader(files: files, path: path).nameTables() {
        Self.collect(tables.names, &numbers)
        for instance in FontInstance.all(tables.variations, NameTable(tables.names)) {
          numbers.formUnion(instance.keys.map { Self.number($0.utf8) })
        }
      }
      for number in numbers { places[number, default: []].append(place) }
    }
    self.places = places
  }

  /// The files that may have a face which a name means; some of them may not.
  func paths(named name: String) -> [String] {
    (places[Self.number(FontIndex.key(name).utf8)] ?? []).map { paths[$0] }
  }

  /// Adds the numbers of all names of families and faces in a table `name`, in any language.
  private static func collect(_ table: FontTable, _ numbers: inout Set<UInt64>) {
    guard let count = table.u16(2), let storage = table.u16(4) else { return }
    for index in 0..<min(count, mostNames) {
      let place = 6 + 12 * index
      guard let name = table.u16(place + 6), let length = table.u16(place + 8),
        let offset = table.u16(place + 10)
      else { break }
      // Families, full names and PostScript names (OpenType, name).
      guard name == 1 || name == 4 || name == 6 || name == 16,
        let bytes = table.sub(storage + offset, count: length), let platform = table.u16(place)
      else { continue }
      numbers.insert(
        (platform == 1 ? latin(bytes, width: 1) : latin(bytes, width: 2))
          ?? number(FontIndex.key(NameTable.decoded(bytes, platform: platform)).utf8))
    }
  }

  /// The number of the key of a name of ASCII alone, of one or two bytes each; nil for others.
  private static func latin(_ bytes: FontTable, width: Int) -> UInt64? {
    var hash = Hash()
    for index in 0..<bytes.count / width {
      guard let unit = width == 1 ? bytes.u8(index) : bytes.u16(2 * index), unit >= 32, unit < 127
      else { return nil }
      let byte = UInt8(truncatingIfNeeded: unit)
      if FontIndex.isSpacing(byte) { continue }
      hash.add(byte >= 65 && byte <= 90 ? byte | 32 : byte)
    }
    return hash.value
  }

  private static func number(_ key: some Sequence<UInt8>) -> UInt64 {
    var hash = Hash()
    for byte in key { hash.add(byte) }
    return hash.value
  }

  /// FNV-1a with 64 bits.
  private struct Hash {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}

/// Where the tables of one face lie in a file (OpenType 1.9, "Organization of an OpenType Font").
struct FontDirectory: Sendable {
  private struct Record: Sendable {
    let tag: Tag
    /// What its words add up to.
    let sum: Int
    let offset: Int
    let length: Int
  }

  /// More tables than any font has; what stands behind is not looked at.
  private static let mostTables = 512
  private static let collection: Tag = "ttcf"

  let bytes: FontData
  /// Whether the file says that its outlines are those of a compact font.
  let isCompact: Bool
  private let records: [Record]

  /// How many faces a file has: those of a collection, or 1.
  static func count(_ bytes: FontData) throws(FontError) -> Int {
    let file = FontTable(bytes)
    guard let kind = file.tag(0) else { throw FontError(.truncated, "it is empty", offset: 0) }
    guard kind == collection else {
      try check(kind, at: 0)
      return 1
    }
    guard let count = file.u32(8) else {
      throw FontError(.truncated, "the collection ends in its header", offset: 8)
    }
    guard count > 0, file.holds(count * 4, at: 12) else {
      throw FontError(
        .truncated, "the collection has \(count) faces, according to its header", offset: 8)
    }
    return count
  }

  /// Reads the directory of the face number `index`.
  init(_ bytes: FontData, index: Int) throws(FontError) {
    let file = FontTable(bytes)
    let count = try Self.count(bytes)
    guard index >= 0, index < count else {
      throw FontError(.malformed, "it has \(count) faces, but number \(index) was requested")
    }
    var start = 0
    if file.tag(0) == Self.collection, let offset = file.u32(12 + 4 * index) { start = offset }
    guard let kind = file.tag(start), let tables = file.u16(start + 4) else {
      throw FontError(.truncated, "it ends before its list of tables", offset: start)
    }
    try Self.check(kind, at: start)
    var records: [Record] = []
    for number in 0..<min(tables, Self.mostTables) {
      let place = start + 12 + 16 * number
      guard let tag = file.tag(place), let sum = file.u32(place + 4),
        let offset = file.u32(place + 8), let length = file.u32(place + 12)
      else { throw FontError(.truncated, "it ends in its list of tables", offset: place) }
      records.append(Record(tag: tag, sum: sum, offset: offset, length: length))
    }
    self.bytes = bytes
    isCompact = kind == "OTTO"
    self.records = records
  }

  /// The table of a name; the first where a font names it twice, and as far as the file goes.
  func table(_ tag: Tag) -> FontTable? {
    guard let record = records.first(where: { $0.tag == tag }), record.offset < bytes.count,
      record.length > 0
    else { return nil }
    return FontTable(bytes, start: record.offset, count: record.length)
  }

  /// The first table of those that are read for which the file is too short; rests of words are
  /// missing in good files, too.
  var cutTable: Tag? {
    records.first {
      Self.read.contains($0.tag) && $0.offset + $0.length > bytes.count + 3
    }?.tag
  }

  /// The first table of those that are read which does not add up to what the file says (OpenType
  /// 1.9, "Calculating checksums"); all bytes are looked at.
  var changedTable: Tag? {
    records.first { record in
      guard Self.read.contains(record.tag), record.offset + record.length <= bytes.count else {
        return false
      }
      var sum: UInt32 = 0
      let isHead = record.tag == "head"
      for index in 0..<record.length {
        // The sum of the whole file stands in the table 'head' and is left out.
        if isHead, (8..<12).contains(index) { continue }
        sum &+= UInt32(bytes[record.offset + index]) << UInt32(24 - 8 * (index & 3))
      }
      return sum != UInt32(truncatingIfNeeded: record.sum)
    }?.tag
  }

  private static let read: Set<Tag> = [
    "head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "CFF ", "CFF2", "OS/2", "name", "fvar",
    "gvar", "GDEF", "GSUB", "GPOS", "COLR", "CPAL", "CBDT", "CBLC", "sbix",
  ]

  private static func check(_ kind: Tag, at offset: Int) throws(FontError) {
    switch kind {
    case Tag(0x0001_0000), "OTTO", "true", Tag(0x0002_0000): return
    case "wOFF", "wOF2":
      throw FontError(.unsupported, "web fonts (WOFF) are not supported", offset: offset)
    case "typ1", "%!PS":
      throw FontError(.unsupported, "PostScript Type 1 fonts are not supported", offset: offset)
    case _ where kind.value >> 16 == 0x8001:
      // Packed (.pfb): the length of the first part follows.
      throw FontError(.unsupported, "PostScript Type 1 fonts are not supported", offset: offset)
    case Tag(0x0000_0100):
      // The data of a file of resources begin at 256.
      throw FontError(
        .unsupported, "Macintosh suitcases of fonts (.dfont) are not supported", offset: offset)
    default:
      throw FontError(.malformed, "it does not start like a font", offset: offset)
    }
  }
}

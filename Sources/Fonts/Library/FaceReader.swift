/// Reads of a font file only what a face is chosen by, in a few small parts.
struct FaceReader {
  /// Tables that are read, and the most bytes of each that are looked at.
  private static let wanted: [(tag: Tag, limit: Int)] = [
    ("head", 64), ("maxp", 32), ("OS/2", 128), ("post", 32), ("name", 1 << 18), ("fvar", 1 << 16),
  ]
  /// Tables with glyphs in colour.
  private static let colored: [Tag] = ["CBDT", "sbix", "COLR", "SVG "]
  private static let mostFaces = 256
  private static let mostTables = 128
  private static let longestCharacterMap = 1 << 22

  let files: FontFiles
  let path: String

  private struct Record {
    var tag: Tag
    var offset: Int
    var length: Int
  }

  /// The faces of the file.
  ///
  /// - Parameter needsNames: whether those without a name are of no use, as they can't be asked
  ///   for.
  /// - Throws: ``FontError`` when it is no font, or not one that is read.
  func faces(needsNames: Bool) throws(FontError) -> [FontFace] {
    let offsets = try faceOffsets()
    var faces: [FontFace] = []
    for (index, offset) in offsets.enumerated() {
      let records = try records(at: offset)
      let directory = try FontDirectory(
        FontData(extract(records, Self.wanted)), index: 0)
      let header = try FontHeader(directory)
      let texts = NameTable(directory.table("name"))
      let names = FontNames(texts)
      guard !needsNames || !names.family.isEmpty || !names.fullName.isEmpty else {
        throw FontError(.malformed, "it has no name", table: "name")
      }
      guard records.contains(where: { Self.drawing.contains($0.tag) }) else {
        throw FontError(.unsupported, "its glyphs are of a kind that is not supported")
      }
      faces.append(
        FontFace(
          path: path, index: index, names: names, traits: FontTraits(header),
          axes: DesignSpace(directory)?.axes ?? [],
          instances: FontInstance.all(directory.table("fvar"), texts),
          hasColor: records.contains { Self.colored.contains($0.tag) }))
    }
    return faces
  }

  private static let drawing: Set<Tag> = ["glyf", "CFF ", "CFF2", "CBDT", "sbix", "COLR"]

  /// The tables `name` and `fvar` of each face, as far as the file can be read.
  func nameTables() -> [(names: FontTable, variations: FontTable?)] {
    var tables: [(names: FontTable, variations: FontTable?)] = []
    files.reading(path) { read in
      let length = 12 + 16 * Self.mostTables
      let head = FontTable(read(0..<length))
      var directories = [head]
      if head.tag(0) == "ttcf" {
        let count = min(head.u32(8) ?? 0, Self.mostFaces)
        let offsets = FontTable(read(12..<12 + 4 * count))
        directories = (0..<count).compactMap { offsets.u32(4 * $0) }.map {
          FontTable(read($0..<$0 + length))
        }
      }
      tables = directories.compactMap { directory in
        Self.range("name", directory).map { names in
          (
            FontTable(read(names)),
            Self.range("fvar", directory).map { FontTable(read($0)) }
          )
        }
      }
    }
    return tables
  }

  /// Where a table is, by the directory of a face.
  private static func range(_ tag: Tag, _ directory: FontTable) -> Range<Int>? {
    let limit = wanted.first { $0.tag == tag }?.limit ?? 0
    for index in 0..<min(directory.u16(4) ?? 0, mostTables) {
      let place = 12 + 16 * index
      guard directory.tag(place) == tag else { continue }
      guard let offset = directory.u32(place + 8), let length = directory.u32(place + 12) else {
        return nil
      }
      return offset..<offset + min(length, limit)
    }
    return nil
  }

  /// Which characters the face has.
  func characters(of index: Int) throws(FontError) -> CharacterMap {
    let offsets = try faceOffsets()
    guard offsets.indices.contains(index) else {
      throw FontError(.malformed, "it has no face \(index)")
    }
    let directory = try FontDirectory(
      FontData(
        extract(
          try records(at: offsets[index]),
          [("cmap", Self.longestCharacterMap), ("maxp", 32), ("OS/2", 128)])), index: 0)
    return CharacterMap(
      directory.table("cmap"), metrics: directory.table("OS/2"),
      glyphCount: directory.table("maxp")?.u16(4) ?? 0)
  }

  // MARK: - Parts

  private func faceOffsets() throws(FontError) -> [Int] {
    let head = FontTable(try part(0..<12 + 4 * Self.mostFaces))
    guard head.tag(0) == "ttcf", let count = head.u32(8), count > 0 else { return [0] }
    return (0..<min(count, Self.mostFaces)).compactMap { head.u32(12 + 4 * $0) }
  }

  private func records(at offset: Int) throws(FontError) -> [Record] {
    let bytes = try part(offset..<offset + 12 + 16 * Self.mostTables)
    // Whether it is a font at all is for the directory to say.
    let table = FontTable(bytes)
    guard let kind = table.tag(0) else {
      let isEmpty = offset == 0 && bytes.isEmpty
      throw FontError(
        .truncated, isEmpty ? "it is empty" : "it ends before its list of tables", offset: offset)
    }
    if !Self.kinds.contains(kind) { _ = try FontDirectory.count(table.bytes) }
    return (0..<min(table.u16(4) ?? 0, Self.mostTables)).compactMap { index in
      let place = 12 + 16 * index
      guard let tag = table.tag(place), let offset = table.u32(place + 8),
        let length = table.u32(place + 12)
      else { return nil }
      return Record(tag: tag, offset: offset, length: length)
    }
  }

  private static let kinds: Set<Tag> = [Tag(0x0001_0000), "OTTO", "true"]

  private func part(_ range: Range<Int>) throws(FontError) -> [UInt8] {
    guard let parts = files.parts(path, [range]), let bytes = parts.first else {
      throw FontError(.truncated, "it can't be read")
    }
    return bytes
  }

  /// A font with nothing but some tables of this one.
  private func extract(
    _ records: [Record], _ wanted: [(tag: Tag, limit: Int)]
  ) throws(FontError) -> [UInt8] {
    let chosen = wanted.compactMap { wish in
      records.first { $0.tag == wish.tag }
        .map { Record(tag: $0.tag, offset: $0.offset, length: min($0.length, wish.limit)) }
    }
    let ranges = chosen.map { $0.offset..<$0.offset + $0.length }
    guard let parts = files.parts(path, ranges), parts.count == chosen.count else {
      throw FontError(.truncated, "it can't be read")
    }
    var bytes = TableBytes()
    bytes.u32(0x0001_0000)
    bytes.u16([chosen.count, 0, 0, 0])
    var offset = 12 + 16 * chosen.count
    for (record, part) in zip(chosen, parts) {
      bytes.tag(record.tag)
      bytes.u32(0)
      bytes.u32(offset)
      bytes.u32(part.count)
      offset += part.count
    }
    for part in parts { bytes.append(part) }
    return bytes.bytes
  }
}

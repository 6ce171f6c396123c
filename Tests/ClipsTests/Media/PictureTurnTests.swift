import Bytes
import Pipes
import TestSupport
import Testing

@testable import Clips

/// Pictures whose files say how they are turned.
@Suite struct PictureTurnTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  /// A TIFF picture of rows of red, green and blue; without pixels, what Exif has of one.
  ///
  /// - Parameter extra: what a fourth sample is, where there is one.
  private func tiff(
    _ width: Int, _ pixels: [[UInt8]], turn: Int?, extra: Int? = nil, isBig: Bool = false
  ) -> [UInt8] {
    let number = isBig ? big : little
    let bytes = pixels.flatMap { $0 }
    let samples = pixels.first?.count ?? 3
    let start = 8 + 2 * samples
    typealias Entry = (tag: Int, type: Int, count: Int, value: Int)
    var entries: [Entry] = []
    if !bytes.isEmpty {
      entries.append((256, 3, 1, width))
      entries.append((257, 3, 1, pixels.count / width))
      entries.append((258, 3, samples, 8))
      entries.append((259, 3, 1, 1))
      entries.append((262, 3, 1, 2))
      entries.append((273, 4, 1, start))
    }
    if let turn { entries.append((274, 3, 1, turn)) }
    if !bytes.isEmpty {
      entries.append((277, 3, 1, samples))
      entries.append((278, 3, 1, pixels.count / width))
      entries.append((279, 4, 1, bytes.count))
    }
    if let extra { entries.append((338, 3, 1, extra)) }
    let directory = start + bytes.count + bytes.count % 2
    var file = Array((isBig ? "MM" : "II").utf8)
    file += number(42, 2)
    file += number(directory, 4)
    // The bits of each sample.
    for _ in 0..<samples { file += number(8, 2) }
    file += bytes
    file += [UInt8](repeating: 0, count: bytes.count % 2)
    file += number(entries.count, 2)
    for entry in entries {
      file += number(entry.tag, 2)
      file += number(entry.type, 2)
      file += number(entry.count, 4)
      // A number of 16 bits comes first of four bytes.
      let isShort = entry.type == 3 && entry.count == 1
      file += number(entry.value, isShort ? 2 : 4)
      if isShort { file += [0, 0] }
    }
    return file + [0, 0, 0, 0]
  }

  /// Three by two pixels, each of another colour.
  private let pixels: [[UInt8]] = [
    [0, 200, 0], [40, 170, 255], [80, 140, 0], [120, 110, 255], [160, 80, 0], [200, 50, 255],
  ]

  /// Which pixel of three by two is seen at each place, row by row, and how wide that is.
  private static let seen: [(turn: Int, width: Int, places: [Int])] = [
    (1, 3, [0, 1, 2, 3, 4, 5]), (2, 3, [2, 1, 0, 5, 4, 3]), (3, 3, [5, 4, 3, 2, 1, 0]),
    (4, 3, [3, 4, 5, 0, 1, 2]), (5, 2, [0, 3, 1, 4, 2, 5]), (6, 2, [3, 0, 4, 1, 5, 2]),
    (7, 2, [5, 2, 4, 1, 3, 0]), (8, 2, [2, 5, 1, 4, 0, 3]),
  ]

  @Test(.enabled(if: RealFFmpeg.isThere), arguments: seen, [false, true])
  func `a picture is seen upright`(
    _ seen: (turn: Int, width: Int, places: [Int]), _ isBig: Bool
  ) throws {
    let (turned, upright) = (folder.file("turned.tif"), folder.file("upright.tif"))
    try Files.write(tiff(3, pixels, turn: seen.turn, isBig: isBig), to: turned)
    try Files.write(tiff(seen.width, seen.places.map { pixels[$0] }, turn: nil), to: upright)
    #expect(try SourceKind(ofFile: turned) == .still("TIFF"))
    let tools = MediaTools()
    let size = try StillConverter.size(of: turned, kind: "TIFF", tools)
    #expect(size == StillSize(width: seen.width, height: 6 / seen.width))
    let png = try StillConverter.png(of: turned, kind: "TIFF", tools)
    #expect(try png == StillConverter.png(of: upright, kind: "TIFF", tools))
    #expect(StillSize(png: png) == size)
  }

  /// Pillow and ImageMagick give the same straight colours.
  @Test(.enabled(if: RealFFmpeg.isThere), arguments: [false, true])
  func `colours that are multiplied by alpha are made straight`(_ isBig: Bool) throws {
    let path = folder.file("multiplied.tif")
    let stored: [[UInt8]] = [[100, 50, 0, 128], [255, 40, 7, 255], [51, 0, 51, 51]]
    let colors = [199, 99, 0, 128, 255, 40, 7, 255, 255, 0, 255, 51]
    for extra in [1, 2] {
      try Files.write(tiff(3, stored, turn: 6, extra: extra, isBig: isBig), to: path)
      let png = folder.file("made.png")
      try Files.write(StillConverter.png(of: path, kind: "TIFF", MediaTools()), to: png)
      let child = try MediaTools().startFFmpeg(
        png, before: [], after: ["-pix_fmt", "rgba", "-f", "rawvideo", "-"])
      let made = try child.output(limit: 1 << 16).map { Int($0) }
      let wanted = extra == 1 ? colors : stored.joined().map { Int($0) }
      #expect(made.count == 12 && zip(made, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(made)")
    }
  }

  /// An OpenEXR header with channels, behind another attribute.
  private func exr(_ channels: [String], type: UInt8 = 1) -> [UInt8] {
    var list: [UInt8] = []
    for channel in channels {
      list += Array(channel.utf8) + [0, type] + [UInt8](repeating: 0, count: 15)
    }
    list.append(0)
    var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
    file += Array("name\0string\0".utf8) + little(3, 4) + Array("A\0A".utf8)
    file += Array("channels\0chlist\0".utf8) + little(list.count, 4) + list
    return file + [0]
  }

  @Test func `colours of OpenEXR are multiplied where it has alpha`() throws {
    let path = folder.file("a.exr")
    func isMultiplied(_ bytes: [UInt8]) throws -> Bool {
      try Files.write(bytes, to: path)
      return PictureFilters(ofFile: path, kind: "OpenEXR").isPremultiplied
    }
    let whole = exr(["A", "B", "G", "R"])
    #expect(try isMultiplied(whole))
    #expect(try !isMultiplied(exr(["B", "G", "R"])))
    #expect(try !isMultiplied(exr(["B", "G", "R", "depth.A"])))
    #expect(try !isMultiplied(exr([])))
    for length in 0..<whole.count { _ = try isMultiplied(Array(whole[..<length])) }
    try Files.write(whole, to: path)
    #expect(
      PictureFilters(ofFile: path, kind: "OpenEXR").options() == [
        "-vf", "format=gbrapf32,unpremultiply=inplace=1",
      ])
  }

  @Test func `colours of OpenEXR are floats, or whole numbers`() throws {
    let path = folder.file("a.exr")
    func areFloat(_ bytes: [UInt8], kind: String = "OpenEXR") throws -> Bool {
      try Files.write(bytes, to: path)
      return PictureFilters(ofFile: path, kind: kind).areColorsFloat
    }
    for (type, expected) in [(0, false), (1, true), (2, true), (3, false)] as [(UInt8, Bool)] {
      #expect(try areFloat(exr(["A", "B", "G", "R"], type: type)) == expected)
    }
    #expect(
      try areFloat(exr(["Y"])) && !areFloat(exr(["Z"])) && !areFloat(exr(["R"]), kind: "TIFF"))
    let filters = PictureFilters(ofFile: path, kind: "OpenEXR")
    #expect(filters.options(keepsLight: true).isEmpty)
  }

  private func turn(_ bytes: [UInt8], kind: String) throws -> PictureTurn {
    let path = folder.file("picture")
    try Files.write(bytes, to: path)
    return PictureTurn(ofFile: path, kind: kind)
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(8 + content.count, 4) + Array(name.utf8) + content
  }

  /// An AVIF file of two items, the second of which is the picture, with properties in this order.
  private func avif(_ properties: [(name: String, value: UInt8)], isLarge: Bool) -> [UInt8] {
    // Numbers of items and of properties are of 2 bytes or 4, and of 1 or 2.
    let (item, index) = isLarge ? (4, 2) : (2, 1)
    let essential = 1 << (8 * index - 1)
    var container = box("ispe", big(0, 12))
    container += box("irot", [1])
    for property in properties { container += box(property.name, [property.value]) }
    var links = [UInt8(isLarge ? 1 : 0), 0, 0, UInt8(isLarge ? 1 : 0)] + big(2, 4)
    links += big(1, item) + [2]
    links += big(1, index) + big(essential + 2, index)
    links += big(2, item) + [UInt8(1 + properties.count)]
    links += big(1, index)
    for place in properties.indices { links += big(essential + 3 + place, index) }
    var meta = big(0, 4)
    meta += box("pitm", [UInt8(isLarge ? 1 : 0), 0, 0, 0] + big(2, item))
    meta += box("iprp", box("ipco", container) + box("ipma", links))
    return box("ftyp", Array("avif".utf8)) + box("meta", meta) + box("mdat", [1, 2, 3])
  }

  static let properties: [(properties: [(name: String, value: UInt8)], turn: PictureTurn)] = [
    ([], .none), ([("irot", 0)], .none), ([("irot", 1)], .left), ([("irot", 2)], .half),
    ([("irot", 3)], .right), ([("imir", 0)], .upsideDown), ([("imir", 1)], .mirrored),
    ([("irot", 1), ("imir", 0)], .mirroredLeft), ([("irot", 3), ("imir", 0)], .mirroredRight),
    ([("irot", 1), ("imir", 1)], .mirroredRight), ([("imir", 0), ("irot", 1)], .mirroredRight),
    ([("imir", 1), ("irot", 3)], .mirroredRight), ([("imir", 0), ("imir", 1)], .half),
  ]

  @Test(arguments: properties.indices, [false, true])
  func `AVIF says it in properties of its picture`(_ index: Int, _ isLarge: Bool) throws {
    let (properties, wanted) = Self.properties[index]
    let file = avif(properties, isLarge: isLarge)
    #expect(try turn(file, kind: "AVIF") == wanted)
    for length in stride(from: 0, to: file.count, by: 3) {
      _ = try turn(Array(file[..<length]), kind: "AVIF")
    }
  }

  @Test func `what is broken says nothing`() throws {
    let whole = tiff(3, pixels, turn: 8)
    #expect(try turn(whole, kind: "TIFF") == .left)
    for length in 0..<whole.count {
      let found = try turn(Array(whole[..<length]), kind: "TIFF")
      #expect(found == .none || found == .left)
    }
    for odd in [0, 9, 65535] { #expect(try turn(tiff(0, [], turn: odd), kind: "TIFF") == .none) }
    var far = whole
    far.replaceSubrange(4..<8, with: [255, 255, 255, 255])
    #expect(try turn(far, kind: "TIFF") == .none)
  }
}

import Pipes
import TestSupport
import Testing

@testable import Clips

/// TIFF pictures of which ffmpeg would make something else.
@Suite struct UnreadTIFFTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ value: Int, _ count: Int, isBig: Bool) -> [UInt8] {
    let low = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBig ? low.reversed() : low
  }

  /// A directory of numbers of 16 bits; of three of them, which are the same, where they are said
  /// of each sample.
  private func tiff(_ entries: [(tag: Int, value: Int, count: Int)], isBig: Bool) -> [UInt8] {
    var file = Array((isBig ? "MM" : "II").utf8)
    file += bytes(42, 2, isBig: isBig)
    file += bytes(8, 4, isBig: isBig)
    file += bytes(entries.count, 2, isBig: isBig)
    var end = 8 + 2 + 12 * entries.count + 4
    var rest: [UInt8] = []
    for entry in entries {
      file += bytes(entry.tag, 2, isBig: isBig)
      file += bytes(3, 2, isBig: isBig)
      file += bytes(entry.count, 4, isBig: isBig)
      if entry.count == 1 {
        file += bytes(entry.value, 2, isBig: isBig)
        file += [0, 0] as [UInt8]
      } else {
        file += bytes(end, 4, isBig: isBig)
        for _ in 0..<entry.count { rest += bytes(entry.value, 2, isBig: isBig) }
        end += 2 * entry.count
      }
    }
    file += [0, 0, 0, 0] as [UInt8]
    return file + rest
  }

  typealias Entry = (tag: Int, value: Int, count: Int)

  static let cases: [(entries: [Entry], wanted: UnreadTIFF?)] = [
    ([(258, 8, 3), (259, 1, 1)], nil),
    ([(259, 5, 1), (322, 16, 1)], .tiles),
    ([(259, 6, 1)], .jpeg), ([(259, 7, 1)], .jpeg), ([(259, 8, 1)], nil),
    ([(258, 16, 3), (339, 3, 3)], .halves), ([(258, 16, 1), (339, 3, 1)], .halves),
    ([(258, 16, 3), (339, 1, 3)], nil), ([(258, 32, 3), (339, 3, 3)], nil),
    ([(259, 7, 1), (322, 16, 1), (50706, 1, 4)], nil),
  ]

  @Test(arguments: cases.indices, [false, true])
  func `what ffmpeg does not read is found`(_ index: Int, _ isBig: Bool) throws {
    let (entries, wanted) = Self.cases[index]
    let path = folder.file("a.tif")
    let whole = tiff(entries, isBig: isBig)
    try Files.write(whole, to: path)
    #expect(UnreadTIFF(ofFile: path, kind: "TIFF") == wanted)
    #expect(UnreadTIFF(ofFile: path, kind: "PNG") == nil)
    for length in 0..<8 {
      try Files.write(Array(whole[..<length]), to: path)
      #expect(UnreadTIFF(ofFile: path, kind: "TIFF") == nil)
    }
  }

  @Test(arguments: [false, true]) func `a BigTIFF is known, and reported`(_ isBig: Bool) throws {
    let path = folder.file("a.tif")
    let start: [UInt8] = isBig ? [0x4D, 0x4D, 0, 43, 0, 8, 0, 0] : [0x49, 0x49, 43, 0, 8, 0, 0, 0]
    try Files.write(start + [UInt8](repeating: 0, count: 8), to: path)
    #expect(try SourceKind(ofFile: path) == .still("TIFF"))
    #expect(UnreadTIFF(ofFile: path, kind: "TIFF") == .big)
  }

  static let guesses: [(entries: [Entry], words: String?)] = [
    ([(259, 50000, 1)], "packed as Zstandard"), ([(259, 34887, 1)], "packed as LERC"),
    ([(258, 64, 3), (339, 3, 3)], "floats of 64 bits"), ([(258, 32, 1)], "numbers of 32 bits"),
    ([(258, 16, 3), (259, 5, 1)], nil), ([(258, 8, 3), (262, 8, 1)], "colours are CIELab"),
    ([(258, 8, 3), (262, 2, 1)], nil),
  ]

  @Test(arguments: guesses.indices, [false, true])
  func `where ffmpeg makes nothing, what it may not read is reported`(_ index: Int, _ isBig: Bool)
    throws
  {
    let (entries, words) = Self.guesses[index]
    let path = folder.file("a.tif")
    try Files.write(tiff(entries, isBig: isBig), to: path)
    let fault = StillConverter.explained(.noPictures, path: path, kind: "TIFF")
    if let words {
      #expect("\(fault)".contains(words))
    } else {
      #expect(fault == .noPictures)
    }
    #expect(StillConverter.explained(.noPictures, path: path, kind: "PNG") == .noPictures)
  }

  @Test func `it is reported before ffmpeg is asked`() throws {
    let path = folder.file("a.tif")
    try Files.write(tiff([(322, 16, 1)], isBig: false), to: path)
    let fault = ClipError.Fault.unreadable(UnreadTIFF.tiles.rawValue)
    #expect(throws: fault) { try StillConverter.size(of: path, kind: "TIFF", MediaTools()) }
    #expect(throws: fault) { try StillConverter.png(of: path, kind: "TIFF", MediaTools()) }
  }
}

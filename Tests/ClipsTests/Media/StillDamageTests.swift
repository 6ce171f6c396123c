import Pipes
import TestSupport
import Testing

@testable import Clips

/// Pictures of which a part is missing.
@Suite struct StillDamageTests {
  /// Segments, of which the first holds a small picture with its own end, and a scan of so many bytes.
  private func jpeg(_ count: Int, end: [UInt8]) -> [UInt8] {
    let small: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0xD9]
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(small.count + 2)]
    file += small
    file += [0xFF, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xDA, 0, 2] as [UInt8]
    file += [UInt8](repeating: 0xD9, count: count)
    return file + end
  }

  private static let parts = 1 << 16

  @Test(arguments: [0, 1, 9, parts - 3, parts - 2, parts - 1, parts, parts + 1, 2 * parts])
  func `a JPEG without an end is cut short`(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.jpg")
    func isCut(_ bytes: [UInt8], kind: String = "JPEG") throws -> Bool {
      try Files.write(bytes, to: path)
      return StillStore.Still(path: path, kind: kind).isCutShort
    }
    let end: [UInt8] = [0xFF, 0xD9]
    #expect(try !isCut(jpeg(count, end: end)))
    // Other data may follow, across the parts in which the file is read.
    for rest in [1, 1 << 16 - 1, 1 << 16, 1 << 17] {
      #expect(try !isCut(jpeg(count, end: end + [UInt8](repeating: 0, count: rest))))
    }
    for end in [[], [0xFF], [0xFF, 0], [0xD9, 0xFF]] as [[UInt8]] {
      #expect(try isCut(jpeg(count, end: end)))
      #expect(try !isCut(jpeg(count, end: end), kind: "WebP"))
    }
  }

  @Test func `what has no scan is left to ffmpeg`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.jpg")
    #expect(!StillStore.Still(path: path, kind: "JPEG").isCutShort)
    let whole = jpeg(0, end: [])
    for length in 0..<whole.count - 3 {
      try Files.write(Array(whole[..<length]), to: path)
      #expect(!StillStore.Still(path: path, kind: "JPEG").isCutShort)
    }
  }
}

import Bytes
import Pipes
import TestFiles
import Testing

@testable import Y4M

/// Files that other programs wrote, and what ffmpeg's own reader makes of them.
@Suite struct CorpusTests {
  static let folder = Checkout.fixture("y4m").path + "/"

  /// File name to the MD5 of each frame, in ffmpeg's order.
  static let expected: [(file: String, digests: [String])] = {
    let table = (try? Files.load(folder + "framemd5.tsv", limit: 1 << 20)) ?? []
    var files: [(file: String, digests: [String])] = []
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      if files.last?.file != fields[0] { files.append((fields[0], [])) }
      files[files.count - 1].digests.append(fields[3])
    }
    return files
  }()

  /// Whether ffmpeg wrote the file's frames too short.
  static func isFaulty(_ file: String) -> Bool {
    file.hasPrefix("tv_35x27_yuv42") && file.hasSuffix("le.y4m")
  }

  @Test func `the table is there`() {
    #expect(Self.expected.count == 45)
    #expect(Self.expected.filter { Self.isFaulty($0.file) }.count == 10)
  }

  @Test(arguments: expected)
  func `frames are those that ffmpeg reads`(_ file: String, _ digests: [String]) throws {
    let bytes = try Files.load(Self.folder + file, limit: 1 << 20)
    let outcome = Stream.outcome(bytes)
    if Self.isFaulty(file) {
      #expect(outcome.frames.count == 1)
      guard case .shortChroma(frame: 1, _) = outcome.error else {
        Issue.record("\(String(describing: outcome.error))")
        return
      }
    } else {
      #expect(outcome.error == nil)
      #expect(outcome.frames.map { MD5.hexDigest(of: $0) } == digests)
      #expect(try FrameWriterTests.copy(bytes) == bytes)
    }
  }

  /// From a file, the descriptor is read rather than memory.
  @Test func `a file is read as memory is`() throws {
    let path = Self.folder + "tv_35x27_yuva444p.y4m"
    let file = try FileDescriptor(opening: path)
    let fromFile = Stream.outcome(ByteSource(file))
    try file.close()
    #expect(fromFile == Stream.outcome(try Files.load(path, limit: 1 << 20)))
    #expect(fromFile.frames.count == 3)
  }

  @Test(arguments: [
    ("inter_tff.y4m", Interlacing.topFieldFirst, Siting.center, ColorRange.limited),
    ("inter_bff.y4m", .bottomFieldFirst, .center, .limited),
    ("range_full.y4m", .progressive, .center, .full),
    ("site_left.y4m", .progressive, .left, .limited),
    ("site_topleft.y4m", .progressive, .palDV, .limited),
  ])
  func `tags say what ffmpeg meant`(
    _ file: String, _ interlacing: Interlacing, _ siting: Siting, _ range: ColorRange
  ) throws {
    let bytes = try Files.load(Self.folder + file, limit: 1 << 20)
    let header = try FrameReader(ByteSource(bytes)).header
    #expect(header.interlacing == interlacing)
    #expect(header.format.siting == siting)
    #expect(header.range == range)
  }

  @Test func `a prefix of a real file gives its whole frames`() throws {
    let bytes = try Files.load(Self.folder + "tiny_5x4.y4m", limit: 1 << 20)
    let whole = Stream.outcome(bytes)
    for length in 0..<bytes.count {
      let outcome = Stream.outcome(Array(bytes[..<length]))
      #expect(outcome.frames.elementsEqual(whole.frames.prefix(outcome.frames.count)))
      let isWhole = length >= 74 && (length - 74) % 38 == 0
      #expect((outcome.error == nil) == isWhole)
      #expect(outcome.frames.count == max(0, length - 74) / 38)
    }
  }
}

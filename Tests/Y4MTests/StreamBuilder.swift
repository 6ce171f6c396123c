import Pipes
import Testing

@testable import Y4M

/// Small streams that tests make, and what a reader makes of them.
enum Stream {
  static let header = "YUV4MPEG2 W5 H3 F25:1 Ip A1:1 C420jpeg XFOO=1\n"
  /// 5x3 samples of luma and twice 3x2 of chroma.
  static let payload = 27

  /// Samples that tell frames and places apart.
  static func samples(_ frame: Int, count: Int = payload) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: frame &* 61 &+ $0 &* 7 &+ 1) }
  }

  static func bytes(
    header: String = header, frames: Int = 3, line: String = "FRAME\n", count: Int = payload
  ) -> [UInt8] {
    Array(header.utf8)
      + (0..<frames).flatMap { Array(line.utf8) + samples($0, count: count) }
  }

  /// What comes of reading a stream to its end.
  struct Outcome: Equatable {
    var frames: [[UInt8]] = []
    var parameters: [String] = []
    var error: StreamError?
    var cut: Int?
  }

  static func outcome(
    _ source: ByteSource, truncation: Truncation = .error
  ) -> Outcome {
    var outcome = Outcome()
    do throws(StreamError) {
      var reader = try FrameReader(source, truncation: truncation)
      let frame = Frame(reader.header.format)
      while try reader.read(into: frame) {
        outcome.frames.append(Array(frame.bytes))
        outcome.parameters.append(String(decoding: reader.parameters, as: UTF8.self))
        // A stream that never ends must not keep a test.
        guard outcome.frames.count < 1000 else { break }
      }
      outcome.cut = reader.cut?.missing
    } catch {
      outcome.error = error
    }
    return outcome
  }

  static func outcome(
    _ bytes: [UInt8], step: Int = .max, truncation: Truncation = .error
  ) -> Outcome {
    outcome(ByteSource(bytes, step: step), truncation: truncation)
  }
}

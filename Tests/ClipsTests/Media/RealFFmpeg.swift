import Pipes

@testable import Clips

/// The ffmpeg of the machine, where there is one.
enum RealFFmpeg {
  /// Whether it can make the movies of these tests.
  static let isThere = Programs.find("ffmpeg") != nil && Programs.find("ffprobe") != nil

  /// Runs ffmpeg and gives what it writes to its standard output.
  @discardableResult
  static func run(_ arguments: [String]) throws -> [UInt8] {
    let child = try ChildProcess(
      Programs.find("ffmpeg") ?? "ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    return try child.output(limit: 1 << 28)
  }

  /// Makes a movie of moving test pictures.
  static func make(
    _ path: String, rate: String = "30000/1001", seconds: String = "3",
    size: String = "64x48", _ options: [String] = ["-c:v", "mpeg4", "-bf", "2", "-g", "24"]
  ) throws {
    let source = "testsrc2=size=\(size):rate=\(rate):duration=\(seconds),noise=alls=30:allf=t"
    try run(
      ["-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "sine=duration=\(seconds)"]
        + options + [path])
  }
}

extension MediaInfo {
  /// The same of other samples.
  func with(pixels: String, width: Int? = nil) -> MediaInfo {
    MediaInfo(
      codec: codec, width: width ?? self.width, height: height, aspect: aspect, hasIndex: hasIndex,
      rate: rate, length: length, pixels: pixels, space: space, transfer: transfer,
      primaries: primaries, statedRange: statedRange, siting: siting)
  }
}

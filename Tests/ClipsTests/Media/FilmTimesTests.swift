import Bytes
import Pipes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

/// Films whose containers say little of when their pictures are seen, or count from somewhere else.
@Suite(.enabled(if: RealFFmpeg.isThere)) struct FilmTimesTests {
  let folder: TemporaryFolder
  private let tools = MediaTools()

  init() throws { folder = try TemporaryFolder() }

  /// The numbers of the pictures of a film of 30, which their luma tells, from a frame on.
  private func numbers(_ path: String, from first: Int, _ info: MediaInfo) throws -> [Int] {
    let rate = try #require(FrameRate(25, 1))
    let job = MediaReader.Job(
      path: path, info: info, rate: info.gridRate(canvasRate: rate), pixels: "yuv420p")
    let reader = try MediaReader(job, from: first, tools)
    let frame = Frame(try #require(try reader.format()))
    var numbers: [Int] = []
    while numbers.count < 100, try reader.read(into: frame) {
      numbers.append((Int(frame.bytes[24 * 64 + 32]) - 17) / 6)
    }
    return numbers
  }

  /// What makes a film, how many of its frames come before the first picture, and a name for it.
  struct Film: Sendable {
    let name: String
    var input: [String] = []
    let output: [String]
    var late = 0
  }

  static let films: [Film] = [
    Film(name: "a.avi", output: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "1"]),
    Film(name: "still.avi", output: ["-c:v", "mpeg4", "-q:v", "1"]),
    Film(name: "a.m2v", output: ["-c:v", "mpeg2video", "-bf", "2", "-q:v", "1"]),
    Film(name: "raw.nut", output: ["-c:v", "rawvideo"]),
    Film(name: "b.nut", output: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "1"]),
    Film(name: "far.mkv", output: ["-c:v", "mpeg4", "-q:v", "1", "-output_ts_offset", "100"]),
    Film(
      name: "late.mkv", input: ["-f", "lavfi", "-i", "sine=duration=1.6", "-itsoffset", "0.4"],
      output: ["-c:v", "mpeg4", "-q:v", "1", "-c:a", "pcm_s16le"], late: 10),
    Film(
      // Copied, for coders of sounds put samples before them.
      name: "late.ts", input: ["-i", "sound.mp2", "-itsoffset", "0.4"],
      output: ["-c:v", "mpeg2video", "-q:v", "1", "-c:a", "copy"], late: 10),
    Film(
      name: "late.ogv", input: ["-f", "lavfi", "-i", "sine=duration=1.6", "-itsoffset", "0.4"],
      output: ["-c:v", "libtheora", "-q:v", "10", "-c:a", "flac"], late: 10),
  ]

  @Test(arguments: films.map(\.name))
  func `all pictures are seen once, from the start of the file on`(_ name: String) throws {
    let film = try #require(Self.films.first { $0.name == name })
    let path = folder.file(name)
    let source = "color=black:s=64x48:r=25:d=1.2,format=yuv420p,geq=lum='20+6*N':cb=128:cr=128"
    do {
      let sound = folder.file("sound.mp2")
      try RealFFmpeg.run(["-f", "lavfi", "-i", "sine=duration=1.6", sound])
      try RealFFmpeg.run(
        film.input.map { $0 == "sound.mp2" ? sound : $0 } + ["-f", "lavfi", "-i", source]
          + film.output + [path])
    } catch {
      // Not every ffmpeg has every encoder.
      return
    }
    let info = try MediaProbe.probe(path, tools)
    try #require(info.ticks == nil)
    #expect(
      info.length == Time(frame: 30 + film.late, rate: try #require(FrameRate(25, 1))),
      "\(info.length)")
    let all = try numbers(path, from: 0, info)
    let wanted = Array(repeating: 0, count: film.late) + Array(0..<30)
    // A last frame may be held, of which no more is read than the length says.
    #expect(Array(all.prefix(30 + film.late)) == wanted, "\(all)")
    #expect(Array(try numbers(path, from: film.late + 7, info).prefix(23)) == Array(7..<30))
  }

  @Test(arguments: [("late.mkv", "matroska"), ("late.ts", "mpegts")])
  func `pictures that begin off their grid are told by their own times`(
    _ name: String, _ kind: String
  ) throws {
    let path = folder.file(name)
    let source = "color=black:s=64x48:r=25:d=1.2,format=yuv420p,geq=lum='20+6*N':cb=128:cr=128"
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "sine=duration=1.6", "-itsoffset", "0.41", "-f", "lavfi", "-i", source,
      "-c:v",
      "mpeg2video", "-q:v", "1", "-c:a", "mp2", "-f", kind, path,
    ])
    let info = try MediaProbe.probe(path, tools)
    let ticks = try #require(info.ticks)
    // At the second 0.85 the twelfth picture is seen, which begins at 0.41 + 11 / 25.
    let tick = Time(Rational(reducing: 855, over: 1000)).frameIndex(rate: ticks)
    #expect(try numbers(path, from: tick, info).first == 11)
    #expect(abs(info.length.value.double - 1.61) < 0.02, "\(info.length)")
  }

  /// Packets of this container do not say how long they last, and its sounds begin before the
  /// pictures.
  @Test func `the last picture is seen of a film that begins off its grid`() throws {
    let path = folder.file("late.wmv")
    let source = "color=black:s=64x48:r=25:d=1.2,format=yuv420p,geq=lum='20+6*N':cb=128:cr=128"
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "sine=duration=1.6", "-f", "lavfi", "-i", source,
      "-c:v", "wmv2", "-q:v", "1", "-c:a", "wmav2", path,
    ])
    let info = try MediaProbe.probe(path, tools)
    let ticks = try #require(info.ticks)
    let rate = try #require(FrameRate(25, 1))
    let frames = info.length.frameIndex(rate: rate, rounding: .up)
    let tick = Time(frame: frames - 1, rate: rate).frameIndex(rate: ticks)
    #expect(try numbers(path, from: tick, info).first == 29, "\(info.length)")
  }
}

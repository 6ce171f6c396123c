import Bytes
import Shell
import Testing
import Timeline

@testable import vfx

/// What the file of a part says of itself, and what is joined.
@Suite struct FilmPartTests {
  private static let film = "0123456789abcdef0123456789abcdef"

  private func part(
    _ index: Int, of count: Int = 3, from first: Int, frames: Int, film: String = film,
    rate: (Int, Int) = (30000, 1001)
  ) throws -> FilmPart {
    let rate = try #require(FrameRate(rate.0, rate.1))
    return FilmPart(
      number: .init(index: index, count: count), start: Time(frame: first, rate: rate),
      frames: frames, rate: rate, film: film)
  }

  @Test func `a comment is read as it is written`() throws {
    let part = try part(2, from: 30, frames: 45)
    let text =
      "vfx part 2/3 start 1001/1000 frames 45 rate 30000/1001 film 0123456789abcdef0123456789abcdef"
    #expect(part.comment == text)
    #expect(FilmPart(comment: text) == part)
    #expect(part.end == Time(75 * 1001, 30000))
  }

  @Test(arguments: [
    "", "a film of the sea", "vfx part", "vfx part 2/3",
    "vfx part 4/3 start 0/1 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 0/3 start 0/1 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 0/0 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 0/-1 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 0/1 frames 0 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 0/1 frames 9223372036854775807 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 9223372036854775807/1 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 0/1 frames 4 rate 0/1 film 0123456789abcdef0123456789abcdef",
    "vfx part 1/3 start 0/1 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdeF",
    "vfx part 1/3 start 0/1 frames 4 rate 25/1 film 0123",
    "vfx part 1/3 start 0/1 frames 4 rate 25/1 film 0123456789abcdef0123456789abcdef ",
  ])
  func `another comment is none of a part`(_ comment: String) {
    #expect(FilmPart(comment: comment) == nil)
  }

  @Test(arguments: ["3/8", "1/1", "2000/2000"])
  func `the number of a part is read and written`(_ text: String) {
    #expect(FilmPart.Number(text)?.text == text)
  }

  @Test(arguments: ["", "3", "0/8", "9/8", "3/8/1", "3/2001", "-1/8", "+3/8", "a/b", "3 /8", "1/"])
  func `what is no number of a part is refused`(_ text: String) {
    #expect(FilmPart.Number(text) == nil)
  }

  // MARK: Joining

  /// What is said of files, of which each holds a part.
  private func join(_ parts: [(String, FilmPart)], coding: String = "h264") throws -> PartFiles {
    try PartFiles(parts.map(\.0)) { path in
      let part = try #require(parts.first { $0.0 == path }).1
      return PartProbe.Contents(
        comment: part.comment, packets: part.frames, coding: path == "odd" ? "other" : coding)
    }
  }

  /// The message of the error.
  private func fault(_ parts: [(String, FilmPart)]) -> String {
    do {
      _ = try join(parts)
      return "none"
    } catch {
      return (error as? CommandFailure)?.message ?? "\(error)"
    }
  }

  @Test func `parts are listed in their order, and no time is lost`() throws {
    let files = try join([
      ("c", part(3, from: 20, frames: 10)), ("a'b", part(1, from: 0, frames: 10)),
      ("b", part(2, from: 10, frames: 10)),
    ])
    // 10, 20 and 30 frames of 1001/30000 s are 333666.7, 667333.3 and 1001000 microseconds.
    #expect(
      files.list == """
        ffconcat version 1.0
        file 'file:a'\\''b'
        duration 333667us
        file 'file:b'
        duration 333666us
        file 'file:c'
        duration 333667us

        """)
  }

  @Test func `what makes no film is refused`() throws {
    let (a, b, c) = (
      try part(1, from: 0, frames: 10), try part(2, from: 10, frames: 10),
      try part(3, from: 20, frames: 10)
    )
    #expect(fault([("a", a), ("b", b), ("c", c)]) == "none")
    #expect(fault([("a", a), ("c", c)]) == "of 3 parts one is missing: 2")
    #expect(fault([("b", b)]) == "of 3 parts 2 are missing: 1, 3")
    #expect(fault([("a", a), ("b", b), ("c", c), ("d", b)]) == "d: it is part 2/3, as b is")
    let other = try part(2, from: 10, frames: 10, film: String(repeating: "f", count: 32))
    #expect(fault([("a", a), ("b", other), ("c", c)]).hasPrefix("b: it is a part of another film"))
    let four = try part(2, of: 4, from: 10, frames: 10)
    #expect(fault([("a", a), ("b", four), ("c", c)]).hasPrefix("b: it is part 2/4, and a is"))
    let late = try part(2, from: 11, frames: 9)
    #expect(
      fault([("a", a), ("b", late), ("c", c)]) == "b: it begins at 0:00.367, but a ends at 0:00.333"
    )
    let quick = try part(2, from: 10, frames: 10, rate: (25, 1))
    #expect(fault([("a", a), ("b", quick), ("c", c)]).hasPrefix("b: it begins at"))
    #expect(fault([("a", a), ("odd", b), ("c", c)]).hasPrefix("odd: its encoder was another one"))
    #expect(fault([("a\nb", a), ("b", b), ("c", c)]).hasSuffix("its name has a line break"))
  }

  @Test func `a part that lacks frames is refused`() throws {
    let part = try part(1, of: 1, from: 0, frames: 10)
    #expect(throws: CommandFailure.self) {
      try PartFiles(["a"]) { _ in .init(comment: part.comment, packets: 9, coding: "h264") }
    }
    #expect(throws: CommandFailure.self) {
      try PartFiles(["a"]) { _ in .init(comment: "my film", packets: 10, coding: "h264") }
    }
  }

  @Test func `what ffprobe says is understood`() {
    let contents = PartProbe.parse(
      """
      [STREAM]
      codec_name=h264
      profile=High
      width=160
      height=90
      pix_fmt=yuv420p
      extradata_hash=MD5:00ff
      nb_read_packets=39
      [/STREAM]
      [FORMAT]
      TAG:comment=vfx part 1/5 a=b
      [/FORMAT]
      """)
    #expect(contents.comment == "vfx part 1/5 a=b" && contents.packets == 39)
    #expect(
      contents.coding
        == "codec_name=h264 profile=High width=160 height=90 pix_fmt=yuv420p extradata_hash=MD5:00ff "
    )
  }

  @Test func `ffmpeg copies the parts, and encodes a WAV for MP4 alone`() {
    let copied = Join.arguments(list: "l", sound: "s.m4a", to: "f.part.mp4")
    #expect(
      copied.joined(separator: " ")
        == "-v error -nostdin -y -f concat -safe 0 -i file:l -i file:s.m4a -map 0:v -map 1:a -c copy "
        + "-metadata comment= -movflags +faststart file:f.part.mp4")
    #expect(Join.arguments(list: "l", sound: "s.WAV", to: "f.mp4").contains("aac"))
    #expect(!Join.arguments(list: "l", sound: "s.wav", to: "f.mkv").contains("aac"))
    #expect(!Join.arguments(list: "l", sound: nil, to: "f.mkv").contains("1:a"))
  }

  @Test(arguments: [
    (2, 1, "2"), (5, 2, "2.5"), (1001, 30000, "1001/30000"), (1001, 1000, "1.001"),
    (-1, 4, "-0.25"),
    (1, 3, "1/3"), (0, 1, "0"), (1, 1_000_000, "0.000001"),
  ])
  func `a time without loss`(_ numerator: Int, _ denominator: Int, _ text: String) throws {
    #expect(try #require(Time(numerator, denominator)).exactText == text)
  }
}

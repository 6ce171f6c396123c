import Bytes
import Testing
import Timeline

@testable import Interchange

/// What the lines of a list of CMX 3600 mean.
@Suite struct EDLTests {
  private static func seconds(_ frames: Int) -> Rational {
    Rational(reducing: Int128(frames), over: 24)
  }

  @Test func `the speed, the correction and the dissolve of a list are what it was made of`() throws
  {
    let source = try Fixtures.source("edl/made-cdl-speed-dissolve.edl")
    let (cut, log) = EDLReader.read(source, rate: FrameRate(24, 1))
    #expect(!log.hasErrors && log.messages.isEmpty)
    let clips = cut.clips()
    #expect(clips.map(\.duration) == [48, 48, 72].map(Self.seconds))
    #expect(clips[1].speed == Rational(2) && clips[1].span == Rational(4))
    #expect(clips[0].look.grade?.slope == [1.1, 1, 0.9])
    #expect(clips[0].look.grade?.offset == [0.01, -0.02, 0])
    #expect(clips[0].look.grade?.power == [1, 0.95, 1.2])
    #expect(clips[0].look.grade?.saturation == 0.85)
    let change = try #require(cut.transitions().first)
    #expect(change.kind == .dissolve && change.before == .zero && change.after == Self.seconds(24))
    #expect(clips[2].start == Rational(3 * 3600))
  }

  @Test func `a speed below zero plays the part backwards`() {
    let (cut, _) = list(
      "001 A V C 00:00:10:00 00:00:12:00 00:00:00:00 00:00:02:00",
      "M2  A  -024.0  00:00:10:00")
    let clip = cut.clips()[0]
    #expect(clip.speed == Rational(-1) && clip.start == Rational(10) && clip.span == Rational(2))
  }

  @Test func `a frozen frame is held`() {
    let (cut, _) = list(
      "001 A V C 00:00:10:00 00:00:10:01 00:00:00:00 00:00:02:00", "M2 A 000.0 00:00:10:00",
      "* FROM CLIP NAME: A FF")
    #expect(cut.clips()[0].speed == .zero && cut.clips()[0].duration == Rational(2))
    #expect(cut.clips()[0].name == "A")
  }

  @Test func `a wipe has its direction, and black has no file`() throws {
    let (cut, _) = list(
      "001 BL V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00",
      "002 BL V C 00:00:01:00 00:00:01:00 01:00:01:00 01:00:01:00",
      "002 A V W002 012 00:00:05:00 00:00:06:00 01:00:01:00 01:00:02:00")
    #expect(cut.clips()[0].media == .color("#000000"))
    let change = try #require(cut.transitions().first)
    #expect(change.kind == .named("wipe", direction: "down") && change.after == Self.seconds(12))
  }

  @Test func `dropped numbers are no frames`() {
    // SMPTE ST 12-1: ten minutes have 17982 frames at 29.97, an hour 107892.
    let count = { (text: String) in SMPTETimecode(text)?.count(base: 30, isDrop: true) }
    #expect(count("00:10:00;00") == 17_982 && count("01:00:00;00") == 107_892)
    #expect(count("00:00:59;29") == 1799 && count("00:01:00;02") == 1800)
    for frame in [0, 1799, 1800, 17_981, 17_982, 107_892, 2_589_407] {
      let text = SMPTETimecode.text(of: frame, base: 30, isDrop: true)
      #expect(count(text) == frame)
    }
    let (cut, log) = list(
      "FCM: DROP FRAME", "001 A V C 00:00:59;29 00:01:00;03 00:00:59;29 00:01:00;03", rate: nil)
    #expect(cut.rate == FrameRate(30_000, 1001) && log.messages.count == 1)
    #expect(cut.clips()[0].duration == Rational(reducing: 2 * 1001, over: 30_000))
  }

  @Test func `sounds are where the record says, not at the start of their track`() {
    let (cut, _) = list(
      "001 A V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00",
      "002 B A2 C 00:00:00:00 00:00:01:00 01:00:01:00 01:00:02:00")
    #expect(cut.tracks.map(\.name) == ["V", "A2"])
    guard case .gap(let gap) = cut.tracks[1].items[0] else {
      Issue.record("there is no gap")
      return
    }
    #expect(gap == Rational(1))
  }

  @Test func `events need not be in the order of the record`() {
    let (cut, _) = list(
      "002 B V C 00:00:05:00 00:00:06:00 01:00:01:00 01:00:02:00",
      "001 A V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00")
    #expect(cut.clips().map(\.name) == ["A", "B"])
  }

  @Test func `markers stand at times of the record`() {
    let (cut, _) = list(
      "001 A V C 00:00:10:00 00:00:12:00 01:00:00:00 01:00:02:00",
      "* LOC: 01:00:01:00 RED   FIX THIS")
    #expect(cut.clips()[0].markers.map(\.name) == ["FIX THIS"])
    #expect(cut.clips()[0].markers.map(\.time) == [Rational(11)])
  }

  @Test(arguments: [
    ("001 A V C 00:00:00:24 00:00:01:00 00:00:00:00 00:00:00:01", "a timecode has frame 24"),
    ("001 A V C 00:00:00:00 00:00:01:00 00:00:01:00 00:00:00:00", "the record ends before"),
    ("001 A V", "an event has a number"),
    ("hello", "this is no list of CMX 3600"),
  ])
  func `what is wrong is said`(_ line: String, _ message: String) {
    let (_, log) = list(line)
    #expect(log.hasErrors && log.messages.contains { $0.hasPrefix(message) })
  }

  @Test func `what is left out is said once, with its place`() {
    let (_, log) = list(
      "001 A V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "* AVX2 EFFECT, RESIZE",
      "* AVX2 EFFECT, RESIZE")
    #expect(log.messages == ["comments such as this one are not carried over (this and 1 more)"])
    #expect(log.diagnostics.sorted[0].range.lowerBound == 58)
  }
}

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

  @Test func `a key lies over its background, with its own name and its fade`() throws {
    let (cut, log) = list(
      "006 001 V C 00:00:08:00 00:00:09:00 00:00:03:00 00:00:04:00",
      "006 001 V K B 00:00:09:00 00:00:11:00 00:00:04:00 00:00:06:00",
      "006 002 V K 012 00:00:20:00 00:00:22:00 00:00:04:00 00:00:06:00",
      "* FROM CLIP NAME: back.mov", "* KEY CLIP NAME: title.mov",
      "007 003 V C 00:00:01:00 00:00:02:00 00:00:06:00 00:00:07:00")
    #expect(
      log.messages == [
        "what a key cuts out is not carried over; all of its clip lies over the background"
      ])
    #expect(cut.tracks.map(\.kind) == [.picture, .picture])
    #expect(cut.clips(0).map(\.name) == ["back.mov", "back.mov", "003"])
    #expect(cut.clips(0).map(\.start) == [8, 9, 1].map { Rational($0) })
    #expect(cut.clips(1).map(\.name) == ["title.mov"] && cut.clips(1)[0].start == Rational(20))
    #expect(cut.tracks[1].duration == Rational(3) && cut.clips(1)[0].duration == Rational(2))
    #expect(try #require(cut.transitions(1).first).after == Self.seconds(12))
  }

  @Test(arguments: [("KB", "KO 000", 1), ("K B", "K O 000", 1), ("K B", "K O 012", 2)])
  func `a key that goes lies over its background`(
    _ background: String, _ key: String, _ warnings: Int
  ) {
    let (cut, log) = list(
      "037 131 V \(background) 10:57:40:22 10:57:41:11 01:00:36:08 01:00:36:21",
      "037 051 V \(key) 01:07:39:05 01:07:39:18 01:00:36:08 01:00:36:21",
      "M2 131 000.0 10:57:41:00")
    #expect(log.messages.count == warnings && !log.hasErrors)
    #expect(cut.clips(0).map(\.name) == ["131"] && cut.clips(1).map(\.name) == ["051"])
    #expect(cut.clips(0)[0].speed == .zero && cut.clips(1)[0].speed == .one)
    #expect(cut.transitions(1).isEmpty)
  }

  @Test func `a transition without its letter is a dissolve`() throws {
    let (cut, log) = list(
      "001 A V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00",
      "002 A V C 00:00:01:00 00:00:01:00 01:00:01:00 01:00:01:00",
      "002 B V 008 00:00:05:00 00:00:06:00 01:00:01:00 01:00:02:00")
    #expect(
      log.messages == ["a transition that does not say of which kind it is, is made a dissolve"])
    let change = try #require(cut.transitions().first)
    #expect(change.kind == .dissolve && change.after == Self.seconds(8))
    #expect(cut.clips().map(\.name) == ["A", "B"])
    #expect(list("001 A 12 00:00:05:00 00:00:06:00 01:00:01:00 01:00:02:00").log.hasErrors)
    #expect(list("001 A V 0 00:00:05:00 00:00:06:00 01:00:01:00 01:00:02:00").log.hasErrors)
  }

  @Test(arguments: [
    "001 A V C\n00:00:10:00 00:00:12:00 01:00:00:00 01:00:02:00",
    "001 A V C 00:00:10:00 00:00:12:00\r\n     01:00:00:00 01:00:02:00",
  ])
  func `the times of an event may stand on a line of their own`(_ event: String) throws {
    let (cut, log) = list(
      event, "* FROM CLIP NAME: first", "002 A V C 00:00:00:00 00:00:00:00 01:00:02:00 01:00:02:00",
      "002 B V W001 012", "00:00:05:00 00:00:06:00 01:00:02:00 01:00:03:00")
    #expect(log.messages.isEmpty)
    let clips = cut.clips().filter { $0.duration > .zero }
    #expect(clips.map(\.start) == [Rational(10), Rational(5)])
    #expect(clips.map(\.duration) == [Rational(2), Rational(1)])
    #expect(clips[0].name == "first")
    #expect(try #require(cut.transitions().first).after == Self.seconds(12))
    // Without times, and with too many, it is no event.
    #expect(list("001 A V C", "* 00:00:10:00").log.hasErrors)
    #expect(list("001 A V C 00:00:10:00", "00:00:12:00 01:00:00:00").log.hasErrors)
  }

  @Test func `sentences before the first event may begin with a number`() {
    let event = "001 A V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00"
    let (cut, log) = list("REEL NAME LIMITED TO", "  3 DIGITS - REEL NAMES: XML-REEL", event)
    #expect(
      log.messages == ["what stands before the first event is not carried over (this and 1 more)"])
    #expect(cut.clips().count == 1)
    #expect(list("1 A V C 00:00:00:00 00:00:01:00", event).log.hasErrors)
    #expect(list(event, "002 A V").log.hasErrors)
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

  @Test func `a later FCM is about the sources behind it`() {
    // The record counts all numbers. From 10;35;59;58 to 10;36;00;06 are four frames, as 00 to 03
    // are dropped at 59.94.
    let (cut, log) = list(
      "FCM: NON-DROP FRAME", "001 A V C 00:00:50:00 00:01:50:06 00:00:00:00 00:01:00:06",
      "FCM: DROP FRAME", "002 B V C 10;35;59;58 10;36;00;06 00:01:00:06 00:01:00:10",
      "003 B V C 00:00:59:58 00:01:00:06 00:01:00:10 00:01:00:14",
      "FCM: NON-DROP FRAME", "004 A V C 00:00:59:58 00:01:00:06 00:01:00:14 00:01:00:22",
      rate: FrameRate(60_000, 1001))
    #expect(log.messages.isEmpty, "\(log.messages)")
    #expect(cut.clips().allSatisfy { $0.speed == .one })
    let frame = Rational(reducing: 1001, over: 60_000)
    #expect(cut.clips().map(\.duration) == [3606, 4, 4, 8].map { Rational($0) * frame })
    #expect(cut.clips().last?.start == Rational(3598) * frame)
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
    ("001 A V C 00:00:00:00 00:00:00:01 00:00:00:23 00:00:00:24", "a timecode has frame 24"),
    ("001 A V C 00:00:00:00 00:00:01:00 00:00:01:00 00:00:00:00", "the record ends before"),
    ("001 A V", "an event has a number"),
    ("hello", "this is no list of CMX 3600"),
  ])
  func `what is wrong is said`(_ line: String, _ message: String) {
    let (_, log) = list(line)
    #expect(log.hasErrors && log.messages.contains { $0.hasPrefix(message) })
  }

  @Test func `a source may count more frames in a second than the list`() {
    // 26 frames of 30 are 20.8 of 24.
    let lines = [
      "001 B A C 17:52:28:26 17:52:29:22 00:00:00:00 00:00:00:21", "* SOURCE FILE: B1",
      "002 B A C 17:52:40:00 17:52:42:00 00:00:00:21 00:00:01:21", "* SOURCE FILE: B1",
      "003 B A C 17:52:40:00 17:52:40:12 00:00:01:21 00:00:02:09", "* SOURCE FILE: B2",
    ]
    let (cut, log) = EDLReader.read(
      SourceText(name: "a.edl", text: lines.joined(separator: "\n")), rate: FrameRate(24, 1))
    #expect(
      log.messages == [
        "the source has more frames in a second than the list; its timecodes are taken to count 30 "
          + "(this and 1 more)",
        "source and record differ in length without M2; the source is played so fast that it fits",
      ])
    let clips = cut.clips()
    let hours = 17 * 3600 + 52 * 60
    #expect(clips[0].start == Rational(hours + 28) + Rational(reducing: 26, over: 30))
    #expect(clips.map(\.speed) == [.one, Rational(2), .one])
    #expect(clips[2].start == Rational(hours + 40))
  }

  @Test func `a frame more or less is no speed`() {
    let (cut, log) = list(
      "001 A A C 09:40:00:14 09:40:01:06 00:00:00:00 00:00:00:15",
      "002 A A C 09:40:00:14 09:40:01:06 00:00:00:15 00:00:01:08",
      "003 A A C 09:40:00:14 09:40:01:06 00:00:01:08 00:00:01:16")
    #expect(cut.clips().map(\.speed) == [.one, .one, Rational(2)])
    #expect(log.messages.count == 1)
  }

  @Test func `the rate of a list is that of its record`() {
    let lines = (0..<20).map { index in
      "\(index) A V C 00:00:0\(index % 10):27 00:00:10:00 00:00:\(index + 10):00 00:00:\(index + 10):\(index % 24 + 4)"
    }
    func rate(_ count: Int) -> FrameRate? {
      let text = lines.prefix(count).joined(separator: "\n")
      return EDLReader.read(SourceText(name: "a.edl", text: text), rate: nil).cut.rate
    }
    #expect(rate(20) == FrameRate(24, 1))
    // Of so few it is not to be seen.
    #expect(rate(3) == FrameRate(30, 1))
  }

  @Test func `corrections may have a colon, and faulty ones are left out`() {
    let (cut, log) = list(
      "001 A V C 00:00:10:00 00:00:12:00 00:00:00:00 00:00:02:00",
      "* ASC_SOP: (0.1 0.2 0.3) (1.0 -0.0122 0.0305) (1.0 0.5 1.0)", "* ASC_SAT: 0.9",
      "002 A V C 00:00:10:00 00:00:12:00 00:00:02:00 00:00:04:00", "* ASC_SAT much")
    #expect(cut.clips()[0].look.grade?.slope == [0.1, 0.2, 0.3])
    #expect(cut.clips()[0].look.grade?.saturation == 0.9)
    #expect(cut.clips().count == 2 && cut.clips()[1].look.grade == nil)
    #expect(log.messages == ["ASC_SAT needs one number, and is not carried over"])
  }

  @Test func `what is left out is said once, with its place`() {
    let (_, log) = list(
      "001 A V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "* AVX2 EFFECT, RESIZE",
      "* AVX2 EFFECT, RESIZE")
    #expect(log.messages == ["comments such as this one are not carried over (this and 1 more)"])
    #expect(log.diagnostics.sorted[0].range.lowerBound == 58)
  }
}

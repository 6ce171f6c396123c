import Bytes
import Testing

@testable import Timeline

@Suite struct EditListTests {
  static func make(_ clips: String, lengths: [Time?] = []) throws -> EditList {
    let document = try #require(ClipDecoderTests.document(clips))
    let (list, faults) = EditList.make(document.clips, lengths: lengths)
    #expect(faults.isEmpty, "\(faults.sorted.map(\.fullMessage))")
    return list
  }

  static func time(_ upper: Int, _ lower: Int = 1) -> Time { Time(upper, lower) ?? .zero }

  @Test func `clips follow one another, overlap, and leave gaps`() throws {
    let list = try Self.make(
      """
      { "source": "a", "in": 1, "out": 5, "transition": { "type": "wipe", "duration": 1 } },
      { "source": "b", "out": 6, "speed": 2 }, { "source": "c", "out": 2, "start": 10 }
      """)
    #expect(list.entries.map(\.clip) == [0, 1, 2])
    #expect(
      list.entries.map(\.range) == [
        TimeRange(start: .zero, end: Self.time(4)),
        TimeRange(start: Self.time(3), end: Self.time(6)),
        TimeRange(start: Self.time(10), end: Self.time(12)),
      ])
    #expect(list.entries[0].transition == TimeRange(start: Self.time(3), end: Self.time(4)))
    #expect(list.end == Self.time(12))
    #expect(list.frameCount(rate: try #require(FrameRate(25, 1))) == 300)
    func part(_ clip: Int, _ upper: Int, _ lower: Int = 1) -> EditList.Part {
      EditList.Part(clip: clip, time: Self.time(upper, lower))
    }
    #expect(list.point(at: .zero) == .clip(part(0, 0)))
    #expect(list.point(at: Self.time(-1)) == .gap)
    #expect(
      list.point(at: Self.time(3)) == .transition(from: part(0, 3), to: part(1, 0), progress: 0))
    #expect(
      list.point(at: Self.time(15, 4))
        == .transition(from: part(0, 15, 4), to: part(1, 3, 4), progress: 0.75))
    #expect(list.point(at: Self.time(4)) == .clip(part(1, 1)))
    #expect(list.point(at: Self.time(6)) == .gap)
    #expect(list.point(at: Self.time(10)) == .clip(part(2, 0)))
    #expect(list.point(at: Self.time(12)) == .gap)
  }

  @Test func `a clip of the stream may be open at the end`() throws {
    let list = try Self.make(#"{"source": "a", "out": 2}, {"source": "stdin", "in": 3}"#)
    let rate = try #require(FrameRate(25, 1))
    #expect(list.end == nil && list.frameCount(rate: rate) == nil)
    #expect(
      list.point(at: Self.time(1000)) == .clip(EditList.Part(clip: 1, time: Self.time(998))))
    let known = try Self.make(
      #"{"source": "stdin"}, {"source": "a"}"#, lengths: [Self.time(7), Self.time(2)])
    #expect(known.end == Self.time(9))
  }

  @Test func `a track without clips is empty`() {
    #expect(EditList.empty.end == .zero)
    #expect(EditList.empty.point(at: .zero) == .gap)
  }

  @Test func `a transition of no length is a cut`() throws {
    let list = try Self.make(
      """
      { "source": "a", "out": 1, "transition": { "type": "wipe", "duration": 0 } },
      { "source": "b", "out": 1 }
      """)
    #expect(list.entries[0].transition == nil)
    #expect(list.point(at: Self.time(1)) == .clip(EditList.Part(clip: 1, time: .zero)))
  }

  @Test func `a transition may take all of both clips`() throws {
    let list = try Self.make(
      """
      { "source": "a", "out": 1, "transition": { "type": "wipe", "duration": 1 } },
      { "source": "b", "out": 1, "start": 0 }, { "source": "c", "out": 1 }
      """)
    #expect(
      list.point(at: Self.time(1, 2))
        == .transition(
          from: EditList.Part(clip: 0, time: Self.time(1, 2)),
          to: EditList.Part(clip: 1, time: Self.time(1, 2)), progress: 0.5))
    #expect(list.point(at: Self.time(1)) == .clip(EditList.Part(clip: 2, time: .zero)))
  }

  @Test func `many clips at odd speeds stay in time`() throws {
    let speeds = [1.37, 1.13, 0.97, 1.49, 0.83, 1.27, 1.03, 0.89, 1.09, 1.51, 0.71, 1.01]
    let clips = (speeds + speeds).map { #"{"source": "a", "out": 1, "speed": \#($0)}"# }
    let list = try Self.make(clips.joined(separator: ", "))
    let sum = (speeds + speeds).reduce(0) { $0 + 1 / $1 }
    let end = try #require(list.end)
    #expect((end.seconds - sum).magnitude < 1e-7)
    for (entry, next) in zip(list.entries, list.entries.dropFirst()) {
      #expect(entry.range.end == next.range.start)
      #expect(entry.range.start.value.denominator <= 1_000_000_000_000)
    }
  }

  // MARK: Faults

  struct Fault: CustomTestStringConvertible {
    let clips: String
    let lengths: [Int?]
    let messages: [String]
    var testDescription: String { clips }

    init(_ clips: String, _ lengths: [Int?] = [], _ messages: String...) {
      (self.clips, self.lengths, self.messages) = (clips, lengths, messages)
    }
  }

  static let faults = [
    Fault(
      #"{"source": "a", "in": 1️⃣6}, {"source": "b", "out": 2️⃣"90f"}"#, [5200, 2000],
      "1: 'in' is 6 s, but the source ends at 5.200 s",
      "2: 'out' is 3 s, but the source ends at 2.000 s"),
    // Nothing is said of what follows from a length that is not known.
    Fault(
      #"{"source": 1️⃣"a"}, {"source": "b", "out": 3}, {"source": "c", "out": 9, "start": 2}"#,
      [nil],
      "1: the clip needs a 'duration', because its source has no end or does not state it"),
    Fault(
      #"{"source": "a", "duration": 1️⃣6}"#, [5200],
      "1: 'duration' is 6 s, but the source has only 5.200 s; give a shorter one, or 'loop'"),
    Fault(
      #"{"source": "a", "in": 1, "speed": 2, "freeze": {"at": 1, "duration": 1}, "duration": 1️⃣6}"#,
      [5200],
      "1: 'duration' is 6 s, but the source has only 3.100 s; give a shorter one, or 'loop'"),
    Fault(
      #"{"source": 1️⃣"a.png"}"#, [nil],
      "1: the clip needs a 'duration', because its source has no end or does not state it"),
    Fault(
      #"{"source": 1️⃣{"image": "a.png"}}"#, [nil],
      "1: the clip needs a 'duration', because its source has no end of its own"),
    Fault(
      #"{"source": 1️⃣"stdin"}, {"source": "b", "out": 2}"#, [nil, nil],
      "1: the clip needs an 'out' or a 'duration', because clips follow and the end of its source "
        + "is not known"
    ),
    Fault(
      #"{"source": "stdin", "duration": 1, "reverse": 1️⃣true}"#, [nil],
      "1: 'reverse' needs an 'out', because it is not known where the source ends"),
    Fault(
      #"{"source": "stdin", "duration": 1, "loop": 1️⃣"forever"}"#, [nil],
      "1: 'loop' needs an 'out', because it is not known where the source ends"),
    Fault(
      #"{"source": "stdin", "speed": 1️⃣{"to": 2}}"#, [nil],
      "1: 'speed' moves over a length that is not known; give the clip an 'out' or a 'duration'"),
    Fault(
      #"{"source": "a", "freeze": 1️⃣{"at": 9, "duration": 1}}"#, [5200],
      "1: 'freeze' is at 9 s, but without it the clip lasts only 5.200 s"),
    Fault(
      #"{"source": "a", "duration": 2, "freeze": 1️⃣{"at": 3, "duration": 1}}"#, [5200],
      "1: 'freeze' is at 3 s, but the clip lasts only 2 s"),
    Fault(
      #"{"source": "stdin", "freeze": 1️⃣{"at": "50%", "duration": 1}}"#, [nil],
      "1: a percentage cannot be used because the length of the clip is not known; write a time"),
    Fault(
      #"{"source": "a", "out": 2, "transition": 1️⃣{"type": "wipe", "duration": 3}}, {"source": "b", "out": 5}"#,
      [], "1: the transition takes 3 s, but the clip that it leaves lasts 2 s"),
    Fault(
      #"{"source": "a", "out": 5, "transition": 1️⃣{"type": "wipe", "duration": 3}}, {"source": "b", "out": 2}"#,
      [], "1: the transition takes 3 s, but the clip that it leads to lasts 2 s"),
    Fault(
      #"{"source": "a", "out": 5, "transition": 2️⃣{"type": "wipe", "duration": 2}}, {"source": "b", "out": 3, "transition": 1️⃣{"type": "wipe", "duration": 1.5}}, {"source": "c", "out": 5}"#,
      [],
      "1: three clips would be seen at once, because the clip lasts 3 s and the transitions into "
        + "it and out of it take 3.5 s [2: the transition into the clip]"
    ),
    Fault(
      #"{"source": 2️⃣"a", "out": 5}, {"source": "b", "out": 2, "start": 1️⃣4}"#, [],
      "1: the clip starts at 4 s, but the clip before it lasts until 5 s; only clips with a "
        + "'transition' overlap [2: the clip before]"
    ),
    Fault(
      #"{"source": 2️⃣"a", "out": 5, "transition": {"type": "wipe", "duration": 1}}, {"source": "b", "out": 2, "start": 1️⃣3}"#,
      [],
      "1: the clip starts at 3 s, but the clip before it lasts until 5 s; with the transition it starts at 4 s; leave out 'start' [2: the clip before]"
    ),
    Fault(
      #"{"source": "a", "out": 5, "transition": 2️⃣{"type": "wipe", "duration": 1}}, {"source": "b", "out": 2, "start": 1️⃣4.5}"#,
      [],
      "1: the clip starts at 4.5 s, within the transition into it, which starts at 4 s; leave out 'start' [2: the transition]"
    ),
    Fault(
      #"{"source": "a", "out": 5, "transition": 1️⃣{"type": "wipe", "duration": 1}}, {"source": "b", "out": 2, "start": 2️⃣6}"#,
      [],
      "1: warning: the transition is not seen, because the next clip starts after it [2: it starts "
        + "here]"
    ),
    Fault(
      #"{"source": "a", "out": 5, "transition": 1️⃣{"type": "wipe", "duration": 1}}"#, [],
      "1: warning: the transition is not seen, because no clip follows; a clip fades out by "
        + #""opacity": { "keys": [["100% - 1s", 1], ["100%", 0]] }"#),
  ]

  @Test(arguments: faults) func `each fault has its message and its place`(_ fault: Fault) {
    let marked = MarkedText(#"{"version": 1, "clips": [\#(fault.clips)]}"#)
    let decoded = Document.decode(marked.source, vocabulary: Sample.vocabulary)
    #expect(decoded.diagnostics.isEmpty, "\(decoded.diagnostics.sorted.map(\.fullMessage))")
    let (_, faults) = EditList.make(
      decoded.document?.clips ?? [], lengths: fault.lengths.map { $0.flatMap { Time($0, 1000) } })
    #expect(marked.messages(faults.sorted) == fault.messages)
  }

  @Test func `a video layer's part is held against its source`() throws {
    let marked = MarkedText(
      #"{"version": 1, "layers": [{"type": "video", "source": "a", "in": 1️⃣6, "end": 3}]}"#)
    let document = Document.decode(marked.source, vocabulary: Sample.vocabulary).document
    let media = try #require(document?.layers.first?.media)
    let faults = media.faults(length: Time(26, 5))
    #expect(
      marked.messages(faults.sorted) == ["1: 'in' is 6 s, but the source ends at 5.200 s"])
    #expect(media.faults(length: nil).isEmpty && media.faults(length: Time(seconds: 9)).isEmpty)
  }
}

import Bytes
import Testing

@testable import Timeline

/// Values that follow sounds.
@Suite struct SoundFollowingTests {
  /// A sound that becomes louder by a tenth in each second, up to 1.
  private static let rising = SoundCourse(
    levels: (0..<101).map { Float($0) / 100 }, step: 0.1, playing: SoundPlaying())

  private func at(_ seconds: Double) -> Time {
    Time(Int((seconds * 1000).rounded()), 1000) ?? .zero
  }

  private static func document(_ layers: String, hearing: Bool = true) -> Document? {
    let text = #"{"version": 1, "layers": [\#(layers)]}"#
    var knowledge = Document.Knowledge()
    let scopes: [SoundScope] = hearing ? [.film, .files] : []
    for scope in scopes { knowledge.courses[SoundQuery(source: "a.wav", scope: scope)] = rising }
    return Document.decode(
      SourceText(name: "t", text: text), vocabulary: Sample.nestingVocabulary, knowing: knowledge
    ).document
  }

  private static let opacity =
    #""opacity": {"sound": "a.wav", "from": 0.2, "to": 0.7}"#

  @Test func `a value is from in silence and to where the sound is loudest`() throws {
    let layer = try #require(Self.document(#"{"type": "color", \#(Self.opacity)}"#)?.layers.first)
    let opacity = layer.arguments[Sample.opacity]
    #expect(opacity.constantValue == nil)
    for (seconds, level) in [(0.05, 0.0), (2.55, 0.25), (5.05, 0.5), (10.05, 1)] {
      #expect((opacity.value(at: at(seconds)) - 0.2 - 0.5 * level).magnitude < 1e-6)
    }
    #expect(opacity.value(at: at(20.0)) == 0.2)
    #expect(opacity.moves(during: TimeRange(start: at(3.0), end: at(4.0))))
    let doubled = opacity.map { $0 * 2 }
    #expect((doubled.value(at: at(5.05)) - 0.9).magnitude < 1e-6)
  }

  @Test func `an easing shapes the way by the level`() throws {
    let layer = try #require(
      Self.document(
        #"{"type": "color", "opacity": {"sound": "a.wav", "from": 0, "ease": "easeInQuad"}}"#)?
        .layers.first)
    #expect((layer.arguments[Sample.opacity].value(at: at(5.05)) - 0.25).magnitude < 1e-6)
  }

  @Test func `times count from the timeline's start, wherever the layer stands`() throws {
    let document = try #require(
      Self.document(
        """
        {"type": "group", "start": 2, "layers": [{"type": "color", "start": 1, \(Self.opacity),
          "effects": [{"effect": "vortex", "start": 1, "end": 3, "mix": {"sound": "a.wav", "from": 0}}]}]}
        """))
    let layer = try #require(document.layers.first?.children.first)
    #expect((layer.arguments[Sample.opacity].value(at: at(2.05)) - 0.45).magnitude < 1e-6)
    let effect = try #require(layer.effects.first)
    #expect((effect.arguments[Sample.mix].value(at: at(1.05)) - 0.5).magnitude < 1e-6)
  }

  @Test(arguments: ["", #""clips": [{"source": "b.mp4", "out": 9}], "#])
  func `a file begins with the timeline that names it`(_ clips: String) throws {
    let timeline = #"""
      {"type": "timeline", "start": 4, "source": {"timeline": {\#(clips)"layers": [
        {"type": "group", "start": 1, "layers": [{"type": "color", "start": 1, \#(Self.opacity)}]}]}}}
      """#
    let layer = try #require(Self.document(timeline)?.layers.first)
    let played = layer.media?.source.timeline?.document.layers.first
    let inner = try #require((played ?? layer.children.first)?.children.first)
    #expect((inner.arguments[Sample.opacity].value(at: at(0.55)) - 0.325).magnitude < 1e-6)
  }

  @Test func `a timeline that is played has tracks of its own`() throws {
    let timeline = #"""
      {"type": "timeline", "source": {"timeline": {
        "clips": [{"source": "b.mp4", "out": 9}], "layers": [{"type": "color", \#(Self.opacity)}],
        "audio": {"tracks": [{"name": "a.wav", "source": "music.mp3"}]}}}}
      """#
    let document = try #require(Self.document(timeline))
    #expect(document.soundUses.map(\.query) == [SoundQuery(source: "a.wav", scope: .timeline(0))])
    #expect(document.innerTracks.map { $0.map(\.bus.name) } == [["a.wav"]])
    let quiet = try #require(
      Self.document(
        timeline.replacing(#""clips": [{"source": "b.mp4", "out": 9}], "#, with: "")))
    #expect(quiet.soundUses.map(\.query) == [SoundQuery(source: "a.wav")])
    #expect(quiet.silentTracks == ["a.wav"])
  }

  @Test func `sounds are asked for once, and stand still until they are heard`() throws {
    let document = try #require(
      Self.document(
        """
        {"type": "color", \(Self.opacity)},
        {"type": "color", \(Self.opacity)},
        {"type": "color", "opacity": {"sound": "a.wav", "band": [20, 200], "attack": 0, "release": 1}}
        """, hearing: false))
    #expect(
      document.soundUses.map(\.query) == [
        SoundQuery(source: "a.wav"),
        SoundQuery(source: "a.wav", band: 20...200, attack: 0, release: 1),
      ])
    #expect(document.layers[0].arguments[Sample.opacity].constantValue == 0.2)
  }

  @Test func `equal animations follow one sound`() {
    let (one, other) = (Self.rising, SoundCourse(levels: [], step: 1, playing: SoundPlaying()))
    func value(_ course: SoundCourse, _ origin: Time = .zero) -> Animated<Double> {
      Animated(from: 0, to: 1, following: course, origin: origin)
    }
    #expect(value(one) == value(one))
    #expect(value(one) != value(other))
    #expect(value(one) != value(one, at(1.0)))
    #expect(value(one) != Animated(0))
    #expect(value(other).value(at: at(1.0)) == 0)
  }

  @Test(arguments: [
    (
      #""opacity": {"sound": "a.wav", 1️⃣"keys": [[0, 1]]}"#,
      "1: 'keys' does not go with 'sound'; the sound says when the value moves"
    ),
    (
      #""opacity": {"sound": "a.wav", 1️⃣"bnad": [20, 200]}"#,
      "1: unknown key 'bnad' in the animation of 'opacity'; did you mean 'band'?"
    ),
    (
      #""opacity": {"sound": "a.wav", "band": 1️⃣[200, 20]}"#,
      "1: the first frequency must be below the second"
    ),
    (
      #""opacity": {"sound": "a.wav", "band": 1️⃣[200]}"#,
      "1: 'band' has two frequencies, not 1; such as [20, 200]"
    ),
    (
      #""opacity": {"sound": "a.wav", "band": 1️⃣20}"#,
      "1: 'band' takes two frequencies in Hz, not a number; such as [20, 200]"
    ),
    (
      #""opacity": {"sound": "a.wav", "attack": 1️⃣-1}"#,
      "1: 'attack' must be from 0 to 60 s, not -1"
    ),
    (#""opacity": {"sound": 1️⃣""}"#, "1: 'sound' names no file"),
    (#""opacity": {"from": 0, 1️⃣"band": [20, 200]}"#, "1: 'band' needs a 'sound' to follow"),
  ])
  func `what does not go with a sound is reported`(_ text: String, _ message: String) {
    #expect(
      Sample.messages(layer: #"{"type": "color", "end": 2, \#(text)}"#) == [message], "\(text)")
  }

  @Test func `clips cannot follow a sound`() {
    #expect(
      Sample.messages(
        #"""
        {"version": 1, "clips": [{"source": "a.y4m", "speed": 1️⃣{"sound": "a.wav"}, "duration": 2,
          "effects": [{"effect": "vortex", "mix": 2️⃣{"sound": "a.wav"}}]}]}
        """#) == [
          "1: 'speed' cannot follow a sound here; an effect or a layer above the clip can",
          "2: 'mix' cannot follow a sound here; an effect or a layer above the clip can",
        ])
  }

  @Test func `a track is heard where it stands`() {
    var playing = SoundPlaying()
    (playing.start, playing.end, playing.offset, playing.speed, playing.period) = (2, 9, 1, 2, 3)
    #expect(playing.source(at: 1.99) == nil)
    #expect(playing.source(at: 2) == 1)
    #expect(playing.source(at: 3) == 3)
    #expect(playing.source(at: 3.5) == 1)
    #expect(playing.source(at: 9) == nil)
    #expect(SoundPlaying().source(at: 1e9) == 1e9)
  }
}

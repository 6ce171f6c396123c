import Bytes
import Testing
import Timeline

@testable import Interchange

/// What moves within timelines that are played in another one.
@Suite struct CutTimesTests {
  private static func seconds(_ value: Int) -> Rational { Rational(value) }

  /// Four seconds of a nested timeline of one clip of eight seconds, at a speed, as laid out flat.
  private static func clip(speed: Rational, keys: [CutCurve.Key]) throws -> CutClip {
    var clip = CutClip(.file(["a.mp4"]), duration: seconds(8), place: 0..<0)
    clip.look.opacity = CutCurve(keys: keys)
    (clip.sound.fadeIn, clip.sound.fadeOut) = (seconds(2), seconds(1))
    clip.sound.curves = ("qsin", "iqsin")
    var inner = CutTimeline()
    inner.tracks = [CutTrack(.picture, items: [.clip(clip)])]
    var nest = CutNest(inner, duration: seconds(4), place: 0..<0)
    nest.speed = speed
    var outer = CutTimeline()
    outer.tracks = [CutTrack(.picture, items: [.nest(nest)])]
    var log = ImportLog()
    let items = outer.flattened(&log).tracks[0].items
    guard case .clip(let played) = try #require(items.first) else {
      throw CutTimesFailure(items: items.count)
    }
    return played
  }

  private struct CutTimesFailure: Error { let items: Int }

  private static func key(_ time: Int, _ value: Double, _ ease: String? = nil) -> CutCurve.Key {
    CutCurve.Key(seconds(time), [value], ease: ease)
  }

  @Test func `keys and fades are as fast as the timeline in which they lie`() throws {
    let clip = try Self.clip(
      speed: Self.seconds(2), keys: [Self.key(2, 0), Self.key(6, 1, "ease-in")])
    #expect(clip.look.opacity?.keys == [Self.key(1, 0), Self.key(3, 1, "ease-in")])
    #expect(clip.sound.fadeIn == .one && clip.sound.fadeOut == Rational(reducing: 1, over: 2))
  }

  @Test func `keys of a timeline played backwards come in the opposite order`() throws {
    let clip = try Self.clip(
      speed: Self.seconds(-2), keys: [Self.key(0, 0), Self.key(4, 1, "ease-in"), Self.key(6, 0.5)])
    #expect(
      clip.look.opacity?.keys == [Self.key(1, 0.5), Self.key(2, 1), Self.key(4, 0, "ease-out")])
    #expect(clip.sound.fadeIn == Rational(reducing: 1, over: 2) && clip.sound.fadeOut == .one)
    #expect(clip.sound.curves.in == "iqsin" && clip.sound.curves.out == "qsin")
  }

  @Test func `what was held until a key is held from there on when it is played backwards`() throws
  {
    let clip = try Self.clip(
      speed: Self.seconds(-2), keys: [Self.key(0, 0), Self.key(4, 1, "hold")])
    #expect(clip.look.opacity?.keys == [Self.key(2, 1), Self.key(2, 0), Self.key(4, 0)])
  }

  @Test func `a timeline that stands still shows what moves at that moment`() throws {
    let clip = try Self.clip(speed: .zero, keys: [Self.key(-2, 0), Self.key(2, 1)])
    #expect(clip.look.opacity?.keys == [Self.key(0, 0.5)])
  }

  /// How a clip of one second from its first on is written, at a speed.
  private static func line(_ speed: Rational) throws -> String {
    var clip = CutClip(
      .file(["a.mp4"]), duration: try #require(Rational.one.divided(by: speed)), place: 0..<0)
    (clip.start, clip.speed) = (.one, speed)
    var cut = CutTimeline()
    cut.rate = FrameRate(25, 1)
    cut.tracks = [CutTrack(.picture, items: [.clip(clip)])]
    return CutWriter.draft(cut, finder: MediaFinder(), log: ImportLog()).draft.text
  }

  @Test func `a clip that ends within a frame says where its part ends`() throws {
    // 35.7 frames, of which the last would show what lies behind the part.
    #expect(
      try Self.line(Rational(reducing: 7, over: 10))
        .contains(#""in": "25f", "out": "50f", "speed": 0.7"#))
    #expect(try Self.line(Rational(2)).contains(#""in": "25f", "out": "50f", "speed": 2"#))
    #expect(
      try Self.line(Rational(reducing: 1, over: 2))
        .contains(#""in": "25f", "duration": "50f", "speed": 0.5"#))
    // No decimal is the speed, and its length is what counts.
    #expect(
      try Self.line(Rational(reducing: 6, over: 7)).contains(#""in": "25f", "duration": "7/6""#))
  }
}

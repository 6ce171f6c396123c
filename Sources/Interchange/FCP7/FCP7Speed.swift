import Bytes
import Markup
import Timeline

/// The speed of a clip, which Final Cut gives as a map from its frames to those of its source.
///
/// `in` and `out` of such a clip count in its own, retimed frames.
struct FCP7Speed {
  private let speed: Rational
  private let isReversed: Bool
  /// Retimed seconds and the source's; none where the speed does not change.
  private let points: [(time: Rational, source: Rational)]
  private let isCurved: Bool
  private let place: Range<Int>

  init(_ effect: MarkupElement, rate: FrameRate) {
    let parameters = effect.all("parameter")
    func parameter(_ id: String) -> MarkupElement? {
      parameters.first { $0.value("parameterid") == id }
    }
    let percent = parameter("speed")?.number("value") ?? 100
    speed =
      Rational(simplest: min(max(percent, -100_000), 100_000)) * Rational(reducing: 1, over: 100)
    isReversed = parameter("reverse")?.flag("value") ?? false
    place = effect.place
    let isVariable = parameter("variablespeed")?.integer("value") == 1
    let keys = isVariable ? parameter("graphdict")?.all("keyframe") ?? [] : []
    isCurved = keys.contains { $0.first("speedkfin") != nil || $0.first("speedkfout") != nil }
    points = keys.compactMap { key in
      guard let when = key.integer("when"), let value = key.number("value") else { return nil }
      return (rate.seconds(when), rate.seconds(Rational(simplest: value)))
    }.sorted { $0.time < $1.time }
  }

  /// The clip at its speed: one, or one for each part of the map.
  func clips(_ clip: CutClip, from first: Rational, _ log: inout ImportLog) -> [CutClip] {
    guard points.count > 1 else { return [constant(clip)] }
    if isCurved { log.warn("a speed that changes smoothly is carried over in steps", at: place) }
    return CutSpeedMap(points).clips(clip, from: first)
  }

  private func constant(_ clip: CutClip) -> CutClip {
    var clip = clip
    let backward = isReversed != (speed < .zero)
    clip.speed = speed < .zero ? -speed : speed
    clip.start = clip.start * clip.speed
    guard backward else { return clip }
    // A clip that runs backwards counts from the end of its source.
    if let end = clip.sourceEnd { clip.start = max(end - clip.start - clip.span, .zero) }
    clip.speed = -clip.speed
    return clip
  }
}

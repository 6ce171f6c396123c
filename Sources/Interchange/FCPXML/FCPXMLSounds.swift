import Bytes
import Markup

/// The sound of a clip of Final Cut Pro.
struct FCPXMLSound {
  /// What is played, before it is conformed and retimed.
  var clip: CutClip
  /// When it begins in the clip's own time.
  var first: Rational
  /// When it begins on the timeline.
  var position: Rational
}

extension FCPXMLReader {
  /// The sound of a clip, which may begin before its picture or behind it, and end so.
  ///
  /// - Parameters:
  ///   - start: when the picture begins in the clip's own time.
  ///   - position: when it begins on the timeline.
  ///   - speed: seconds of the clip's own time for one of the timeline.
  func sound(
    of clip: CutClip, _ element: MarkupElement, from start: Rational, at position: Rational,
    _ speed: Rational
  ) -> FCPXMLSound {
    let whole = FCPXMLSound(clip: clip, first: start, position: position)
    var first = element.time("audioStart") ?? start
    let length = element.time("audioDuration").map { $0 * speed } ?? clip.duration
    guard length > .zero, first != start || length != clip.duration else { return whole }
    let end = first + length
    func place(_ time: Rational) -> Rational {
      position + ((time - start).divided(by: speed) ?? .zero)
    }
    // There is nothing before the timeline, and nothing before the source.
    first = max(first, start - position * speed)
    if element.first("timeMap") == nil { first = max(first, start - clip.start) }
    guard end > first else { return whole }
    var sound = clip.trimmed(head: first - start, tail: start + clip.duration - end)
    // Its fades are at its own ends.
    sound.sound.fadeIn = min(clip.sound.fadeIn, sound.duration)
    sound.sound.fadeOut = min(clip.sound.fadeOut, sound.duration)
    return FCPXMLSound(clip: sound, first: first, position: place(first))
  }

  /// Whether the sound of an element is cut elsewhere than its picture.
  func isSplit(_ element: MarkupElement) -> Bool {
    element.attributes["audioStart"] != nil || element.attributes["audioDuration"] != nil
  }
}

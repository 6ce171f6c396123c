import Bytes
import Timeline

/// The pictures of subtitles whose look changes: those of each moment's look.
final class CueMoments: Sendable {
  /// Frames on their way need different looks at once, but not many.
  private static let most = 4

  /// Whether all moments are alike.
  let isStill: Bool
  private let track: CueTrack
  private let setter: CueSetter
  private let defaults: CueDefaults
  private let animators: @Sendable (Time) -> [TextAnimator]
  private let coding: ColorCoding
  private let budget: CacheBudget
  /// What all moments know of letters.
  private let inks: GlyphInks
  private let numbers = CuePictures.Numbers()
  private let kept = Mutex<[(moment: CueDefaults.Moment, pictures: CuePictures)]>([])

  /// - Parameters:
  ///   - setter: without the look, which is the moment's, but in a script.
  ///   - animators: how the letters of an event come and go, by its length in its file.
  init(
    _ track: CueTrack, _ setter: CueSetter, _ defaults: CueDefaults, coding: ColorCoding,
    _ budget: CacheBudget, animators: @escaping @Sendable (Time) -> [TextAnimator]
  ) {
    self.animators = animators
    self.track = track
    self.setter = setter
    self.defaults = defaults
    self.coding = coding
    isStill = track.isScript || defaults.isStill
    self.budget = isStill ? budget : budget / Self.most
    inks = GlyphInks(budget / 4)
  }

  /// The pictures of a moment.
  func pictures(at time: Time) -> CuePictures {
    if isStill, let only = kept.withLock({ $0.first }) { return only.pictures }
    let moment = defaults.moment(at: isStill ? .zero : time)
    return kept.withLock { kept in
      if let found = kept.first(where: { $0.moment == moment }) { return found.pictures }
      let made = make(moment)
      if kept.count >= Self.most { kept.removeFirst() }
      kept.append((moment, made))
      return made
    }
  }

  private func make(_ moment: CueDefaults.Moment) -> CuePictures {
    var (track, setter) = (track, setter)
    if !track.isScript {
      track.size = moment.size
      setter.look = moment.look
      setter.letterSpacing = moment.letterSpacing
      if let background = moment.background, let extent = defaults.extent {
        setter.background = (background, extent)
      }
    }
    return CuePictures(
      track, setter, coding: coding, budget, inks: inks, numbers: numbers, animators: animators)
  }

  /// Forgets everything that was made.
  func release() {
    inks.release()
    kept.withLock { kept in
      for (_, pictures) in kept { pictures.release() }
      if !isStill { kept.removeAll() }
    }
  }
}

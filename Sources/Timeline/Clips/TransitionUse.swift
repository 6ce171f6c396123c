/// A change from one picture to another, as a timeline asks for it.
package struct TransitionUse: Sendable {
  /// The name of a declaration of ``Vocabulary/transitions``.
  package let type: String
  /// How long both pictures take part.
  package let duration: Time
  /// Shapes the progress.
  package let ease: Easing
  /// Whether it runs backwards: the pictures change places, and the progress its direction.
  package let isReversed: Bool
  /// How the sounds go over; nil for the main sound's ``MainSound/crossfade``.
  package let sound: SoundTransition?
  /// Its own parameters; what moves in them counts from the transition's start.
  package let arguments: Arguments
  /// The bytes of the transition's object in the timeline.
  package let place: Range<Int>

  /// An even change without parameters of its own, unless said.
  package init(
    type: String, duration: Time, ease: Easing = .linear, isReversed: Bool = false,
    sound: SoundTransition? = nil, arguments: Arguments = Arguments(),
    place: Range<Int> = 0..<0
  ) {
    self.type = type
    self.duration = duration
    self.ease = ease
    self.isReversed = isReversed
    self.sound = sound
    self.arguments = arguments
    self.place = place
  }
}

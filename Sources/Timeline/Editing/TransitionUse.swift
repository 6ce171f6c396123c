/// A change from one picture to another, as a timeline asks for it.
package struct TransitionUse: Sendable {
  /// The name of a declaration of ``Vocabulary/transitions``.
  package let type: String
  /// How long the two pictures overlap.
  package let duration: Time
  /// Shapes the progress.
  package let ease: Easing
  /// Whether it runs backwards: the pictures are exchanged, and the progress is reversed.
  package let isReversed: Bool
  /// How the sounds are crossfaded; nil for ``Soundtrack/crossfade``.
  package let sound: SoundTransition?
  /// Its own parameters; times of animations in them count from the transition's start.
  package let arguments: Arguments
  /// The bytes of the transition's object in the timeline.
  package let place: Range<Int>
  /// What is written in it, with the values of variables in place.
  package let members: [JSONMember]

  /// A linear transition without parameters of its own, unless stated otherwise.
  package init(
    type: String, duration: Time, ease: Easing = .linear, isReversed: Bool = false,
    sound: SoundTransition? = nil, arguments: Arguments = Arguments(),
    place: Range<Int> = 0..<0, members: [JSONMember] = []
  ) {
    self.type = type
    self.duration = duration
    self.ease = ease
    self.isReversed = isReversed
    self.sound = sound
    self.arguments = arguments
    self.place = place
    self.members = members
  }
}

import Timeline
import WAV

/// An effect that adds a moving copy of the sound to the sound, with a phase of its own in the channels of
/// each side.
protocol SweptEffect: AudioEffect {
  /// How far the copy moves.
  static var depth: Parameter<Double> { get }
  /// How far the movement of the right channels is ahead.
  static var phase: Setting<Angle> { get }
  /// How loud the copy is.
  static var wet: Parameter<Gain> { get }
  /// How loud the sound stays.
  static var dry: Parameter<Gain> { get }
}

extension SweptEffect {
  static func isIdle(_ arguments: Arguments) -> Bool {
    arguments[wet].constantValue?.factor == 0 && arguments[dry].constantValue?.factor == 1
  }

  static func spreads(_ arguments: Arguments) -> Bool {
    ChannelSide.areApart(arguments[phase]) && arguments[depth].constantValue != 0
      && arguments[wet].constantValue?.factor != 0
  }
}

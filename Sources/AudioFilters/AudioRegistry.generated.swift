// Written by scripts/registry. Do not edit.

extension AudioRegistry {
  /// The effects, one a file of the families in `Effects/`.
  static let effects: [any AudioEffect.Type] = [
    Chorus.self,
    Compressor.self,
    Delay.self,
    Equalizer.self,
    Flanger.self,
    GainEffect.self,
    Gate.self,
    Limiter.self,
    Normalize.self,
    Phaser.self,
    PitchEffect.self,
    Reverb.self,
    Reverse.self,
    Robot.self,
    Telephone.self,
    Tremolo.self,
  ]
}

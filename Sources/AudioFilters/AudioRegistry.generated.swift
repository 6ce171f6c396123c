// Written by scripts/registry. Do not edit.

extension AudioRegistry {
  /// The effects, one a file of `Effects/`.
  static let effects: [any AudioEffect.Type] = [
    Equalizer.self,
    GainEffect.self,
  ]
}

import Timeline

/// What a rate can hold.
enum Frequencies {
  /// Refuses a frequency that is not below half the rate.
  static func check(
    _ frequency: Animated<Double>, _ name: String, _ setting: AudioEffectSetting
  ) throws(AudioError) {
    let highest = Double(setting.format.rate) / 2
    guard let high = frequency.keys.first(where: { $0.value >= highest }) else { return }
    throw AudioError(
      .frequency(parameter: name, high.value, limit: highest), at: setting.place)
  }
}

import Timeline

/// What a rate can hold.
enum Frequencies {
  /// Where a frequency that moves, and may swing too far, stops: a millionth below half the rate.
  static func highest(rate: Int) -> Double { Double(rate) * 0.4999995 }

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

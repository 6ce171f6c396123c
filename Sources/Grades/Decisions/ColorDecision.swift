import Bytes

/// What ASC CDL, version 1.2, does to a colour: a slope, an offset and a power for each channel,
/// and a saturation for all.
package struct ColorDecision: Hashable, Sendable {
  /// What becomes of colours beyond black and white.
  package enum Style: String, CaseIterable, Hashable, Sendable {
    /// They are cut between the steps, as the standard has it.
    case asc
    /// They are kept; powers are left out where a colour is negative.
    case noClamp = "noclamp"
  }

  /// What each channel is multiplied by; 0 or more.
  package var slope: SIMD3<Double>
  /// What is then added.
  package var offset: SIMD3<Double>
  /// The power to which that is raised; more than 0.
  package var power: SIMD3<Double>
  /// How far colours then lie from grey, 1 being as far as before; 0 or more.
  package var saturation: Double

  /// Changes nothing, but for what is given.
  package init(
    slope: SIMD3<Double> = .one, offset: SIMD3<Double> = .zero, power: SIMD3<Double> = .one,
    saturation: Double = 1
  ) {
    self.slope = slope
    self.offset = offset
    self.power = power
    self.saturation = saturation
  }

  /// The luma of BT.709, with which saturation is measured.
  static let luma = SIMD3(0.2126, 0.7152, 0.0722)

  /// What becomes of a colour.
  package func value(of color: SIMD3<Double>, _ style: Style) -> SIMD3<Double> {
    var result = color * slope + offset
    if style == .asc { result = held(result) }
    for channel in 0..<3 where power[channel] != 1 && result[channel] > 0 {
      result[channel] = Maths.pow(result[channel], power[channel])
    }
    let grey = (result * Self.luma).sum()
    result = grey + (result - grey) * saturation
    return style == .asc ? held(result) : result
  }

  /// Between 0 and 1; what is not a number becomes 0.
  private func held(_ color: SIMD3<Double>) -> SIMD3<Double> {
    color.replacing(with: 0, where: .!(color .> 0)).replacing(with: 1, where: color .> 1)
  }
}

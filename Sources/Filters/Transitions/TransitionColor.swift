import Timeline
import Y4M

/// A colour as the code values of a stream's planes.
struct TransitionColor: BitwiseCopyable {
  private let luma: UInt16
  private let blue: UInt16
  private let red: UInt16
  private let alpha: UInt16

  /// - Parameters:
  ///   - color: what is not opaque in it is left out where frames have no alpha.
  ///   - isPremultiplied: whether colours are multiplied by their alpha.
  init(_ color: Color, coding: ColorCoding, isPremultiplied: Bool) {
    var opaque = color
    if !isPremultiplied { opaque.alpha = 1 }
    let units = PremultipliedColor(opaque, coding: coding)
    let (depth, peak) = (coding.depth, 1 << coding.depth - 1)
    func code(_ units: UInt16) -> UInt16 {
      let half = (1 << (16 - depth)) >> 1
      return UInt16(truncatingIfNeeded: min((Int(units) + half) >> (16 - depth), peak))
    }
    luma = code(units.y)
    blue = code(units.u)
    red = code(units.v)
    let share = min(max(color.alpha, 0), 1)
    alpha = UInt16(truncatingIfNeeded: Int((share * Double(peak)).rounded()))
  }

  /// The code value of a plane's samples.
  subscript(role: PlaneRole) -> UInt16 {
    switch role {
    case .luma: luma
    case .blue: blue
    case .red: red
    case .alpha: alpha
    }
  }
}

import Bytes
import Timeline

extension Time {
  /// The seconds without loss, as options take them: `62.5` or `1001/30000`.
  var exactText: String {
    let million: Int128 = 1_000_000
    guard million % value.denominator == 0, abs(value.numerator) < Int128(1) << 80 else {
      return "\(value.numerator)/\(value.denominator)"
    }
    let units = value.numerator * (million / value.denominator)
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: million.magnitude)
    var digits = rest.padded(to: 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return (units < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}

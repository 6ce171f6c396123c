import Bytes
import Timeline

/// `value` with exactly `digits` digits after the point, rounded half away from zero.
///
/// Values beyond 10^15 and those that are no numbers are written in words or as they are.
package func fixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, value.magnitude < 1e15 else {
    return value.isNaN ? "nan" : value.isFinite ? "\(value)" : value < 0 ? "-inf" : "inf"
  }
  let scale = (0..<digits).reduce(1) { product, _ in product &* 10 }
  let scaled = Int128(value.magnitude * Double(scale) + 0.5)
  let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int128(scale))
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(whole)" }
  return "\(sign)\(whole).\(part.padded(to: digits))"
}

/// A time as `0:01:02.500`, rounded down to milliseconds.
package func timestamp(_ time: Time) -> String {
  let milliseconds = (time * Rational(1000)).value.floor
  let sign = milliseconds < 0 ? "-" : ""
  let (seconds, rest) = Int128(milliseconds.magnitude).quotientAndRemainder(dividingBy: 1000)
  let minutes = (seconds / 60 % 60).padded(to: 2)
  return "\(sign)\(seconds / 3600):\(minutes):\((seconds % 60).padded(to: 2))."
    + rest.padded(to: 3)
}

/// Seconds as `0:42` or `1:02:03`, rounded up, for a time that is left.
func countdown(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds < 1e9 else { return "?" }
  let whole = Int(seconds + 0.999)
  let tail = (whole % 60).padded(to: 2)
  guard whole >= 3600 else { return "\(whole / 60):\(tail)" }
  return "\(whole / 3600):\((whole / 60 % 60).padded(to: 2)):\(tail)"
}

/// A number of bytes as `3.1 GiB`.
package func byteCount(_ bytes: UInt64) -> String {
  var value = Double(bytes)
  for unit in ["bytes", "KiB", "MiB", "GiB"] {
    if value < 1024 { return "\(fixed(value, unit == "bytes" ? 0 : 1)) \(unit)" }
    value /= 1024
  }
  return "\(fixed(value, 1)) TiB"
}

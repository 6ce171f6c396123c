import Bytes
import Colors

/// How the samples of a channel stand for light: from 0 to 1 each.
enum SampleCurve: Hashable, Sendable {
  case transfer(TransferCurve)
  case power(Double)
  /// PQ, of which 1 cd/m² is white.
  case scene
  /// Light of samples that stand evenly; between these, a line. At least two.
  case table([UInt16])
  case parametric(ParametricCurve)

  /// The light of a sample, from 0 to 1; that of PQ and HLG likewise.
  func light(_ sample: Double) -> Double {
    let light =
      switch self {
      case .transfer(let curve): curve.decode(sample)
      case .power(let exponent): Maths.pow(sample, exponent)
      case .scene: TransferCurve.pq.decode(sample)
      case .table(let values): Self.between(values, sample)
      case .parametric(let curve): curve.light(sample)
      }
    // What is not a number is no light.
    return light > 0 ? min(light, 1) : 0
  }

  private static func between(_ values: [UInt16], _ sample: Double) -> Double {
    guard let last = values.last, values.count > 1 else { return sample }
    let place = sample * Double(values.count - 1)
    guard place > 0 else { return Double(values[0]) / 65535 }
    guard place < Double(values.count - 1) else { return Double(last) / 65535 }
    let first = Int(place)
    let (low, high) = (Double(values[first]), Double(values[first + 1]))
    return (low + (high - low) * (place - Double(first))) / 65535
  }
}

/// A curve of type `para` (ICC.1:2022, 10.18): `(a x + b)^gamma + e` from d on, `c x + f` below.
struct ParametricCurve: Hashable, Sendable {
  var gamma: Double
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 0.0
  var e = 0.0
  var f = 0.0

  func light(_ sample: Double) -> Double {
    guard sample >= d else { return c * sample + f }
    let base = a * sample + b
    return (base > 0 ? Maths.pow(base, gamma) : 0) + e
  }
}

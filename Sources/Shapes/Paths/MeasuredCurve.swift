import Fonts
import Geometry

/// A line or a curve that can be cut by its true length.
struct MeasuredCurve {
  /// How many parts have their lengths kept.
  private static let parts = 8
  /// How often a part is halved at most where its length is in doubt.
  private static let depth = 12

  private let curve: CubicCurve
  private let isLine: Bool
  /// The length up to the end of each part.
  private let lengths: [Double]
  private let tolerance: Double

  let length: Double

  /// A segment from a place on.
  init(_ start: Vector, _ segment: Outline.Segment) {
    curve = CubicCurve(start, segment)
    switch segment {
    case .move, .line:
      (isLine, lengths, tolerance) = (true, [], 0)
      length = (curve.end - start).length
      return
    case .quadratic, .cubic: isLine = false
    }
    tolerance = curve.polygonLength * 1e-9
    var (sum, sums) = (0.0, [Double]())
    let velocity = Velocity(curve)
    for part in 0..<Self.parts {
      sum += velocity.length(
        Double(part) / Double(Self.parts), Double(part + 1) / Double(Self.parts), tolerance,
        Self.depth)
      sums.append(sum)
    }
    lengths = sums
    length = sum
  }

  /// Where the curve has a length from its start, between 0 and 1.
  private func parameter(at target: Double) -> Double {
    if target <= 0 || length <= 0 { return 0 }
    if target >= length { return 1 }
    if isLine { return target / length }
    let velocity = Velocity(curve)
    let part = lengths.firstIndex { $0 >= target } ?? Self.parts - 1
    let before = part == 0 ? 0 : lengths[part - 1]
    let from = Double(part) / Double(Self.parts)
    var (low, high) = (from, Double(part + 1) / Double(Self.parts))
    var t =
      low + (high - low) * (target - before) / max(lengths[part] - before, .leastNormalMagnitude)
    for _ in 0..<24 {
      let miss = before + velocity.length(from, t, tolerance, Self.depth) - target
      if miss.magnitude <= 4 * tolerance { break }
      if miss > 0 { high = t } else { low = t }
      // Newton's step, or half of what is left where that leads out of it.
      let step = t - miss / velocity.speed(t)
      t = step > low && step < high ? step : (low + high) / 2
    }
    return t
  }

  /// The piece between two lengths: its start, and what leads to its end.
  func piece(from: Double, to: Double) -> (start: Vector, segment: Outline.Segment) {
    let (a, b) = (parameter(at: from), parameter(at: to))
    let start = a == 0 ? curve.start : curve.place(at: a)
    return (start, isLine ? .line(curve.place(at: b)) : curve.part(from: a, to: b))
  }

  /// Where one is after a length; beyond an end, at that.
  func place(at target: Double) -> Vector {
    let t = parameter(at: target)
    return t == 0 ? curve.start : curve.place(at: t)
  }

  /// Which way the curve runs at a length, of the length 1; nil where it is a point.
  func direction(at target: Double) -> Vector? {
    let t = parameter(at: target)
    // At a cusp or a doubled control point, what lies near tells.
    for near in [t, t + 1e-6, t - 1e-6, t + 1e-3, t - 1e-3] where near >= 0 && near <= 1 {
      let way = isLine ? curve.end - curve.start : Velocity(curve).value(near)
      let length = way.length
      if length > self.length * 1e-9, length > 0 { return way * (1 / length) }
    }
    return nil
  }
}

/// The derivative of a cubic curve.
private struct Velocity {
  private let a: Vector
  private let b: Vector
  private let c: Vector

  init(_ curve: CubicCurve) {
    a = (curve.first - curve.start) * 3
    b = (curve.second - curve.first) * 3
    c = (curve.end - curve.second) * 3
  }

  func value(_ t: Double) -> Vector {
    let rest = 1 - t
    return a * (rest * rest) + b * (2 * rest * t) + c * (t * t)
  }

  func speed(_ t: Double) -> Double { value(t).length }

  /// The length between two parameters, by halves until both together are what the whole is.
  func length(_ from: Double, _ to: Double, _ tolerance: Double, _ depth: Int) -> Double {
    halved(from, to, gauss(from, to), tolerance, depth)
  }

  private func halved(
    _ from: Double, _ to: Double, _ whole: Double, _ tolerance: Double, _ depth: Int
  ) -> Double {
    let middle = (from + to) / 2
    let (left, right) = (gauss(from, middle), gauss(middle, to))
    if depth == 0 || (left + right - whole).magnitude <= tolerance { return left + right }
    return halved(from, middle, left, tolerance, depth - 1)
      + halved(middle, to, right, tolerance, depth - 1)
  }

  /// Gauss's rule with five places.
  private func gauss(_ from: Double, _ to: Double) -> Double {
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    var sum = speed(middle) * (128.0 / 225)
    for (place, weight) in [
      (0.538469310105683091, 0.478628670499366468), (0.906179845938663993, 0.236926885056189088),
    ] {
      sum += (speed(middle - half * place) + speed(middle + half * place)) * weight
    }
    return sum * half
  }
}

import Bytes

/// What light is multiplied by as a quotient of polynomials, which takes a tenth of the time of a
/// table where it can be had: from where light is changed up to its peak.
struct ToneQuotient: Sendable {
  /// Up to this the factor is that of no more light.
  let start: Float
  private let peak: Float
  /// By the powers of how far light lies above the start.
  private let above: [Float]
  private let below: [Float]

  private static let leastDegree = 3
  private static let mostDegree = 5
  /// How far it may be off, of the factor.
  private static let tolerance = 2e-5

  /// The quotient of the least degree that is near enough; nil where there is none.
  ///
  /// - Parameters:
  ///   - start: up to where light stays as it is; 0 where it does nowhere.
  ///   - unit: a light in the middle of what is changed.
  ///   - factor: of light above 0.
  init?(start: Double, peak: Double, unit: Double, factor: (Double) -> Double) {
    let range = ToneRange(start: start, peak: peak, unit: unit)
    let wanted = range.places.map { factor(range.light($0)) }
    for degree in 1...Self.mostDegree {
      guard let fit = range.fit(degree, factor), range.error(of: fit, wanted) < Self.tolerance
      else { continue }
      let count = degree <= Self.leastDegree ? Self.leastDegree : Self.mostDegree
      func powers(_ parts: [Double]) -> [Float] {
        var scale = 1.0
        return (0...count).map {
          defer { scale /= unit }
          return $0 < parts.count ? Float(parts[$0] * scale) : 0
        }
      }
      (self.start, self.peak) = (Float(start), Float(peak))
      (above, below) = (powers(fit.above), powers(fit.below))
      return
    }
    return nil
  }

  /// Finds what lights up to the peak are multiplied by; brighter ones are taken for that.
  func read(
    _ lights: UnsafeMutablePointer<Float>, _ count: Int, to factors: UnsafeMutablePointer<Float>
  ) {
    let (start, peak) = (start, peak)
    let (a0, a1, a2, a3) = (above[0], above[1], above[2], above[3])
    let (b1, b2, b3) = (below[1], below[2], below[3])
    guard above.count > 4 else {
      for x in 0..<count {
        // The start stands first: it is what becomes of no number.
        let low = start < lights[x] ? lights[x] : start
        let light = (low < peak ? low : peak) - start
        let above = ((a3 * light + a2) * light + a1) * light + a0
        factors[x] = above / (((b3 * light + b2) * light + b1) * light + 1)
      }
      return
    }
    let (a4, a5, b4, b5) = (above[4], above[5], below[4], below[5])
    for x in 0..<count {
      let low = start < lights[x] ? lights[x] : start
      let light = (low < peak ? low : peak) - start
      let highAbove = ((a5 * light + a4) * light + a3) * light + a2
      let highBelow = ((b5 * light + b4) * light + b3) * light + b2
      factors[x] =
        ((highAbove * light + a1) * light + a0) / ((highBelow * light + b1) * light + 1)
    }
  }
}

/// The light that a quotient is fitted to.
private struct ToneRange {
  let start: Double
  let peak: Double
  let unit: Double

  /// The factors of powers; the first one below is 1.
  typealias Fit = (above: [Double], below: [Double])

  /// The light at a share of the range: evenly in logarithms from a start, else along a hyperbola.
  func light(_ share: Double) -> Double {
    if start > 0 { return start * Maths.exp2(Maths.log2(peak / start) * share) }
    let most = share * peak / (peak + unit)
    return unit * most / (1 - most)
  }

  /// The quotient that has the factor at the start, and at as many lights as it has numbers.
  func fit(_ degree: Int, _ factor: (Double) -> Double) -> Fit? {
    let count = 2 * degree
    // Exactly 1 at a start: what lies below it stays.
    let first = start > 0 ? 1 : factor(light(1e-6))
    var rows: [[Double]] = []
    for place in 0..<count {
      let share = (1 - Maths.cos(.pi * (Double(place) + 0.5) / Double(count))) / 2
      let light = light(share)
      let (x, wanted) = ((light - start) / unit, factor(light))
      var row: [Double] = []
      var power = 1.0
      for _ in 0..<degree {
        power *= x
        row.append(power)
      }
      row += row.map { -$0 * wanted }
      rows.append(row + [wanted - first])
    }
    guard let numbers = Self.solve(rows) else { return nil }
    return ([first] + numbers[..<degree], [1] + numbers[degree...])
  }

  /// The shares at which a quotient is compared.
  var places: [Double] { (0...500).map { max(Double($0) / 500, 1e-6) } }

  /// The most that a quotient is off, of the factors at ``places``; infinite where it has a pole.
  func error(of fit: Fit, _ factors: [Double]) -> Double {
    var most = 0.0
    for (place, factor) in zip(places, factors) {
      let x = (light(place) - start) / unit
      let below = fit.below.reversed().reduce(0) { $0 * x + $1 }
      guard below > 0.1 else { return .infinity }
      let found = fit.above.reversed().reduce(0) { $0 * x + $1 } / below
      most = max(most, (found / factor - 1).magnitude)
    }
    return most
  }

  /// The solution of linear equations, each with its result behind; nil where there is none.
  private static func solve(_ equations: [[Double]]) -> [Double]? {
    var rows = equations.map { row in
      let most = row.dropLast().map(\.magnitude).max() ?? 0
      return most > 0 ? row.map { $0 / most } : row
    }
    let count = rows.count
    for column in 0..<count {
      let rest = column..<count
      guard let best = rest.max(by: { rows[$0][column].magnitude < rows[$1][column].magnitude }),
        rows[best][column].magnitude > 1e-200
      else { return nil }
      rows.swapAt(column, best)
      for row in (column + 1)..<count {
        let share = rows[row][column] / rows[column][column]
        for place in column...count { rows[row][place] -= share * rows[column][place] }
      }
    }
    for row in (0..<count).reversed() {
      for place in (row + 1)..<count {
        rows[row][count] -= rows[row][place] * rows[place][count]
      }
      rows[row][count] /= rows[row][row]
    }
    return rows.map { $0[count] }
  }
}

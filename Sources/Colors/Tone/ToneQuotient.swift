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

  /// Whether it is of so few terms that ``apply(_:_:_:_:desaturation:)`` has it.
  var isShort: Bool { above.count == Self.leastDegree + 1 }

  /// Brings rows of light of red, green and blue down, in place, where the quotient is short.
  ///
  /// - Parameter desaturation: as ``ToneTable`` has it.
  func apply(
    _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ count: Int, desaturation: Float
  ) {
    let (short, own, all) = (Short(start, peak, above, below), desaturation, 1 - desaturation)
    for x in 0..<count {
      let (r, g, b) = (red[x], green[x], blue[x])
      let (forRed, forGreen, forBlue) = (short.parts(of: r), short.parts(of: g), short.parts(of: b))
      let either = r < g ? g : r
      let most = either < b ? b : either
      let held = Self.leastLight < most ? most : Self.leastLight
      // One division for all four.
      let redGreen = forRed.below * forGreen.below
      let blueMost = forBlue.below * held
      let inverse = 1 / (redGreen * blueMost)
      let (rest, other) = (inverse * blueMost, inverse * redGreen)
      let redAlone = forRed.above * (rest * forGreen.below)
      let greenAlone = forGreen.above * (rest * forRed.below)
      let blueAlone = forBlue.above * (other * held)
      // What becomes of the greatest is the greatest that becomes of any: no curve falls.
      let first = redAlone < greenAlone ? greenAlone : redAlone
      let greatest = first < blueAlone ? blueAlone : first
      let factor = greatest * (other * forBlue.below) * all
      red[x] = r * factor + redAlone * own
      green[x] = g * factor + greenAlone * own
      blue[x] = b * factor + blueAlone * own
    }
  }

  /// Light that is divided by is at least so much, in cd/m².
  private static let leastLight: Float = 1e-15

  /// The numbers of a short quotient.
  private struct Short {
    private let start: Float
    private let peak: Float
    private let above: (Float, Float, Float, Float)
    private let below: (Float, Float, Float)

    init(_ start: Float, _ peak: Float, _ above: [Float], _ below: [Float]) {
      (self.start, self.peak) = (start, peak)
      self.above = (above[0], above[1], above[2], above[3])
      self.below = (below[1], below[2], below[3])
    }

    /// What a channel becomes, and what that is divided by.
    @inline(__always)
    func parts(of light: Float) -> (above: Float, below: Float) {
      // The start stands first: it is what becomes of no number.
      let low = start < light ? light : start
      let x = (low < peak ? low : peak) - start
      let above = ((above.3 * x + above.2) * x + above.1) * x + above.0
      let below = ((below.2 * x + below.1) * x + below.0) * x + 1
      return (above * (light < peak ? light : peak), below)
    }
  }

  /// Finds what lights up to the peak are multiplied by, where the quotient is not short; brighter
  /// ones are taken for that.
  func read(
    _ lights: UnsafeMutablePointer<Float>, _ count: Int, to factors: UnsafeMutablePointer<Float>
  ) {
    let (start, peak) = (start, peak)
    let (a0, a1, a2) = (above[0], above[1], above[2])
    let (a3, a4, a5) = (above[3], above[4], above[5])
    let (b1, b2, b3, b4, b5) = (below[1], below[2], below[3], below[4], below[5])
    for x in 0..<count {
      // The start stands first: it is what becomes of no number.
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

import Bytes

/// A tone curve for rows of light in cd/m²: within 10^-3 of it, of what it makes.
package struct ToneTable: Sendable {
  /// What light is multiplied by, up to the peak.
  private enum Factors: Sendable {
    case quotient(ToneQuotient)
    /// 128 lines for each doubling of light.
    case lines(LineTable)
  }

  private let factors: Factors
  private let peak: Float
  /// The bits of the least light that has a line.
  private let least: Int32
  /// Up to this all light stays as it is.
  private let knee: Float

  private static let doublings = 36
  /// By how many bits lines are coarser than numbers.
  private static let coarseBits = 16

  /// The table of a curve from black and a peak to black and a white, both 1 to 10,000 cd/m².
  package init(_ curve: ToneCurve, from peak: Double, to white: Double) {
    let peak = peak > 1 ? min(peak, 10000) : 1
    let white = white > 1 ? min(white, 10000) : 1
    let mapping = ToneMapping(curve, from: 0...peak, to: 0...white)
    self.peak = Float(peak)
    let least = (Float(peak) / Float(1 << Self.doublings)).bitPattern
    self.least = Int32(truncatingIfNeeded: least)
    let lights = (0...(Self.doublings << (23 - Self.coarseBits))).map {
      Double(Float(bitPattern: least &+ UInt32(truncatingIfNeeded: $0 << Self.coarseBits)))
    }
    let values = lights.map { Float(mapping.value($0) / $0) }
    let kept = values.prefix { ($0 - 1).magnitude < 1e-6 }.count
    knee = kept > 0 ? Float(lights[kept - 1]) : 0
    let quotient = ToneQuotient(
      start: Double(knee), peak: peak, unit: knee > 0 ? (Double(knee) * peak).squareRoot() : white
    ) { mapping.value($0) / $0 }
    factors = quotient.map { .quotient($0) } ?? .lines(LineTable(values))
  }

  /// How many colours are looked at together.
  private static let part = 160

  /// Brings rows of light of red, green and blue into the smaller range, in place.
  ///
  /// The greatest channel takes the curve's value, and the others follow it. What is below 0 stays.
  ///
  /// - Parameter desaturation: how far they go to where the curve would lead each by itself, which
  ///   makes bright colours paler: 0 to 1.
  package func apply(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, count: Int, desaturation: Float
  ) {
    withLine { one in
      withLine { two in
        withLine { three in
          var x = 0
          while x < count {
            let part = min(Self.part, count &- x)
            let rows = (red + x, green + x, blue + x)
            let most = greatest(rows, part)
            defer { x &+= Self.part }
            if most <= knee { continue }
            if case .quotient(let quotient) = factors, quotient.isShort {
              quotient.apply(red + x, green + x, blue + x, part, desaturation: desaturation)
            } else {
              let isBeyond = !(most <= peak)
              if desaturation > 0 {
                apply(rows, part, (one, two, three), desaturation, isBeyond)
              } else {
                apply(rows, part, one, two, isBeyond)
              }
            }
          }
        }
      }
    }
  }

  /// Lends memory for a part, of the stack.
  private func withLine(_ body: (UnsafeMutablePointer<Float>) -> Void) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.part) { line in
      if let line = line.baseAddress { body(line) }
    }
  }

  private typealias Line = UnsafeMutablePointer<Float>

  /// The brightest light, or the knee, where that is brighter; no number where there is such.
  private func greatest(_ rows: (Line, Line, Line), _ count: Int) -> Float {
    // Of numbers of 0 and above the greatest has the greatest bits; integers are compared in any
    // order.
    let (red, green, blue) = rows
    var most = Int32(bitPattern: knee.bitPattern)
    for x in 0..<count {
      let either = red[x] < green[x] ? green[x] : red[x]
      let bits = Int32(bitPattern: (either < blue[x] ? blue[x] : either).bitPattern)
      most = most < bits ? bits : most
    }
    return Float(bitPattern: UInt32(bitPattern: most))
  }

  /// All channels follow the greatest.
  private func apply(
    _ rows: (Line, Line, Line), _ count: Int, _ greatest: Line, _ all: Line, _ isBeyond: Bool
  ) {
    let (red, green, blue) = rows
    for x in 0..<count { greatest[x] = max(red[x], max(green[x], blue[x])) }
    findFactors(of: greatest, count, all, isBeyond)
    for x in 0..<count { red[x] *= all[x] }
    for x in 0..<count { green[x] *= all[x] }
    for x in 0..<count { blue[x] *= all[x] }
  }

  /// Each goes from there to where the curve leads it by itself.
  private func apply(
    _ rows: (Line, Line, Line), _ count: Int, _ factors: (Line, Line, Line), _ share: Float,
    _ isBeyond: Bool
  ) {
    let (red, green, blue) = rows
    let (forRed, forGreen, forBlue) = factors
    findFactors(of: red, count, forRed, isBeyond)
    findFactors(of: green, count, forGreen, isBeyond)
    findFactors(of: blue, count, forBlue, isBeyond)
    for x in 0..<count {
      let (r, g, b) = (red[x], green[x], blue[x])
      let (own, greenOwn, blueOwn) = (forRed[x], forGreen[x], forBlue[x])
      // That of the greatest channel.
      let either = r < g ? greenOwn : own
      let all = max(r, g) < b ? blueOwn : either
      red[x] = r * (all + (own - all) * share)
      green[x] = g * (all + (greenOwn - all) * share)
      blue[x] = b * (all + (blueOwn - all) * share)
    }
  }

  /// Finds what lights are multiplied by; what is not a number counts as none.
  ///
  /// - Parameter isBeyond: whether any light is brighter than the peak.
  private func findFactors(of lights: Line, _ count: Int, _ factors: Line, _ isBeyond: Bool) {
    switch self.factors {
    case .quotient(let quotient): quotient.read(lights, count, to: factors)
    case .lines(let lines):
      let least = least
      let scale = 1 / Float(1 << Self.coarseBits)
      for x in 0..<count {
        // The constant stands first: it is what becomes of no number.
        let bits = Int32(truncatingIfNeeded: max(0, lights[x]).bitPattern)
        factors[x] = Float(bits &- least) * scale
      }
      lines.read(factors, count: count)
    }
    guard isBeyond else { return }
    // What is brighter than the peak becomes what that does.
    let peak = peak
    for x in 0..<count { factors[x] *= peak / (peak < lights[x] ? lights[x] : peak) }
  }
}

/// Computes the weights of one target sample after another.
struct WeightBuilder {
  let domain: Range<Double>
  let low: Int
  let high: Int
  let reach: Double
  let kind: Kind
  let taps: Int
  private let curves: [SIMD4<Int16>]

  enum Kind {
    case nearest
    case linear
    case cubic
    case area
  }

  init(domain: Range<Double>, scale: Double, available: Range<Int>?, sampling: Sampling) {
    self.domain = domain
    let first = Int(domain.lowerBound.rounded(.down))
    let last = max(first, Int(domain.upperBound.rounded(.up)) - 1)
    low = available.map { max(first, $0.lowerBound) } ?? first
    high = available.map { min(last, $0.upperBound - 1) } ?? last
    let step = 1 / scale.magnitude
    // A hair of tolerance keeps a scale of exactly one from becoming an area mean by rounding.
    if sampling == .nearest {
      kind = .nearest
    } else if step > 1 + 1e-6 {
      kind = .area
    } else {
      kind = sampling == .bilinear ? .linear : .cubic
    }
    curves = kind == .cubic ? Self.curves : []
    reach = step / 2
    let available = high - low + 1
    let wanted =
      switch kind {
      case .nearest: 1
      case .linear: 2
      case .cubic: 4
      case .area: Int(step.rounded(.up)) + 1
      }
    // Three are added up as four.
    taps = min(wanted == 3 ? 4 : wanted, available)
  }

  /// Writes the weights for the target sample whose centre lies at source coordinate `centre`.
  ///
  /// - Parameter shares: room for ``taps`` numbers.
  /// - Returns: the first source sample that they belong to.
  func makeWeights(
    at centre: Double, to weights: UnsafeMutablePointer<Int16>,
    shares: UnsafeMutablePointer<Double>
  ) -> Int32 {
    let wantedStart = firstSample(at: centre)
    if kind == .cubic, wantedStart >= low, wantedStart + 3 <= high {
      let phase = min(max(centre - 1.5 - Double(wantedStart), 0), 1)
      let curve = curves[Int((phase * Self.phases).rounded())]
      for tap in 0..<4 { weights[tap] = curve[tap] }
      return Int32(wantedStart)
    }
    shares.update(repeating: 0, count: taps)
    let start = min(max(wantedStart, low), high - taps + 1)
    forEachShare(at: centre, from: wantedStart) { sample, share in
      shares[min(max(sample, low), high) - start] += share
    }
    round(shares, to: weights)
    return Int32(start)
  }

  private func firstSample(at centre: Double) -> Int {
    let bounded = min(max(centre, Double(low) - 4 - reach), Double(high) + 5 + reach)
    switch kind {
    case .nearest: return Int(bounded.rounded(.down))
    case .linear: return Int((bounded - 0.5).rounded(.down))
    case .cubic: return Int((bounded - 0.5).rounded(.down)) - 1
    case .area: return Int((bounded - reach).rounded(.down))
    }
  }

  private func forEachShare(at centre: Double, from start: Int, _ body: (Int, Double) -> Void) {
    switch kind {
    case .nearest:
      body(start, 1)
    case .linear:
      let fraction = snapped(min(max(centre - 0.5 - Double(start), 0), 1))
      body(start, 1 - fraction)
      body(start + 1, fraction)
    case .cubic:
      let t = snapped(min(max(centre - 1.5 - Double(start), 0), 1))
      let shares = catmullRom(t)
      for index in 0..<4 { body(start + index, shares[index]) }
    case .area:
      let from = max(centre - reach, domain.lowerBound)
      let to = min(centre + reach, domain.upperBound)
      guard from < to else { return body(start, 1) }
      for sample in Int(from.rounded(.down))..<Int(to.rounded(.up)) {
        let covered = min(to, Double(sample + 1)) - max(from, Double(sample))
        if covered > 0 { body(sample, covered / (to - from)) }
      }
    }
  }

  /// Parts of a sample to which phases are rounded, so that noise in the last bits moves nothing.
  private static let phases = 4096.0

  private func snapped(_ phase: Double) -> Double {
    (phase * Self.phases).rounded() / Self.phases
  }

  /// The four weights of a curve for each phase from 0 to 1.
  private static let curves: [SIMD4<Int16>] = {
    let scratch = Scratch(leastBlock: 256)
    let (shares, weights) = (scratch.take(Double.self, 4), scratch.take(Int16.self, 4))
    return (0...Int(phases)).map { phase in
      let curve = catmullRom(Double(phase) / phases)
      for tap in 0..<4 { shares[tap] = curve[tap] }
      roundCurve(shares, taps: 4, to: weights)
      return SIMD4(weights[0], weights[1], weights[2], weights[3])
    }
  }()

  /// Rounds shares to weights whose sum is exact.
  ///
  /// Of a curve's few weights the largest takes what rounding left. A mean may have thousands of
  /// them, each less than a step of the fixed point, so there the sums are rounded.
  private func round(
    _ shares: UnsafeMutablePointer<Double>, to weights: UnsafeMutablePointer<Int16>
  ) {
    if kind == .area {
      var (sum, before) = (0.0, 0)
      for index in 0..<taps {
        sum += shares[index]
        let now = min(Int((sum * Double(Axis.one)).rounded()), Axis.one)
        weights[index] = Int16(truncatingIfNeeded: now - before)
        before = now
      }
      weights[taps - 1] += Int16(truncatingIfNeeded: Axis.one - before)
      return
    }
    Self.roundCurve(shares, taps: taps, to: weights)
  }

  private static func roundCurve(
    _ shares: UnsafeMutablePointer<Double>, taps: Int, to weights: UnsafeMutablePointer<Int16>
  ) {
    var total = 0
    var largest = 0
    for index in 0..<taps {
      let weight = Int((shares[index] * Double(Axis.one)).rounded())
      total += weight
      if shares[index] > shares[largest] { largest = index }
      weights[index] = Int16(truncatingIfNeeded: weight)
    }
    weights[largest] += Int16(truncatingIfNeeded: Axis.one - total)
  }
}

/// The four weights of the Catmull-Rom spline at `t` between its middle samples (Keys 1981 with
/// a = -1/2).
func catmullRom(_ t: Double) -> SIMD4<Double> {
  let (t2, t3) = (t * t, t * t * t)
  return SIMD4(
    (-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2)
}

import Bytes

extension CutCurve {
  /// In so many pieces goes the product of two values that both move: it is a parabola.
  private static let pieces = 8

  /// The product of two curves of one number each, with keys at whole frames between those of both
  /// where both move.
  func multiplied(by other: CutCurve, at rate: FrameRate) -> CutCurve {
    let product = merged(other, *)
    guard constant == nil, other.constant == nil else { return product }
    var keys: [Key] = []
    for key in product.keys {
      if let last = keys.last, moves(from: last.time, to: key.time),
        other.moves(from: last.time, to: key.time)
      {
        for time in Self.times(from: last.time, to: key.time, at: rate) {
          let (one, two) = (values(at: time).first ?? 0, other.values(at: time).first ?? 0)
          keys.append(Key(time, [one * two]))
        }
      }
      keys.append(key)
    }
    return CutCurve(keys: keys) ?? product
  }

  /// Whether it goes along a line there, and not level.
  private func moves(from start: Rational, to end: Rational) -> Bool {
    guard let next = keys.first(where: { $0.time >= end }), next.ease == nil else { return false }
    return values(at: start) != values(at: end)
  }

  private static func times(
    from start: Rational, to end: Rational, at rate: FrameRate
  ) -> [Rational] {
    var times: [Rational] = []
    for piece in 1..<pieces {
      let way = (end - start) * Rational(reducing: Int128(piece), over: Int128(pieces))
      let frame = ((start + way) * rate.exact).rounded
      let time = rate.seconds(Rational(reducing: frame, over: 1))
      if time > times.last ?? start, time < end { times.append(time) }
    }
    return times
  }
}

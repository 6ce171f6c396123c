import Colors

/// Blending of rows of R'G'B' in numbers of 16 bits.
extension ByteColors {
  /// Puts in place of a channel of the backdrop how far it changes; false for a mode that has no such
  /// formula.
  ///
  /// - Parameters:
  ///   - top: the layer's channel, 0 to 65,535.
  ///   - cover: what the layer covers, 0 to 65,535; nil for all.
  ///   - rest: for what is between.
  @discardableResult
  static func blend(
    _ mode: BlendMode, _ top: Shares, _ cover: Shares?, _ line: Line, _ rest: (Line, Line),
    count: Int
  ) -> Bool {
    let job = Job(top: top, cover: cover, line: line, rest: rest.0, count: count)
    switch mode {
    case .normal: job.each { $0.part &- $0.back }
    case .darken: job.each { belowZero($0.part &- $0.back) }
    case .lighten: job.each { aboveZero($0.part &- $0.back) }
    case .multiply: job.each { 0 &- share(~$0.top, of: $0.back) }
    case .screen: job.each { share($0.top, of: white &- $0.back) }
    case .linearBurn: job.each { max($0.part &- white, 0 &- $0.back) }
    case .linearDodge: job.each { $0.part &+ belowZero(white &- $0.back &- $0.part) }
    case .overlay: job.each { product($0.tilt, min($0.back, white &- $0.back) &<< 1) }
    case .hardLight:
      job.each { product($0.tilt, choose($0.back, white &- $0.back, $0.tilt) &<< 1) }
    case .softLight:
      root(line, rest.0, to: rest.1, count: count)
      softness(line, rest.1, top, to: rest.0, count: count)
      job.each { product($0.tilt, $0.rest) }
    case .linearLight: job.each { bounded($0.part &<< 1 &- white, $0.back) }
    case .pinLight:
      job.each {
        let twice = $0.part &<< 1 &- $0.back
        return min(twice, 0) &+ max(twice &- white, 0)
      }
    case .difference: job.each { max($0.part &- $0.back &- $0.back, 0 &- $0.part) }
    case .exclusion:
      job.each { product(Int16(bitPattern: $0.top &>> 1), (white &- 2 &* $0.back) &<< 1) }
    case .subtract: job.each { max(0 &- $0.part, 0 &- $0.back) }
    case .average: job.each { ($0.part &- $0.back) &>> 1 }
    case .negation:
      job.each { min($0.part, white &<< 1 &- $0.part &- $0.back &<< 1) }
    case .phoenix:
      job.each { white &- $0.back &- max($0.part &- $0.back, $0.back &- $0.part) }
    case .grainExtract: job.each { bounded(white &>> 1 &- $0.part, $0.back) }
    case .grainMerge: job.each { bounded($0.part &- white &>> 1, $0.back) }
    default: return false
    }
    return true
  }

  /// Whether ``blend(_:_:_:_:_:count:)`` has a formula for a mode.
  static func has(_ mode: BlendMode) -> Bool {
    switch mode {
    case .normal, .darken, .lighten, .multiply, .screen, .linearBurn, .linearDodge, .overlay,
      .hardLight,
      .softLight, .linearLight, .pinLight, .difference, .exclusion, .subtract, .average, .negation,
      .phoenix, .grainExtract, .grainMerge:
      true
    default: false
    }
  }

  /// The lesser of a number and 0, without a choice: of such a choice the compiler makes branches.
  @inline(__always)
  private static func belowZero(_ number: Int16) -> Int16 { number & number &>> 15 }

  /// The greater of a number and 0.
  @inline(__always)
  private static func aboveZero(_ number: Int16) -> Int16 { number & ~(number &>> 15) }

  /// One number where a third is below 0, else another.
  @inline(__always)
  private static func choose(_ one: Int16, _ other: Int16, _ third: Int16) -> Int16 {
    other ^ (one ^ other) & third &>> 15
  }

  /// A change that leads no further than black and white.
  @inline(__always)
  private static func bounded(_ change: Int16, _ back: Int16) -> Int16 {
    min(max(change, 0 &- back), white &- back)
  }

  /// How far soft light leads at most, for a dark or a light top.
  @inline(__always)
  private static func softness(_ back: Int16, _ high: Int16, isDark: Bool) -> Int16 {
    let rest = white &- back
    // b (1 - b)
    let burn = share(UInt16(bitPattern: back) &<< 2, of: rest &<< 1)
    // Up to 1/4, with c = 4 b: b (3 - c (3 - c)).
    let four = UInt16(bitPattern: min(back, 2047)) &<< 5
    let inner = share(four, of: 3 &* white &- Int16(bitPattern: four &>> 3))
    let low = share(four, of: 3 &* white &- inner) &>> 2
    return isDark ? burn : back < 2048 ? low : high &>> 2
  }

  private static func softness(
    _ back: Line, _ high: Line, _ top: Shares, to line: Line, count: Int
  ) {
    for x in 0..<count {
      line[x] = softness(within(back[x]), high[x], isDark: top[x] < 32768) &<< 1
    }
  }

  /// Writes four times how far the root of a colour of 1/4 and more is from the colour, within 1/30 code,
  /// as a polynomial of z = 2 b - 5/4.
  ///
  /// Each step is a loop: of several the compiler makes numbers of 32 bits.
  static func root(_ back: Line, _ z: Line, to line: Line, count: Int) {
    for x in 0..<count {
      z[x] = (within(back[x]) &- 5120) &<< 3
      line[x] = 344
    }
    for factor in [-557, 797, -2043, -6019, 5425] as [Int16] {
      for x in 0..<count { line[x] = product(z[x], line[x] &<< 1) &+ factor }
    }
  }

  /// A row of one channel, and what is blended with it.
  private struct Job {
    let top: Shares
    let cover: Shares?
    let line: Line
    /// What was computed before.
    let rest: Line
    let count: Int

    /// One place: the layer's channel, the same as a number of ``white``, twice it less one of 32,768,
    /// and the backdrop's; and what was computed before.
    typealias Place = (top: UInt16, part: Int16, tilt: Int16, back: Int16, rest: Int16)

    @inline(__always)
    func each(_ formula: (Place) -> Int16) {
      for x in 0..<count { line[x] = formula(place(x)) }
      guard let cover else { return }
      // A loop of its own: of a product of a product the compiler makes numbers of 32 bits.
      for x in 0..<count { line[x] = share(cover[x], ofChange: line[x]) }
    }

    @inline(__always)
    private func place(_ x: Int) -> Place {
      let top = top[x]
      return (
        top, Int16(bitPattern: top &>> 3 &+ top &>> 15), Int16(bitPattern: top ^ 0x8000),
        within(line[x]),
        rest[x]
      )
    }
  }
}

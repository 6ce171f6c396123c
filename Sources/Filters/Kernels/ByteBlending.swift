import Colors

/// Blending of rows of R'G'B' in numbers of 16 bits.
extension ByteColors {
  /// Puts in place of a channel of the backdrop how far it changes; false for a mode that has no such
  /// formula.
  ///
  /// - Parameters:
  ///   - top: the layer's channel, 0 to 65,535.
  ///   - cover: what the layer covers, 0 to 65,535; nil for all.
  ///   - rest: for what is between; like `line`, with room for whole vectors.
  @discardableResult
  static func blend(
    _ mode: BlendMode, _ top: Shares, _ cover: Shares?, _ line: Line, _ rest: (Line, Line),
    _ soft: SoftLightWords, count: Int
  ) -> Bool {
    let job = Job(top: top, cover: cover, line: line, rest: rest, count: count)
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
      soft.reach(line, dark: rest.0, light: rest.1, count: count)
      job.each { product($0.tilt, choose($0.rest.0, $0.rest.1, $0.tilt) &<< 1) }
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

  /// A row of one channel, and what is blended with it.
  private struct Job {
    let top: Shares
    let cover: Shares?
    let line: Line
    /// What was computed before.
    let rest: (Line, Line)
    let count: Int

    /// One place: the layer's channel, the same as a number of ``white``, twice it less one of 32,768,
    /// and the backdrop's; and what was computed before.
    typealias Place = (
      top: UInt16, part: Int16, tilt: Int16, back: Int16, rest: (Int16, Int16)
    )

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
        within(line[x]), (rest.0[x], rest.1[x])
      )
    }
  }
}

/// How far soft light leads, as numbers of 16 bits.
struct SoftLightWords {
  private enum Number {
    static let white = 0
    static let threeWhites = 1
    static let quarter = 2
    static let middle = 3
    static let root = 4
  }

  /// Read from memory as whole vectors: a product of a sum with a number that the compiler knows is made
  /// of numbers of 32 bits.
  private let numbers: ByteColors.Line

  init(_ scratch: Scratch) {
    let white = ByteColors.white
    numbers = WordTable.make(
      [white, 3 * white, white / 4, 5120, 688, -557, 797, -2043, -6019, 5425], scratch)
  }

  /// Writes how far colours of the backdrop are led at most, by a dark top and by a light one.
  func reach(_ back: ByteColors.Line, dark: ByteColors.Line, light: ByteColors.Line, count: Int) {
    var x = 0
    while x < count {
      let own = back.words(x).atLeast(WordLanes()).atMost(numbers.repeated(Number.white))
      let isLow = own .< numbers.repeated(Number.quarter)
      (light + x).store((root(own) &>> 2).replacing(with: cubic(own), where: isLow))
      // b (1 - b)
      let rest = numbers.repeated(Number.white) &- own
      (dark + x).store((own &<< 2).upperProduct(rest &<< 1))
      x &+= WordLanes.scalarCount
    }
  }

  /// Four times how far the root of a colour of 1/4 and more is from the colour, within 1/30 code, as a
  /// polynomial of z = 2 b - 5/4.
  @inline(__always)
  private func root(_ back: WordLanes) -> WordLanes {
    let z = (back &- numbers.repeated(Number.middle)) &<< 3
    var sum = z.upperProduct(numbers.repeated(Number.root)) &+ numbers.repeated(Number.root + 1)
    sum = z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 2)
    sum = z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 3)
    sum = z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 4)
    return z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 5)
  }

  /// Up to 1/4, with c = 4 b: b (3 - c (3 - c)).
  @inline(__always)
  private func cubic(_ back: WordLanes) -> WordLanes {
    let (four, three) = (back &<< 5, numbers.repeated(Number.threeWhites))
    // The bits of `four` stand for up to 65,535: what a product with a sign takes off is added again.
    let isLarge = four &>> 15
    let rest = three &- back &<< 2
    let inner = three &- (four.upperProduct(rest) &+ (rest & isLarge))
    return (four.upperProduct(inner) &+ (inner & isLarge)) &>> 2
  }
}

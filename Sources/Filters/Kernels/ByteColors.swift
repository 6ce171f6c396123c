import Colors

/// Rows of R'G'B' of streams of 8 bits, in numbers of 16: black is 0, white ``white``.
///
/// Every function is a loop of few pointers over numbers of one size, of which the compiler makes loops
/// over whole vectors. A step is 1/32 code of 8 bits, and a product is cut to whole ones: what comes out of all
/// of them is within a tenth of a code of what it should be, and changes of colours are 0 where they
/// should be.
enum ByteColors {
  typealias Line = UnsafeMutablePointer<Int16>
  typealias Shares = UnsafePointer<UInt16>

  static let white: Int16 = 8192

  // MARK: Products

  /// The upper half of the product, one instruction for whole vectors.
  @inline(__always)
  static func product(_ a: Int16, _ b: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) &>> 16)
  }

  /// A share, 0 to 65,535, of a number that is not below 0.
  @inline(__always)
  static func share(_ a: UInt16, of b: Int16) -> Int16 {
    let b = UInt16(bitPattern: b)
    return Int16(truncatingIfNeeded: (UInt32(a) &* UInt32(b)) &>> 16)
  }

  /// A share, 0 to 65,535, of a change of colours.
  @inline(__always)
  static func share(_ a: UInt16, ofChange b: Int16) -> Int16 {
    product(Int16(bitPattern: a &>> 1), b &<< 1)
  }

  // MARK: From samples to colours

  /// Raises two rows of chroma to one, as quarters.
  static func mix(
    _ one: UnsafePointer<UInt8>, _ two: UnsafePointer<UInt8>, _ shares: (Int16, Int16),
    to line: Line,
    count: Int
  ) {
    let (here, next) = shares
    for x in 0..<count { line[x] = Int16(one[x]) &* here &+ Int16(two[x]) &* next }
  }

  /// Raises quarters of chroma to places that lie half as far apart.
  ///
  /// - Parameters:
  ///   - even: what the first place reads, and the one after it.
  ///   - odd: what the second one reads.
  ///   - shares: quarters of each.
  ///   - target: gets 256ths, less 32,768.
  static func raise(
    _ even: Line, _ odd: Line, _ shares: (Int16, Int16, Int16, Int16), to target: Line, count: Int
  ) {
    let (a, b, c, d) = shares
    for x in 0..<count {
      let first = even[x] &* a &+ even[x &+ 1] &* b
      let second = odd[x] &* c &+ odd[x &+ 1] &* d
      target[2 &* x] = first &<< 4 ^ .min
      target[2 &* x &+ 1] = second &<< 4 ^ .min
    }
  }

  /// Turns quarters of chroma into 256ths, less 32,768.
  static func widen(_ line: Line, to target: Line, count: Int) {
    for x in 0..<count { target[x] = line[x] &<< 6 ^ .min }
  }

  /// Factors for ``product(_:_:)``, each as often as a block is long: what is read from memory, the
  /// compiler knows to be of 16 bits.
  struct Factors: BitwiseCopyable {
    let values: Line

    init(_ factors: [Float], _ scratch: Scratch) {
      values = scratch.take(Int16.self, factors.count * ByteColors.block)
      for (index, factor) in factors.enumerated() {
        self[index].update(
          repeating: Int16(min(max(factor.rounded(), -32768), 32767)), count: ByteColors.block)
      }
    }

    /// 128 times the code values that a change from black to white is.
    init(_ weights: RGBCoding.Weights, _ scratch: Scratch) {
      self.init([weights.red * 128, weights.green * 128, weights.blue * 128], scratch)
    }

    /// Those of one number.
    subscript(index: Int) -> Line { values + index &* ByteColors.block }
  }

  /// Places that are done at once where factors are read.
  fileprivate static let block = 256

  @inline(__always)
  private static func blocks(_ count: Int, _ body: (Int, Int) -> Void) {
    var start = 0
    while start < count {
      body(start, min(block, count &- start))
      start &+= block
    }
  }

  /// The factors from samples to colours.
  struct Decoding {
    private let black: Int16
    private let luma: Factors
    let redOfV: Factors
    let blueOfU: Factors
    fileprivate let greenOfUV: Factors

    init(_ coding: RGBCoding, _ scratch: Scratch) {
      let chroma = 2_097_152 / coding.chromaSpan
      black = Int16(coding.black * 128)
      // White is to be white, though what is left of a product is cut.
      luma = Factors([(4_194_304 / coding.lumaSpan).rounded(.up)], scratch)
      redOfV = Factors([coding.redOfV * chroma], scratch)
      blueOfU = Factors([coding.blueOfU * chroma], scratch)
      greenOfUV = Factors([coding.greenOfU * chroma, coding.greenOfV * chroma], scratch)
    }

    /// Decodes luma without chroma.
    func grey(_ y: UnsafePointer<UInt8>, to line: Line, count: Int) {
      let black = black
      for x in 0..<count { line[x] = Int16(y[x]) &<< 7 &- black }
      blocks(count) { start, count in
        let (line, factor) = (line + start, luma[0])
        for x in 0..<count { line[x] = product(line[x], factor[x]) }
      }
    }
  }

  /// Cuts a colour to black and white.
  @inline(__always)
  static func within(_ value: Int16) -> Int16 { min(max(value, 0), white) }

  /// Decodes a channel that luma and one channel of chroma make; what lies beyond black and white stays
  /// there.
  static func decode(_ grey: Line, _ chroma: Line, _ factors: Factors, to line: Line, count: Int) {
    blocks(count) { start, count in
      let (grey, chroma, line, factor) = (grey + start, chroma + start, line + start, factors[0])
      for x in 0..<count { line[x] = grey[x] &+ product(chroma[x], factor[x]) }
    }
  }

  /// Decodes green.
  static func decode(
    _ grey: Line, _ u: Line, _ v: Line, _ decoding: Decoding, to line: Line, count: Int
  ) {
    blocks(count) { start, count in
      let (grey, u, v, line) = (grey + start, u + start, v + start, line + start)
      let (ofU, ofV) = (decoding.greenOfUV[0], decoding.greenOfUV[1])
      for x in 0..<count {
        line[x] = grey[x] &+ product(u[x], ofU[x]) &+ product(v[x], ofV[x])
      }
    }
  }

  // MARK: From changes of colours to samples

  /// Turns changes of colours into 32nds of code values.
  ///
  /// - Parameters:
  ///   - weights: 128 times the code values of a change from black to white.
  ///   - areDoubled: whether the changes are given twice as large as colours.
  static func weigh(
    _ red: Line, _ green: Line, _ blue: Line, _ weights: Factors, areDoubled: Bool, to line: Line,
    count: Int
  ) {
    blocks(count) { start, count in
      let (red, green, blue, line) = (red + start, green + start, blue + start, line + start)
      let (r, g, b) = (weights[0], weights[1], weights[2])
      // Half a code; and what the three products have lost on average.
      if areDoubled {
        for x in 0..<count {
          let sum = product(red[x], r[x]) &+ product(green[x], g[x]) &+ product(blue[x], b[x])
          line[x] = sum &+ 17
        }
      } else {
        for x in 0..<count {
          let (red, green, blue) = (red[x] &<< 1, green[x] &<< 1, blue[x] &<< 1)
          line[x] = product(red, r[x]) &+ product(green, g[x]) &+ product(blue, b[x]) &+ 17
        }
      }
    }
  }

  /// Changes samples by 32nds of code values; those that are wholly covered stay as they are.
  ///
  /// - Parameters:
  ///   - cover: nil where none stays.
  ///   - whole: what covers all.
  static func write(
    _ line: Line, _ before: UnsafePointer<UInt8>, to after: UnsafeMutablePointer<UInt8>,
    _ cover: Line?, whole: Int16, count: Int
  ) {
    guard let cover else {
      for x in 0..<count {
        let value = Int16(before[x]) &+ line[x] &>> 5
        after[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
      }
      return
    }
    for x in 0..<count {
      let value = min(max(Int16(before[x]) &+ line[x] &>> 5, 0), 255)
      let kept = Int16(after[x])
      after[x] = UInt8(truncatingIfNeeded: cover[x] < whole ? value : kept)
    }
  }

  // MARK: Covers

  /// Turns covers, 0 to 65,535, into parts of ``white``.
  static func narrow(_ cover: Shares, to line: Line, count: Int) {
    for x in 0..<count {
      line[x] = Int16(bitPattern: cover[x] &>> 3) &+ Int16(bitPattern: cover[x] &>> 15)
    }
  }

  /// What is covered of a row of raised chroma, in 64ths of a code beyond grey.
  ///
  /// - Parameter cover: parts of ``white``.
  static func cover(_ chroma: Line, _ cover: Line, to line: Line, count: Int) {
    for x in 0..<count { line[x] = product(chroma[x], cover[x] &<< 1) }
  }

  /// Adds what the mean of chroma at luma's places has beyond the samples, as far as it is covered.
  ///
  /// - Parameters:
  ///   - covered: means of what is covered, in 128ths of a code beyond grey.
  ///   - cover: means of covers, where twice ``white`` is all.
  ///   - line: gets 32nds.
  static func addCovered(
    _ covered: Line, _ cover: Line, _ before: UnsafePointer<UInt8>, to line: Line, count: Int
  ) {
    for x in 0..<count {
      let own = Int16(bitPattern: UInt16(before[x]) &<< 8 ^ 0x8000)
      line[x] &+= (covered[x] &>> 1 &- product(own, cover[x])) &>> 1
    }
  }

  /// Takes a row's part of a mean of changes, which is in halves.
  ///
  /// - Parameter quarters: of the row in the mean.
  static func gather(_ line: Line, quarters: Int, to mean: Line, isFirst: Bool, count: Int) {
    if isFirst { mean.update(repeating: 0, count: count) }
    switch quarters {
    case 0: break
    case 1: for x in 0..<count { mean[x] &+= line[x] &>> 1 }
    case 2: for x in 0..<count { mean[x] &+= line[x] }
    case 3: for x in 0..<count { mean[x] &+= line[x] &+ line[x] &>> 1 }
    default: for x in 0..<count { mean[x] &+= line[x] &<< 1 }
    }
  }

  /// Takes the means of two neighbours each.
  static func pairs(_ line: Line, to target: Line, count: Int) {
    for x in 0..<count { target[x] = line[2 &* x] &>> 1 &+ line[2 &* x &+ 1] &>> 1 }
  }

  /// Takes the means of three neighbours each, of which the middle one counts twice.
  static func triples(_ line: Line, to target: Line, count: Int) {
    for x in 0..<count {
      let ends = line[2 &* x] &>> 1 &+ line[2 &* x &+ 2] &>> 1
      target[x] = line[2 &* x &+ 1] &>> 1 &+ ends &>> 1
    }
  }

  // MARK: Blending

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
    case .darken: job.each { min($0.part &- $0.back, 0) }
    case .lighten: job.each { max($0.part &- $0.back, 0) }
    case .multiply: job.each { 0 &- share(~$0.top, of: $0.back) }
    case .screen: job.each { share($0.top, of: white &- $0.back) }
    case .linearBurn: job.each { max($0.part &- white, 0 &- $0.back) }
    case .linearDodge: job.each { min($0.part, white &- $0.back) }
    case .overlay: job.each { product($0.tilt, min($0.back, white &- $0.back) &<< 1) }
    case .hardLight:
      job.each { product($0.tilt, ($0.tilt < 0 ? $0.back : white &- $0.back) &<< 1) }
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
      guard let cover else {
        for x in 0..<count { line[x] = formula(place(x)) }
        return
      }
      for x in 0..<count { line[x] = share(cover[x], ofChange: formula(place(x))) }
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

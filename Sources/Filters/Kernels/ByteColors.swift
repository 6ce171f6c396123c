import Colors

/// Rows of R'G'B' of streams of 8 bits, in numbers of 16: black is 0, white ``white``.
///
/// Every function is a loop of few pointers over numbers of one size, of which the compiler makes
/// loops over whole vectors. A step is 1/32 code of 8 bits, and a product is cut to whole ones:
/// what comes out of all of them is within a tenth of a code of what it should be, and changes of
/// colours are 0 where they should be.
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

  /// A factor for ``product(_:_:)``.
  static func factor(_ factor: Float) -> Int16 {
    Int16(min(max(factor.rounded(), -32768), 32767))
  }

  /// Factors for ``product(_:_:)``, each as often as a block is long: what is read from memory, the
  /// compiler knows to be of 16 bits.
  struct Factors: BitwiseCopyable {
    let values: Line

    init(_ factors: [Float], _ scratch: Scratch) {
      values = scratch.take(Int16.self, factors.count * ByteColors.block)
      for (index, factor) in factors.enumerated() {
        self[index].update(repeating: ByteColors.factor(factor), count: ByteColors.block)
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
      let factors = Self.factors(coding)
      func make(_ numbers: Range<Int>) -> Factors {
        Factors(factors[numbers].map { Float($0) }, scratch)
      }
      black = factors[0]
      (luma, redOfV, greenOfUV, blueOfU) = (make(1..<2), make(2..<3), make(3..<5), make(5..<6))
    }

    /// Black in 128ths of a code, and what luma, V for red, U and V for green and U for blue are
    /// multiplied by.
    static func factors(_ coding: RGBCoding) -> [Int16] {
      let chroma = 2_097_152 / coding.chromaSpan
      // White is to be white, though what is left of a product is cut.
      let luma = (4_194_304 / coding.lumaSpan).rounded(.up)
      let ways = [coding.redOfV, coding.greenOfU, coding.greenOfV, coding.blueOfU]
      return [Int16(coding.black * 128), ByteColors.factor(luma)]
        + ways.map { ByteColors.factor($0 * chroma) }
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

  /// Decodes a channel that luma and one channel of chroma make; what lies beyond black and white
  /// stays there.
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
      if before == UnsafePointer(after) { return change(after, by: line, count: count) }
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

  /// Changes samples in place.
  private static func change(_ samples: UnsafeMutablePointer<UInt8>, by line: Line, count: Int) {
    for x in 0..<count {
      let value = Int16(samples[x]) &+ line[x] &>> 5
      samples[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
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
    if isFirst {
      switch quarters {
      case 0: for x in 0..<count { mean[x] = 0 }
      case 1: for x in 0..<count { mean[x] = line[x] &>> 1 }
      case 2: for x in 0..<count { mean[x] = line[x] }
      case 3: for x in 0..<count { mean[x] = line[x] &+ line[x] &>> 1 }
      default: for x in 0..<count { mean[x] = line[x] &<< 1 }
      }
      return
    }
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
}

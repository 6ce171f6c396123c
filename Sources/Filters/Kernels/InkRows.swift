/// Rows of one channel, premultiplied and of 16 bits, on which a colour is painted.
///
/// Shares are 0 to 65,535, which is all; products are rounded. Sixteen samples are done at a time.
enum InkRows {
  private typealias Lanes = SIMD16<UInt16>

  /// Adds a channel of a colour beneath samples, as far as `cover` says.
  ///
  /// - Parameters:
  ///   - alpha: of the samples, which may be the samples themselves.
  static func addBeneath(
    _ value: UInt16, _ cover: UnsafePointer<UInt16>, _ alpha: UnsafePointer<UInt16>,
    to samples: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    repeated(value) { value in
      let done = addBeneath(value, cover, alpha, to: samples, blocks: count / Lanes.scalarCount)
      for x in done..<count {
        let added = share(65535 &- alpha[x], of: share(cover[x], of: value[0]))
        let sum = samples[x] &+ added
        samples[x] = sum < added ? .max : sum
      }
    }
  }

  /// The same for whole blocks; gives how many samples are done.
  @inline(never)
  private static func addBeneath(
    _ value: UnsafePointer<UInt16>, _ cover: UnsafePointer<UInt16>,
    _ alpha: UnsafePointer<UInt16>, to samples: UnsafeMutablePointer<UInt16>, blocks: Int
  ) -> Int {
    var x = 0
    for _ in 0..<blocks {
      let keep = Lanes(repeating: .max) &- lanes(alpha + x)
      add(share(keep, of: share(lanes(cover + x), of: lanes(value))), to: samples + x)
      x &+= Lanes.scalarCount
    }
    return x
  }

  /// Mixes samples with a channel of a colour, as far as `cover` says and something is there.
  ///
  /// - Parameters:
  ///   - strength: the colour's alpha.
  ///   - alpha: of the samples.
  static func mixAtop(
    _ value: UInt16, _ strength: UInt16, _ cover: UnsafePointer<UInt16>,
    _ alpha: UnsafePointer<UInt16>, to samples: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    repeated(value) { value in
      repeated(strength) { strength in
        let done = mixAtop(
          value, strength, cover, alpha, to: samples, blocks: count / Lanes.scalarCount)
        for x in done..<count {
          let keep = 65535 &- share(cover[x], of: strength[0])
          let added = share(alpha[x], of: share(cover[x], of: value[0]))
          let sum = share(keep, of: samples[x]) &+ added
          samples[x] = sum < added ? .max : sum
        }
      }
    }
  }

  /// The same for whole blocks; gives how many samples are done.
  @inline(never)
  private static func mixAtop(
    _ value: UnsafePointer<UInt16>, _ strength: UnsafePointer<UInt16>,
    _ cover: UnsafePointer<UInt16>, _ alpha: UnsafePointer<UInt16>,
    to samples: UnsafeMutablePointer<UInt16>, blocks: Int
  ) -> Int {
    var x = 0
    for _ in 0..<blocks {
      let cover = lanes(cover + x)
      let keep = Lanes(repeating: .max) &- share(cover, of: lanes(strength))
      store(share(keep, of: lanes(samples + x)), to: samples + x)
      add(share(lanes(alpha + x), of: share(cover, of: lanes(value))), to: samples + x)
      x &+= Lanes.scalarCount
    }
    return x
  }

  // MARK: Shares

  /// A share of a sample, rounded: of 65,536 parts as many as the share says, and one more from the
  /// middle on.
  @inline(__always)
  static func share(_ share: UInt16, of sample: UInt16) -> UInt16 {
    let parts = UInt32(share) &+ UInt32(share &>> 15)
    return UInt16(truncatingIfNeeded: (UInt32(sample) &* parts &+ 32768) &>> 16)
  }

  /// The same of sixteen, with products in two halves, as vectors of 16 bits have them.
  @inline(__always)
  private static func share(_ share: Lanes, of sample: Lanes) -> Lanes {
    let low = sample &* share
    let more = low &+ (sample & (Lanes() &- share &>> 15))
    // Half a part carries where the lower half is half of it or more.
    let upper = upperProduct(sample, share) &+ more &>> 15
    return upper &+ Lanes(repeating: 1).replacing(with: 0, where: more .>= low)
  }

  /// The upper halves of products: a loop lane by lane becomes one instruction where both factors
  /// were read from memory.
  @inline(__always)
  private static func upperProduct(_ a: Lanes, _ b: Lanes) -> Lanes {
    var result = Lanes()
    for lane in 0..<Lanes.scalarCount {
      result[lane] = UInt16(truncatingIfNeeded: (UInt32(a[lane]) &* UInt32(b[lane])) &>> 16)
    }
    return result
  }

  /// Adds to samples, at most to 65,535.
  @inline(__always)
  private static func add(_ added: Lanes, to samples: UnsafeMutablePointer<UInt16>) {
    let sum = lanes(samples) &+ added
    store(sum.replacing(with: Lanes(repeating: .max), where: sum .< added), to: samples)
  }

  @inline(__always)
  private static func lanes(_ samples: UnsafePointer<UInt16>) -> Lanes {
    UnsafeRawPointer(samples).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private static func store(_ lanes: Lanes, to samples: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(samples).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Calls `body` with a number, sixteen times in memory.
  private static func repeated(_ number: UInt16, _ body: (UnsafePointer<UInt16>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Lanes.scalarCount) { room in
      guard let start = room.baseAddress else { return }
      start.initialize(repeating: number, count: Lanes.scalarCount)
      body(start)
    }
  }
}

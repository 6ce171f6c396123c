/// Reads the coefficients of one block after another (ISO/IEC 10918-1, F.2.2 and G.2).
///
/// A block has 64 numbers, in rows. What no code stands for counts as 0, as libjpeg has it.
enum JPEGBlocks {
  /// The next entry of a code.
  @inline(__always)
  private static func next(
    _ bits: inout JPEGBits, _ codes: JPEGCodes, _ table: Span<UInt32>, _ isBroken: inout Bool
  ) -> Int {
    let place = Int(truncatingIfNeeded: bits.window &>> 54)
    var entry = table[place]
    if entry == 0 { entry = codes.long(bits.window, &isBroken) }
    bits.skip(Int(entry & 31))
    return Int(Int32(bitPattern: entry))
  }

  /// The number of an entry.
  @inline(__always)
  private static func number(_ entry: Int, _ bits: inout JPEGBits) -> Int {
    let size = entry &>> 9 & 15
    if size == 0 { return entry &>> 16 }
    return JPEGCodes.number(bits.take(size), size)
  }

  @inline(__always)
  private static func run(_ entry: Int) -> Int { entry &>> 5 & 15 }

  /// Reads a difference of first coefficients.
  @inline(__always)
  static func difference(
    _ bits: inout JPEGBits, _ data: Span<UInt8>, _ codes: JPEGCodes, _ isBroken: inout Bool
  ) -> Int {
    bits.fill(data)
    let entries = codes.table
    let entry = next(&bits, codes, entries.span.extracting(0..<1024), &isBroken)
    return number(entry, &bits)
  }

  /// Reads all other coefficients of a block, multiplied by `factors`, which are in the order of
  /// the file.
  ///
  /// - Returns: the place of the last one in the order of the file; 0 where there is none.
  static func readOthers(
    _ bits: inout JPEGBits, _ data: Span<UInt8>, _ codes: JPEGCodes, _ factors: Span<Int16>,
    _ places: Span<UInt8>, into block: inout MutableSpan<Int16>,
    _ isBroken: inout Bool
  ) -> Int {
    var window = bits
    defer { bits = window }
    let entries = codes.table
    let table = entries.span.extracting(0..<1024)
    let factors = factors.extracting(0..<64)
    let places = places.extracting(0..<128)
    var last = 0
    var index = 1
    while index < 64 {
      window.fill(data)
      let entry = next(&window, codes, table, &isBroken)
      let number = number(entry, &window)
      index &+= run(entry)
      if number == 0 {
        // The end of the block, or sixteen zeros.
        if run(entry) != 15 { break }
      } else {
        last = index
        let factor = Int(factors[Swift.min(index, 63)])
        block[Int(places[index & 127])] = Int16(truncatingIfNeeded: number &* factor)
      }
      index &+= 1
    }
    return last
  }

  /// Reads coefficients of a band for the first time; `zeros` counts blocks that have none.
  static func readBand(
    _ bits: inout JPEGBits, _ data: Span<UInt8>, _ codes: JPEGCodes, _ band: ClosedRange<Int>,
    low: Int, _ zeros: inout Int, into block: inout MutableSpan<Int16>, _ isBroken: inout Bool
  ) {
    if zeros > 0 {
      zeros &-= 1
      return
    }
    let entries = codes.table
    let table = entries.span.extracting(0..<1024)
    let order = JPEGOrder.places
    let places = order.span.extracting(0..<128)
    var index = band.lowerBound
    while index <= band.upperBound {
      bits.fill(data)
      let entry = next(&bits, codes, table, &isBroken)
      let number = number(entry, &bits)
      let run = run(entry)
      if number != 0 {
        index &+= run
        block[Int(places[index & 127])] = Int16(truncatingIfNeeded: number &<< low)
      } else if run == 15 {
        index &+= 15
      } else {
        zeros = blocks(run, &bits, data) &- 1
        return
      }
      index &+= 1
    }
  }

  /// How many blocks end here, this one among them.
  @inline(__always)
  private static func blocks(_ run: Int, _ bits: inout JPEGBits, _ data: Span<UInt8>) -> Int {
    if run == 0 { return 1 }
    bits.fill(data)
    return 1 &<< run &+ bits.take(run)
  }

  /// Reads one more bit of coefficients of a band, and new ones that have only this.
  static func refineBand(
    _ bits: inout JPEGBits, _ data: Span<UInt8>, _ codes: JPEGCodes, _ band: ClosedRange<Int>,
    low: Int, _ zeros: inout Int, in block: inout MutableSpan<Int16>, _ isBroken: inout Bool
  ) {
    if zeros > 0, hasNoOthers(block.span) {
      zeros &-= 1
      return
    }
    let entries = codes.table
    let table = entries.span.extracting(0..<1024)
    let order = JPEGOrder.places
    let places = order.span.extracting(0..<128)
    let bit = Int16(truncatingIfNeeded: 1 &<< low)
    var index = band.lowerBound
    if zeros == 0 {
      while index <= band.upperBound {
        bits.fill(data)
        let entry = next(&bits, codes, table, &isBroken)
        var run = run(entry)
        var new: Int16 = 0
        if entry &>> 9 & 15 != 0 {
          // Only a sign can follow.
          new = bits.take(1) == 1 ? bit : 0 &- bit
        } else if entry &>> 16 != 0 {
          new = entry > 0 ? bit : 0 &- bit
        } else if run != 15 {
          zeros = blocks(run, &bits, data)
          break
        }
        // Coefficients that are there have their bit; zeros are counted.
        while index <= band.upperBound {
          let place = Int(places[index & 127])
          if block[place] != 0 {
            refine(&block, place, bit, &bits, data)
          } else {
            run &-= 1
            if run < 0 { break }
          }
          index &+= 1
        }
        if new != 0 { block[Int(places[index & 127])] = new }
        index &+= 1
      }
    }
    guard zeros > 0 else { return }
    while index <= band.upperBound {
      let place = Int(places[index & 127])
      if block[place] != 0 { refine(&block, place, bit, &bits, data) }
      index &+= 1
    }
    zeros &-= 1
  }

  /// Whether there is no coefficient but the first.
  private static func hasNoOthers(_ block: Span<Int16>) -> Bool {
    var found = block.eight(at: 0)
    found[0] = 0
    for index in 1..<8 { found |= block.eight(at: 8 &* index) }
    return found == SIMD8(repeating: 0)
  }

  /// Reads one more bit of a coefficient.
  @inline(__always)
  private static func refine(
    _ block: inout MutableSpan<Int16>, _ place: Int, _ bit: Int16, _ bits: inout JPEGBits,
    _ data: Span<UInt8>
  ) {
    guard bits.flag(data), block[place] & bit == 0 else { return }
    block[place] = block[place] > 0 ? block[place] &+ bit : block[place] &- bit
  }
}

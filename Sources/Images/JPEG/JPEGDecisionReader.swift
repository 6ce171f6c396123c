/// What an arithmetic code takes for likely: where it draws lines between small and large numbers
/// (ISO/IEC 10918-1, B.2.4.3).
struct JPEGConditioning: Sendable {
  /// Which estimates of first coefficients a component has, and which of others.
  var first = 0
  var others = 0
  /// Between these powers of two, a difference of first coefficients is small.
  var small = 0...1
  /// The last place at which coefficients are thought to be large.
  var knee = 5
}

/// Reads one scan that is coded arithmetically (ISO/IEC 10918-1, F.1.4 and G.1.3).
struct JPEGDecisionReader {
  /// What is known of the decisions of an interval.
  private struct Estimates {
    /// Those of first coefficients, by the tables that components share: 64 each.
    var first = [UInt8](repeating: 0, count: 4 * 64)
    /// Those of others, 256 each.
    var others = [UInt8](repeating: 0, count: 4 * 256)
  }

  private let scan: JPEGScan
  private var intervals: JPEGIntervals
  private var left: Int
  private var decisions = JPEGDecisions()
  private var estimates = Estimates()
  /// The last first coefficient of each part, and of what kind its difference was.
  private var first: [Int]
  private var kinds: [Int]
  /// Whether a number was read that can't be; the rest of the interval is not read.
  private var isBroken = false

  init(_ bytes: [UInt8], _ scan: JPEGScan) {
    self.scan = scan
    intervals = JPEGIntervals(bytes, in: scan.data)
    left = scan.interval
    first = [Int](repeating: 0, count: scan.parts.count)
    kinds = first
  }

  /// What is wrong with the data; the first that is found.
  var flaw: ImageError? { intervals.flaw }

  /// Reads all of the scan.
  mutating func read(_ frame: JPEGFrame, _ planes: inout JPEGPlanes) {
    let isAlone = scan.parts.count == 1
    let alone = frame.components[scan.parts[0].component]
    let (columns, rows) =
      isAlone ? (alone.columns, alone.rows) : (frame.columns, frame.rows)
    for row in 0..<rows {
      for column in 0..<columns {
        begin()
        // Nothing is left of the scan.
        if intervals.isMissing && intervals.isOver { return }
        if intervals.isMissing || isBroken {
          if scan.interval == 0 { return }
          continue
        }
        let data = intervals.data
        for (index, part) in scan.parts.enumerated() {
          let component = frame.components[part.component]
          let (width, height) = isAlone ? (1, 1) : (component.across, component.down)
          for place in 0..<width * height {
            let (across, down) = (place % width, place / width)
            let line = (row * height + down) * component.across * frame.columns
            let at = 64 * (line + column * width + across)
            var values = planes.values[part.component].mutableSpan
            var block = values._mutatingExtracting(at..<at + 64)
            read(index, part.conditioning, data.span, &block, isProgressive: frame.isProgressive)
          }
        }
      }
    }
  }

  /// Prepares for the next unit.
  private mutating func begin() {
    guard scan.interval > 0 else { return }
    if left == 0 {
      intervals.advance()
      left = scan.interval
      (decisions, estimates, isBroken) = (JPEGDecisions(), Estimates(), false)
      for index in first.indices { (first[index], kinds[index]) = (0, 0) }
    }
    left -= 1
  }

  private mutating func fail() {
    intervals.note("an undefined code")
    isBroken = true
  }

  private mutating func decide(_ data: Span<UInt8>, first place: Int) -> Bool {
    decisions.next(data, &estimates.first[place])
  }

  private mutating func decide(_ data: Span<UInt8>, others place: Int) -> Bool {
    decisions.next(data, &estimates.others[place])
  }

  private mutating func decideEvenly(_ data: Span<UInt8>) -> Bool {
    var even = JPEGDecisions.even
    return decisions.next(data, &even)
  }

  /// Reads what the scan has of a block.
  private mutating func read(
    _ part: Int, _ conditioning: JPEGConditioning, _ data: Span<UInt8>,
    _ block: inout MutableSpan<Int16>, isProgressive: Bool
  ) {
    guard !isBroken else { return }
    let (band, low) = (scan.band, scan.low)
    if band.lowerBound == 0 {
      if scan.isRefining {
        if decideEvenly(data) { block[0] |= Int16(truncatingIfNeeded: 1 &<< low) }
        return
      }
      first[part] &+= difference(part, conditioning, data)
      block[0] = Int16(truncatingIfNeeded: first[part] &<< low)
      if isProgressive { return }
    }
    if scan.isRefining {
      refineBand(conditioning, data, &block)
    } else {
      readBand(max(band.lowerBound, 1)...max(band.upperBound, 1), conditioning, data, &block)
    }
  }

  /// Reads a difference of first coefficients (F.1.4.1).
  private mutating func difference(
    _ part: Int, _ conditioning: JPEGConditioning, _ data: Span<UInt8>
  ) -> Int {
    let start = 64 * conditioning.first
    var place = start + kinds[part]
    kinds[part] = 0
    guard decide(data, first: place) else { return 0 }
    let isNegative = decide(data, first: place + 1)
    place += isNegative ? 3 : 2
    var power = decide(data, first: place) ? 1 : 0
    if power > 0 {
      place = start + 20
      while decide(data, first: place) {
        power <<= 1
        if power == 0x8000 {
          fail()
          return 0
        }
        place += 1
      }
    }
    let small = conditioning.small
    if power >= (1 << small.lowerBound) / 2 {
      let isLarge = power > (1 << small.upperBound) / 2
      kinds[part] = (isLarge ? 12 : 4) + (isNegative ? 4 : 0)
    }
    var number = power
    while power > 1 {
      power >>= 1
      if decide(data, first: place + 14) { number |= power }
    }
    return isNegative ? -number - 1 : number + 1
  }

  /// Reads coefficients of a band for the first time (F.1.4.2).
  private mutating func readBand(
    _ band: ClosedRange<Int>, _ conditioning: JPEGConditioning, _ data: Span<UInt8>,
    _ block: inout MutableSpan<Int16>
  ) {
    let start = 256 * conditioning.others
    var index = band.lowerBound
    while index <= band.upperBound {
      var place = start + 3 * (index - 1)
      if decide(data, others: place) { return }
      while !decide(data, others: place + 1) {
        place += 3
        index += 1
        if index > band.upperBound { return fail() }
      }
      let isNegative = decideEvenly(data)
      place += 2
      var power = decide(data, others: place) ? 1 : 0
      if power > 0, decide(data, others: place) {
        power = 2
        place = start + (index <= conditioning.knee ? 189 : 217)
        while decide(data, others: place) {
          power <<= 1
          if power == 0x8000 { return fail() }
          place += 1
        }
      }
      var number = power
      while power > 1 {
        power >>= 1
        if decide(data, others: place + 14) { number |= power }
      }
      number = isNegative ? -number - 1 : number + 1
      block[Int(JPEGOrder.places[index])] = Int16(truncatingIfNeeded: number &<< scan.low)
      index += 1
    }
  }

  /// Reads one more bit of coefficients of a band, and new ones that have only this (G.1.3.3).
  private mutating func refineBand(
    _ conditioning: JPEGConditioning, _ data: Span<UInt8>, _ block: inout MutableSpan<Int16>
  ) {
    let start = 256 * conditioning.others
    let bit = Int16(truncatingIfNeeded: 1 &<< scan.low)
    let places = JPEGOrder.places
    // A block does not end before the last coefficient that is there.
    var last = scan.band.upperBound
    while last > 0, block[Int(places[last])] == 0 { last -= 1 }
    var index = scan.band.lowerBound
    while index <= scan.band.upperBound {
      var place = start + 3 * (index - 1)
      if index > last, decide(data, others: place) { return }
      while true {
        let at = Int(places[index])
        if block[at] != 0 {
          if decide(data, others: place + 2) {
            block[at] = block[at] > 0 ? block[at] &+ bit : block[at] &- bit
          }
          break
        }
        if decide(data, others: place + 1) {
          block[at] = decideEvenly(data) ? 0 &- bit : bit
          break
        }
        place += 3
        index += 1
        if index > scan.band.upperBound { return fail() }
      }
      index += 1
    }
  }
}

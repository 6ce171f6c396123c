/// Reads one scan, unit after unit.
struct JPEGScanReader {
  /// A block of a unit.
  private struct Place {
    /// Which part of the scan it belongs to, and which component of the frame.
    let part: Int
    let component: Int
    /// Where it stands in the unit.
    let across: Int
    let down: Int
    /// How many blocks of its kind a unit has.
    let width: Int
    let height: Int
  }

  private let scan: JPEGScan
  private var intervals: JPEGIntervals
  /// How many units of the interval are left; only where there are several intervals.
  private var left: Int
  private let places: [Place]
  /// The factors of each part, 64 each; those of a picture of several scans come later.
  private let factors: [Int16]
  /// The codes of each part; one that is not read has those of another.
  private let firstCodes: [JPEGCodes]
  private let otherCodes: [JPEGCodes]
  /// The last first coefficient of each part.
  private var first: [Int]
  /// How many blocks to come have no new coefficients.
  private var zeros = 0
  private var isBroken = false

  init(_ bytes: [UInt8], _ scan: JPEGScan, _ frame: JPEGFrame) {
    self.scan = scan
    intervals = JPEGIntervals(bytes, in: scan.data)
    left = scan.interval
    first = [Int](repeating: 0, count: scan.parts.count)
    var places: [Place] = []
    var factors: [Int16] = []
    for (part, content) in scan.parts.enumerated() {
      let component = frame.components[content.component]
      // What is alone in a scan is in no unit with others.
      let isAlone = scan.parts.count == 1
      let (width, height) = isAlone ? (1, 1) : (component.across, component.down)
      for down in 0..<height {
        for across in 0..<width {
          places.append(
            Place(
              part: part, component: content.component, across: across, down: down, width: width,
              height: height))
        }
      }
      factors += component.factors ?? [Int16](repeating: 0, count: 64)
    }
    (self.places, self.factors) = (places, factors)
    firstCodes = scan.parts.compactMap { $0.first ?? $0.others }
    otherCodes = scan.parts.compactMap { $0.others ?? $0.first }
  }

  /// What is wrong with the data; the first that is found.
  var flaw: ImageError? { intervals.flaw }

  /// Prepares for the next units of the same interval, at most so many.
  private mutating func begin(_ most: Int) -> Int {
    guard scan.interval > 0 else { return most }
    if left == 0 {
      intervals.advance()
      left = scan.interval
      zeros = 0
      for index in first.indices { first[index] = 0 }
    }
    let count = Swift.min(left, most)
    left -= count
    return count
  }

  /// Takes where reading came to.
  private mutating func end(_ bits: JPEGBits) {
    intervals.bits = bits
    intervals.checkEnd()
    if isBroken { intervals.note("an undefined code") }
  }

  // MARK: - Pictures of one scan

  /// Draws a row of units of a picture that has all in this scan.
  mutating func draw(_ row: Int, _ rows: inout JPEGRows) {
    var column = 0
    while column < rows.columns {
      let count = begin(rows.columns - column)
      draw(row, column..<column + count, &rows)
      column += count
    }
  }

  private mutating func draw(_ row: Int, _ columns: Range<Int>, _ rows: inout JPEGRows) {
    let data = intervals.data
    let span = data.span
    var bits = intervals.bits
    var isMissing = intervals.isMissing
    let order = JPEGOrder.places
    var block = [Int16](repeating: 0, count: 64)
    var isBroken = false
    defer { if isBroken { self.isBroken = true } }
    for column in columns {
      if bits.isOver(span) { isMissing = true }
      for place in places {
        let at = rows.strips[place.component].place(
          column: column &* place.width &+ place.across, row: row &* place.height &+ place.down)
        let stride = rows.strips[place.component].stride
        var samples = rows.strips[place.component].samples.mutableSpan
        guard !isMissing else {
          JPEGTransform.fill(0, to: &samples, at: at, stride: stride)
          continue
        }
        first[place.part] &+= JPEGBlocks.difference(
          &bits, span, firstCodes[place.part], &isBroken)
        let factors = factors.span.extracting(64 &* place.part..<64 &* place.part &+ 64)
        let mean = Int16(truncatingIfNeeded: first[place.part] &* Int(factors[0]))
        var values = block.mutableSpan
        let last = JPEGBlocks.readOthers(
          &bits, span, otherCodes[place.part], factors, order.span, into: &values, &isBroken)
        if last == 0 {
          JPEGTransform.fill(mean, to: &samples, at: at, stride: stride)
        } else {
          values[0] = mean
          JPEGTransform.draw(block.span, to: &samples, at: at, stride: stride)
          var values = block.mutableSpan
          for index in 0..<64 { values[index] = 0 }
        }
      }
    }
    end(bits)
  }

  // MARK: - Pictures of several scans

  /// Reads all of the scan.
  mutating func read(_ frame: JPEGFrame, _ planes: inout JPEGPlanes) {
    var (columns, rows) = (frame.columns, frame.rows)
    if scan.parts.count == 1 {
      let component = frame.components[scan.parts[0].component]
      (columns, rows) = (component.columns, component.rows)
    }
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let count = begin(columns - column)
        read(frame, row, column..<column + count, &planes)
        // Nothing is left of the scan, and another may follow.
        if intervals.isOver || intervals.isMissing && scan.interval == 0 { return }
        column += count
      }
    }
  }

  private mutating func read(
    _ frame: JPEGFrame, _ row: Int, _ columns: Range<Int>, _ planes: inout JPEGPlanes
  ) {
    let data = intervals.data
    let span = data.span
    var bits = intervals.bits
    guard !intervals.isMissing else { return }
    for column in columns {
      if bits.isOver(span) { break }
      for place in places {
        let component = place.component
        let line = frame.components[component].across &* frame.columns
        let at =
          64
          &* ((row &* place.height &+ place.down) &* line &+ column &* place.width
            &+ place.across)
        var values = planes.values[component].mutableSpan
        var block = values._mutatingExtracting(at..<at &+ 64)
        read(place.part, &bits, span, &block, isProgressive: frame.isProgressive)
      }
    }
    end(bits)
  }

  /// Reads what the scan has of a block.
  @inline(__always)
  private mutating func read(
    _ part: Int, _ bits: inout JPEGBits, _ data: Span<UInt8>, _ block: inout MutableSpan<Int16>,
    isProgressive: Bool
  ) {
    let (band, low) = (scan.band, scan.low)
    if !isProgressive {
      first[part] &+= JPEGBlocks.difference(&bits, data, firstCodes[part], &isBroken)
      block[0] = Int16(truncatingIfNeeded: first[part])
      let (ones, order) = (Self.ones, JPEGOrder.places)
      _ = JPEGBlocks.readOthers(
        &bits, data, otherCodes[part], ones.span, order.span, into: &block, &isBroken)
    } else if band.lowerBound == 0 {
      if scan.isRefining {
        if bits.flag(data) { block[0] |= Int16(truncatingIfNeeded: 1 &<< low) }
      } else {
        first[part] &+= JPEGBlocks.difference(&bits, data, firstCodes[part], &isBroken)
        block[0] = Int16(truncatingIfNeeded: first[part] &<< low)
      }
    } else if scan.isRefining {
      JPEGBlocks.refineBand(
        &bits, data, otherCodes[part], band, low: low, &zeros, in: &block, &isBroken)
    } else {
      JPEGBlocks.readBand(
        &bits, data, otherCodes[part], band, low: low, &zeros, into: &block, &isBroken)
    }
  }

  private static let ones = [Int16](repeating: 1, count: 64)
}

/// Rows of samples of one component: those of two rows of units by turns.
struct JPEGStrip {
  /// How many samples a row has, with those that fill units up.
  let stride: Int
  /// How many rows there are.
  private let count: Int
  private let component: JPEGFrame.Component
  var samples: [UInt8]
  /// A row as wide as the picture, with room behind it.
  private var line: [UInt8] = []
  /// Samples of a row before they are spread, with one more at either end.
  private var sums: [UInt16] = []
  /// How samples between others are made.
  private let spread: Spread

  /// How samples stand in the picture.
  private enum Spread {
    /// Each once.
    case none
    /// Twice across, with a quarter of the next one.
    case across
    /// Twice down.
    case down
    /// Twice both ways.
    case both
    /// Each several times as it is.
    case repeated
  }

  init(_ component: JPEGFrame.Component, columns: Int, width: Int) {
    self.component = component
    stride = 8 * component.across * columns
    count = 16 * component.down
    samples = [UInt8](repeating: 128, count: stride * count)
    // libjpeg spreads nothing across of which there is so little.
    let isWide = component.width > 2
    spread =
      switch (component.spreadAcross, component.spreadDown) {
      case (1, 1): .none
      case (2, 1) where isWide: .across
      case (1, 2): .down
      case (2, 2) where isWide: .both
      default: .repeated
      }
    guard spread != .none else { return }
    line = [UInt8](repeating: 0, count: (width + 31) / 16 * 16 + 16)
    sums = [UInt16](repeating: 0, count: (component.width + 15) / 8 * 8 + 16)
  }

  /// Whether a row needs one below it.
  var needsNext: Bool { spread == .down || spread == .both }

  /// Where a block begins, by its column and row among all of the component.
  @inline(__always)
  func place(column: Int, row: Int) -> Int { (8 &* row) % count &* stride &+ 8 &* column }

  /// The samples of a row of the picture: where they lie in what array.
  mutating func row(_ row: Int) -> (samples: [UInt8], range: Range<Int>) {
    if spread == .none {
      let start = row % count * stride
      return (samples, start..<start + stride)
    }
    fill(row)
    return (line, 0..<line.count)
  }

  private mutating func fill(_ row: Int) {
    let (width, across, length) = (component.width, component.spreadAcross, stride)
    switch spread {
    case .none: break
    case .repeated:
      let from = row / component.spreadDown % count * stride
      JPEGSpread.copy(
        samples, from..<from + length, times: across, &line)
    case .across:
      let from = row % count * stride
      JPEGSpread.take(samples, from..<from + width, &sums)
      JPEGSpread.between(sums, width: width, rounding: (1, 2), shift: 2, &line)
    case .down, .both:
      let near = row / 2
      let far = Swift.min(Swift.max(row & 1 == 0 ? near - 1 : near + 1, 0), component.height - 1)
      let (upper, lower) = (near % count * stride, far % count * stride)
      JPEGSpread.add(
        samples, upper..<upper + width, lower..<lower + width, &sums)
      if spread == .both {
        JPEGSpread.between(sums, width: width, rounding: (8, 7), shift: 4, &line)
      } else {
        JPEGSpread.quarter(sums, width: width, rounding: row & 1 == 0 ? 1 : 2, &line)
      }
    }
  }
}

/// Spreads rows of samples, bit for bit as libjpeg does: each has three quarters of the nearest
/// sample, and one of the next.
enum JPEGSpread {
  /// Writes each sample several times.
  static func copy(
    _ samples: [UInt8], _ range: Range<Int>, times: Int, _ line: inout [UInt8]
  ) {
    let row = samples.span.extracting(range)
    var output = line.mutableSpan
    var place = 0
    for index in row.indices {
      let end = Swift.min(place &+ times, output.count)
      while place < end {
        output[place] = row[index]
        place &+= 1
      }
    }
  }

  /// Takes a row, from the second place on.
  static func take(_ samples: [UInt8], _ range: Range<Int>, _ sums: inout [UInt16]) {
    let row = samples.span.extracting(range)
    var output = sums.mutableSpan
    guard output.count >= row.count &+ 2 else { return }
    for index in row.indices { output[index &+ 1] = UInt16(row[index]) }
    close(&output, row.count)
  }

  /// Three times a row and once another, from the second place on.
  static func add(
    _ samples: [UInt8], _ near: Range<Int>, _ far: Range<Int>, _ sums: inout [UInt16]
  ) {
    let near = samples.span.extracting(near)
    let far = samples.span.extracting(far)
    var output = sums.mutableSpan
    guard output.count >= near.count &+ 2, far.count == near.count else { return }
    for index in near.indices {
      output[index &+ 1] = 3 &* UInt16(near[index]) &+ UInt16(far[index])
    }
    close(&output, near.count)
  }

  /// Beyond either end stands what is there.
  private static func close(_ sums: inout MutableSpan<UInt16>, _ width: Int) {
    sums[0] = sums[1]
    sums[width &+ 1] = sums[width]
  }

  /// Two samples for each of a row.
  static func between(
    _ sums: [UInt16], width: Int, rounding: (UInt16, UInt16), shift: UInt16,
    _ line: inout [UInt8]
  ) {
    let sums = sums.span
    var output = line.mutableSpan
    var bytes = output.mutableBytes
    let (left, right) = (
      SIMD8<UInt16>(repeating: rounding.0), SIMD8<UInt16>(repeating: rounding.1)
    )
    let shift = SIMD8<UInt16>(repeating: shift)
    var index = 0
    while index < width {
      let middle = sums.eight(at: index &+ 1)
      let most = middle &+ middle &+ middle
      let first = (most &+ sums.eight(at: index) &+ left) &>> shift
      let second = (most &+ sums.eight(at: index &+ 2) &+ right) &>> shift
      bytes.storeBytes(
        of: first | second &<< 8, toByteOffset: 2 &* index, as: SIMD8<UInt16>.self)
      index &+= 8
    }
  }

  /// A quarter of each.
  static func quarter(
    _ sums: [UInt16], width: Int, rounding: UInt16, _ line: inout [UInt8]
  ) {
    let sums = sums.span
    var output = line.mutableSpan
    for index in 0..<Swift.min(width, output.count) {
      output[index] = UInt8(truncatingIfNeeded: (sums[index &+ 1] &+ rounding) &>> 2)
    }
  }
}

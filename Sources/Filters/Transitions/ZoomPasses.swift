import Bytes
import Geometry
import Y4M

/// Smears one plane away from a point, as a zoom does while the shutter is open.
///
/// A sample becomes the mean of samples on its way to the centre, at scales from 1 down to
/// 1 - `length`. Each pass takes the mean of the picture and the picture enlarged, by a factor that
/// squares from pass to pass: so `n` passes, bilinear ones, are the mean of 2^n places. Samples are
/// of 15 bits meanwhile, so that products are of 16-bit lanes.
struct ZoomPasses {
  private static let mostPasses = 8

  private let layout: PlaneLayout
  /// In samples of the plane, from its corner.
  private let center: Vector
  /// The scales of the passes.
  private let scales: [Double]

  /// - Parameters:
  ///   - center: in luma samples.
  ///   - length: 0 up to, not including, 1.
  init(_ layout: PlaneLayout, center: Vector, length: Double) {
    self.layout = layout
    self.center = layout.map(center)
    let far =
      Vector(
        max(self.center.x, Double(layout.width) - self.center.x),
        max(self.center.y, Double(layout.height) - self.center.y)
      ).length * length
    var count = 1
    while count < Self.mostPasses, far > Self.reach(count) { count += 1 }
    scales = (0..<count).map {
      Maths.pow(1 - length, Double(1 << $0) / Double(1 << count - 1))
    }
  }

  /// The longest way, in samples, that so many passes smear along with no steps to be seen: the
  /// more places there are, the fainter each is, and the further apart they may lie.
  private static func reach(_ count: Int) -> Double {
    Double(1 << count) * (count < 5 ? 2.5 : 7)
  }

  /// Fills `target` with a mixture of two planes, smeared.
  ///
  /// - Parameter share: of the second plane.
  func run<S: Sample>(
    _ first: UnsafePointer<S>, _ second: UnsafePointer<S>, share: UInt16,
    depth: Int, to target: UnsafeMutablePointer<S>, _ workspace: Workspace
  ) {
    let width = layout.width
    let rows = 0..<layout.height
    let least = Workspace.leastRows(width: width)
    workspace.scratch.scope {
      var (from, to) = (
        workspace.scratch.take(UInt16.self, width * layout.height),
        workspace.scratch.take(UInt16.self, width * layout.height)
      )
      workspace.split(rows, least: 4 * least) { rows, _ in
        let start = rows.lowerBound * width
        narrow(
          first + start, second + start, share: share, depth: depth, to: from + start,
          count: rows.count * width)
      }
      for (index, scale) in scales.enumerated() {
        let isLast = index == scales.count - 1
        let (source, next) = (from, to)
        workspace.split(rows, least: least) { rows, scratch in
          let line = ZoomLine(width: width, scale: scale, center: center.x, scratch)
          for y in rows {
            line.read(source, row: y, of: layout.height, scale: scale, center: center.y)
            line.mean(source + y * width, to: next + y * width)
            if isLast {
              widen(next + y * width, depth: depth, to: target + y * width, count: width)
            }
          }
        }
        swap(&from, &to)
      }
    }
  }

  /// Mixes samples to ones of 15 bits.
  private func narrow<S: Sample>(
    _ first: UnsafePointer<S>, _ second: UnsafePointer<S>, share: UInt16, depth: Int,
    to target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (weight, rest) = (UInt32(share), UInt32(Share.whole &- share))
    let (shift, half) = (UInt32(depth), UInt32(1) << UInt32(depth - 1))
    let peak = S(truncatingIfNeeded: 1 << depth - 1)
    for index in 0..<count {
      let (from, to) = (UInt32(min(first[index], peak)), UInt32(min(second[index], peak)))
      let sum = from &* rest &+ to &* weight
      target[index] = UInt16(truncatingIfNeeded: min((sum &+ half) &>> shift, 32767))
    }
  }

  /// Brings samples of 15 bits back to theirs.
  private func widen<S: Sample>(
    _ source: UnsafeMutablePointer<UInt16>, depth: Int, to target: UnsafeMutablePointer<S>,
    count: Int
  ) {
    if depth == 16 {
      for x in 0..<count {
        target[x] = S(truncatingIfNeeded: (source[x] &<< 1) | (source[x] &>> 14))
      }
      return
    }
    let shift = UInt16(truncatingIfNeeded: 15 - depth)
    let half = UInt16(truncatingIfNeeded: (1 << (15 - depth)) >> 1)
    let peak = UInt16(truncatingIfNeeded: 1 << depth - 1)
    for x in 0..<count {
      target[x] = S(truncatingIfNeeded: min((source[x] &+ half) &>> shift, peak))
    }
  }
}

/// One row of an enlarged plane after another.
private struct ZoomLine {
  private let width: Int
  /// Which sample is read for each column, and the share of the one after it, in 2^-15.
  private let columns: UnsafeMutablePointer<Int32>
  private let shares: UnsafeMutablePointer<Int16>
  /// A row of the source, and the pairs of its samples that are read.
  private let row: UnsafeMutablePointer<UInt16>
  private let pairs: UnsafeMutablePointer<UInt32>

  init(width: Int, scale: Double, center: Double, _ scratch: Scratch) {
    self.width = width
    columns = scratch.take(Int32.self, width)
    shares = scratch.take(Int16.self, width)
    row = scratch.take(UInt16.self, width + 1)
    pairs = scratch.take(UInt32.self, width)
    for x in 0..<width {
      let (index, share) = Self.place(x, of: width, scale, center)
      columns[x] = Int32(truncatingIfNeeded: index)
      shares[x] = share
    }
  }

  /// The sample before the place where number `index` is read, and the share of the one after it.
  private static func place(
    _ index: Int, of count: Int, _ scale: Double, _ center: Double
  ) -> (Int, Int16) {
    let place = center + (Double(index) + 0.5 - center) * scale - 0.5
    let bounded = min(max(place, 0), Double(count - 1))
    let low = bounded.rounded(.down)
    return (Int(low), Int16(min((bounded - low) * 32768, 32767)))
  }

  /// Reads the row that number `y` of the target is made of.
  func read(
    _ source: UnsafeMutablePointer<UInt16>, row y: Int, of height: Int, scale: Double,
    center: Double
  ) {
    let (index, share) = Self.place(y, of: height, scale, center)
    let upper = source + index * width
    if share == 0 {
      row.update(from: upper, count: width)
    } else {
      let lower = upper + width
      for x in 0..<width { row[x] = Self.mixed(upper[x], lower[x], share) }
    }
    row[width] = row[width - 1]
    for x in 0..<width {
      pairs[x] = UInt32(
        littleEndian: UnsafeRawPointer(row + Int(columns[x])).loadUnaligned(as: UInt32.self))
    }
  }

  /// Writes the mean of what was read and `current`.
  func mean(_ current: UnsafeMutablePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>) {
    for x in 0..<width {
      let value = Self.mixed(
        UInt16(truncatingIfNeeded: pairs[x]), UInt16(truncatingIfNeeded: pairs[x] &>> 16),
        shares[x])
      target[x] = UInt16(truncatingIfNeeded: (UInt32(current[x]) &+ UInt32(value) &+ 1) &>> 1)
    }
  }

  /// A sample between two of 15 bits.
  @inline(__always)
  private static func mixed(_ first: UInt16, _ second: UInt16, _ share: Int16) -> UInt16 {
    let step = Int16(bitPattern: second &- first)
    let part = (Int32(step) &* Int32(share) &+ 16384) &>> 15
    return first &+ UInt16(truncatingIfNeeded: part)
  }
}

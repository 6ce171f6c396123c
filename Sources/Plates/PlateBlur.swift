import Bytes
import Fonts

/// A mean over some pixels of a row, of which the two at its ends count less.
///
/// Three of them one after another are nearly a Gaussian, whatever its width (Gwosdek and others,
/// "Theoretical foundations of Gaussian convolution by extended box filtering").
private struct BoxMean {
  /// How many pixels beside the middle count whole.
  let reach: Int
  private let whole: Float
  private let end: Float

  /// The mean whose variance, in square pixels, is a third of a Gaussian's.
  init(deviation: Double) {
    let variance = deviation * deviation / 3
    reach = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
    let inner = Double(reach)
    let width = 2 * inner + 1
    let share =
      width * (inner * (inner + 1) / 3 - variance) / (2 * (variance - (inner + 1) * (inner + 1)))
    whole = Float(1 / (width + 2 * share))
    end = Float(share / (width + 2 * share))
  }

  /// How far blurs of these deviations reach.
  static func reach(_ across: Double, _ down: Double) -> Int {
    let widest = min(max(across, down), Plate.widestBlur)
    return 3 * (BoxMean(deviation: widest).reach + 1)
  }

  /// How much room a row needs on each side: what three means see, and zeros beyond.
  var margin: Int { 4 * (reach + 1) }

  @inline(__always)
  private func mean(_ sum: SIMD4<Int32>, _ ends: SIMD4<Int32>) -> SIMD4<Int32> {
    // A float of 2^23 and more has the whole number in the last bits of its pattern.
    var result = SIMD4<Int32>()
    for lane in 0..<4 {
      let mean = Float(sum[lane]) * whole + Float(ends[lane]) * end + 0x1p23
      result[lane] = Int32(bitPattern: mean.bitPattern) & 0xFFFF
    }
    return result
  }

  /// The means of a row of which there is nothing in the outermost quarter of its margins.
  func means(of row: [SIMD4<Int32>], into result: inout [SIMD4<Int32>]) {
    var sum = SIMD4<Int32>.zero
    for place in 1..<2 * reach + 1 { sum &+= row[place] }
    for place in reach + 1..<row.count - reach - 1 {
      sum &+= row[place &+ reach]
      let ends = row[place &- reach &- 1] &+ row[place &+ reach &+ 1]
      result[place] = mean(sum, ends)
      sum &-= row[place &- reach]
    }
  }
}

extension Plate {
  /// Blurs by a Gaussian, of which there is nothing beyond the plate.
  ///
  /// - Parameters:
  ///   - across, down: the standard deviations, in pixels.
  ///   - goesOn: whether the pixels at the edges go on beyond them instead.
  package mutating func blur(across: Double, down: Double, goesOn: Bool = false) {
    guard across >= Self.least || down >= Self.least, !box.isEmpty else { return }
    if !goesOn {
      let reach = BoxMean.reach(across, down)
      guard let part = used?.grown(by: reach).common(with: box) else { return }
      if part.width * part.height < box.width * box.height * 3 / 4 {
        var small = cut(to: part)
        small.blurAll(across: across, down: down, goesOn: false)
        self = small.cut(to: box)
        return
      }
    }
    blurAll(across: across, down: down, goesOn: goesOn)
  }

  private mutating func blurAll(across: Double, down: Double, goesOn: Bool) {
    let turned = Self.blurredAndTurned(samples, box.width, box.height, across, goesOn)
    samples = Self.blurredAndTurned(turned, box.height, box.width, down, goesOn)
  }

  /// The pixels in which there is something; nil where there is nothing at all.
  private var used: PixelBox? {
    var (left, right, top, bottom) = (box.width, 0, box.height, 0)
    for y in 0..<box.height {
      var at = y * box.width * 4 + 3
      for x in 0..<box.width {
        if samples[at] != 0 {
          (left, right) = (min(left, x), max(right, x + 1))
          (top, bottom) = (min(top, y), y + 1)
        }
        at &+= 4
      }
    }
    guard left < right else { return nil }
    return PixelBox(x: box.x + left, y: box.y + top, width: right - left, height: bottom - top)
  }

  /// The standard deviation of the widest blur, in pixels.
  package static var widestBlur: Double { 2000 }

  /// The smallest deviation that is seen.
  private static let least = 0.05

  /// How many rows are blurred before they are put down as columns, which lie far from each other.
  private static let rows = 8

  /// Pixels blurred across, their rows as columns.
  private static func blurredAndTurned(
    _ samples: [UInt16], _ width: Int, _ height: Int, _ deviation: Double, _ goesOn: Bool
  ) -> [UInt16] {
    var turned = [UInt16](repeating: 0, count: samples.count)
    let isSharp = deviation < least
    let mean = BoxMean(deviation: isSharp ? 0 : min(deviation, Plate.widestBlur))
    let margin = isSharp ? 0 : mean.margin
    var row = [SIMD4<Int32>](repeating: .zero, count: width + 2 * margin)
    var next = row
    var block = [UInt16](repeating: 0, count: width * rows * 4)
    for top in stride(from: 0, to: height, by: rows) {
      let count = min(rows, height - top)
      var isEmpty = true
      for number in 0..<count {
        if read(samples, (top + number) * width * 4, width, into: &row, margin) {
          isEmpty = false
          if !isSharp {
            if goesOn { extend(&row, margin, mean.reach + 1) } else { clear(&row, margin) }
            mean.means(of: row, into: &next)
            mean.means(of: next, into: &row)
            mean.means(of: row, into: &next)
            swap(&row, &next)
          }
        }
        var at = number * 4
        for x in margin..<margin + width {
          for part in 0..<4 { block[at &+ part] = UInt16(truncatingIfNeeded: row[x][part]) }
          at &+= count &* 4
        }
      }
      if isEmpty { continue }
      for x in 0..<width {
        let at = (x &* height &+ top) &* 4
        let from = x &* count &* 4
        for part in 0..<count &* 4 { turned[at &+ part] = block[from &+ part] }
      }
    }
    return turned
  }

  /// Reads a row between margins, and says whether there is something in it.
  private static func read(
    _ samples: [UInt16], _ start: Int, _ width: Int, into row: inout [SIMD4<Int32>], _ margin: Int
  ) -> Bool {
    var at = start
    var seen: Int32 = 0
    for x in margin..<margin + width {
      row[x] = SIMD4(
        Int32(samples[at]), Int32(samples[at &+ 1]), Int32(samples[at &+ 2]),
        Int32(samples[at &+ 3]))
      seen |= row[x].w
      at &+= 4
    }
    return seen != 0
  }

  /// Lets the ends of a row go on into its margins, but for their outermost parts.
  private static func extend(_ row: inout [SIMD4<Int32>], _ margin: Int, _ outermost: Int) {
    clear(&row, margin)
    let (first, last) = (row[margin], row[row.count - margin - 1])
    for x in outermost..<margin {
      row[x] = first
      row[row.count - 1 - x] = last
    }
  }

  private static func clear(_ row: inout [SIMD4<Int32>], _ margin: Int) {
    for x in 0..<margin {
      row[x] = .zero
      row[row.count - 1 - x] = .zero
    }
  }

  /// The pixels that lie in another box, and nothing where there are none.
  package func cut(to box: PixelBox) -> Plate {
    guard box != self.box else { return self }
    var cut = Plate(box)
    let part = box.common(with: self.box)
    guard !part.isEmpty else { return cut }
    for y in part.y..<part.y + part.height {
      let from = ((y - self.box.y) * self.box.width + part.x - self.box.x) * 4
      let at = ((y - box.y) * box.width + part.x - box.x) * 4
      cut.samples.replaceSubrange(
        at..<at + part.width * 4, with: samples[from..<from + part.width * 4])
    }
    return cut
  }
}

extension PlateCover {
  /// The shares that lie in another box, and nothing where there are none.
  package func cut(to box: PixelBox) -> PlateCover {
    guard box != self.box else { return self }
    var cut = PlateCover(box, 0)
    let part = box.common(with: self.box)
    guard !part.isEmpty else { return cut }
    for y in part.y..<part.y + part.height {
      let from = (y - self.box.y) * self.box.width + part.x - self.box.x
      let at = (y - box.y) * box.width + part.x - box.x
      cut.shares.replaceSubrange(at..<at + part.width, with: shares[from..<from + part.width])
    }
    return cut
  }

  /// Blurs by a Gaussian; its edges go on.
  package mutating func blur(across: Double, down: Double) {
    var plate = Plate(box)
    for pixel in shares.indices { plate.samples[pixel * 4 + 3] = shares[pixel] }
    plate.blur(across: across, down: down, goesOn: reachesEdges)
    for pixel in shares.indices { shares[pixel] = plate.samples[pixel * 4 + 3] }
  }

  /// Whether something is let through at its edges.
  private var reachesEdges: Bool {
    guard !box.isEmpty else { return false }
    return shares[..<box.width].contains { $0 != 0 }
      || shares[(shares.count - box.width)...].contains { $0 != 0 }
      || (0..<box.height).contains {
        shares[$0 * box.width] != 0 || shares[($0 + 1) * box.width - 1] != 0
      }
  }

  /// The cover moved by a step, of which parts of pixels count; `outside` comes in at its edges.
  package func moved(by step: SIMD2<Double>, outside: UInt16) -> PlateCover {
    let whole = (Int(step.x.rounded(.down)), Int(step.y.rounded(.down)))
    let across = UInt64((step.x - step.x.rounded(.down)) * 65536)
    let down = UInt64((step.y - step.y.rounded(.down)) * 65536)
    func at(_ x: Int, _ y: Int) -> UInt64 {
      x >= 0 && x < box.width && y >= 0 && y < box.height
        ? UInt64(shares[y &* box.width &+ x]) : UInt64(outside)
    }
    var moved = PlateCover(box, outside)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let (left, top) = (x &- whole.0 &- 1, y &- whole.1 &- 1)
        let upper = at(left, top) &* across &+ at(left &+ 1, top) &* (65536 &- across)
        let lower = at(left, top &+ 1) &* across &+ at(left &+ 1, top &+ 1) &* (65536 &- across)
        let mean = (upper &* down &+ lower &* (65536 &- down) &+ 1 << 31) >> 32
        moved.shares[y &* box.width &+ x] = UInt16(truncatingIfNeeded: mean)
      }
    }
    return moved
  }
}

import Fonts
import Geometry

/// How much of each sample of a box is covered: 0 is nothing, 65,535 all of it.
///
/// It is written by one thread and then only read.
final class Mask: Sendable {
  let box: Box
  private let samples: Samples16

  /// A mask that covers nothing.
  init(_ box: Box) {
    self.box = box
    samples = Samples16(count: box.width * box.height)
    samples.base.update(repeating: 0, count: samples.count)
  }

  private init(_ box: Box, _ samples: Samples16) {
    self.box = box
    self.samples = samples
  }

  /// The same samples elsewhere.
  func moved(x: Int, y: Int) -> Mask { Mask(box.moved(x: x, y: y), samples) }

  /// The samples of the row `y` of the picture, from the box's left on.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt16> {
    samples.base + (y - box.y) * box.width
  }

  /// Adds what a shape covers, as far as it lies in the box.
  ///
  /// Shapes that meet at an edge cover it together, so what they cover is added up.
  func add(_ coverage: Coverage, weight: UInt16) {
    let shape = Box(coverage.box)
    let part = shape.intersection(box)
    let factor = UInt32(weight) + UInt32(weight >> 15)
    guard !part.isEmpty, factor > 0 else { return }
    coverage.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in part.y..<part.maxY {
        let source = base + ((y - shape.y) * shape.width + part.x - shape.x)
        let target = row(y) + (part.x - box.x)
        for x in 0..<part.width {
          let sum = UInt32(target[x]) &+ (UInt32(source[x]) &* 257 &* factor &+ 32768) &>> 16
          target[x] = UInt16(truncatingIfNeeded: min(sum, 65535))
        }
      }
    }
  }

  /// Adds what another mask covers, as far as it lies in the box.
  func add(_ other: Mask, weight: UInt16 = 65535) {
    let factor = UInt32(weight) + UInt32(weight >> 15)
    combine(other) { target, source in
      min(target &+ (source &* factor &+ 32768) &>> 16, 65535)
    }
  }

  /// Leaves what another mask does not cover.
  func subtract(_ other: Mask) {
    combine(other) { target, source in
      (target &* (65535 &- source) &+ 32767) / 65535
    }
  }

  @inline(__always)
  private func combine(_ other: Mask, _ operation: (UInt32, UInt32) -> UInt32) {
    let part = other.box.intersection(box)
    for y in part.y..<max(part.y, part.maxY) {
      let source = other.row(y) + (part.x - other.box.x)
      let target = row(y) + (part.x - box.x)
      for x in 0..<part.width {
        target[x] = UInt16(truncatingIfNeeded: operation(UInt32(target[x]), UInt32(source[x])))
      }
    }
  }

  /// Leaves what another mask covers too.
  func limit(to other: Mask) {
    for y in box.y..<box.maxY {
      let target = row(y)
      for x in 0..<box.width {
        let column = box.x + x
        let isInside =
          y >= other.box.y && y < other.box.maxY && column >= other.box.x && column < other.box.maxX
        let cover = isInside ? UInt32(other.row(y)[column - other.box.x]) : 0
        target[x] = UInt16(truncatingIfNeeded: (UInt32(target[x]) &* cover &+ 32767) / 65535)
      }
    }
  }

  /// Leaves what lies on one side of a line, whose edge is as soft as a sample is wide.
  ///
  /// - Parameters:
  ///   - normal: of length 1, to the side that is left.
  ///   - offset: where the line is along the normal, from the picture's origin.
  func limit(beyond offset: Double, along normal: Vector) {
    for y in box.y..<box.maxY {
      let target = row(y)
      let line = normal.y * (Double(y) + 0.5) - offset + 0.5
      for x in 0..<box.width {
        let share = min(max(line + normal.x * (Double(box.x + x) + 0.5), 0), 1)
        target[x] = UInt16(truncatingIfNeeded: Int(Double(target[x]) * share + 0.5))
      }
    }
  }

  /// Makes everything cover `factor` times as much, as far as there is more.
  func strengthen(by factor: Double) {
    let fixed = UInt64((min(max(factor, 0), 1000) * 65536).rounded())
    for index in 0..<samples.count {
      let sample = (UInt64(samples.base[index]) &* fixed &+ 32768) &>> 16
      samples.base[index] = UInt16(truncatingIfNeeded: min(sample, 65535))
    }
  }

  /// How far, in samples, a blur is seen around a shape.
  static func reach(sigma: Double) -> Int {
    sigma > 0 ? Int(min((3.5 * sigma).rounded(.up), 4000)) + 1 : 0
  }

  /// The mask blurred with a gaussian of `sigma` samples; beyond the box, nothing is covered.
  func blurred(sigma: Double, _ scratch: Scratch) -> Mask {
    let result = Mask(box)
    guard sigma > 0, !box.isEmpty else {
      result.add(self)
      return result
    }
    let (width, height) = (box.width, box.height)
    scratch.scope {
      GaussianBlur<UInt16>(
        source: GaussianGrid(samples.base, width: width, height: height),
        target: GaussianGrid(result.samples.base, width: width, height: height), depth: 16,
        across: GaussianAxis(sigma: sigma, scratch), down: GaussianAxis(sigma: sigma, scratch),
        scratch: scratch
      ).run(Box(x: 0, y: 0, width: width, height: height))
    }
    return result
  }
}

import Bytes
import Y4M

/// How far one plane of a frame lies from another, in exact sums.
struct PlaneDifference {
  /// Samples in the plane.
  let samples: Int
  /// The sum of the squares of all differences.
  let squares: UInt64
  /// The largest difference.
  let largest: Int
  /// The mean structural similarity.
  let similarity: Double

  /// Compares two planes of the same size, whose samples are of type `S`.
  init<S: FixedWidthInteger & UnsignedInteger>(
    _ a: UnsafeBufferPointer<S>, _ b: UnsafeBufferPointer<S>, width: Int, height: Int, peak: Int
  ) {
    var squares: UInt64 = 0
    var largest = 0
    for y in 0..<height {
      // A row of 65,535 squares of 32 bits fits with room to spare.
      for index in y &* width..<(y &+ 1) &* width {
        let difference = abs(Int(truncatingIfNeeded: a[index]) &- Int(truncatingIfNeeded: b[index]))
        squares &+= UInt64(truncatingIfNeeded: difference &* difference)
        largest = max(largest, difference)
      }
    }
    samples = width * height
    self.squares = squares
    self.largest = largest
    similarity =
      squares == 0
      ? 1 : StructuralSimilarity.mean(a, b, width: width, height: height, peak: peak)
  }

  /// Compares plane `index` of two frames of the same format.
  init(_ a: Frame, _ b: Frame, plane index: Int) {
    let layout = a.format.planes[index]
    let peak = a.format.peak
    if a.format.sampleBytes == 1 {
      self.init(
        a.samples(layout, of: UInt8.self), b.samples(layout, of: UInt8.self),
        width: layout.width, height: layout.height, peak: peak)
    } else {
      self.init(
        a.samples(layout, of: UInt16.self), b.samples(layout, of: UInt16.self),
        width: layout.width, height: layout.height, peak: peak)
    }
  }
}

extension Frame {
  /// The samples of one plane; `S` has the format's width.
  func samples<S>(_ plane: PlaneLayout, of type: S.Type) -> UnsafeBufferPointer<S> {
    let length = plane.width * plane.height * MemoryLayout<S>.stride
    let part = UnsafeRawBufferPointer(rebasing: bytes[plane.offset..<plane.offset + length])
    return part.bindMemory(to: S.self)
  }
}

/// The peak signal-to-noise ratio in decibels of a mean square error; infinite for no error.
func peakSignalToNoise(_ meanSquare: Double, peak: Int) -> Double {
  guard meanSquare > 0 else { return .infinity }
  let ratio = Double(peak) * Double(peak) / meanSquare
  return 10 * Maths.log(ratio) / Maths.log(10)
}

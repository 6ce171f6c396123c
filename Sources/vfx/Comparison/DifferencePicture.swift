import Images
import Y4M

/// A picture of where two frames differ, amplified until the largest difference is full.
///
/// Green is the difference in luma, red that in Cr, blue that in Cb; a difference in alpha is
/// white. Black is where the frames are equal.
struct DifferencePicture {
  let picture: Picture
  /// What differences were multiplied by.
  let gain: Double

  /// Compares two frames of the same format.
  init(_ a: Frame, _ b: Frame) {
    let planes = a.format.planes.map { Self.differences(a, b, $0) }
    let largest = planes.map { $0.max() ?? 0 }.max() ?? 0
    let (width, height) = (a.format.width, a.format.height)
    var samples = [UInt8](repeating: 0, count: width * height * 4)
    for index in 0..<width * height { samples[4 * index + 3] = 255 }
    for (index, layout) in a.format.planes.enumerated() {
      let channels =
        switch a.format.roles[index] {
        case .luma: [1]
        case .red: [0]
        case .blue: [2]
        case .alpha: [0, 1, 2]
        }
      for y in 0..<height {
        for x in 0..<width {
          let place = (y >> layout.shiftY) * layout.width + (x >> layout.shiftX)
          let value = planes[index][place] * 255 / max(largest, 1)
          let pixel = 4 * (y * width + x)
          for channel in channels {
            samples[pixel + channel] = max(
              samples[pixel + channel], UInt8(truncatingIfNeeded: value))
          }
        }
      }
    }
    picture = Picture(width: width, height: height, samples: .eight(samples))
    gain = largest > 0 ? 255 / Double(largest) : 1
  }

  private static func differences(_ a: Frame, _ b: Frame, _ layout: PlaneLayout) -> [Int] {
    func differences<S: FixedWidthInteger>(_ type: S.Type) -> [Int] {
      zip(a.samples(layout, of: type), b.samples(layout, of: type)).map {
        abs(Int(truncatingIfNeeded: $0) - Int(truncatingIfNeeded: $1))
      }
    }
    return a.format.sampleBytes == 1 ? differences(UInt8.self) : differences(UInt16.self)
  }
}

import Filters
import Images
import Y4M

/// Two frames and their difference beside each other: before, after, and where they differ.
struct SideBySide {
  /// Grey columns between two of them.
  private static let gap = 4
  private static let grey: UInt8 = 96

  let picture: Picture

  /// Puts two frames of one format beside their difference, in 8 bits.
  ///
  /// Their matrix is the one that goes with their size.
  init(_ a: Frame, _ b: Frame, range: ColorRange) {
    let (width, height) = (a.format.width, a.format.height)
    let conversion = PictureConversion(
      matrix: .automatic(width: width, height: height), range: range)
    let parts = [
      conversion.picture(of: SharedFrame(a)), conversion.picture(of: SharedFrame(b)),
      DifferencePicture(a, b).picture,
    ].map(Self.bytes)
    let whole = Self.width(of: width)
    var samples: [UInt8] = []
    samples.reserveCapacity(whole * height * 4)
    for y in 0..<height {
      for (number, part) in parts.enumerated() {
        if number > 0 {
          for _ in 0..<Self.gap { samples += [Self.grey, Self.grey, Self.grey, 255] }
        }
        samples += part[4 * y * width..<4 * (y + 1) * width]
      }
    }
    picture = Picture(width: whole, height: height, samples: .eight(samples))
  }

  /// How wide the picture is for frames of a width.
  static func width(of width: Int) -> Int { 3 * width + 2 * gap }

  private static func bytes(_ picture: Picture) -> [UInt8] {
    switch picture.samples {
    case .eight(let samples): samples
    case .sixteen(let samples): samples.map { UInt8(truncatingIfNeeded: $0 >> 8) }
    }
  }
}

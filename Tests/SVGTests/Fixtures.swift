import Foundation
import Images
import TestFiles

@testable import SVG

/// The files in `Tests/Fixtures/svg`, and small ones made here.
enum Fixtures {
  static let folder = Checkout.fixture("svg")

  static func bytes(_ name: String) throws -> [UInt8] {
    try Checkout.bytes("svg/\(name)")
  }

  /// A picture of 8 by 8 pixels with these elements.
  static func drawing(_ elements: String, _ attributes: String = "") throws -> SVGPicture {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" \#(attributes)>\#(elements)</svg>"#
    return try SVGPicture(parsing: Array(text.utf8))
  }

  /// The same, drawn with its own size.
  static func drawn(_ elements: String, _ attributes: String = "") throws -> Picture {
    try drawing(elements, attributes).picture(0, width: 8, height: 8)
  }
}

extension Picture {
  /// Red, green, blue and alpha of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    guard case .eight(let bytes) = samples else { return [] }
    let at = (y * width + x) * 4
    return Array(bytes[at..<at + 4])
  }

  /// How a picture differs from another of the same size, of numbers that are multiplied by alpha:
  /// in the mean, and whether four pixels by four in one place all differ by more than 32.
  func difference(_ other: Picture) -> (mean: Double, hasPatch: Bool) {
    guard case .eight(let ours) = samples, case .eight(let theirs) = other.samples,
      ours.count == theirs.count
    else {
      return (.infinity, true)
    }
    var sum = 0.0
    // How many pixels end here, in both directions, that differ much.
    let none = [Int](repeating: 0, count: width + 1)
    var (above, hasPatch) = (none, false)
    for y in 0..<height {
      var row = none
      for x in Self.apart(ours, theirs, from: y * width * 4, pixels: width) {
        let place = (y * width + x) * 4
        let step = abs(Self.pixel(ours, place) - Self.pixel(theirs, place))
        sum += step.sum()
        if step.max() > 32 {
          row[x + 1] = min(row[x], above[x + 1], above[x]) + 1
          if row[x + 1] >= 4 { hasPatch = true }
        }
      }
      above = row
    }
    return (sum / Double(width * height * 4), hasPatch)
  }

  /// The numbers of a pixel, multiplied by its alpha: no array, of which a picture would make a million.
  private static func pixel(_ samples: [UInt8], _ place: Int) -> SIMD4<Double> {
    let alpha = Double(samples[place + 3])
    let share = alpha / 255
    return SIMD4(
      Double(samples[place]) * share, Double(samples[place + 1]) * share,
      Double(samples[place + 2]) * share, alpha)
  }

  /// The pixels of a row that differ at all, which few do: the others are only compared.
  private static func apart(
    _ ours: [UInt8], _ theirs: [UInt8], from start: Int, pixels: Int
  ) -> [Int] {
    ours.withUnsafeBytes { ours in
      theirs.withUnsafeBytes { theirs in
        let rows = (ours.baseAddress?.advanced(by: start), theirs.baseAddress?.advanced(by: start))
        guard let one = rows.0, let two = rows.1, memcmp(one, two, pixels * 4) != 0 else {
          return []
        }
        return (0..<pixels).filter { memcmp(one + $0 * 4, two + $0 * 4, 4) != 0 }
      }
    }
  }
}

private func abs(_ numbers: SIMD4<Double>) -> SIMD4<Double> {
  numbers.replacing(with: -numbers, where: numbers .< 0)
}

import Foundation
import Images

@testable import SVG

/// The files in `Tests/Fixtures/svg`, and small ones made here.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/svg")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
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
    var sum = 0.0
    // How many pixels end here, in both directions, that differ much.
    var (above, hasPatch) = ([Int](repeating: 0, count: width + 1), false)
    for y in 0..<height {
      var row = [Int](repeating: 0, count: width + 1)
      var corner = 0
      for x in 0..<width {
        let (one, two) = (self[x, y].multiplied, other[x, y].multiplied)
        let steps = (0..<4).map { abs(one[$0] - two[$0]) }
        sum += steps.reduce(0, +)
        let next = above[x + 1]
        if steps.contains(where: { $0 > 32 }) {
          row[x + 1] = min(row[x], next, corner) + 1
          if row[x + 1] >= 4 { hasPatch = true }
        }
        corner = next
      }
      above = row
    }
    return (sum / Double(width * height * 4), hasPatch)
  }
}

extension [UInt8] {
  fileprivate var multiplied: [Double] {
    let alpha = Double(self[3])
    return prefix(3).map { Double($0) * alpha / 255 } + [alpha]
  }
}

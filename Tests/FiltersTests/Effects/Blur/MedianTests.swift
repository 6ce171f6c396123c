import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct MedianTests {
  /// Every way of counting: in bytes and in wider counts, of columns and of samples.
  @Test(arguments: [8, 10, 12, 16], [1, 2, 6])
  func `each sample is that of its rank around it`(_ depth: Int, _ radius: Int) throws {
    // Wider than what is counted at once.
    for (width, height) in [(330, 4), (3, 9)] {
      let format = try #require(
        PixelFormat(width: width, height: height, depth: depth, chroma: .none))
      let source = Frame.noise(format)
      let film = try Film(
        #"[{ "type": "effect", "effect": "median", "radius": \#(radius), "percentile": 0.3 }]"#,
        format)
      let result = try film.frame(source)
      let count = (2 * radius + 1) * (2 * radius + 1)
      for place in stride(from: 0, to: width * height, by: radius == 6 ? 29 : 3) {
        let (x, y) = (place % width, place / width)
        var around: [Int] = []
        for row in y - radius...y + radius {
          for column in x - radius...x + radius {
            around.append(source[0, min(max(column, 0), width - 1), min(max(row, 0), height - 1)])
          }
        }
        around.sort()
        #expect(result[0, x, y] == around[Int(Double(count) * 0.3)], "\(x), \(y)")
      }
    }
  }
}

import Filters
import TestSupport
import Testing
import Y4M

/// `x`, `y` and `margin` beside `position`.
@Suite struct LayerPlaceTests {
  static let format = PixelFormat.named("mono", 100, 60)

  /// The box of white samples that a layer of 20x10 leaves on black.
  private func box(_ keys: String, at seconds: Int = 0) throws -> [Int] {
    let layer =
      #"{ "type": "color", "color": "white", "size": [20, 10], "end": 10, \#(keys) }"#
    let frame = try Film("[\(layer)]", Self.format, range: .full)
      .frame(.flat(Self.format, [0]), at: Double(seconds))
    var (xs, ys): (Set<Int>, Set<Int>) = ([], [])
    for y in 0..<60 {
      for x in 0..<100 where frame[0, x, y] == 255 {
        xs.insert(x)
        ys.insert(y)
      }
    }
    return [xs.min() ?? -1, ys.min() ?? -1, xs.count, ys.count]
  }

  @Test(arguments: [
    (#""position": [7, 9]"#, [7, 9]), (#""x": 7, "y": 9"#, [7, 9]), (#""y": "50%""#, [0, 30]),
    (#""position": [7, 9], "x": "50%""#, [50, 9]),
    (#""x": "100%", "y": "calc(100% - 4px)", "anchor": "bottom-right""#, [80, 46]),
  ])
  func `each side has a key of its own`(_ keys: String, _ place: [Int]) throws {
    #expect(try box(keys) == place + [20, 10])
  }

  @Test(arguments: [
    (#""margin": 5"#, [5, 5]), (#""margin": "10%""#, [6, 6]),
    (#""margin": 5, "position": ["100%", "100%"], "anchor": "bottom-right""#, [75, 45]),
    (#""margin": 5, "position": ["50%", "50%"], "anchor": "center""#, [40, 25]),
    (#""margin": 5, "position": [3, 4]"#, [8, 9]),
    (#""margin": 5, "x": "100%", "y": 0, "anchor": "top-right""#, [75, 5]),
    (#""margin": [5, "20%"]"#, [12, 5]),
    (#""margin": [1, 2, 3, 4], "position": ["100%", "100%"], "anchor": "bottom-right""#, [78, 47]),
    (#""margin": [2, 8, 6, 4], "position": ["50%", "50%"], "anchor": "center""#, [38, 23]),
    (#""margin": [1, 2, 3, 4], "x": 0, "y": "100%", "anchor": "bottom-left""#, [4, 47]),
  ])
  func `a margin moves the edges inwards`(_ keys: String, _ place: [Int]) throws {
    #expect(try box(keys) == place + [20, 10])
  }

  @Test func `each side moves by itself`() throws {
    let keys =
      #""x": { "from": 0, "to": 80, "duration": 8 }, "y": { "keys": [[0, 0], [2, 40], [4, 0]] }"#
    for (second, place) in [
      (0, [0, 0]), (1, [10, 20]), (2, [20, 40]), (3, [30, 20]), (8, [80, 0]),
    ] {
      #expect(try box(keys, at: second) == place + [20, 10])
    }
    let margin = #""margin": { "from": 0, "to": 8, "duration": 4 }"#
    #expect(try box(margin, at: 2) == [4, 4, 20, 10])
    let sides = #""margin": { "from": [0, 9], "to": [8, 0, 0, 1], "duration": 4 }"#
    #expect(try box(sides, at: 2) == [5, 4, 20, 10])
    #expect(try box(sides, at: 5) == [1, 8, 20, 10])
  }
}

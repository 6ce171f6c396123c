import Geometry
import TestNumbers
import Testing

@testable import Fonts

@Suite struct RasterizerTests {
  @Test func `a rectangle covers its area of each pixel`() {
    var rasterizer = Rasterizer()
    let found = rasterizer.coverage(of: Shapes.rectangle(1.5, 2.25, 2, 1.5))
    #expect(found.box == PixelBox(x: 1, y: 2, width: 3, height: 2))
    #expect(found.bytes == [96, 191, 96, 96, 191, 96])
  }

  @Test func `the map places outlines on pixels, also left of zero`() {
    var rasterizer = Rasterizer()
    let map = Affine(a: 0.01, b: 0, c: 0, d: -0.01, tx: -7, ty: -3)
    let found = rasterizer.coverage(of: Shapes.rectangle(0, 0, 100, 200), through: map)
    #expect(found.box == PixelBox(x: -7, y: -5, width: 1, height: 2))
    #expect(found.bytes == [255, 255])
  }

  @Test(arguments: [0.3, 0.9, 2, 7, 31, 90]) func `a circle has its area`(radius: Double) {
    var rasterizer = Rasterizer()
    for place in [0.0, 0.3, 0.77] {
      let area = rasterizer.coverage(of: Shapes.circle(100 + place, 99.5, radius: radius)).area
      let expected = Double.pi * radius * radius
      #expect((area - expected).magnitude < 0.02 * expected.squareRoot() + 0.004 * expected)
    }
  }

  @Test func `contours in both directions leave holes, in one direction none`() {
    var rasterizer = Rasterizer()
    let outer = Shapes.rectangle(0, 0, 9, 9)
    let hole = rasterizer.coverage(
      of: Shapes.joined(outer, Shapes.rectangle(3, 3, 3, 3, reversed: true)))
    #expect(hole.at(4, 4) == 0 && hole.area == 72)
    let none = rasterizer.coverage(of: Shapes.joined(outer, Shapes.rectangle(3, 3, 3, 3)))
    #expect(none.at(4, 4) == 255 && none.area == 81)
  }

  @Test func `two edges in one place count once`() {
    var rasterizer = Rasterizer()
    let once = rasterizer.coverage(of: Shapes.rectangle(0.5, 0.5, 4, 4))
    let twice = rasterizer.coverage(
      of: Shapes.joined(Shapes.rectangle(0.5, 0.5, 4, 4), Shapes.rectangle(0.5, 0.5, 4, 4)))
    #expect(once == twice)
  }

  @Test func `an edge within another shape leaves no trace`() {
    var rasterizer = Rasterizer()
    let found = rasterizer.coverage(
      of: Shapes.joined(
        Shapes.rectangle(0, 0, 8, 8), Shapes.circle(4, 4, radius: 2.7),
        Shapes.rectangle(3.5, -2, 9, 5, reversed: true)))
    #expect((0..<8).allSatisfy { found.at(2, $0) == 255 })
    #expect(found.at(5, 5) == 255)
  }

  @Test func `shapes that cross are as many points of pixels say`() {
    var noise = SeededNumbers(5)
    var rasterizer = Rasterizer()
    for round in 0..<30 {
      let outline = Shapes.random(
        &noise, corners: 3 + round % 9, contours: 1 + round % 3, side: 20)
      let found = rasterizer.coverage(of: outline, overlaps: .all)
      let counted = countedCoverage(of: outline, width: 20, height: 20, points: 64)
      for index in counted.indices {
        let difference = Double(found.at(index % 20, index / 20)) - 255 * counted[index]
        #expect(difference.magnitude < 6, "round \(round), pixel \(index)")
      }
    }
  }

  /// Random lines have tips where two thin parts meet in one pixel, which no sum shows.
  /// Slanted bars in one row, each a pixel wide and high, of which the next begins behind three
  /// quarters: more than are resolved at once.
  @Test(arguments: FillRule.allCases)
  func `a crowded row is as exact as others`(_ rule: FillRule) {
    var bars = Outline()
    for index in 0..<600 {
      let x = 3 + 0.75 * Double(index)
      let bar: [(Double, Double)] = [(x, 0), (x + 1, 0), (x + 3, 1), (x + 2, 1)]
      bars.segments += Shapes.polygon(bar).segments
    }
    var rasterizer = Rasterizer()
    let found = rasterizer.coverage(of: bars, rule: rule)
    // Of 600 bars, 599 begin within the one before, by a quarter that counts once or not at all.
    let expected = rule == .nonzero ? 450.25 : 300.5
    #expect((found.area - expected).magnitude < 0.8, "\(found.area)")
  }

  @Test func `overlaps are found without being told, but for thin ones`() {
    var noise = SeededNumbers(6)
    var rasterizer = Rasterizer()
    var misses = 0
    for round in 0..<60 {
      let outline = Shapes.random(&noise, corners: 7, contours: 3, side: 40)
      let found = rasterizer.coverage(of: outline)
      let all = rasterizer.coverage(of: outline, overlaps: .all)
      #expect(found.box == all.box)
      for (one, other) in zip(found.bytes, all.bytes) where one != other {
        misses += 1
        #expect((Int(one) - Int(other)).magnitude < 64, "round \(round)")
      }
    }
    #expect(misses < 30)
  }

  @Test func `a shape without overlaps is the same when they are looked for`() {
    var rasterizer = Rasterizer()
    let outline = Shapes.joined(
      Shapes.circle(30, 30, radius: 29.3), Shapes.rectangle(20, 20, 17.3, 9.1, reversed: true))
    let plain = rasterizer.coverage(of: outline)
    let resolved = rasterizer.coverage(of: outline, overlaps: .all)
    #expect(plain.box == resolved.box)
    for (one, other) in zip(plain.bytes, resolved.bytes) {
      #expect((Int(one) - Int(other)).magnitude <= 1)
    }
  }

  @Test func `a clip cuts a window out of the whole, byte by byte`() {
    var noise = SeededNumbers(7)
    var rasterizer = Rasterizer()
    for round in 0..<90 {
      let outline =
        round % 3 == 0
        ? Shapes.circle(15, 15, radius: 14 + noise.part())
        : Shapes.random(&noise, corners: 6, contours: 2, side: 30)
      let overlaps: Rasterizer.Overlaps = round % 3 == 1 ? .all : .found
      let whole = rasterizer.coverage(of: outline, overlaps: overlaps)
      let clip = PixelBox(
        x: Int(noise.part() * 30) - 5, y: Int(noise.part() * 30) - 5, width: 9, height: 12)
      let part = rasterizer.coverage(of: outline, clip: clip, overlaps: overlaps)
      for row in clip.y..<clip.y + clip.height {
        for column in clip.x..<clip.x + clip.width {
          #expect(
            part.at(column, row) == whole.at(column, row), "round \(round) at \(column), \(row)")
        }
      }
    }
  }

  @Test func `a window within a shape is full`() {
    var rasterizer = Rasterizer()
    let found = rasterizer.coverage(
      of: Shapes.circle(0, 0, radius: 1e6), clip: PixelBox(x: -4, y: -3, width: 5, height: 6))
    #expect(found.box == PixelBox(x: -4, y: -3, width: 5, height: 6))
    #expect(found.bytes.allSatisfy { $0 == 255 })
  }

  @Test func `many bands are one picture`() {
    var rasterizer = Rasterizer()
    let found = rasterizer.coverage(of: Shapes.rectangle(0.5, 0, 1000, 1000))
    #expect(found.width == 1001 && found.height == 1000)
    #expect((0..<1000).allSatisfy { found.at(0, $0) == 128 && found.at(500, $0) == 255 })
  }

  @Test func `a rasterizer that was used gives the same bytes`() {
    var used = Rasterizer()
    _ = used.coverage(of: Shapes.rectangle(-50, 3, 400, 300), overlaps: .all)
    _ = used.coverage(of: Shapes.circle(0, 0, radius: 1e9))
    var fresh = Rasterizer()
    let outline = Shapes.circle(12.3, 4.5, radius: 6)
    #expect(used.coverage(of: outline) == fresh.coverage(of: outline))
  }

  @Test func `numbers that are none and far places are safe`() {
    var rasterizer = Rasterizer()
    let strange = [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e18, .leastNonzeroMagnitude, 16_777_216,
      0.5, -0.0,
    ]
    var noise = SeededNumbers(8)
    for _ in 0..<400 {
      var segments: [Outline.Segment] = []
      for _ in 0..<Int(noise.next() % 6) {
        func point() -> Vector {
          Vector(
            strange[Int(noise.next() % 10)], strange[Int(noise.next() % 10)])
        }
        switch noise.next() % 4 {
        case 0: segments.append(.move(point()))
        case 1: segments.append(.line(point()))
        case 2: segments.append(.quadratic(point(), point()))
        default: segments.append(.cubic(point(), point(), point()))
        }
      }
      let clip = PixelBox(x: -3, y: -3, width: 6, height: 6)
      let found = rasterizer.coverage(of: Outline(segments), clip: clip)
      #expect(found.width <= 6 && found.height <= 6)
      _ = rasterizer.coverage(
        of: Outline(segments), clip: PixelBox(x: .max, y: .min, width: .max, height: .max),
        overlaps: .all)
    }
    #expect(rasterizer.coverage(of: Outline()).isEmpty)
    #expect(rasterizer.coverage(of: Outline([.move(Vector(1, 1))])).isEmpty)
    #expect(rasterizer.coverage(of: Shapes.rectangle(0, 0, 1e5, 1e5)).isEmpty)
  }
}

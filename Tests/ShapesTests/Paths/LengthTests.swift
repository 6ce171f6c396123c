import Fonts
import Geometry
import Shapes
import Testing

@Suite struct LengthTests {
  private static let lengths: [(String, Double)] = [
    ("M0 0 H100 V50", 150.0), ("M0 0 H100 V100 Z", 341.4213562373095),
    // A parabola and a cubic, by 400,000 chords.
    ("M0 0 Q100 200 200 0", 295.7885715085),
    ("M20 100 C60 -60 140 260 180 100", 256.7485027077),
    // A cusp, and a curve on a line that turns back.
    ("M0 0 C100 100 0 100 100 0", 182.8427124745), ("M0 0 C200 0 -100 0 100 0", 189.442719099),
    ("M0 0 L0 0", 0), ("", 0),
  ]

  @Test(arguments: lengths)
  func `lengths are those of many chords`(_ data: String, _ expected: Double) throws {
    let way = try path(data)
    #expect(abs(way.length - expected) < 1e-3, "\(way.length)")
    #expect(abs(chords(way) - expected) < 1e-2, "\(chords(way))")
  }

  @Test(arguments: [0.01, 0.25, 1.0 / 3, 0.5, 0.77, 0.99])
  func `a trimmed path has its share of the length`(_ share: Double) throws {
    for data in [
      "M20 100 C60 -60 140 260 180 100", "M0 0 C100 100 0 100 100 0", "M0 0 Q100 200 200 0",
      "M10 10 H100 V90 Z M20 20 A60 40 30 1 0 90 140",
    ] {
      let way = try path(data)
      let kept = way.trimmed(from: 0, to: share)
      #expect(abs(chords(kept) - share * way.length) < 0.01)
      let middle = way.trimmed(from: share / 2, to: share, offset: 0.1)
      #expect(abs(chords(middle) - share / 2 * way.length) < 0.01)
    }
  }

  /// The length through many places, for curves too.
  private func chords(_ path: ShapePath) -> Double {
    var sum = 0.0
    for contour in path.contours {
      var last = contour.start
      for segment in contour.segments {
        let start = last
        let count = 4000
        for step in 1...count {
          let place = point(start, segment, Double(step) / Double(count))
          sum += Vector(place.x - last.x, place.y - last.y).length
          last = place
        }
      }
      if contour.isClosed {
        sum += Vector(contour.start.x - last.x, contour.start.y - last.y).length
      }
    }
    return sum
  }

  private func point(_ start: Vector, _ segment: Outline.Segment, _ t: Double) -> Vector {
    func mix(_ a: Vector, _ b: Vector) -> Vector {
      Vector(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
    }
    switch segment {
    case .move(let end), .line(let end): return mix(start, end)
    case .quadratic(let control, let end): return mix(mix(start, control), mix(control, end))
    case .cubic(let a, let b, let end):
      let (p, q, r) = (mix(start, a), mix(a, b), mix(b, end))
      return mix(mix(p, q), mix(q, r))
    }
  }
}

import Geometry
import TestSupport
import Testing

@testable import Filters

@Suite struct WarpLineTests {
  /// Lines at many angles, scales and places, some of them level or upright.
  private func maps() -> [Affine] {
    var maps: [Affine] = []
    for angle in [0.0, 13, 45, 90, 137.5, 180, 269, 300] {
      for scale in [0.2, 1, 3.7] {
        for skew in [0.0, 0.9] {
          maps.append(
            Affine.translation(11.3, -4.6).after(.rotation(degrees: angle))
              .after(.scale(scale, -scale * 0.8))
              .after(Affine(a: 1, b: 0, c: skew, d: 1, tx: 0, ty: 0)))
        }
      }
    }
    return maps
  }

  @Test func `places are those whose coordinates lie in the ranges`() {
    for map in maps() {
      for y in [-3, 0, 7] {
        let line = WarpLine(map, x: -20, y: y)
        let (s, t) = (-(5 << 32) + 3...(9 << 32), -(2 << 32)...(30 << 32) + 1)
        let found = line.places(s: s, t: t, count: 60)
        for x in 0..<60 {
          let isInside =
            s.contains(line.s + x * line.stepS) && t.contains(line.t + x * line.stepT)
          #expect(found.contains(x) == isInside)
        }
      }
    }
  }

  @Test func `what a row does not touch lies outside its span, what it covers inside`() {
    for map in maps() {
      let edges = WarpEdges(map, width: 17, height: 9)
      for y in -30..<30 {
        let line = WarpLine(map, x: -40, y: y)
        let samples = UnsafeMutablePointer<UInt16>.allocate(capacity: 80)
        defer { samples.deallocate() }
        samples.update(repeating: 65535, count: 80)
        edges.fade(ChannelRows(base: samples, stride: 80, count: 1), line, 0..<80)
        let (span, whole) = (edges.span(line, count: 80), edges.whole(line, count: 80))
        for x in 0..<80 {
          if samples[x] > 0 { #expect(span.contains(x)) }
          if whole.contains(x) { #expect(samples[x] == 65535) }
        }
      }
    }
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// An effect looks the same at every depth.
///
/// A smooth picture of 8 bits, and the same at 10 bits, where each sample is four times as great,
/// are given to every effect. Samples of 10 bits divided by four, and not rounded, lie at most a
/// code and a half from those of 8 bits: half a code is the rounding of these, and one is left to
/// what an effect rounds on its way.
@Suite struct EffectDepthTests {
  /// Effects of which a rounded sample decides more than itself, and how.
  static let exceptions = [
    "ascii": "The mean of a cell, in codes, chooses its letter."
  ]

  /// Slopes across and down with soft spots of other colours, from black to white.
  static func picture(_ format: PixelFormat) -> Frame {
    let frame = Frame(format)
    let step = 1 << (format.depth - 8)
    for y in 0..<format.height {
      for x in 0..<format.width {
        let (right, down) = (Double(x) / 47, Double(y) / 31)
        let bright = spot(right - 0.3, down - 0.35)
        let dark = spot(right - 0.75, down - 0.6)
        let luma = 60 + 110 * right + 20 * down + 60 * bright - 90 * dark
        frame[0, x, y] = step * Int(luma.rounded())
        frame[1, x, y] = step * Int((128 + 40 * down - 50 * bright).rounded())
        frame[2, x, y] = step * Int((128 - 30 * right + 45 * dark).rounded())
      }
    }
    return frame
  }

  /// 1 in the middle, and 0 from a quarter of the picture on.
  private static func spot(_ x: Double, _ y: Double) -> Double {
    let rest = max(1 - 12 * (x * x + y * y), 0)
    return rest * rest
  }

  /// The most, in codes of 8 bits, by which what is drawn differs between depths, and where.
  private func difference(_ draw: (Frame) throws -> Frame) throws -> (most: Double, place: String) {
    let eight = try draw(Self.picture(.named("444", 48, 32)))
    let ten = try draw(Self.picture(.named("444p10", 48, 32)))
    var (most, place) = (0.0, "")
    for plane in 0..<3 {
      for y in 0..<32 {
        for x in 0..<48 {
          let (one, other) = (eight[plane, x, y], ten[plane, x, y])
          let off = abs(Double(other) / 4 - Double(one))
          if off > most { (most, place) = (off, "plane \(plane) at \(x), \(y): \(one), \(other)") }
        }
      }
    }
    return (most, place)
  }

  @Test func `an effect as it is by itself gives the same at eight and at ten bits`() throws {
    for type in Registry.effects {
      let name = type.declaration.name
      let (most, place) = try difference { try $0.drawn(type, at: 0.4) }
      if let reason = Self.exceptions[name] {
        #expect(most > 1.5, "\(name) is no exception any more: \(reason)")
      } else {
        #expect(most <= 1.5, "\(name), \(place)")
      }
    }
  }

  /// By themselves many effects change nothing; their examples do, but for those that name files.
  @Test func `the example of an effect gives the same at eight and at ten bits`() throws {
    for declaration in Registry.effects.map({ $0.declaration }) {
      let (name, example) = (declaration.name, declaration.example)
      if example.contains(#""source""#) || Self.exceptions[name] != nil { continue }
      let start = example.split(separator: #""start": "#).dropFirst().first.flatMap {
        Double($0.prefix { "0123456789.".contains($0) })
      }
      let (most, place) = try difference { source in
        try Film("[\(example)]", source.format).frame(source, at: (start ?? 0) + 0.4)
      }
      #expect(most <= 1.5, "\(name), \(place)")
    }
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// A film that is drawn at half the size looks like the film that is drawn whole and halved.
@Suite struct EffectScaleTests {
  /// Where less is asked: hashed specks and lines, and edges a sample wide; cells that are never
  /// below eight pixels.
  static let looser = [
    "film-damage": 0.9, "glitch": 0.9, "vhs": 0.8, "edges": 0.95, "redact": 0.75,
  ]
  /// What no two sizes share: grains of their own, and dots of single samples.
  static let excepted: Set = ["grain", "dither"]

  /// Blobs and slopes, of which the half is near a picture of half the size.
  private static func picture(_ format: PixelFormat) -> Frame {
    let frame = Frame(format)
    for y in 0..<format.height {
      for x in 0..<format.width {
        let u = (Double(x) + 0.5) / Double(format.width)
        let v = (Double(y) + 0.5) / Double(format.height)
        func blob(_ a: Double, _ b: Double, _ r: Double) -> Double {
          let d = ((u - a) * (u - a) * 2.25 + (v - b) * (v - b)) / (r * r)
          return d < 1 ? (1 - d) * (1 - d) : 0
        }
        let light = 0.2 + 0.3 * u + 0.45 * blob(0.35, 0.4, 0.35) - 0.25 * blob(0.75, 0.6, 0.3)
        frame[0, x, y] = Int((light * 56064).rounded()) + 4096
        frame[1, x, y] = Int((32768 + 9000 * (v - u) + 6000 * blob(0.6, 0.3, 0.3)).rounded())
        frame[2, x, y] = Int((32768 + 8000 * (u - 0.5) + 7000 * blob(0.3, 0.7, 0.3)).rounded())
      }
    }
    return frame
  }

  /// The keys of an effect's lengths with their defaults in pixels, `factor` times as long.
  private static func lengths(of declaration: Declaration, _ factor: Double) -> String {
    declaration.parameters.compactMap { parameter in
      guard parameter.typeName == "length" || parameter.unit == "px",
        let value = parameter.defaultText.flatMap(Double.init)
      else { return nil }
      return #", "\#(parameter.name)": \#(value * factor)"#
    }.joined()
  }

  /// Luma as numbers from 0 to 1, with squares of `side` samples as one.
  private static func luma(_ frame: Frame, side: Int) -> (width: Int, values: [Double]) {
    let (width, height) = (frame.format.width / side, frame.format.height / side)
    var values: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for j in 0..<side { for i in 0..<side { sum += frame[0, x * side + i, y * side + j] } }
        values.append(Double(sum) / Double(side * side) / 65535)
      }
    }
    return (width, values)
  }

  /// The mean structural similarity of squares of 8 samples, as Wang and others define it (2004),
  /// with even weights.
  static func similarity(_ one: [Double], _ two: [Double], width: Int) -> Double {
    let height = one.count / width
    var (total, count) = (0.0, 0.0)
    for y in stride(from: 0, through: height - 8, by: 4) {
      for x in stride(from: 0, through: width - 8, by: 4) {
        var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for j in 0..<8 {
          for i in 0..<8 {
            let (p, q) = (one[(y + j) * width + x + i], two[(y + j) * width + x + i])
            a += p / 64
            b += q / 64
            aa += p * p / 64
            bb += q * q / 64
            ab += p * q / 64
          }
        }
        let (c1, c2) = (0.0001, 0.0009)
        total +=
          (2 * a * b + c1) * (2 * (ab - a * b) + c2)
          / ((a * a + b * b + c1) * (aa - a * a + bb - b * b + c2))
        count += 1
      }
    }
    return count > 0 ? total / count : 1
  }

  @Test(arguments: Registry.vocabulary.effects.names.filter { !excepted.contains($0) })
  func `an effect looks alike at half the size`(_ name: String) throws {
    let (large, small) = (
      PixelFormat.named("444p16", 144, 96), PixelFormat.named("444p16", 72, 48)
    )
    let (source, half) = (Self.picture(large), Self.picture(small))
    let declaration = try #require(Registry.vocabulary.effects.named(name))
    func drawn(_ frame: Frame, _ factor: Double) throws -> Frame {
      let film = try Film(
        #"""
        [{ "type": "effect", "effect": "\#(name)", "duration": 1
           \#(EffectFiles.keys(of: name))\#(Self.lengths(of: declaration, factor)) }]
        """#, frame.format, files: EffectFiles.all)
      return try film.frame(frame, at: 0.6)
    }
    let whole = Self.luma(try drawn(source, 1), side: 2)
    let halved = Self.luma(try drawn(half, 0.5), side: 1)
    let alike = Self.similarity(whole.values, halved.values, width: whole.width)
    #expect(alike >= Self.looser[name] ?? 0.98, "\(name): \(alike)")
  }
}

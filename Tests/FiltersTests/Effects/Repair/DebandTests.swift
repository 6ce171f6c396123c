import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct DebandTests {
  private func film(_ keys: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "deband", "duration": 9, \#(keys) }]"#, format)
  }

  /// A gradient in bands that are 16 columns wide.
  private func bands(_ format: PixelFormat) -> Frame {
    let frame = Frame.flat(format, [60, 128, 128].map { $0 << (format.depth - 8) })
    for y in 0..<format.height {
      for x in 0..<format.width { frame[0, x, y] = (60 + x / 16) << (format.depth - 8) }
    }
    return frame
  }

  @Test(arguments: [PixelFormat.named("420mpeg2", 96, 64), .named("444p10", 96, 64)])
  func `bands become a gradient`(_ format: PixelFormat) throws {
    let source = bands(format)
    let result = try film(#""radius": 12"#, format).frame(source)
    let unit = Double(1 << (format.depth - 8))
    /// Means of columns, in codes of 8 bits.
    func means(_ frame: Frame) -> [Double] {
      (0..<96).map { x in
        (0..<64).reduce(0.0) { $0 + Double(frame[0, x, $1]) } / 64 / unit
      }
    }
    /// How far columns lie from the gradient, apart from those near the picture's edges.
    func error(_ frame: Frame) -> Double {
      let means = means(frame)
      return (16..<80).map { x in
        let wanted = 59.5 + (Double(x) + 0.5) / 16
        return abs(means[x] - wanted)
      }.max() ?? 1
    }
    #expect(error(source) > 0.46)
    #expect(error(result) < 0.3)
    #expect(Set(means(source).map { ($0 * 16).rounded() }).count == 6)
    #expect(Set(means(result).map { ($0 * 16).rounded() }).count > 24)
  }

  @Test(arguments: RedactTests.formats)
  func `what differs by the threshold or more stays`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [100, 128, 128, 255].map { $0 << (format.depth - 8) })
    // A column, and what lies beside it, differ by far.
    for y in 0..<format.height { source[0, format.width / 2, y] = 180 << (format.depth - 8) }
    let result = try film(#""threshold": 0.02"#, format).frame(source)
    for y in 0..<format.height {
      #expect(result[0, format.width / 2, y] == source[0, format.width / 2, y])
    }
    #expect(!result.exceedsPeak)
    // A flat picture is flat, dithered or not.
    let flat = Frame.flat(format, [100, 128, 128, 255].map { $0 << (format.depth - 8) })
    #expect(try film(#""threshold": 0.5"#, format).frame(flat).isIdentical(to: flat))
  }

  /// From black to white there are 219 steps of a limited range, and 255 of a full one: 0.02 of
  /// these are 4.4 and 5.1.
  @Test(arguments: [(ColorRange.limited, 104, 100), (.limited, 105, 105), (.full, 105, 100)])
  func `the threshold is a share of the way from black to white`(
    _ range: ColorRange, _ code: Int, _ wanted: Int
  ) throws {
    let format = PixelFormat.named("mono", 96, 64)
    let source = Frame.flat(format, [100])
    let specks = [(20, 20), (76, 20), (48, 32), (20, 44), (76, 44)]
    for (x, y) in specks { source[0, x, y] = code }
    let film = try Film(
      #"[{ "type": "effect", "effect": "deband", "radius": 12, "threshold": 0.02 }]"#, format,
      range: range)
    let result = try film.frame(source)
    for (x, y) in specks { #expect(result[0, x, y] == wanted, "\(x), \(y)") }
  }

  @Test(arguments: ["444", "420mpeg2", "444p10"])
  func `soft edges of a white layer stay white`(_ name: String) throws {
    let format = PixelFormat.named(name, 90, 60)
    let unit = 1 << (format.depth - 8)
    let white = Frame.flat(format, [235 * unit, 128 * unit, 128 * unit])
    for keys in ["", #", "radius": 5"#, #", "threshold": 0.1"#] {
      for sigma in [0, 4] {
        let film = try Film(
          #"""
          [{ "type": "shape", "shape": "ellipse", "size": [50, 40], "position": [20, 10],
             "fill": "#fff", "effects": [
               { "effect": "blur", "sigma": \#(sigma) }, { "effect": "deband"\#(keys) } ] }]
          """#, format)
        let result = try film.frame(white)
        for plane in 0..<3 {
          let wanted = (plane == 0 ? 235 : 128) * unit
          #expect(result.samples(plane).allSatisfy { abs($0 - wanted) <= 1 }, "\(plane)\(keys)")
        }
      }
    }
  }

  @Test func `grain has its deviation, changes with its rate, and comes back`() throws {
    let format = PixelFormat.named("444p10", 96, 64)
    let source = Frame.flat(format, [400, 512, 512])
    let film = try film(#""grain": 0.02, "rate": 10"#, format)
    let one = try film.frame(source, at: 0)
    let changes = one.samples(0).map { Double($0 - 400) }
    let mean = changes.reduce(0, +) / Double(changes.count)
    let variance = changes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(changes.count)
    // 0.02 of 876 steps.
    #expect(abs(mean) < 0.8)
    #expect(abs(variance.squareRoot() - 17.5) < 1)
    #expect(one.samples(1) == source.samples(1))
    #expect(try film.frame(source, at: 0.09).isIdentical(to: one))
    #expect(try !film.frame(source, at: 0.1).isIdentical(to: one))
    #expect(try film.frame(source, at: 0).isIdentical(to: one))
  }

  @Test func `a part of it is the same as in the whole`() throws {
    let format = PixelFormat.named("420jpeg", 64, 48)
    let source = bands(format)
    let whole = try film(#""grain": 0.01"#, format).frame(source)
    let part = try film(
      #""grain": 0.01, "region": { "position": [20, 16], "size": [16, 16] }"#, format
    ).frame(source)
    for y in 16..<32 { for x in 20..<36 { #expect(part[0, x, y] == whole[0, x, y]) } }
    #expect(part[1, 12, 10] == whole[1, 12, 10])
  }
}

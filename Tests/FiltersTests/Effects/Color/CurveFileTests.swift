import TestSupport
import Testing
import Y4M

@testable import Filters

/// Curves from Photoshop's files; what is wrong with a file is tested beside its reader.
@Suite struct CurveFileTests {
  /// A file of version 4 with curves of (output, input).
  private func file(_ curves: [[(Int, Int)]]) -> [UInt8] {
    var numbers = [4, curves.count]
    for curve in curves {
      numbers.append(curve.count)
      for point in curve { numbers += [point.0, point.1] }
    }
    return numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  private let level = [(0, 0), (255, 255)]

  private func colors(
    _ keys: String, _ file: [UInt8], of colors: [SIMD3<Double>]
  ) throws -> [SIMD3<Double>] {
    try ColorStrip.colors(
      #"{ "type": "effect", "effect": "curves", "source": "a.acv"\#(keys) }"#, of: colors,
      files: ["a.acv": file])
  }

  @Test func `each channel takes its curve, and then that of all`() throws {
    let bytes = file([
      [(255, 0), (0, 255)],  // all: the negative
      [(0, 0), (128, 255)],  // red: half
      level,
      [(51, 0), (255, 255)],  // blue: lifted
    ])
    let found = try colors("", bytes, of: [SIMD3(0.8, 0.3, 0.5)])[0]
    let wanted = SIMD3(1 - 0.8 * 128 / 255, 0.7, 1 - (0.2 + 0.5 * 0.8))
    #expect((found - wanted).max() < 1e-3 && (wanted - found).max() < 1e-3, "\(found)")
  }

  @Test func `a curve through points is a natural spline`() throws {
    let bytes = file([[(0, 0), (40, 64), (230, 192), (255, 255)]])
    let points =
      "[[0, 0], [\(64.0 / 255), \(40.0 / 255)], [\(192.0 / 255), \(230.0 / 255)], [1, 1]]"
    let some = [0.1, 0.2, 0.45, 0.6, 0.8, 0.95].map { SIMD3(repeating: $0) }
    let natural = try ColorStrip.colors(
      #"{ "type": "effect", "effect": "curves", "master": \#(points), "interpolation": "natural" }"#,
      of: some)
    #expect(try colors("", bytes, of: some) == natural)
    #expect(try colors(#", "interpolation": "monotone""#, bytes, of: some) == natural)
  }

  @Test func `curves that are given replace the file's, and the file's a preset's`() throws {
    let bytes = file([level, [(255, 0), (0, 255)], [(255, 0), (0, 255)], level])
    let color = SIMD3(0.3, 0.3, 0.3)
    let found = try colors(#", "red": [[0, 0], [1, 1]]"#, bytes, of: [color])[0]
    #expect((found.x - 0.3).magnitude < 1e-3 && (found.y - 0.7).magnitude < 1e-3)
    let other = try colors(#", "preset": "vintage""#, bytes, of: [color])[0]
    #expect((other.x - 0.7).magnitude < 1e-3 && (other.z - 0.3).magnitude < 1e-3)
    let half = try colors(#", "amount": 0.5"#, bytes, of: [color])[0]
    #expect((half.x - 0.5).magnitude < 1e-3)
  }

  @Test func `a moving amount goes from the picture to the file's curves`() throws {
    let format = PixelFormat.named("444", 16, 8)
    let source = Frame.noise(format)
    let bytes = file([[(255, 0), (0, 255)]])
    func film(_ amount: String) throws -> Film {
      try Film(
        #"""
        [{ "type": "effect", "effect": "curves", "source": "a.acv", "duration": 2,
           "amount": \#(amount) }]
        """#, format, files: ["a.acv": bytes])
    }
    let moving = try film(#"{ "from": 0, "to": 1 }"#)
    #expect(try moving.frame(source, at: 0).isIdentical(to: source))
    #expect(
      try moving.frame(source, at: 1).isIdentical(to: try film("0.5").frame(source, at: 1)))
  }

  @Test func `a broken file is reported with its place`() throws {
    for (bytes, part) in [
      ([0, 9], "a.acv, byte 0: version 9"), ([0, 4, 0, 1, 0, 3, 0, 0], "ends before its curves"),
      (Array("LUT_3D".utf8), "a.acv, byte 0"),
    ] as [([UInt8], String)] {
      do {
        _ = try colors("", bytes, of: [.zero])
        Issue.record("a broken file was read")
      } catch let fault as TimelineFault {
        #expect(fault.description.contains(part), "\(fault)")
      }
    }
  }
}

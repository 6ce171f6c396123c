import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct DenoiseTests {
  private func film(_ keys: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "denoise", "duration": 9, \#(keys) }]"#, format)
  }

  /// Two plains with an edge between them, and as much noise of even distribution.
  private func pictures(_ format: PixelFormat, noise most: Int) -> (clean: Frame, noisy: Frame) {
    let unit = 1 << (format.depth - 8)
    let (clean, noisy) = (Frame(format), Frame(format))
    var noise = Noise(seed: 3)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let level = (2 * x < layout.width ? 70 : 180) * unit
          clean[plane, x, y] = level
          noisy[plane, x, y] = level + noise.next(2 * most * unit + 1) - most * unit
        }
      }
    }
    return (clean, noisy)
  }

  private func error(_ one: Frame, _ two: Frame, _ plane: Int) -> Double {
    let pairs = zip(one.samples(plane), two.samples(plane))
    let unit = Double(1 << (one.format.depth - 8))
    let sum = pairs.reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    return (sum / Double(one.samples(plane).count)).squareRoot() / unit
  }

  @Test(arguments: [
    PixelFormat.named("420mpeg2", 48, 32), .named("422p10", 40, 30), .named("444p16", 31, 37),
    .named("mono", 33, 44),
  ])
  func `noise is less than half of what it was, and an edge stays where it is`(
    _ format: PixelFormat
  ) throws {
    let (clean, noisy) = pictures(format, noise: 12)
    for (method, share) in [("nlmeans", 0.42), ("bilateral", 0.5)] {
      let result = try film(
        #""method": "\#(method)", "luma": 7, "chroma": 7"#, format
      ).frame(noisy)
      for plane in format.planes.indices {
        let (before, after) = (error(noisy, clean, plane), error(result, clean, plane))
        #expect(after < share * before, "\(method) \(plane): \(before), \(after)")
      }
    }
  }

  @Test(arguments: RedactTests.formats)
  func `each strength is that of its planes, and alpha stays`(_ format: PixelFormat) throws {
    let source = pictures(format, noise: 5).noisy
    for (keys, role) in [
      (#""luma": 0"#, PlaneRole.luma), (#""chroma": 0"#, .blue), (#""chroma": 0"#, .red),
      ("", .alpha),
    ] {
      let result = try film(keys.isEmpty ? #""luma": 9"# : keys, format).frame(source)
      for plane in format.planes.indices where format.roles[plane] == role {
        #expect(result.samples(plane) == source.samples(plane), "\(keys)")
      }
      #expect(!result.exceedsPeak)
    }
  }

  @Test(arguments: ["444", "420mpeg2", "444p10"])
  func `soft edges of a white layer stay white`(_ name: String) throws {
    let format = PixelFormat.named(name, 90, 60)
    let unit = 1 << (format.depth - 8)
    let white = Frame.flat(format, [235 * unit, 128 * unit, 128 * unit])
    for keys in ["", #", "method": "bilateral""#, #", "temporal": 2"#] {
      for sigma in [0, 4] {
        let film = try Film(
          #"""
          [{ "type": "shape", "shape": "ellipse", "size": [50, 40], "position": [20, 10],
             "fill": "#fff", "effects": [
               { "effect": "blur", "sigma": \#(sigma) }, { "effect": "denoise"\#(keys) } ] }]
          """#, format)
        let result = try film.frame(white)
        for plane in 0..<3 {
          let wanted = (plane == 0 ? 235 : 128) * unit
          #expect(result.samples(plane).allSatisfy { abs($0 - wanted) <= 1 }, "\(plane)\(keys)")
        }
      }
    }
  }

  @Test func `black and white stay so at every depth`() throws {
    for format in [
      PixelFormat.named("444", 20, 9), .named("422p10", 20, 9), .named("444p16", 20, 9),
    ] {
      for level in [0, format.peak] {
        let source = Frame.flat(format, [level, level, level])
        #expect(try film(#""luma": 100"#, format).frame(source).isIdentical(to: source))
      }
    }
  }

  @Test func `a part of it is the same as in the whole`() throws {
    for format in [PixelFormat.named("420jpeg", 48, 80), .named("411", 45, 80)] {
      let source = Frame.noise(format)
      for method in ["nlmeans", "bilateral"] {
        let keys = #""method": "\#(method)", "luma": 50, "chroma": 50"#
        let whole = try film(keys, format).frame(source)
        let part = try film(
          #"\#(keys), "region": { "position": [20, 56], "size": [16, 16] }"#, format
        ).frame(source)
        for y in 56..<72 { for x in 20..<36 { #expect(part[0, x, y] == whole[0, x, y]) } }
        let (x, y) = (28 >> format.planes[1].shiftX, 60 >> format.planes[1].shiftY)
        #expect(part[1, x, y] == whole[1, x, y])
      }
    }
  }

  /// Frames of one picture with noise of their own, and the picture.
  private func film(of format: PixelFormat, count: Int) -> (clean: Frame, noisy: [Frame]) {
    let clean = Frame(format)
    let unit = 1 << (format.depth - 8)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          // Fine stripes, which are lost within a frame.
          clean[plane, x, y] = (90 + (x * 7 + y * 3) % 5 * 4) * unit
        }
      }
    }
    var noise = Noise(seed: 8)
    let noisy = (0..<count).map { _ in
      let frame = Frame(format)
      for (plane, layout) in format.planes.enumerated() {
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            frame[plane, x, y] = clean[plane, x, y] + noise.next(20 * unit + 1) - 10 * unit
          }
        }
      }
      return frame
    }
    return (clean, noisy)
  }

  @Test(arguments: ["nlmeans", "bilateral"], ["420mpeg2", "444p10"])
  func `earlier pictures keep what one alone would lose`(_ method: String, _ name: String) throws {
    let rate = try #require(FrameRate(25, 1))
    let format = PixelFormat.named(name, 40, 24)
    let (clean, noisy) = film(of: format, count: 9)
    func last(_ temporal: Int) throws -> Frame {
      let film = try Film(
        #"[{ "type": "effect", "effect": "denoise", "method": "\#(method)", "luma": 6, "chroma": 6, "temporal": \#(temporal) }]"#,
        format, rate: rate)
      #expect(film.renderer.history(at: .zero) == temporal)
      return try film.frames(noisy, rate: rate, only: 8..<9)[0]
    }
    let (alone, together) = (try last(0), try last(8))
    for plane in 0..<3 {
      let (before, one, all) = (
        error(noisy[8], clean, plane), error(alone, clean, plane), error(together, clean, plane)
      )
      #expect(all < 0.8 * one && all < 0.6 * before, "plane \(plane): \(before), \(one), \(all)")
    }
  }

  @Test func `what moves leaves no trail`() throws {
    let rate = try #require(FrameRate(25, 1))
    let format = PixelFormat.named("444", 40, 16)
    let sources = (0..<6).map { number in
      let frame = Frame.flat(format, [60, 128, 128])
      for y in 4..<10 { for x in 0..<6 { frame[0, x + 5 * number, y] = 200 } }
      return frame
    }
    let film = try Film(
      #"[{ "type": "effect", "effect": "denoise", "luma": 8, "temporal": 5 }]"#, format, rate: rate)
    let result = try film.frames(sources, rate: rate, only: 5..<6)[0]
    for x in 0..<40 {
      #expect(abs(result[0, x, 7] - sources[5][0, x, 7]) <= 1, "\(x)")
    }
  }
}

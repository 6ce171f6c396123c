import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Effects that move the picture as a whole while the shutter is open, against means of many
/// moments.
@Suite struct ViewExposureTests {
  private static let rate = FrameRate(10, 1)

  static let effects = [
    #""effect": "camera", "pan": { "from": [-60, -9], "to": [60, 20] }, "zoom": { "from": 0.6, "to": 2 }"#,
    #""effect": "camera", "roll": { "from": 0, "to": 300 }, "edge": "color", "edgeColor": "red""#,
    #""effect": "camera", "pan": { "from": [-200, 0], "to": [200, 0] }, "edge": "blur""#,
    #""effect": "shake", "amount": "12%", "rotation": 6, "rate": 5"#,
    #""effect": "zoom-pulse", "amount": 1.5, "bpm": 60"#,
  ]

  private func film(
    _ layers: String, _ format: PixelFormat, canvas: String = ""
  ) throws -> Film {
    try Film(
      #"{ "version": 1, "canvas": { \#(canvas) }, "layers": [\#(layers)] }"#, format,
      rate: Self.rate)
  }

  private func effect(_ keys: String, _ more: String = "") -> String {
    #"{ "type": "effect", "duration": 2, \#(keys)\#(more) }"#
  }

  private func picture(_ format: PixelFormat) -> Frame {
    let frame = Frame(format)
    let unit = 1 << (format.depth - 8)
    for plane in format.planes.indices {
      for y in 0..<format.planes[plane].height {
        for x in 0..<format.planes[plane].width {
          let value = plane == 0 ? 40 + (x * 7 + y * 5) % 160 : 100 + (x * 2 + y * 3 * plane) % 60
          frame[plane, x, y] = value * unit
        }
      }
    }
    return frame
  }

  /// The mean of 128 moments of 180 degrees about a second.
  private func mean(_ sharp: Film, _ source: Frame) throws -> [[Double]] {
    var sums: [[Int]] = source.format.planes.map {
      .init(repeating: 0, count: $0.width * $0.height)
    }
    for moment in 0..<128 {
      let share = (Double(moment) + 0.5) / 128 - 0.5
      let frame = try sharp.frame(source, at: 1 + share / 20)
      for plane in sums.indices {
        for (index, sample) in frame.samples(plane).enumerated() { sums[plane][index] += sample }
      }
    }
    return sums.map { $0.map { Double($0) / 128 } }
  }

  @Test(arguments: effects, ["444p16", "420jpeg", "422p10"])
  func `what is seen is the mean of 128 moments`(_ keys: String, _ name: String) throws {
    let format = PixelFormat.named(name, 64, 48)
    let source = picture(format)
    let sharp = try film(effect(keys), format)
    let blurred = try film(effect(keys, #", "motionBlur": true"#), format)
    let (expected, frame) = (try mean(sharp, source), try blurred.frame(source, at: 1))
    for plane in format.planes.indices {
      let worst =
        zip(expected[plane], frame.samples(plane)).map { abs($0 - Double($1)) }.max() ?? 0
      #expect(worst <= 1.5 * Double(1 << (format.depth - 8)), "plane \(plane)")
    }
    #expect(try !frame.isIdentical(to: sharp.frame(source, at: 1)))
  }

  @Test(arguments: EffectLawsTests.formats)
  func `what stands still changes no byte`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for keys in [
      #""effect": "camera", "zoom": 1.2"#, #""effect": "shake", "rate": 0"#,
      #""effect": "zoom-pulse", "amount": 0"#,
    ] {
      let sharp = try film(effect(keys), format)
      let blurred = try film(effect(keys), format, canvas: #""motionBlur": true"#)
      #expect(try sharp.frame(source, at: 1).isIdentical(to: blurred.frame(source, at: 1)))
    }
  }

  @Test func `every effect is blurred in every format, alone and in groups`() throws {
    for format in EffectLawsTests.formats {
      let source = Frame.noise(format)
      for keys in Self.effects {
        for canvas in [#""motionBlur": true"#, #""motionBlur": true, "blending": "linear""#] {
          let alone = try film(effect(keys), format, canvas: canvas).frame(source, at: 1)
          if let alpha = format.roles.firstIndex(of: .alpha) {
            #expect(alone.samples(alpha) == source.samples(alpha))
          }
          _ = try film(
            """
            { "type": "group", "layers": [
              { "type": "color", "color": "#48f", "size": ["50%", "50%"] }, \(effect(keys)) ] }
            """, format, canvas: canvas
          ).frame(source, at: 1)
        }
      }
    }
  }

  @Test func `an effect, a layer and a group say more than the canvas`() throws {
    let format = PixelFormat.named("420jpeg", 64, 48)
    let source = picture(format)
    let canvas = #""motionBlur": { "shutter": 90 }"#
    let keys = Self.effects[0]
    func frame(_ layers: String, _ canvas: String) throws -> Frame {
      try film(layers, format, canvas: canvas).frame(source, at: 1)
    }
    let (sharp, short) = (try frame(effect(keys), ""), try frame(effect(keys), canvas))
    #expect(!sharp.isIdentical(to: short))
    #expect(
      try frame(effect(keys, #", "motionBlur": false"#), canvas).isIdentical(to: sharp))
    #expect(try frame(effect(keys, #", "motionBlur": true"#), canvas).isIdentical(to: short))
    func layer(_ own: String) -> String {
      """
      { "type": "color", "color": "#fc4", "size": [20, 20], "duration": 2, \(own)
        "effects": [{ \(keys) }] }
      """
    }
    #expect(
      try frame(layer(#""motionBlur": false,"#), canvas).isIdentical(to: frame(layer(""), "")))
    #expect(
      try !frame(layer(#""motionBlur": true,"#), "").isIdentical(to: frame(layer(""), "")))
  }

  @Test func `in a group that moves, both ways are one`() throws {
    // The camera follows the group's way back, so that nothing is seen of it.
    let format = PixelFormat.named("444p16", 96, 48)
    let source = Frame.flat(format, [9000, 32768, 32768])
    let group = """
      { "type": "group", "duration": 2, "position": { "from": [-40, 0], "to": [40, 0] }, "layers": [
        { "type": "color", "color": "white", "size": [16, 16], "position": [40, 16] },
        { "type": "effect", "effect": "camera", "duration": 2,
          "pan": { "from": [-40, 0], "to": [40, 0] } } ] }
      """
    let frame = try film(group, format, canvas: #""motionBlur": true"#).frame(source, at: 1)
    let sharp = try film(group, format).frame(source, at: 1)
    // Places between samples are read twice, so that edges are soft, and no longer than that.
    func columns(_ frame: Frame) -> Int {
      (0..<96).count { x in (0..<48).contains { abs(frame[0, x, $0] - 9000) > 257 } }
    }
    #expect(columns(frame) <= columns(sharp) + 2)
  }

  @Test func `light is averaged where the canvas mixes light`() throws {
    let format = PixelFormat.named("420jpeg", 96, 48)
    let source = Frame.flat(format, [16, 128, 128])
    for y in 0..<48 { for x in 48..<96 { source[0, x, y] = 235 } }
    let pan = effect(#""effect": "camera", "pan": { "from": [-200, 0], "to": [200, 0] }"#)
    for (blending, power) in [("linear", 2.4), ("gamma", 1)] {
      let frame = try film(
        pan, format, canvas: #""motionBlur": true, "blending": "\#(blending)""#
      ).frame(source, at: 1)
      // Ten pixels in the time, about the edge, between whose samples code values are read.
      for x in 43..<53 {
        var light = 0.0
        for moment in 0..<512 {
          let place = Double(x) - 47 + 10 * ((Double(moment) + 0.5) / 512 - 0.5)
          light += Maths.pow(min(max(place, 0), 1), power) / 512
        }
        let expected = 16 + 219 * Maths.pow(light, 1 / power)
        #expect(abs(Double(frame[0, x, 24]) - expected) <= 2, "\(blending) \(x)")
      }
      #expect(frame[0, 20, 24] == 16 && frame[0, 80, 24] == 235)
    }
  }
}

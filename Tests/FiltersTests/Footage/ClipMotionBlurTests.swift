import Bytes
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Clips that move while the shutter is open, against means of what they are at many moments.
@Suite struct ClipMotionBlurTests {
  private static let picture = [
    "s.png": Picture.painted(48, 27) { x, y in
      [UInt8(40 + 4 * x), UInt8(60 + 6 * y), UInt8(200 - 3 * x), 255]
    },
    "half.png": Picture.painted(24, 20) { x, y in
      [UInt8(40 + 4 * x), UInt8(60 + 6 * y), 90, UInt8(x == 0 ? 60 : 255)]
    },
  ]

  private func clip(
    _ keys: String, _ format: PixelFormat, source: String = #""s.png""#, stage: String = ""
  ) throws -> ClipScene {
    try ClipScene(
      keys, on: format, source: source, stage: stage, pictures: Self.picture)
  }

  /// The mean of what a clip is at 128 moments of 180 degrees about a second.
  private func mean(_ sharp: ClipScene, _ format: PixelFormat) throws -> [[Double]] {
    var sums: [[Int]] = format.planes.map { .init(repeating: 0, count: $0.width * $0.height) }
    for moment in 0..<128 {
      let share = (Double(moment) + 0.5) / 128 - 0.5
      let frame = try sharp.frame(at: 1 + share / 50)
      for plane in format.planes.indices {
        for (index, sample) in frame.samples(plane).enumerated() { sums[plane][index] += sample }
      }
    }
    return sums.map { $0.map { Double($0) / 128 } }
  }

  static let ways = [
    #""zoom": { "from": 1, "to": 4, "duration": 2 }, "focus": [0.2, 0.7]"#,
    #""zoom": 0.6, "position": { "from": [-300, 20], "to": [372, 28], "duration": 2 }, "anchor": [0.5, 0.5]"#,
    #""rotate": { "from": -400, "to": 500, "duration": 2 }, "zoom": 0.8"#,
    #""crop": { "left": { "from": 0, "to": "90%", "duration": 2 } }, "opacity": 0.6"#,
    #""zoom": { "from": 0.2, "to": 2, "duration": 2 }, "background": "blur""#,
    #""rotate": { "from": 0, "to": 500, "duration": 2 }, "mask": { "shape": "ellipse", "size": ["60%", "60%"] }"#,
    #""rotate": { "from": 0, "to": 500, "duration": 2 }, "blend": "multiply", "background": "rgb(200 90 140)""#,
  ]

  @Test(arguments: ways, [#""s.png""#, ##"{ "color": "#d42" }"##])
  func `what is seen is the mean of 128 moments`(_ way: String, _ source: String) throws {
    let format = PixelFormat.named("444p16", 72, 48)
    let sharp = try clip(way, format, source: source)
    let blurred = try clip(#"\#(way), "motionBlur": true"#, format, source: source)
    let (expected, frame) = (try mean(sharp, format), try blurred.frame(at: 1))
    for plane in 0..<3 {
      let worst =
        zip(expected[plane], frame.samples(plane)).map { abs($0 - Double($1)) }.max() ?? 0
      #expect(worst <= 257, "plane \(plane): \(worst / 257)")
    }
    // A colour is the same wherever it is zoomed to.
    if source.contains("png") || way.contains("rotate") {
      #expect(try !frame.isIdentical(to: sharp.frame(at: 1)))
    }
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "422", "411", "mono", "422p10", "444p12"])
  func `every format has the mean, and 8 bits have it within a step`(_ name: String) throws {
    let format = PixelFormat.named(name, 72, 48)
    let way = #""zoom": { "from": 0.5, "to": 3, "duration": 2 }, "focus": [0.2, 0.7]"#
    let (sharp, blurred) = (
      try clip(way, format), try clip(#"\#(way), "motionBlur": true"#, format)
    )
    let (expected, frame) = (try mean(sharp, format), try blurred.frame(at: 1))
    let step = Double(1 << (format.depth - 8))
    for plane in format.planes.indices {
      let worst =
        zip(expected[plane], frame.samples(plane)).map { abs($0 - Double($1)) }.max() ?? 0
      #expect(worst <= 1.5 * step, "plane \(plane)")
    }
  }

  @Test func `straight colours are weighed by their alpha`() throws {
    let format = PixelFormat.named("444alpha", 72, 48)
    let frame = try clip(
      #"""
      "zoom": 0.5, "anchor": [0.5, 0.5], "motionBlur": true, "background": "transparent",
      "position": { "from": [-464, 24], "to": [536, 24], "duration": 2 }
      """#, format, source: ##"{ "color": "#e04020" }"##
    ).frame(at: 1)
    let still = try clip(#""zoom": 0.5"#, format, source: ##"{ "color": "#e04020" }"##).frame()
    // Ten pixels in the time: the left side is at 18 in the middle of it.
    for x in 13..<23 {
      #expect(abs(Double(frame[3, x, 24]) - 255 * (Double(x) + 0.5 - 13) / 10) <= 1.5)
      for plane in 0..<3 { #expect(abs(frame[plane, x, 24] - still[plane, 36, 24]) <= 1) }
    }
    #expect(frame[3, 10, 24] == 0 && frame[3, 36, 24] == 255)
  }

  @Test func `light is averaged where the canvas mixes light`() throws {
    let format = PixelFormat.named("444", 72, 48)
    for (blending, power) in [("linear", 2.4), ("gamma", 1)] {
      let frame = try clip(
        #"""
        "zoom": 0.5, "anchor": [0.5, 0.5], "motionBlur": true,
        "position": { "from": [-464, 24], "to": [536, 24], "duration": 2 }
        """#, format, source: #"{ "color": "white" }"#, stage: #""blending": "\#(blending)""#
      ).frame(at: 1)
      for x in 13..<23 {
        let share = Maths.pow((Double(x) + 0.5 - 13) / 10, 1 / power)
        #expect(abs(Double(frame[0, x, 24]) - (16 + 219 * share)) <= 1.5, "\(blending) \(x)")
      }
    }
  }

  @Test(arguments: ["420jpeg", "444alpha", "422p10"])
  func `a clip that stands still has the same bytes`(_ name: String) throws {
    let format = PixelFormat.named(name, 64, 48)
    for keys in [
      #""zoom": 0.7"#, #""rotate": 12"#, #""rotate": 12, "blend": "screen""#,
      #""zoom": { "keys": [[0, 1.3], [2, 1.3], [3, 2]] }"#,
      #""position": ["20%", "50%"], "fit": "cover", "background": "blur""#,
    ] {
      let sharp = try clip(keys, format)
      let blurred = try clip(keys, format, stage: #""motionBlur": true"#)
      #expect(try sharp.frame(at: 1).isIdentical(to: blurred.frame(at: 1)))
    }
  }

  @Test func `a clip says more than the canvas`() throws {
    let format = PixelFormat.named("420jpeg", 64, 48)
    let way = #""zoom": { "from": 1, "to": 9, "duration": 2 }"#
    let canvas = #""motionBlur": { "shutter": 90 }"#
    func frame(_ keys: String, _ stage: String) throws -> Frame {
      try clip(way + keys, format, stage: stage).frame(at: 1)
    }
    let (sharp, short) = (try frame("", ""), try frame("", canvas))
    #expect(!sharp.isIdentical(to: short))
    #expect(try frame(#", "motionBlur": false"#, canvas).isIdentical(to: sharp))
    #expect(try frame(#", "motionBlur": true"#, canvas).isIdentical(to: short))
    #expect(
      try !frame(#", "motionBlur": { "shutter": 360 }"#, canvas).isIdentical(to: short))
  }

  @Test func `a frame is passed only where its clip does not move through its place`() throws {
    let format = PixelFormat.named("420jpeg", 64, 48)
    let way = #""zoom": { "keys": [[0, 1], [1, 1], [2, 1.5], [3, 1], [4, 1]], "ease": "linear" }"#
    for (blur, passes) in [("false", [true, true, true]), ("true", [true, false, true])] {
      let scene = try ClipScene(#"\#(way), "motionBlur": \#(blur)"#, on: format, from: format)
      for (time, passes) in zip([0.5, 3, 3.5], passes) {
        #expect((scene.painter.passedFeed(at: Time(time)) != nil) == passes, "\(blur) \(time)")
      }
    }
  }

  @Test func `bands of other workers give the same bytes`() throws {
    let format = PixelFormat.named("420jpeg", 640, 360)
    let way = #""zoom": { "from": 0.5, "to": 3, "duration": 2 }, "rotate": { "from": 0, "to": 90 }"#
    for more in ["", #", "blend": "hard-light""#] {
      let scene = try clip(#"\#(way)\#(more), "motionBlur": { "samples": 5 }"#, format)
      let workspace = Workspace.team(of: 2)[0]
      workspace.bands = OneRowBands()
      let (alone, together) = (try scene.frame(at: 1), try scene.frame(at: 1, workspace))
      #expect(alone.isIdentical(to: together))
    }
  }
}

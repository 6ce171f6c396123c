import Bytes
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Layers that are seen while the shutter is open, against means of what they are at many moments.
@Suite struct MotionBlurTests {
  private static let rate = FrameRate(10, 1)
  private static let pictures = [
    "s.png": Picture.painted(14, 12) { x, y in
      [UInt8(255 * ((x + y) & 1)), UInt8(18 * x), UInt8(21 * y), x == 0 ? 90 : 255]
    }
  ]

  /// A film of one layer, on a canvas that may say more.
  private static func film(
    _ layers: String, canvas: String = "", _ format: PixelFormat
  ) throws -> Film {
    try Film(
      #"{ "version": 1, "canvas": { \#(canvas) }, "layers": [\#(layers)] }"#, format,
      pictures: pictures, rate: rate)
  }

  private static func moved(_ x: String, _ y: String) -> String {
    """
    { "type": "color", "color": "white", "size": [30, 10], "x": \(x), "y": \(y),
      "motionBlur": true }
    """
  }

  /// How much of a sample's side lies within a length from a place on.
  private static func overlap(_ sample: Int, _ place: Double, _ length: Double) -> Double {
    max(0, min(Double(sample + 1), place + length) - max(Double(sample), place))
  }

  @Test(arguments: [
    // Pixels a second along both axes: half a frame's time of a tenth of a second is open.
    (13.0, 0.0), (100, 0), (-100, 0), (600, 0), (-340.5, 0), (0, 80), (0, 333), (77, 31),
    (500, 200),
  ])
  func `a box that is shifted covers what the mean of its places does`(
    _ speedX: Double, _ speedY: Double
  ) throws {
    let format = PixelFormat.named("444", 128, 64)
    func keys(_ middle: Double, _ speed: Double) -> String {
      "{ \"from\": \(middle - speed), \"to\": \(middle + speed), \"duration\": 2, \"ease\": \"linear\" }"
    }
    let (middleX, middleY) = (50.3, 24.0)
    let film = try Self.film(Self.moved(keys(middleX, speedX), keys(middleY, speedY)), format)
    let frame = try film.frame(.flat(format, [16, 128]), at: 1.0)
    var worst = 0.0
    let moments = 2048
    for y in 0..<64 {
      for x in 0..<128 {
        var sum = 0.0
        for moment in 0..<moments where (x + y) & 3 == 0 {
          let time = ((Double(moment) + 0.5) / Double(moments) - 0.5) / 20
          sum +=
            Self.overlap(x, middleX + speedX * time, 30)
            * Self.overlap(y, middleY + speedY * time, 10)
        }
        guard (x + y) & 3 == 0 else { continue }
        let expected = 16 + 219 * sum / Double(moments)
        worst = max(worst, abs(Double(frame[0, x, y]) - expected))
      }
    }
    #expect(worst <= 1)
  }

  static let ways = [
    #""rotation": { "from": 0, "to": 400 }"#,
    #""scale": { "from": 0.5, "to": 3 }, "rotation": 20"#,
    #""skewX": { "from": -40, "to": 40 }"#,
    #""position": { "from": [10, 8], "to": [70, 40], "ease": "ease-in" }"#,
    #""position": { "from": [-330, 24], "to": [400, 24], "ease": "ease-in-out" }"#,
    #""position": { "from": [-300, 24], "to": [300, 24] }, "shadow": { "offset": [3, 2] }"#,
    #""position": { "from": [-400, 24], "to": [406, 24], "ease": "linear" }"#,
    #""position": { "from": [24, -600], "to": [24, 690], "ease": "linear" }"#,
    #""rotation": { "from": 0, "to": 300 }, "mask": { "shape": "ellipse" }, "border": { "width": 2 }"#,
  ]

  @Test(arguments: ways, [#"true"#, #"{ "shutter": 360, "phase": 0 }"#])
  func `what is seen is the mean of 128 moments`(_ way: String, _ blur: String) throws {
    let format = PixelFormat.named("444p16", 72, 48)
    let layer = #""type": "image", "source": "s.png", "anchor": "center", "x": 36, "y": 24"#
      .replacing(way.contains("position") ? #", "x": 36, "y": 24"# : "", with: "")
    let sharp = try Self.film(#"{ \#(layer), \#(way), "duration": 2 }"#, format)
    let blurred = try Self.film(
      #"{ \#(layer), \#(way), "duration": 2, "motionBlur": \#(blur) }"#, format)
    try expectMean(of: sharp, blurred, format, isLong: blur != "true")
  }

  /// Expects a frame to be the mean of 128 moments, of 180 degrees about its time or of 360 from it
  /// on.
  private func expectMean(
    of sharp: Film, _ blurred: Film, _ format: PixelFormat, isLong: Bool = false
  ) throws {
    let source = Frame.flat(format, [9000, 40000, 20000])
    let result = try blurred.frame(source, at: 1.0)
    let count = format.width * format.height
    var sums = [[Int]](repeating: [Int](repeating: 0, count: count), count: 3)
    for moment in 0..<128 {
      let share = try #require(Time(2 * moment + 1, 256))
      let offset =
        isLong
        ? share * Rational(reducing: 1, over: 10)
        : (share - Time(Rational(reducing: 1, over: 2))) * Rational(reducing: 1, over: 20)
      let frame = try sharp.frame(source, at: Time(seconds: 1) + offset)
      for plane in 0..<3 {
        for (index, sample) in frame.samples(plane).enumerated() { sums[plane][index] += sample }
      }
    }
    for plane in 0..<3 {
      let worst = zip(sums[plane], result.samples(plane)).map { abs($0 / 128 - $1) }.max() ?? 0
      // One step of 8 bits.
      #expect(worst <= 257, "plane \(plane): \(Double(worst) / 257)")
    }
    #expect(!result.isIdentical(to: try sharp.frame(source, at: 1.0)))
  }

  @Test(arguments: ["420jpeg", "444", "422p10"])
  func `what stands still changes no byte`(_ colorspace: String) throws {
    let format = PixelFormat.named(colorspace, 64, 48)
    let source = Frame.noise(format)
    let layer = #""type": "image", "source": "s.png", "rotation": 12"#
    let way = #", "position": { "keys": [[0, [8, 8]], [1, [8, 8]], [2, [40, 20]]] }"#
    let plain = try Self.film("{ \(layer)\(way) }", format)
    let blurred = try Self.film("{ \(layer)\(way) }", canvas: #""motionBlur": true"#, format)
    let still = try Self.film("{ \(layer) }", format)
    let stillBlurred = try Self.film("{ \(layer), \"motionBlur\": true }", format)
    #expect(try blurred.frame(source, at: 0.5).isIdentical(to: plain.frame(source, at: 0.5)))
    #expect(try !blurred.frame(source, at: 1.5).isIdentical(to: plain.frame(source, at: 1.5)))
    #expect(try stillBlurred.frame(source, at: 0.5).isIdentical(to: still.frame(source, at: 0.5)))
    #expect(blurred.renderer.boxes(at: Time(0.5)) == plain.renderer.boxes(at: Time(0.5)))
  }

  @Test func `nothing outside the swept box is touched`() throws {
    let format = PixelFormat.named("420jpeg", 128, 64)
    let source = Frame.noise(format)
    let film = try Self.film(
      Self.moved(#"{ "from": 0, "to": 90, "duration": 1 }"#, "20"), format)
    for time in [0.0, 0.3, 0.5, 1.0] {
      let box = try #require(film.renderer.boxes(at: Time(time)).first)
      let frame = try film.frame(source, at: time)
      #expect(box.width < 60)
      for y in 0..<64 {
        for x in 0..<128 where !(box.x..<box.maxX ~= x && box.y..<box.maxY ~= y) {
          #expect(frame[0, x, y] == source[0, x, y])
        }
      }
    }
  }

  @Test func `a layer's own setting holds before the group's, and that before the canvas's`() throws
  {
    let format = PixelFormat.named("444", 64, 48)
    let source = Frame.noise(format)
    func frame(_ canvas: String, _ group: String, _ layer: String) throws -> Frame {
      try Self.film(
        """
        { "type": "group"\(group), "layers": [
          { "type": "image", "source": "s.png", "duration": 1,
            "position": { "from": [0, 8], "to": [50, 20] }\(layer) } ] }
        """, canvas: canvas, format
      ).frame(source, at: 0.5)
    }
    let (on, off) = (#", "motionBlur": true"#, #", "motionBlur": false"#)
    let canvas = #""motionBlur": { "shutter": 90 }"#
    let sharp = try frame("", "", "")
    let short = try frame("", "", #", "motionBlur": { "shutter": 90 }"#)
    let usual = try frame("", "", on)
    #expect(!sharp.isIdentical(to: short) && !short.isIdentical(to: usual))
    #expect(try frame(canvas, "", "").isIdentical(to: short))
    #expect(try frame(canvas, off, "").isIdentical(to: sharp))
    #expect(try frame(canvas, "", off).isIdentical(to: sharp))
    // Keys that are not given are those around it.
    #expect(try frame(canvas, off, on).isIdentical(to: short))
    #expect(try frame(canvas, "", on).isIdentical(to: short))
    #expect(try frame("", on, "").isIdentical(to: usual))
    #expect(
      try frame("", #", "motionBlur": { "shutter": 90 }"#, #", "motionBlur": { "phase": -90 }"#)
        .isIdentical(to: short))
  }

  @Test(arguments: [-40, 40])
  func `what a group and a layer in it do together is what is blurred`(_ way: Int) throws {
    let format = PixelFormat.named("444p16", 96, 48)
    func film(_ blur: String) throws -> Film {
      try Self.film(
        """
        { "type": "group", "duration": 2, "position": { "from": [0, 0], "to": [\(way), 0] },
          "layers": [
          { "type": "image", "source": "s.png", "duration": 2,
            "position": { "from": [30, 10], "to": [70, 10] } } ] }
        """, canvas: blur, format)
    }
    let (sharp, blurred) = (try film(""), try film(#""motionBlur": true"#))
    try expectMean(of: sharp, blurred, format)
    guard way < 0 else { return }
    // One goes back as fast as the other goes on, so that nothing is seen of their ways.
    let source = Frame.flat(format, [9000, 40000, 20000])
    let frames = (try sharp.frame(source, at: 1.0), try blurred.frame(source, at: 1.0))
    func columns(_ frame: Frame) -> [Int] {
      (0..<96).filter { x in (0..<48).contains { abs(frame[0, x, $0] - 9000) > 257 } }
    }
    #expect(columns(frames.1).count <= columns(frames.0).count + 2)
  }

  @Test func `opacity comes once, after the mean`() throws {
    let format = PixelFormat.named("444", 128, 64)
    let film = try Self.film(
      Self.moved(#"{ "from": 20, "to": 80, "duration": 1 }"#, #"20, "opacity": 0.5"#), format)
    let frame = try film.frame(.flat(format, [16, 128]), at: 0.5)
    // Where all moments cover a sample, half of white.
    #expect(frame[0, 64, 25] == 126 || frame[0, 64, 25] == 125)
  }

  @Test func `light is averaged where the canvas mixes light`() throws {
    let format = PixelFormat.named("444", 128, 64)
    let layers = """
      { "type": "group", "position": { "from": [-100, 0], "to": [100, 0], "duration": 1 }, "layers": [
        { "type": "color", "color": "white", "size": [40, 20], "position": [60, 20] },
        { "type": "color", "color": "black", "size": [40, 20], "position": [20, 20] } ] }
      """
    func frame(_ blending: String) throws -> Frame {
      try Self.film(
        layers,
        canvas: #""blending": "\#(blending)", "motionBlur": { "shutter": 360, "phase": -180 }"#,
        format
      ).frame(.flat(format, [90, 128]), at: 0.5)
    }
    let (linear, gamma) = (try frame("linear"), try frame("gamma"))
    // The edge between both colours is at 60 in the middle, and 20 pixels long.
    for x in [52, 56, 64] {
      let share = (Double(x) + 0.5 - 50) / 20
      let light = Maths.pow(share, 1 / 2.4)
      #expect(abs(Double(linear[0, x, 30]) - (16 + 219 * light)) <= 1)
      #expect(abs(Double(gamma[0, x, 30]) - (16 + 219 * share)) <= 1)
    }
  }

  @Test func `a given number of moments is drawn`() throws {
    let format = PixelFormat.named("444", 128, 64)
    let film = try Self.film(
      """
      { "type": "color", "color": "white", "size": [4, 10], "motionBlur": { "samples": 2 },
        "position": { "from": [0, 20], "to": [400, 60], "duration": 1, "ease": "linear" } }
      """, format)
    let frame = try film.frame(.flat(format, [16, 128]), at: 0.25)
    // At 0.25 s less and more an eightieth: two boxes of half of white.
    #expect(frame[0, 97, 33] == 126 || frame[0, 97, 33] == 125)
    #expect(frame[0, 107, 35] == 126 || frame[0, 107, 35] == 125)
    #expect(frame[0, 102, 34] == 16)
  }

  @Test(arguments: [
    (#"{ "shutter": 900 }"#, "'shutter' must be from 0 to 720, not 900"),
    (#"{ "phase": "late" }"#, "'phase' takes a number, not a string"),
    (#"{ "samples": 1 }"#, "'samples' must be from 2 to 128, not 1"),
    (#"{ "samples": "many" }"#, "auto"),
    (#"{ "angle": 180 }"#, "unknown key 'angle' in 'motionBlur'"),
    ("180", "'motionBlur' takes true, false or an object, not a number"),
  ])
  func `faults are reported`(_ value: String, _ message: String) throws {
    let fault = #expect(throws: TimelineFault.self) {
      _ = try Self.film(
        #"{ "type": "color", "motionBlur": \#(value) }"#, .named("444", 8, 8))
    }
    #expect(fault?.description.contains(message) ?? false, "\(fault?.description ?? "")")
    #expect(fault?.description.contains("test.json:1:") ?? false)
  }
}

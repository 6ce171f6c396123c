/// A kernel to measure: a layer that a renderer draws, with next to nothing beside the kernel, so
/// that how the kernel does its work is its own business.
struct KernelCase {
  let name: String
  let work: Work

  enum Work {
    /// Copies a frame: what everything is compared with.
    case copy
    /// Converts a picture to the stream's colours, premultiplied.
    case conversion
    /// Draws a layer; `picture` is what an image layer shows.
    case layer(String, picture: TestPicture? = nil)
    /// Puts the frame of a clip with these keys on the canvas; the frame's sides are so many
    /// hundredths of the canvas's.
    case clip(String, size: Int)
    /// Draws frames between two of a clip with these keys: as many as lie between two of its
    /// frames, and then those of the next two.
    case between(String, count: Int)
    /// Goes over from one frame to another, by a transition without its duration.
    case transition(String)
  }
}

/// What an image layer shows: a picture, with its sides in hundredths of the canvas's.
struct TestPicture: Hashable {
  enum Alpha: Hashable {
    /// From nothing to all across the picture.
    case soft
    case opaque
  }

  var alpha = Alpha.soft
  var width = 100
  var height = 100
}

extension KernelCase {
  /// All kernels, in the order of the table. To add one is to add a line.
  ///
  /// Animations last 100 seconds and are drawn a frame after another, so nothing can be kept.
  static let all: [KernelCase] = [
    KernelCase(name: "copy", work: .copy),
    image("blend, opaque", "", TestPicture(alpha: .opaque)),
    image("blend, soft", ""),
    image("blend, soft, opacity", #""opacity": \#(move(0.3, 0.7))"#),
    KernelCase(name: "picture conversion", work: .conversion),
    image("move by fractions", #""position": \#(move("[-9, -9]", "[9, 9]"))"#),
    scale("up across", 2, 1),
    scale("up down", 1, 2),
    scale("down across", 0.5, 1),
    scale("down down", 1, 0.5),
    image("scale far down", #""scale": \#(move(0.2, 0.25))"#, TestPicture(width: 200, height: 200)),
    turn("nearest"),
    turn("bilinear"),
    turn("bicubic"),
    gradient("linear"),
    gradient("radial"),
    gradient("conic"),
    effect("vortex", "bilinear", #""sampling": "bilinear", \#(turningVortex)"#),
    effect("vortex", "bicubic", #""sampling": "bicubic", \#(turningVortex)"#),
    effect("pointillize", "radius 20", #""radius": 20"#),
    effect("blur", "sigma 8", #""sigma": 8"#),
    effect("blur", "sigma 2", #""sigma": 2"#),
    effect("adjust", "contrast", #""contrast": \(move(1.1, 1.3)), "saturation": 1.3"#),
    effect("invert", "amount", #""amount": \(move(0.8, 1))"#),
    effect("sepia", "amount", #""amount": \(move(0.8, 1))"#),
    KernelCase(name: "clip, enlarged", work: .clip("", size: 50)),
    KernelCase(name: "clip, shrunk", work: .clip("", size: 150)),
    KernelCase(name: "clip, zoom", work: .clip(#""zoom": \#(move(1, 1.3))"#, size: 100)),
    KernelCase(name: "clip, slow motion", work: .between(#""sampling": "flow""#, count: 1)),
    KernelCase(
      name: "clip, slow motion, 8 times", work: .between(#""sampling": "flow""#, count: 7)),
    transition("crossfade"),
    transition("wipeleft"),
    transition("wipeleft", #""softness": 0.2"#),
    transition("slideleft"),
    transition("circleopen"),
    transition("dissolve"),
  ]

  private static let turningVortex = #""radius": "100%", "angle": \#(move(30, 720))"#

  private static func move(_ from: some Any, _ to: some Any) -> String {
    #"{ "from": \#(from), "to": \#(to), "duration": 100 }"#
  }

  private static func image(
    _ name: String, _ arguments: String, _ picture: TestPicture = TestPicture()
  ) -> KernelCase {
    let more = arguments.isEmpty ? "" : ", " + arguments
    let layer = #"{ "type": "image", "source": "picture"\#(more) }"#
    return KernelCase(name: name, work: .layer(layer, picture: picture))
  }

  /// A picture scaled by factors that change a little, so that it fills the canvas.
  private static func scale(_ name: String, _ x: Double, _ y: Double) -> KernelCase {
    let picture = TestPicture(width: Int(100 / x), height: Int(100 / y))
    let (wide, high) = (x == 1 ? 1 : x * 1.01, y == 1 ? 1 : y * 1.01)
    return image(
      "scale \(name)",
      #""pivot": "top-left", "scale": \#(move("[\(x), \(y)]", "[\(wide), \(high)]"))"#, picture)
  }

  /// A picture larger than the canvas that turns about its middle.
  private static func turn(_ sampling: String) -> KernelCase {
    image(
      "turn \(sampling)",
      #""anchor": "center", "position": ["50%", "50%"], "sampling": "\#(sampling)", "#
        + #""rotation": \#(move(20, 70))"#, TestPicture(width: 125, height: 222))
  }

  private static func gradient(_ shape: String) -> KernelCase {
    let moved =
      shape == "radial"
      ? #""center": \#(move("[0.4, 0.4]", "[0.6, 0.6]"))"# : #""angle": \#(move(20, 70))"#
    let layer = #"""
      { "type": "gradient", "shape": "\#(shape)", "stops": ["red", "lime", "#00f8", "red"], \#(moved) }
      """#
    return KernelCase(name: "gradient \(shape)", work: .layer(layer))
  }

  private static func effect(_ name: String, _ detail: String, _ arguments: String) -> KernelCase {
    KernelCase(
      name: "\(name), \(detail)",
      work: .layer(#"{ "type": "effect", "effect": "\#(name)", \#(arguments) }"#))
  }

  private static func transition(_ name: String, _ arguments: String = "") -> KernelCase {
    let more = arguments.isEmpty ? "" : ", " + arguments
    return KernelCase(
      name: "transition \(name)\(more.filter { $0 != "\"" })",
      work: .transition(#""type": "\#(name)"\#(more)"#))
  }
}

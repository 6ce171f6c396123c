import Filters
import Images
import TestSupport
import Testing
import Timeline
import Y4M

/// Numbers that a timeline may hold and no picture can: nothing may trap or take long.
@Suite struct HostileNumbersTests {
  static let geometry: [String] = [
    #""position": [1e9, -1e9]"#, #""position": ["1e9%", "-1e9%"]"#,
    #""size": [1e9, 1e9]"#, #""size": [0, 0]"#, #""size": [1e-9, 1e9]"#,
    #""size": [60000, 60000]"#, #""size": [1e-9, 100], "fit": "cover""#,
    #""size": [100, 1e-30], "fit": "cover""#, #""size": [1e-300, 1e-300], "fit": "contain""#,
    #""size": ["auto", 1e9], "fit": "none""#,
    #""size": [1e-300, 9], "fit": "none", "rotation": -30"#,
    #""scale": 1e9"#, #""scale": 1e6"#, #""scale": 1e6, "rotation": 1"#, #""scale": -1e6"#,
    #""scale": 0"#, #""scale": [0, 1]"#, #""scale": [1e-9, 1e9]"#, #""scale": [1e9, 1e-9]"#,
    #""scale": [1e-4, 1e4], "rotation": 45"#, #""scale": 1e-5, "rotation": 45"#,
    #""rotation": 1e9"#, #""rotation": -1e9"#, #""skewX": 90"#, #""skewX": 89.999999, "skewY": 1"#,
    #""skewX": 89.9, "skewY": -89.9"#, #""skewX": 45, "skewY": 45"#,
    #""skewX": 45, "skewY": 44.9999"#,
    #""anchor": [1e9, -1e9]"#, #""pivot": [1e9, 1e9], "rotation": 1, "scale": 2"#,
    #""crop": { "left": 1e9 }"#, #""crop": { "left": "100%", "right": "100%" }"#,
    #""crop": { "left": -1e9, "top": "-50%" }"#, #""crop": { "left": "99.9999999%" }"#,
    #""opacity": { "from": 0, "to": 1, "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }"#,
    #"""
    "position": { "from": [-1e9, -1e9], "to": [1e9, 1e9], "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #"""
    "size": { "from": [1, 1], "to": [1e9, 1e9], "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #"""
    "rotation": { "from": -1e9, "to": 1e9, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #"""
    "scale": { "from": [-1e9, 1], "to": [1e9, 2], "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #""sampling": "nearest", "scale": 1e6"#, #""sampling": "bilinear", "scale": [1e6, 1e-6]"#,
  ]

  static let kinds = [
    #""type": "image", "source": "s.png""#, #""type": "color", "color": "red""#,
    #""type": "group", "layers": [ { "type": "color" } ]"#,
    #""type": "gradient", "shape": "conic", "angle": 1e9, "spread": "reflect""#,
    #""type": "shape", "shape": "star", "stroke": { "width": 3, "dash": [2, 1], "cap": "round" }"#,
  ]

  static let pictures = ["s.png": Picture.plain(7, 5, [200, 100, 50, 200])]

  @Test(arguments: geometry)
  func `no geometry traps`(_ text: String) throws {
    let isMoving = text.contains("from")
    for format in [PixelFormat.named("420mpeg2", 17, 11), .named("444p16", 8, 8)] {
      for kind in Self.kinds.prefix(format.depth == 8 ? 5 : 1) {
        let film = try Film(
          "[{ \(kind), \(text) }]", format, pictures: Self.pictures)
        for time in isMoving ? [0, 0.25, 0.5, 0.75, 1] : [0] {
          let bounds = film.renderer.boxes(at: Time(time)).reduce(Box.empty) { $0.union($1) }
          #expect(bounds.width <= format.width && bounds.height <= format.height)
          let source = Frame.noise(format)
          let result = try film.frame(source, at: time)
          if bounds.isEmpty { #expect(result.isIdentical(to: source), "\(kind) \(text)") }
        }
      }
    }
  }

  static let shapes: [String] = [
    #""shape": "ellipse", "size": [1e-9, 1e9], "stroke": { "width": 10000, "align": "outside" }"#,
    #""shape": "rectangle", "radius": 100000, "stroke": { "width": 1e-9, "dash": [1e-9, 1e-9] }"#,
    #""shape": "rectangle", "stroke": { "width": 9, "dash": [0, 1e-6], "cap": "round" }"#,
    #""shape": "star", "points": 1000, "inner": 0, "radius": 1, "stroke": { "miter": 1000 }"#,
    #""shape": "ring", "inner": 1, "startAngle": -1e9, "endAngle": 1e9"#,
    #""shape": "arc", "startAngle": 1e9, "endAngle": 1e9, "stroke": {}"#,
    #""shape": "line", "from": [-1e9, -1e9], "to": [1e9, 1e9], "stroke": { "dash": [3, 2] }"#,
    #""shape": "line", "from": [5, 5], "to": [5, 5], "stroke": { "cap": "round" }"#,
    #""shape": "arrow", "head": [0, 0], "thickness": 100000"#,
    #""shape": "arrow", "from": ["-1e9%", 0], "head": [100000, 1e-9], "radius": 100000"#,
    #"""
    "shape": "path", "path": "M0 0 A1e9 1e-9 1e9 1 0 1e9 -1e9 C-1e9 1e9 1e9 1e9 0 0 Z",
    "stroke": {}
    """#,
    #""shape": "path", "path": "M5 5 C5 5 5 5 5 5 Q5 5 5 5 Z", "stroke": { "cap": "square" }"#,
    #""shape": "path", "path": "", "stroke": {}, "trim": [-1000, 1000], "trimOffset": 1e6"#,
    #""shape": "ellipse", "stroke": { "dash": [1, 1], "offset": -1e6 }, "trim": [0.3, 0.3]"#,
    #"""
    "shape": "path", "path": { "from": "M0 0 A9 9 0 0 1 9 9 Z", "to": "M9 0 A1 9 5 0 1 0 3 Z",
      "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "stroke": { "width":
      { "from": 0, "to": 9, "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "dash":
      { "from": [3, 1], "to": [1, 0], "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" } }
    """#,
    #"""
    "shape": "star", "points": { "from": 2, "to": 1000, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "inner": { "from": 0, "to": 1, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "trim": { "from": [0, 0], "to": [0, 1],
      "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "radius": { "from": 0, "to": 9,
      "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
  ]

  @Test(arguments: shapes)
  func `no shape traps`(_ text: String) throws {
    let format = PixelFormat.named("420mpeg2", 17, 11)
    let film = try Film(#"[{ "type": "shape", \#(text) }]"#, format)
    for time in [0, 0.25, 0.5, 0.75, 1] {
      let source = Frame.noise(format)
      let bounds = film.renderer.boxes(at: Time(time)).reduce(Box.empty) { $0.union($1) }
      let result = try film.frame(source, at: time)
      if bounds.isEmpty { #expect(result.isIdentical(to: source), "\(text)") }
    }
  }

  static let effects: [String] = [
    #""effect": "vortex", "angle": 1e9"#, #""effect": "vortex", "angle": -1e9, "falloff": 16"#,
    #""effect": "vortex", "radius": 1e9, "angle": 30"#, #""effect": "vortex", "radius": "1e9%""#,
    #""effect": "vortex", "center": [1e9, 1e9]"#, #""effect": "vortex", "center": ["-1e9%", 0]"#,
    #""effect": "vortex", "radius": 1e-9"#, #""effect": "vortex", "radius": 0"#,
    #"""
    "effect": "vortex", "angle": { "from": -1e9, "to": 1e9, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #"""
    "effect": "vortex", "falloff": { "from": 0.25, "to": 16, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #"""
    "effect": "vortex", "radius": { "from": 1, "to": 1e9, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "center": { "from": [0, 0], "to": [1e9, 5],
      "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #""effect": "blur", "sigma": 1000"#, #""effect": "blur", "sigma": "1000%""#,
    #""effect": "blur", "sigma": 1e-300"#, #""effect": "blur", "sigma": 0.001"#,
    #""effect": "blur", "sigma": 900, "region": { "position": [9, 9], "size": [1, 1] }"#,
    #"""
    "effect": "blur", "sigma": { "from": 0, "to": 1000, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #""effect": "pointillize", "radius": 0"#, #""effect": "pointillize", "radius": 1e9"#,
    #""effect": "pointillize", "radius": 1e-9"#, #""effect": "pointillize", "radius": 1"#,
    #"""
    "effect": "pointillize", "jitter": { "from": 0, "to": 1, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
    #""effect": "pointillize", "seed": -9007199254740991"#,
    #""effect": "pointillize", "region": { "size": [0, 0] }"#,
    #""effect": "pointillize", "region": { "size": [0, 5], "invert": true }"#,
    #""effect": "pointillize", "region": { "position": [1e9, -1e9], "size": [1e9, 1e9] }"#,
    #""effect": "pointillize", "region": { "radius": 1e9, "feather": 4096 }"#,
    #""effect": "pointillize", "region": { "shape": "ellipse", "size": [1e-9, 1e9] }"#,
    #"""
    "effect": "pointillize", "region": { "feather": { "from": 0, "to": 4096, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }, "position": { "from": [-1e9, 0],
      "to": [1e9, 0], "duration": 1, "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" } }
    """#,
    #"""
    "effect": "pointillize", "mix": { "from": 0, "to": 1, "duration": 1,
      "ease": "cubic-bezier(0.5,-1e9,0.5,1e9)" }
    """#,
  ]

  @Test(arguments: effects)
  func `no effect traps`(_ text: String) throws {
    for format in [PixelFormat.named("420mpeg2", 17, 11), .named("444p10", 8, 8)] {
      let film = try Film(#"[{ "type": "effect", "duration": 1, \#(text) }]"#, format)
      for time in text.contains("from") ? [0, 0.25, 0.5, 0.75, 0.999] : [0.5] {
        _ = film.renderer.boxes(at: Time(time))
        _ = try film.frame(.noise(format), at: time)
      }
    }
  }

  @Test(arguments: [
    #""size": [0, 10]"#, #""size": [1e9, 10]"#, #""size": [-4, 4]"#, #""size": [65536, 1]"#,
    #""size": [65535, 65535]"#,
  ])
  func `a canvas that cannot be is refused`(_ text: String) {
    #expect(throws: TimelineFault.self) {
      try Film(#"{ "version": 1, "canvas": { \#(text) } }"#, .named("420mpeg2", 16, 16))
    }
  }
}

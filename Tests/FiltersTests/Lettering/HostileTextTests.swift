import TestSupport
import Testing
import Timeline
import Y4M

/// What nobody writes, and files may hold all the same.
@Suite struct HostileTextTests {
  static let keys = [
    #""size": 10000, "shadow": { "blur": 500 }, "glow": { "strength": 20 }"#,
    #""size": 0, "stroke": { "width": 500, "join": "miter" }"#,
    #""size": 1e-300, "letterSpacing": -1000"#,
    #""width": 0, "height": 0, "fit": "shrink""#,
    #""width": 100000, "align": "justify", "lineHeight": 0"#,
    #""scale": 1e9, "rotation": 1e9"#, #""scale": [1e-9, 1e9], "skewX": 89.9999"#,
    #""position": [1e9, -1e9]"#,
    #""position": { "from": [-1e9, 0], "to": [1e9, 0], "duration": 1 }"#,
    #""animate": { "type": "scale", "from": 100, "ease": "easeOutElastic", "stagger": 100000 }"#,
    #""animate": { "type": "wave", "period": 1e-9, "distance": 1e9, "delay": -1e9 }"#,
    #""animate": { "type": "blur-in", "blur": 1000, "duration": 1e-9 }"#,
    #""animate": { "type": "karaoke", "times": [0, 0, 0], "duration": 0 }"#,
    #""color": { "shape": "radial", "stops": [[0, "red"], [0, "blue"]], "center": [1e9, -1e9] }"#,
    #""background": { "radius": 5000, "padding": 10000 }"#, #""maxLines": 1, "width": 1"#,
    #""features": { "    ": 1e300, "kern": -5 }, "variations": { "wght": 1e300 }"#,
    #""crop": { "left": "200%" }"#, #""direction": "rtl", "underline": true"#,
  ]

  @Test(arguments: keys, ["", "X", "p\\n\\n X\\u0000\\u202e\\ud83d\\ude00"])
  func `extreme numbers draw something or nothing`(_ keys: String, _ text: String) throws {
    let format = PixelFormat.named(keys.count % 2 == 0 ? "420mpeg2" : "444p16", 17, 11)
    let film = try SquareFont.film(SquareFont.text(text, keys), format)
    for seconds in [0, 0.4] {
      let frame = try film.frame(.noise(format), at: seconds)
      #expect(frame.format == format)
      _ = film.renderer.box(ofLayer: 0, at: Time(seconds))
    }
  }
}

import TestSupport
import Testing
import Y4M

@testable import Filters

/// What holds for all effects that blur or sharpen.
@Suite struct BlurFamilyTests {
  /// Keys of each effect: usual ones, and the ends of their ranges.
  static let keys = [
    #""sharpen", "amount": 3"#, #""sharpen", "amount": 5, "radius": "90%", "luma": false"#,
    #""clarity", "amount": 2"#, #""clarity", "amount": -1, "radius": 1000"#,
    #""box-blur", "radius": 3.4, "passes": 3"#, #""box-blur", "radius": 500, "passes": 2"#,
    #""box-blur", "direction": "vertical""#, #""directional-blur", "angle": -40"#,
    #""directional-blur", "angle": 80, "length": 1000"#, #""directional-blur", "length": 3"#,
    #""radial-blur", "amount": 100, "center": [-3, 40]"#,
    #""radial-blur", "mode": "spin", "amount": 360"#,
    #""median", "radius": 2, "percentile": 0.3"#, #""median", "radius": 15, "percentile": 1"#,
    #""surface-blur", "radius": 2.5"#, #""surface-blur", "radius": "100%", "threshold": 0.001"#,
    #""lens-blur", "radius": 3.3, "highlights": 1"#,
    #""lens-blur", "radius": 200, "blades": 9, "rotation": -500, "threshold": 0"#,
    #""tilt-shift", "angle": 30, "focus": 0, "falloff": 0, "blur": 3"#,
    #""tilt-shift", "center": [-50, 9], "falloff": "300%", "blur": "60%""#,
    #""radial-blur", "mode": "spin", "amount": 20, "center": ["30%", "-90%"]"#,
  ]

  static let formats = [
    PixelFormat.named("420jpeg", 13, 9), .named("420mpeg2", 16, 31), .named("420paldv", 30, 7),
    .named("422", 7, 33), .named("411", 33, 5), .named("444", 5, 5), .named("mono", 1, 1),
    .named("444alpha", 9, 12), .named("mono16", 2, 2), .named("420p10", 3, 40),
    .named("444p16", 40, 3), .named("420p12", 1, 17), .named("422p14", 17, 1),
  ]

  private func film(_ keys: String, _ format: PixelFormat, _ more: String = "") throws -> Film {
    try Film(#"[{ "type": "effect", "effect": \#(keys)\#(more) }]"#, format)
  }

  @Test(arguments: keys)
  func `a plain picture stays as it is, in every format`(_ keys: String) throws {
    for format in Self.formats {
      let unit = (format.peak + 1) / 256
      for values in [[16, 128, 128, 255], [99, 90, 201, 255]] {
        let source = Frame.flat(format, values.map { $0 * unit })
        let result = try film(keys, format).frame(source)
        #expect(result.isIdentical(to: source), "\(values) in \(format.testDescription)")
      }
      // Nothing traps with noise in it.
      _ = try film(keys, format).frame(.noise(format))
      let group = try Film(
        """
        [{ "type": "group", "layers": [
          { "type": "color", "color": "red", "position": [2, 1], "size": [5, 4] },
          { "type": "effect", "effect": \(keys) } ] }]
        """, format)
      _ = try group.frame(.noise(format))
    }
  }

  @Test(arguments: keys)
  func `a region is that of the whole`(_ keys: String) throws {
    // So tall that only rows near the region can be read.
    for format in [PixelFormat.named("420mpeg2", 15, 160), .named("444p10", 9, 80)] {
      let source = Frame.noise(format)
      let whole = try film(keys, format).frame(source)
      let region = #", "region": { "position": [4, 41], "size": [5, 9] }"#
      let part = try film(keys, format, region).frame(source)
      for y in 41..<50 {
        for x in 0..<9 {
          #expect(part[0, x, y] == ((4..<9).contains(x) ? whole : source)[0, x, y], "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: [
    #""sharpen", "luma": false"#, #""box-blur", "passes": 2"#, #""directional-blur", "angle": 70"#,
    #""directional-blur", "angle": 170"#, #""tilt-shift", "blur": 4"#,
    #""surface-blur", "radius": 5.3"#, #""lens-blur", "radius": 7, "blades": 5"#,
    #""median", "radius": 2"#,
  ])
  func `bands are those of the whole`(_ keys: String) throws {
    // Two bands of the fewest rows that are worth it.
    let format = PixelFormat.named("mono", 260, 140)
    let source = Frame.noise(format)
    let workspace = Workspace.team(of: 7)[0]
    workspace.bands = Backwards(count: 2)
    let film = try film(keys, format)
    let whole = try film.frame(source)
    #expect(try film.frame(source, at: 0, workspace).isIdentical(to: whole))
  }

  @Test(arguments: [
    "sharpen amount", "clarity amount", "box-blur radius", "directional-blur length",
    "radial-blur amount", "tilt-shift blur", "median radius", "surface-blur radius",
    "lens-blur radius",
  ])
  func `an easing that overshoots stays within the range`(_ words: String) throws {
    let (effect, key) = (words.split(separator: " ")[0], words.split(separator: " ")[1])
    let format = PixelFormat.named("420mpeg2", 21, 17)
    let film = try Film(
      """
      [{ "type": "effect", "effect": "\(effect)", "duration": 1,
        "\(key)": { "from": 0, "to": 1, "ease": "easeInOutBack" } }]
      """, format)
    for time in [0.1, 0.3, 0.9, 0.95] { _ = try film.frame(.noise(format), at: time) }
    #expect(try film.frame(.noise(format)).isIdentical(to: .noise(format)))
  }

  @Test func `a region of a turned tilt-shift shows what the whole shows`() throws {
    let format = PixelFormat.named("444p16", 301, 90)
    let source = Frame.noise(format)
    let keys = #""tilt-shift", "angle": 20"#
    let whole = try film(keys, format).frame(source)
    let part = try film(
      keys, format, #", "region": { "position": [124, 20], "size": [160, 60] }"#
    ).frame(source)
    for plane in 0..<3 {
      for y in 20..<80 {
        for x in 124..<284 {
          #expect(part[plane, x, y] == whole[plane, x, y], "\(plane) \(x) \(y)")
        }
      }
    }
  }
}

/// Runs bands one after another, the last one first, with any worker's memory.
private struct Backwards: BandRunner {
  let count: Int

  func run(upTo most: Int, _ body: (Int, Int, Int) -> Void) {
    let count = min(count, most)
    for band in (0..<count).reversed() { body(band, count, (band * 3 + 1) % 7) }
  }
}

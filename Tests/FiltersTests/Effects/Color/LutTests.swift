import Bytes
import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

/// Tables, corrections and conversions of colours on frames; what files say is tested beside their
/// readers.
@Suite struct LutTests {
  /// Eight colours in full range, in R'G'B' of 0 to 1, after an effect.
  private func colors(
    _ effect: String, of colors: [SIMD3<Double>], files: [String: String] = [:],
    pictures: [String: Picture] = [:]
  ) throws -> [SIMD3<Double>] {
    try ColorStrip.colors(
      #"{ "type": "effect", \#(effect) }"#, of: colors,
      files: files.mapValues { Array($0.utf8) }, pictures: pictures)
  }

  private let some: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(0.25, 0.5, 0.75), SIMD3(0.9, 0.1, 0.3),
    SIMD3(0.5, 0.5, 0.5), SIMD3(0.1, 0.8, 0.2), SIMD3(0.7, 0.6, 0.1), SIMD3(0.33, 0.66, 0.99),
  ]

  private func expect(
    _ found: [SIMD3<Double>], _ expected: [SIMD3<Double>], within error: Double = 1e-3
  ) {
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      let off = found - expected
      let most = max(abs(off.x), max(abs(off.y), abs(off.z)))
      #expect(most < error, "\(found) for \(expected)")
    }
  }

  /// A cube of two points a side that exchanges red and blue, and halves green.
  private let swap: String = {
    var text = "LUT_3D_SIZE 2\n"
    for blue in 0...1 {
      for green in 0...1 { for red in 0...1 { text += "\(blue) \(0.5 * Double(green)) \(red)\n" } }
    }
    return text
  }()

  @Test func `a cube changes colours, by its strength`() throws {
    let effect = #""effect": "lut", "source": "swap.cube""#
    let whole = some.map { SIMD3($0.z, $0.y / 2, $0.x) }
    expect(try colors(effect, of: some, files: ["swap.cube": swap]), whole)
    let half = try colors(
      effect + #", "strength": 0.5"#, of: some, files: ["swap.cube": swap])
    expect(half, zip(some, whole).map { ($0 + $1) / 2 })
    let none = try colors(effect + #", "strength": 0"#, of: some, files: ["swap.cube": swap])
    expect(none, some, within: 1e-4)
  }

  @Test func `a table of another format is reported with those that are read`() throws {
    func fault(_ name: String, _ text: String) -> String {
      do {
        _ = try colors(#""effect": "lut", "source": "\#(name)""#, of: some, files: [name: text])
        return ""
      } catch {
        return "\(error)"
      }
    }
    for name in ["a.csp", "A.SPI3D", "b.clf", "b.look"] {
      let said = fault(name, "CSPLUTV100\n3D\n")
      #expect(
        said.contains("\(name): of tables, .cube, .3dl and Hald pictures are read"), "\(said)")
    }
    #expect(fault("a.txt", "CSPLUTV100\n").contains("is no keyword of a .cube file"))
    // What the name says of a table that is read does not count.
    #expect(fault("a.lut", swap).isEmpty)
  }

  @Test(arguments: [
    ("a.png", "", "a.png: the file is empty"), ("a.cube", "", "a.cube:1:1: the file is empty"),
    ("a.png", "LUT", "a.png: not a picture of a known format"),
  ])
  func `a file that holds no table is reported as what it is`(
    _ name: String, _ text: String, _ message: String
  ) {
    let fault = #expect(throws: TimelineFault.self) {
      _ = try self.colors(
        #""effect": "lut", "source": "\#(name)""#, of: self.some, files: [name: text])
    }
    #expect(fault?.description.contains(message) == true, "\(fault?.description ?? "")")
  }

  @Test func `curves and hald pictures are tables too`() throws {
    let curve = "LUT_1D_SIZE 3\n0 0 0\n0.25 0.5 1\n1 1 1\n"
    func bent(_ x: Double, _ middle: Double) -> Double {
      x < 0.5 ? x * 2 * middle : middle + (x - 0.5) * 2 * (1 - middle)
    }
    expect(
      try colors(#""effect": "lut", "source": "a.cube""#, of: some, files: ["a.cube": curve]),
      some.map { SIMD3(bent($0.x, 0.25), bent($0.y, 0.5), bent($0.z, 1)) })
    expect(
      try colors(
        #""effect": "lut", "source": "hald.png""#, of: some, pictures: ["hald.png": .negativeHald]),
      some.map { 1 - $0 })
  }

  /// The negative of each colour as a Hald picture of level 2, in WebP without loss.
  private static let webP: [UInt8] = [
    0x52, 0x49, 0x46, 0x46, 0x44, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38,
    0x4C, 0x37, 0x00, 0x00, 0x00, 0x2F, 0x07, 0xC0, 0x01, 0x00, 0xB9, 0x32, 0x44, 0xF4, 0x3F,
    0x76, 0x11, 0xD1, 0xFF, 0x30, 0x98, 0x69, 0xDB, 0xA6, 0x28, 0x0B, 0x72, 0x03, 0xB9, 0x7F,
    0x08, 0x2C, 0x81, 0x40, 0x92, 0xBF, 0xCA, 0x90, 0x0B, 0x04, 0x92, 0xFC, 0x55, 0x86, 0x3C,
    0x08, 0x26, 0x69, 0xAA, 0xED, 0x98, 0xFB, 0x84, 0x1D, 0x4A, 0x00, 0x46, 0x80, 0xB7, 0x03,
    0x00,
  ]

  @Test func `a hald picture may have another format than PNG`() throws {
    for name in ["hald.webp", "hald"] {
      let layer = #"{ "type": "effect", "effect": "lut", "source": "\#(name)" }"#
      expect(
        try ColorStrip.colors(layer, of: some, files: [name: Self.webP], pictures: [:]),
        some.map { 1 - $0 })
    }
  }

  @Test func `a broken file is reported with its line`() throws {
    do {
      _ = try colors(
        #""effect": "lut", "source": "broken.cube""#, of: some,
        files: ["broken.cube": "LUT_3D_SIZE 2\n0 0 0\n0 zero 0\n"])
      Issue.record("a broken file was read")
    } catch let fault as TimelineFault {
      #expect(fault.description.contains("broken.cube:3:"), "\(fault)")
    }
    #expect(throws: TimelineFault.self) {
      _ = try self.colors(#""effect": "lut", "source": "gone.cube""#, of: self.some)
    }
  }

  @Test func `a decision list is its formula, from numbers or a file`() throws {
    // The first vector of OpenColorIO's own tests.
    let numbers =
      #""slope": [1.35, 1.1, 0.071], "offset": [0.05, -0.23, 0.11], "power": [0.93, 0.81, 1.27], "saturation": 1.23"#
    let color = [SIMD3(0.25, 0.5, 0.75)]
    let expected = [SIMD3(0.422056, 0.401466, 0.035820)]
    expect(try colors(#""effect": "cdl", \#(numbers)"#, of: color), expected)
    let file = """
      <ColorCorrection id="a"><SOPNode><Slope>1.35 1.1 0.071</Slope><Offset>0.05 -0.23 0.11</Offset>\
      <Power>0.93 0.81 1.27</Power></SOPNode><SatNode><Saturation>1.23</Saturation></SatNode>\
      </ColorCorrection>
      """
    expect(
      try colors(#""effect": "cdl", "source": "a.cc""#, of: color, files: ["a.cc": file]), expected)
    let grey = try colors(
      #""effect": "cdl", "source": "a.cc", "saturation": 0"#, of: color, files: ["a.cc": file])
    #expect(abs(grey[0].x - grey[0].y) < 1e-3 && abs(grey[0].y - grey[0].z) < 1e-3)
    expect(try colors(#""effect": "cdl""#, of: some), some, within: 1e-4)
  }

  /// The timeline's own numbers end at 100.
  @Test func `a decision list's file may have any numbers`() throws {
    func file(_ slope: Double, _ power: Double, _ saturation: Double) -> String {
      """
      <ColorCorrection><SOPNode><Slope>\(slope) 1 1</Slope><Offset>0 -20 0</Offset>\
      <Power>\(power) 1 1</Power></SOPNode><SatNode><Saturation>\(saturation)</Saturation></SatNode>\
      </ColorCorrection>
      """
    }
    func result(_ file: String, of color: SIMD3<Double>) throws -> [SIMD3<Double>] {
      try colors(#""effect": "cdl", "source": "a.cc""#, of: [color], files: ["a.cc": file])
    }
    expect(
      try result(file(150, 1, 1), of: SIMD3(0.005, 0.5, 0.5)), [SIMD3(0.75, 0, 0.5)],
      within: 0.02)
    expect(
      try result(file(1, 200, 1), of: SIMD3(0.995, 0.5, 0.5)), [SIMD3(0.366_958, 0, 0.5)],
      within: 0.02)
    // Luma is 0.0722 times blue.
    expect(
      try result(file(0, 1, 150), of: SIMD3(0, 0.5, 0.001)), [SIMD3(0, 0, 0.139_242)],
      within: 0.02)
  }

  @Test func `a transfer leads to another curve and gamut`() throws {
    // White and grey of S-Log3: 598 and 420 of 1023 are 90 % and 18 %.
    let signals = [SIMD3(repeating: 420.0 / 1023), SIMD3(repeating: 598.0 / 1023)]
    let light = [0.18, 0.9].map { SIMD3(repeating: Maths.pow($0, 1 / 2.4)) }
    expect(
      try colors(
        #""effect": "transfer", "from": "slog3", "fromGamut": "s-gamut3-cine""#, of: signals),
      light,
      within: 2e-3)
    // Graphics white of PQ, 0.5807, is white.
    expect(
      try colors(#""effect": "transfer", "from": "pq""#, of: [SIMD3(repeating: 0.580689)]),
      [SIMD3(repeating: 1)], within: 2e-3)
    expect(
      try colors(
        #""effect": "transfer", "to": "hlg", "fromGamut": "bt2020", "toGamut": "bt2020""#,
        of: [SIMD3(repeating: 1)]),
      [SIMD3(repeating: 0.75)], within: 2e-3)
    let back = try colors(
      #""effect": "transfer", "to": "srgb", "toGamut": "bt2020""#, of: some)
    expect(
      try colors(#""effect": "transfer", "from": "srgb", "fromGamut": "bt2020""#, of: back), some,
      within: 4e-3)
    expect(try colors(#""effect": "transfer""#, of: some), some, within: 1e-4)
  }
}

import Bytes
import Colors
import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct GraphicsConversionTests {
  static let lights: [StreamLight] =
    StreamTransfer.allCases.flatMap { transfer in
      StreamPrimaries.allCases.map { StreamLight(transfer: transfer, primaries: $0) }
    } + [
      StreamLight(transfer: .pq, primaries: .bt2020, graphicsWhite: 100),
      StreamLight(transfer: .pq, primaries: .p3D65, graphicsWhite: 10_000),
      StreamLight(transfer: .hlg, primaries: .bt2020, graphicsWhite: 480),
    ]

  /// ITU-R BT.2408, table 1: graphics white is 58 % of PQ and 75 % of HLG.
  @Test func `white of 203 cd is 573 in PQ and 721 in HLG`() {
    for (transfer, code) in [(StreamTransfer.pq, 573), (.hlg, 721)] {
      let light = StreamLight(transfer: transfer, primaries: .bt2020)
      let coding = ColorCoding(matrix: .bt2020, range: .limited, depth: 10, light: light)
      let white = coding.units(65535, 65535, 65535)
      #expect((Int(white.y) + 32) >> 6 == code)
      #expect(white.u == 32768 && white.v == 32768)
      let black = coding.units(0, 0, 0)
      #expect((Int(black.y) + 32) >> 6 == 64)
    }
  }

  @Test func `what a display of HDTV shows as it is stays as it is`() {
    for transfer in [StreamTransfer.bt709, .srgb, .gamma22, .gamma24] {
      let light = StreamLight(transfer: transfer, primaries: .bt709)
      #expect(GraphicsConversion(light) == nil)
      #expect(StreamLight(transfer: transfer, primaries: .bt2020).change(to: light) != nil)
    }
  }

  private static let conversions: [StreamLight: GraphicsConversion] = {
    let made = lights.compactMap { light in GraphicsConversion(light).map { (light, $0) } }
    return Dictionary(made) { first, _ in first }
  }()

  /// The formulas in double precision.
  private static func exact(_ color: SIMD3<Double>, _ light: StreamLight) -> SIMD3<Double> {
    let curve = light.transfer.curve
    let display = light.transfer.isDisplay ? curve : TransferCurve.srgb
    func each(_ color: SIMD3<Double>, _ change: (Double) -> Double) -> SIMD3<Double> {
      SIMD3(change(color.x), change(color.y), change(color.z))
    }
    let matrix = ColorGamut.bt709.matrix(to: light.primaries.gamut)
    var made = matrix * each(color) { display.decode($0) }
    switch light.transfer {
    case .pq: made *= light.graphicsWhite / 10_000
    case .hlg: made = HybridDisplay().scene(ofLight: made * light.graphicsWhite)
    default: break
    }
    return each(made) { min(max(curve.encode($0), 0), 1) }
  }

  @Test func `tables give what the formulas give`() {
    let parts = [0, 1, 40, 257, 800, 2570, 9000, 20_000, 32_768, 51_400, 65_000, 65_535]
    for light in Self.lights {
      var worst = 0.0
      for red in parts {
        for green in parts {
          for blue in parts { worst = max(worst, Self.error([red, green, blue], light)) }
        }
      }
      let isPlain = light.transfer.isDisplay && light.primaries == .bt709
      // A tenth of a code of 10 bits.
      #expect(worst <= (isPlain ? 0 : 1e-4), "\(light): \(worst)")
    }
  }

  /// How far a colour is from where the formulas lead it, or from itself where nothing is to
  /// change.
  private static func error(_ parts: [Int], _ light: StreamLight) -> Double {
    let color = SIMD3<Double>(Double(parts[0]), Double(parts[1]), Double(parts[2])) / 65535
    let plain = (red: parts[0], green: parts[1], blue: parts[2])
    let made = conversions[light]?(parts[0], parts[1], parts[2]) ?? plain
    let found = SIMD3<Double>(Double(made.red), Double(made.green), Double(made.blue)) / 65535
    let isPlain = light.transfer.isDisplay && light.primaries == .bt709
    let off: SIMD3<Double> = (isPlain ? color : exact(color, light)) - found
    return max(off.max(), -off.min())
  }

  @Test(arguments: [StreamTransfer.pq, .hlg, .bt709])
  func `pictures, colours and gradients meet in one code`(_ transfer: StreamTransfer) throws {
    let format = try #require(
      PixelFormat(width: 8, height: 4, depth: 10, chroma: .planes(x: 0, y: 0)))
    let canvas = #""canvas": { "transfer": "\#(transfer.rawValue)", "primaries": "bt2020" }"#
    func codes(_ layer: String, _ pictures: [String: Picture] = [:]) throws -> [Int] {
      let film = try Film(
        #"{ "version": 1, \#(canvas), "layers": [\#(layer)] }"#, format, matrix: .bt2020,
        pictures: pictures)
      let frame = try film.frame(.noise(format))
      return (0..<3).map { frame[$0, 3, 2] }
    }
    let color = try codes(#"{ "type": "color", "color": "rgb(200, 60, 30)" }"#)
    let gradient = try codes(
      #"{ "type": "gradient", "stops": ["rgb(200, 60, 30)", "rgb(200, 60, 30)"] }"#)
    let pixels = [UInt8](repeating: 0, count: 4 * 32).indices.map {
      [200, 60, 30, 255][$0 % 4] as UInt8
    }
    let picture = try codes(
      #"{ "type": "image", "source": "a.png" }"#,
      ["a.png": Picture(width: 8, height: 4, samples: .eight(pixels))])
    let deep = try codes(
      #"{ "type": "image", "source": "a.png" }"#,
      [
        "a.png": Picture(
          width: 8, height: 4, samples: .sixteen(pixels.map { UInt16($0) * 257 }))
      ])
    #expect(color == gradient && color == picture && color == deep)
    let exact = Self.exact(
      SIMD3(200, 60, 30) / 255, StreamLight(transfer: transfer, primaries: .bt2020))
    let luma = exact.x * 0.2627 + exact.y * 0.678 + exact.z * 0.0593
    #expect(abs(64 + 876 * luma - Double(color[0])) < 0.51)
  }

  /// Straight colours are converted, and then multiplied.
  @Test func `what is half seen is half of what is all seen`() {
    let light = StreamLight(transfer: .pq, primaries: .bt2020)
    let coding = ColorCoding(matrix: .bt2020, range: .full, depth: 16, light: light)
    let color = Color(red: 0.9, green: 0.4, blue: 0.1, alpha: 1)
    var half = color
    half.alpha = 0.5
    let (whole, part) = (
      PremultipliedColor(color, coding: coding), PremultipliedColor(half, coding: coding)
    )
    #expect(abs(Int(whole.y) - 2 * Int(part.y)) <= 2)
    #expect(abs(Int(whole.v) - 2 * Int(part.v)) <= 2)
  }

  /// A white matte lets all of a layer through, though white is not the brightest code.
  @Test(arguments: ["pq", "hlg"])
  func `luma of mattes and masks counts as in SDR`(_ transfer: String) throws {
    let format = try #require(
      PixelFormat(width: 8, height: 8, depth: 10, chroma: .planes(x: 0, y: 0)))
    let pixels = [UInt8](repeating: 255, count: 4 * 64)
    func codes(_ keys: String) throws -> [Int] {
      let film = try Film(
        #"""
        { "version": 1, "canvas": { "transfer": "\#(transfer)" },
          "layers": [{ "type": "color", "color": "rgb(200, 60, 30)" \#(keys) }] }
        """#, format, matrix: .bt2020,
        pictures: ["w.png": Picture(width: 8, height: 8, samples: .eight(pixels))])
      let frame = try film.frame(.noise(format))
      return (0..<3).map { frame[$0, 3, 2] }
    }
    let plain = try codes("")
    let matte = #""matte": { "layer": { "type": "color", "color": "white" }, "by": "luma" }"#
    #expect(try codes(", " + matte) == plain)
    #expect(try codes(#", "mask": { "source": "w.png", "by": "luma" }"#) == plain)
  }

  @Test func `codings of other light are others`() {
    let plain = ColorCoding(matrix: .bt709, range: .limited, depth: 10)
    let standard = ColorCoding(matrix: .bt709, range: .limited, depth: 10, light: .standard)
    let bright = ColorCoding(
      matrix: .bt709, range: .limited, depth: 10,
      light: StreamLight(transfer: .hlg, primaries: .bt709))
    #expect(plain == standard && plain.hashValue == standard.hashValue && plain != bright)
    #expect(bright.with(depth: 16).light == bright.light && bright.with(depth: 16) != bright)
  }
}

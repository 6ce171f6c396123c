import Bytes
import Filters
import TestSupport
import Testing
import Y4M

/// What distortions make of fine detail where they make the picture smaller.
@Suite struct SqueezeTests {
  private static let (width, height) = (120, 96)

  /// Fine waves in two directions, at any place.
  private static func texture(_ x: Double, _ y: Double) -> Double {
    128 + 50 * Maths.sin(0.8 * x + 0.4 * y) + 50 * Maths.sin(0.5 * x - 0.9 * y)
  }

  private static func source(_ format: PixelFormat) -> Frame {
    let frame = Frame.flat(format, [0, 128])
    for y in 0..<height {
      for x in 0..<width {
        frame[0, x, y] = Int(texture(Double(x) + 0.5, Double(y) + 0.5).rounded())
      }
    }
    return frame
  }

  /// How far what is drawn is from the mean over what each pixel stands for, of 5 x 5 places that
  /// are read exactly, where a single place is far from it; and how many pixels these are.
  private func compare(
    _ effect: String, _ map: (Double, Double) -> (x: Double, y: Double)
  ) throws -> (error: Double, count: Int) {
    let format = PixelFormat.named("444", Self.width, Self.height)
    let result = try Film(#"[{ "type": "effect", \#(effect) }]"#, format).frame(
      Self.source(format))
    var (error, count) = (0.0, 0)
    for y in 20..<Self.height - 20 {
      for x in 20..<Self.width - 20 {
        var mean = 0.0
        for part in 0..<25 {
          let place = map(
            Double(x) + (Double(part % 5) + 0.5) / 5, Double(y) + (Double(part / 5) + 0.5) / 5)
          mean += Self.texture(place.x, place.y) / 25
        }
        let place = map(Double(x) + 0.5, Double(y) + 0.5)
        if (Self.texture(place.x, place.y) - mean).magnitude < 10 { continue }
        error += (Double(result[0, x, y]) - mean).magnitude
        count += 1
      }
    }
    return (error / Double(count), count)
  }

  @Test(arguments: [0, 35, 45, 90] as [Double])
  func `what waves shear is the mean of what it stands for`(_ degrees: Double) throws {
    let (cosine, sine) = (Maths.cos(degrees * .pi / 180), Maths.sin(degrees * .pi / 180))
    let drawn = try compare(
      #""effect": "wave", "amplitude": 20, "wavelength": 60, "rate": 0, "angle": \#(degrees)"#
    ) { x, y in
      let move = 20 * Maths.sin(2 * .pi * (x * cosine + y * sine) / 60)
      return (x - sine * move, y + cosine * move)
    }
    #expect(drawn.error < 5 && drawn.count > 50, "\(drawn)")
  }

  @Test func `what ripples squeeze is the mean of what it stands for`() throws {
    let drawn = try compare(
      #""effect": "ripple", "amplitude": 12, "wavelength": 40, "rate": 0, "radius": 1000"#
    ) { x, y in
      let (dx, dy) = (x - 60, y - 48)
      let distance = (dx * dx + dy * dy).squareRoot()
      let wave = Maths.sin(2 * .pi * distance / 40) * Maths.smoothstep(2 * distance / 40)
      let change = distance > 0 ? 12 * wave / distance : 0
      return (x + dx * change, y + dy * change)
    }
    #expect(drawn.error < 5 && drawn.count > 50, "\(drawn)")
  }
}

import Filters
import TestSupport
import Testing
import Y4M

@Suite struct BlurTests {
  /// A film of one blur.
  private func film(_ parameters: String, _ format: PixelFormat) throws -> Film {
    try Film(#"[{ "type": "effect", "effect": "blur", \#(parameters) }]"#, format)
  }

  private func exact(_ frame: Frame, _ plane: Int, _ sigmaX: Double, _ sigmaY: Double) -> [Double] {
    let layout = frame.format.planes[plane]
    let values = frame.samples(plane).map { Double($0) }
    return ExactGaussian(width: layout.width, height: layout.height, values: values)
      .blurred(sigmaX: sigmaX, sigmaY: sigmaY).values
  }

  @Test(arguments: everyFormat)
  func `every plane is blurred by sigma in pixels of the picture`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for sigma in [2.0, 5] {
      let result = try film(#""sigma": \#(sigma)"#, format).frame(source)
      for (plane, layout) in format.planes.enumerated() {
        if format.roles[plane] == .alpha {
          #expect(result.samples(plane) == source.samples(plane))
          continue
        }
        let wanted = exact(
          source, plane, sigma / Double(1 << layout.shiftX), sigma / Double(1 << layout.shiftY))
        let worst = zip(result.samples(plane), wanted).map { abs(Double($0) - $1) }.max() ?? 0
        #expect(worst < 0.6 + Double(format.peak) / 2400, "sigma \(sigma), plane \(plane)")
      }
    }
  }

  @Test(arguments: everyFormat)
  func `a sigma of 0 changes nothing`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for text in [
      #""sigma": 0"#, #""sigma": "0%""#, #""sigma": { "from": 0, "to": 9 }, "duration": 1"#,
    ] {
      #expect(try film(text, format).frame(source).isIdentical(to: source), "\(text)")
    }
  }

  @Test func `a percentage is of the shorter side, and 8 pixels are the default`() throws {
    let format = PixelFormat.named("420mpeg2", 60, 40)
    let source = Frame.noise(format)
    let eight = try film(#""sigma": 8"#, format).frame(source)
    #expect(try film(#""sigma": "20%""#, format).frame(source).isIdentical(to: eight))
    #expect(try film(#""mix": 1"#, format).frame(source).isIdentical(to: eight))
  }

  @Test func `a direction leaves the other axis sharp`() throws {
    let format = PixelFormat.named("mono", 40, 30)
    let source = Frame.noise(format)
    for (name, x, y) in [("horizontal", 6.0, 0.0), ("vertical", 0, 6)] {
      let result = try film(#""sigma": 6, "direction": "\#(name)""#, format).frame(source)
      let wanted = exact(source, 0, x, y)
      let worst = zip(result.samples(0), wanted).map { abs(Double($0) - $1) }.max() ?? 0
      #expect(worst < 0.6)
    }
  }

  @Test func `a region is blurred with what lies around it`() throws {
    // So tall that only rows near the region can be read.
    let format = PixelFormat.named("420mpeg2", 48, 400)
    let source = Frame.noise(format)
    for sigma in [2.5, 8] {
      let whole = try film(#""sigma": \#(sigma)"#, format).frame(source)
      let part = try film(
        #""sigma": \#(sigma), "region": { "position": [10, 201], "size": [21, 17] }"#, format
      ).frame(source)
      for y in 201..<218 {
        for x in 0..<48 {
          let isInside = (10..<31).contains(x)
          #expect(part[0, x, y] == (isInside ? whole : source)[0, x, y], "\(x), \(y)")
        }
      }
      #expect(part[1, 10, 105] == whole[1, 10, 105])
    }
  }

  @Test func `a group's blur fades its edges`() throws {
    let format = PixelFormat.named("444", 64, 64)
    let film = try Film(
      """
      [{ "type": "group", "layers": [
        { "type": "color", "color": "white", "position": [16, 16], "size": [32, 32] },
        { "type": "effect", "effect": "blur", "sigma": 4 } ] }]
      """, format)
    let result = try film.frame(.flat(format, [16, 128]))
    // Half of the white where its edge was, nothing far away, and all of it in the middle.
    #expect(abs(result[0, 15, 32] + result[0, 16, 32] - (16 + 235)) <= 2)
    #expect(result[0, 0, 32] == 16)
    #expect(result[0, 32, 32] == 235)
  }
}

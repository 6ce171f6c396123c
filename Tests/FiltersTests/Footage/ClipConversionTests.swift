import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Sources of other kinds than the canvas.
@Suite struct ClipConversionTests {
  @Test(arguments: [("420p10", 2), ("420p12", 4), ("420p16", 8)])
  func `limited samples of more bits are shifted`(_ name: String, _ shift: Int) throws {
    let (format, canvas) = (PixelFormat.named("420mpeg2", 17, 9), PixelFormat.named(name, 17, 9))
    let source = Frame.noise(format)
    let result = try ClipScene("", on: canvas).frame(source)
    for plane in 0..<3 {
      #expect(result.samples(plane) == source.samples(plane).map { $0 << shift })
    }
    let back = try ClipScene("", on: format).frame(result)
    #expect(back.isIdentical(to: source))
  }

  @Test(arguments: ["444p10", "444p12", "444p16"])
  func `full samples of more bits reach the peak`(_ name: String) throws {
    let (format, canvas) = (PixelFormat.named("444", 16, 16), PixelFormat.named(name, 16, 16))
    let source = Frame(format)
    for plane in 0..<3 {
      for y in 0..<16 { for x in 0..<16 { source[plane, x, y] = 16 * y + x } }
    }
    let result = try ClipScene("", on: canvas, range: .full).frame(source)
    let (peak, middle) = (Double(canvas.peak), Double((canvas.peak + 1) / 2))
    for value in 0..<256 {
      let (x, y) = (value % 16, value / 16)
      // Nearest, but for what picture units of 16 bits leave open.
      let slack = 0.5 + Double(canvas.peak) / 65535
      let luma = Double(value) * peak / 255
      let chroma = min(max(middle + Double(value - 128) * peak / 255, 0), peak)
      #expect(abs(Double(result[0, x, y]) - luma) <= slack)
      #expect(abs(Double(result[1, x, y]) - chroma) <= slack)
    }
    #expect(result[0, 15, 15] == canvas.peak && result[0, 0, 0] == 0)
  }

  @Test func `ranges are converted by their spans`() throws {
    let format = PixelFormat.named("444", 16, 16)
    let source = Frame(format)
    for plane in 0..<3 {
      for y in 0..<16 { for x in 0..<16 { source[plane, x, y] = 16 * y + x } }
    }
    let limited = SourceColors(matrix: .bt601, range: .limited, format: format)
    let full = SourceColors(matrix: .bt601, range: .full, format: format)
    let widened = try ClipScene("", on: format, range: .full, colors: limited).frame(source)
    let narrowed = try ClipScene("", on: format, range: .limited, colors: full).frame(source)
    for value in 0..<256 {
      let (x, y, code) = (value % 16, value / 16, Double(value))
      func held(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), 255)) }
      #expect(abs(widened[0, x, y] - held((code - 16) * 255 / 219)) == 0)
      #expect(abs(widened[1, x, y] - held((code - 128) * 255 / 224 + 128)) == 0)
      #expect(abs(narrowed[0, x, y] - held(code * 219 / 255 + 16)) == 0)
      #expect(abs(narrowed[2, x, y] - held((code - 128) * 224 / 255 + 128)) == 0)
    }
    let named = try ClipScene(#""range": "full""#, on: format).frame(source)
    #expect(named.isIdentical(to: narrowed))
  }

  @Test(arguments: ["444", "420jpeg", "444p10", "422"])
  func `matrices are converted through red, green and blue`(_ name: String) throws {
    let canvas = PixelFormat.named(name, 12, 8)
    for (index, color) in ["#ff0000", "#00ff00", "#2040c0", "#808080", "#f0e0d0"].enumerated() {
      // What the colour is in either matrix says what one becomes of the other.
      let format = PixelFormat.named("420jpeg", 12, 8)
      func flat(_ format: PixelFormat, _ matrix: Matrix) throws -> Frame {
        let film = try Film(
          #"[{ "type": "color", "color": "\#(color)" }]"#, format, matrix: matrix)
        return try film.frame(Frame(format))
      }
      let colors = SourceColors(matrix: .bt601, range: .limited, format: format)
      let scene = try ClipScene("", on: canvas, matrix: .bt709, colors: colors)
      let result = try scene.frame(flat(format, .bt601))
      let difference = try result.greatestDifference(from: flat(canvas, .bt709))
      #expect(difference <= 2 << (canvas.depth - 8), "\(color): \(difference)")
      let named = try ClipScene(#""matrix": "601""#, on: canvas, matrix: .bt709)
      #expect(try named.frame(flat(format, .bt601)).isIdentical(to: result), "\(index)")
    }
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "422p10", "444", "mono", "411", "440", "444alpha"])
  func `a plain picture stays plain whatever its layout`(_ name: String) throws {
    let canvas = PixelFormat.named(name, 21, 13)
    for format in Colorspace.all.compactMap({ $0.format(width: 15, height: 11) }) {
      let level = format.peak * 3 / 5
      let source = Frame.flat(format, format.hasAlpha ? [level, level, level, 255] : [level])
      let result = try ClipScene(#""fit": "fill""#, on: canvas).frame(source)
      for (plane, role) in canvas.roles.enumerated() {
        let grey = format.chroma == .none && (role == .blue || role == .red)
        let expected =
          role == .alpha
          ? canvas.peak
          : grey
            ? (canvas.peak + 1) / 2
            : Int((Double(level) / Double(format.peak + 1) * Double(canvas.peak + 1)).rounded())
        let all = result.samples(plane)
        #expect(
          all.allSatisfy { abs($0 - expected) <= max(1, canvas.peak / 256) },
          "\(format.testDescription) plane \(plane): \(all.min() ?? 0)...\(all.max() ?? 0) for \(expected)"
        )
      }
    }
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "420paldv", "422", "411", "440"])
  func `chroma of another siting keeps its place`(_ name: String) throws {
    // A ramp is the same line wherever its samples lie.
    func ramp(_ format: PixelFormat) -> Frame {
      let frame = Frame(format)
      for (plane, layout) in format.planes.enumerated() {
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            let (placeX, placeY) = (
              Double(x << layout.shiftX) + layout.originX,
              Double(y << layout.shiftY) + layout.originY
            )
            frame[plane, x, y] = Int((40 + 2 * placeX + placeY).rounded()) * (format.peak + 1) / 256
          }
        }
      }
      return frame
    }
    let canvas = PixelFormat.named("444", 48, 32)
    let result = try ClipScene("", on: canvas).frame(ramp(.named(name, 48, 32)))
    let back = try ClipScene("", on: .named(name, 48, 32)).frame(ramp(canvas))
    let (wide, narrow) = (ramp(canvas), ramp(back.format))
    for plane in 1...2 {
      for y in 6..<26 {
        for x in 6..<42 { #expect(abs(result[plane, x, y] - wide[plane, x, y]) <= 2) }
      }
      let layout = back.format.planes[plane]
      for y in 3..<layout.height - 3 {
        for x in 3..<layout.width - 3 { #expect(abs(back[plane, x, y] - narrow[plane, x, y]) <= 2) }
      }
    }
  }

  @Test(arguments: ["420mpeg2", "444p10"])
  func `a blend is the exact mean of two frames`(_ name: String) throws {
    let format = PixelFormat.named(name, 19, 11)
    let (first, second) = (Frame.noise(format, seed: 1), Frame.noise(format, seed: 2))
    for weight in [1, 20_000, 32_768, 65_535] {
      let scene = try ClipScene("", on: format)
      let result = try scene.frame(first, second: second, weight: UInt16(weight))
      let share = Double(weight) / 65535
      for plane in 0..<3 {
        let pairs = zip(first.samples(plane), second.samples(plane))
        for (sample, (a, b)) in zip(result.samples(plane), pairs) {
          let exact = Double(a) * (1 - share) + Double(b) * share
          #expect(abs(Double(sample) - exact) <= 0.51)
        }
      }
    }
    #expect(try ClipScene("", on: format).frame(first, second: first).isIdentical(to: first))
  }
}

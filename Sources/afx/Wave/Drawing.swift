import Fonts
import Geometry
import Images

/// A colour of a chart: red, green and blue, 0 to 255.
struct ChartColor {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  init(_ rgb: UInt32) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
  }
}

/// A picture that charts are drawn into.
struct Drawing {
  let width: Int
  let height: Int
  private var bytes: [UInt8]
  private var rasterizer = Rasterizer()
  private let letters: ChartLetters

  init(width: Int, height: Int, background: ChartColor, letters: ChartLetters) {
    self.width = width
    self.height = height
    self.letters = letters
    bytes = Array(repeating: 255, count: width * height * 4)
    fill(0..<width, 0..<height, background)
  }

  var picture: Picture { Picture(width: width, height: height, samples: .eight(bytes)) }

  /// Fills the columns `xs` of the rows `ys`, as far as they are inside.
  mutating func fill(_ xs: Range<Int>, _ ys: Range<Int>, _ ink: ChartColor) {
    for y in ys.clamped(to: 0..<height) {
      for x in xs.clamped(to: 0..<width) { blend(x, y, ink, 255) }
    }
  }

  /// Fills column `x` from `top` to `bottom`, whose fractions cover part of a pixel.
  mutating func column(_ x: Int, from top: Double, to bottom: Double, _ ink: ChartColor) {
    guard (0..<width).contains(x), bottom > top else { return }
    let rows = max(Int(top.rounded(.down)), 0)..<min(Int(bottom.rounded(.up)), height)
    guard rows.lowerBound < rows.upperBound else { return }
    for y in rows {
      let cover = min(bottom, Double(y + 1)) - max(top, Double(y))
      blend(x, y, ink, Int(min(max(cover, 0), 1) * 255))
    }
  }

  private mutating func blend(_ x: Int, _ y: Int, _ ink: ChartColor, _ cover: Int) {
    let place = (y * width + x) * 4
    func mix(_ old: UInt8, _ new: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int(old) * (255 - cover) + Int(new) * cover + 127) / 255)
    }
    bytes[place] = mix(bytes[place], ink.red)
    bytes[place + 1] = mix(bytes[place + 1], ink.green)
    bytes[place + 2] = mix(bytes[place + 2], ink.blue)
  }

  // MARK: Words

  /// Where a text lies about its point.
  enum Alignment {
    case left, center, right
  }

  /// Writes a line in the built-in font; `y` is its baseline.
  mutating func write(
    _ text: String, x: Int, y: Int, size: Double = 13, _ ink: ChartColor, align: Alignment = .left
  ) {
    guard let font = letters.font else { return }
    let scale = size / Double(font.unitsPerEm)
    let length = letters.length(of: text, size: size)
    var pen =
      switch align {
      case .left: Double(x)
      case .center: Double(x) - length / 2
      case .right: Double(x) - length
      }
    for glyph in letters.glyphs(of: text) {
      if let outline = try? font.outline(of: glyph) {
        let map = Affine(a: scale, b: 0, c: 0, d: -scale, tx: pen, ty: Double(y))
        stamp(rasterizer.coverage(of: outline, through: map), ink)
      }
      pen += font.advance(of: glyph) * scale
    }
  }

  private mutating func stamp(_ coverage: Coverage, _ ink: ChartColor) {
    for row in 0..<coverage.height where (0..<height).contains(coverage.y + row) {
      for column in 0..<coverage.width where (0..<width).contains(coverage.x + column) {
        let cover = coverage.bytes[row * coverage.width + column]
        if cover > 0 { blend(coverage.x + column, coverage.y + row, ink, Int(cover)) }
      }
    }
  }
}

import Fonts
import Geometry
import Images

/// A colour of the drawing: red, green and blue, 0 to 255, which may be added up beyond.
typealias ScopeInk = SIMD3<Float>

extension ScopeInk {
  init(_ rgb: UInt32) {
    self.init(Float(rgb >> 16 & 255), Float(rgb >> 8 & 255), Float(rgb & 255))
  }
}

/// A rectangle of whole pixels of the drawing.
struct ScopeBox: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var maxX: Int { x + width }
  var maxY: Int { y + height }
}

/// A picture that scopes are drawn into; light adds up on it.
struct ScopeCanvas {
  let width: Int
  let height: Int
  private var pixels: [ScopeInk]
  private var letters = ScopeLetters()

  init(width: Int, height: Int, _ background: ScopeInk) {
    self.width = width
    self.height = height
    pixels = Array(repeating: background, count: width * height)
  }

  /// The finished picture, opaque.
  var picture: Picture {
    var samples = [UInt8](repeating: 255, count: 4 * width * height)
    for (index, ink) in pixels.enumerated() {
      let held = ink.clamped(lowerBound: ScopeInk(), upperBound: ScopeInk(repeating: 255))
      for part in 0..<3 { samples[4 * index + part] = UInt8(held[part] + 0.5) }
    }
    return Picture(width: width, height: height, samples: .eight(samples))
  }

  /// Puts ink over a pixel, as much of it as `cover` says; outside nothing happens.
  mutating func blend(_ x: Int, _ y: Int, _ ink: ScopeInk, _ cover: Float) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    pixels[y * width + x] += (ink - pixels[y * width + x]) * cover
  }

  /// Adds light to a pixel; outside nothing happens.
  mutating func add(_ x: Int, _ y: Int, _ light: ScopeInk) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    pixels[y * width + x] += light
  }

  mutating func fill(_ box: ScopeBox, _ ink: ScopeInk) {
    for y in box.y..<max(box.maxY, box.y) {
      for x in box.x..<max(box.maxX, box.x) { blend(x, y, ink, 1) }
    }
  }

  /// A line of one pixel across.
  mutating func level(_ y: Int, _ xs: Range<Int>, _ ink: ScopeInk) {
    for x in xs { blend(x, y, ink, 1) }
  }

  /// A line of one pixel down.
  mutating func upright(_ x: Int, _ ys: Range<Int>, _ ink: ScopeInk) {
    for y in ys { blend(x, y, ink, 1) }
  }

  /// A straight line one pixel wide between two points, whose whole coordinates are the middles of
  /// pixels.
  mutating func line(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ ink: ScopeInk
  ) {
    let (along, reach) = (to - from, 1.5)
    let length = (along * along).sum()
    guard length > 0 else { return }
    let low = pointwiseMin(from, to) - reach
    let high = pointwiseMax(from, to) + reach
    for y in Int(low.y)...max(Int(high.y), Int(low.y)) {
      for x in Int(low.x)...max(Int(high.x), Int(low.x)) {
        let place = SIMD2(Double(x), Double(y))
        let share = min(max(((place - from) * along).sum() / length, 0), 1)
        let away = place - (from + along * share)
        let distance = (away * away).sum().squareRoot()
        let cover = min(max(1 - distance, 0), 1)
        if cover > 0 { blend(x, y, ink, Float(cover)) }
      }
    }
  }

  /// A circle of a line one pixel wide.
  mutating func circle(_ center: SIMD2<Double>, _ radius: Double, _ ink: ScopeInk) {
    let (low, high) = (center - radius - 1, center + radius + 1)
    for y in Int(low.y)...Int(high.y) {
      for x in Int(low.x)...Int(high.x) {
        let away = SIMD2(Double(x), Double(y)) - center
        let distance = (away * away).sum().squareRoot() - radius
        let cover = min(max(1 - distance.magnitude, 0), 1)
        if cover > 0 { blend(x, y, ink, Float(cover)) }
      }
    }
  }
}

// MARK: - Words

/// Where a text lies about its point.
enum ScopeAlignment {
  case left, center, right
}

extension ScopeCanvas {
  /// The pixels that a line takes.
  func length(of text: String, size: Double) -> Double { letters.length(of: text, size: size) }

  /// Writes a line in the built-in font; `y` is the middle of its figures.
  mutating func write(
    _ text: String, x: Double, y: Double, size: Double, _ ink: ScopeInk,
    align: ScopeAlignment = .left
  ) {
    let length = letters.length(of: text, size: size)
    let start =
      switch align {
      case .left: x
      case .center: x - length / 2
      case .right: x - length
      }
    for coverage in letters.coverage(of: text, x: start, y: y, size: size) {
      for row in 0..<coverage.height {
        for column in 0..<coverage.width {
          let cover = coverage.bytes[row * coverage.width + column]
          if cover > 0 {
            blend(coverage.x + column, coverage.y + row, ink, Float(cover) / 255)
          }
        }
      }
    }
  }
}

/// The letters of the drawing: those of the built-in font.
struct ScopeLetters {
  /// The height of a figure, as a part of the size.
  static let figureHeight = 0.7

  private let font = try? BuiltInFont.font(weight: 500)
  private var rasterizer = Rasterizer()

  private func glyphs(of text: String) -> [GlyphID] {
    text.unicodeScalars.map { font?.glyph(for: $0) ?? 0 }
  }

  func length(of text: String, size: Double) -> Double {
    guard let font else { return 0 }
    let scale = size / Double(font.unitsPerEm)
    return glyphs(of: text).reduce(0) { $0 + font.advance(of: $1) * scale }
  }

  /// The pixels of a line that begins at `x` and whose figures have their middle at `y`.
  mutating func coverage(of text: String, x: Double, y: Double, size: Double) -> [Coverage] {
    guard let font else { return [] }
    let scale = size / Double(font.unitsPerEm)
    let baseline = (y + size * Self.figureHeight / 2).rounded()
    var pen = x.rounded()
    return glyphs(of: text).compactMap { glyph in
      defer { pen += font.advance(of: glyph) * scale }
      guard let outline = try? font.outline(of: glyph) else { return nil }
      let map = Affine(a: scale, b: 0, c: 0, d: -scale, tx: pen, ty: baseline)
      return rasterizer.coverage(of: outline, through: map)
    }
  }
}

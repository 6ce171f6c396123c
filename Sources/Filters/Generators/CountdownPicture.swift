import Bytes
import Fonts
import Geometry
import Timeline

/// A count down to the beginning.
struct CountdownPicture: BoxPicture {
  /// What is around the number.
  enum Style: String, Choice {
    /// A film leader: a hand that sweeps round, lines and two rings.
    case leader
    /// A ring that becomes empty.
    case circle
    /// Nothing.
    case plain
  }

  static let style = Setting<Style>(
    "style", default: .leader,
    "`leader` is that of films, with a sweeping hand; `circle` a ring that empties; `plain` the "
      + "number alone.")
  static let from = Setting<Int>(
    "from", default: 5, in: Limits(0...999), "The first number.")
  static let to = Setting<Int>("to", default: 1, in: Limits(0...999), "The last number.")
  static let interval = Setting<Double>(
    "interval", default: 1, in: Limits(0.01...3600), unit: "s", "How long each number is seen.")
  static let color = Parameter<Color>(
    "color", default: .white, defaultText: "black for a leader, else white",
    "The colour of the number, of lines and rings.")
  static let background = Parameter<Color>(
    "background", default: .transparent, defaultText: "grey for a leader, else nothing",
    "The colour behind them.")

  static let font = Setting<FontList>(
    "font", default: FontList(), defaultText: "the built-in font",
    "The font of the numbers, or several, of which the first that has digits is taken.")
  static let weight = Setting<FontWeight>(
    "weight", default: FontWeight(700), "How heavy the numbers are.")

  static let declaration = Declaration(
    name: "countdown",
    summary: "A countdown: a film leader, a ring that empties, or plain numbers.",
    discussion: """
      It is as large as the canvas unless `size` says otherwise; the number is about half as high as \
      its shorter side. After the last number nothing is seen. With `to` above `from`, it counts up.
      """,
    example: #"""
      { "type": "countdown", "from": 5, "style": "leader", "duration": 5 }
      """#,
    parameters: [style, from, to, interval, color, background, font, weight])

  private let style: Style
  private let numbers: (from: Int, to: Int)
  private let interval: Double
  private let color: Animated<Color>
  private let background: Animated<Color>
  private let coding: ColorCoding
  private let digits: CountdownDigits

  init(_ arguments: Arguments, _ setting: LayerSetting) throws(RenderError) {
    style = arguments[Self.style]
    numbers = (arguments[Self.from], arguments[Self.to])
    interval = max(arguments[Self.interval], 0.01)
    let isLeader = style == .leader
    color =
      isLeader && !arguments.isGiven(Self.color) ? .constant(.black) : arguments[Self.color]
    background =
      isLeader && !arguments.isGiven(Self.background)
      ? .constant(Color(packed: 0xB4B2_AAFF)) : arguments[Self.background]
    coding = setting.coding
    let names = arguments[Self.font].names
    let request = FontRequest(
      names: names.map(\.text), weight: arguments[Self.weight].value)
    let place = names.first?.place ?? 0..<0
    do throws(FontChoiceError) {
      let stack = try setting.fonts.stack(request)
      for warning in stack.warnings { setting.faults.warn(warning, at: place) }
      digits = CountdownDigits(stack.fonts)
    } catch {
      throw RenderError(.font(error), at: place)
    }
  }

  var isStill: Bool { false }

  /// The number of a time, and how much of its time has passed; nil after the last.
  private func moment(_ time: Time) -> (number: Int, passed: Double)? {
    // A frame's time lies on a step, and not a rounding below it.
    let steps = max(time.seconds / interval, 0) + 1e-7
    let whole = steps.rounded(.down)
    let (from, to) = numbers
    guard whole <= Double(abs(from - to)) else { return nil }
    return (from < to ? from + Int(whole) : from - Int(whole), min(steps - whole, 1))
  }

  func rows(_ raster: BoxRaster, at time: Time) -> PaintedRows {
    guard let (number, passed) = moment(time) else {
      return PaintedRows(
        width: raster.width, height: raster.height,
        background: PremultipliedColor(.transparent, coding: coding), paints: [])
    }
    let (color, back) = (color.value(at: time), background.value(at: time))
    let ink = PremultipliedColor(color, coding: coding)
    let size = (width: raster.width, height: raster.height)
    let center = SIMD2(Float(size.width) / 2, Float(size.height) / 2)
    let side = Float(min(size.width, size.height))
    let angle = 2 * .pi * passed
    let sweep = PaintedSweep(
      center: center, turn: passed, hand: Vector(Maths.sin(angle), Maths.cos(angle)))
    var paints: [PaintedRows.Paint] = []
    func add(_ form: PaintedForm, _ color: PremultipliedColor) {
      paints.append(.init(form: form, color: color))
    }
    func faint(_ share: Double) -> PremultipliedColor {
      var color = color
      color.alpha *= share
      return PremultipliedColor(color, coding: coding)
    }
    switch style {
    case .plain: break
    case .circle:
      add(.ring(center: center, radius: side * 0.4, half: side * 0.02, rest: nil), faint(0.25))
      add(.ring(center: center, radius: side * 0.4, half: side * 0.02, rest: sweep), ink)
    case .leader:
      add(.sweep(sweep, size: size), faint(0.4))
      let half = max(side * 0.003, 0.5)
      add(.line(isAcross: true, middle: center.y, half: half, size: size), ink)
      add(.line(isAcross: false, middle: center.x, half: half, size: size), ink)
      for radius in [0.44, 0.39] as [Float] {
        add(
          .ring(center: center, radius: side * radius, half: max(side * 0.006, 0.5), rest: nil),
          PremultipliedColor(.white, coding: coding))
      }
    }
    let height = Double(side) * (style == .plain ? 0.6 : 0.42)
    add(.shape(digits.coverage(number, height, size)), ink)
    return PaintedRows(
      width: size.width, height: size.height,
      background: PremultipliedColor(back, coding: coding), paints: paints)
  }

  func release() { digits.release() }
}

/// The numbers of a countdown as they are painted, of which the latest is kept.
final class CountdownDigits: Sendable {
  private struct Key: Hashable {
    let number: Int
    let height: Double
    let width: Int
    let rows: Int
  }

  private let fonts: FontChain
  private let kept = Mutex<(key: Key, cover: Coverage)?>(nil)

  init(_ fonts: FontChain) { self.fonts = fonts }

  /// A number in the middle of a picture.
  ///
  /// - Parameter height: that of the digits, in samples.
  func coverage(_ number: Int, _ height: Double, _ size: (width: Int, height: Int)) -> Coverage {
    let key = Key(number: number, height: height, width: size.width, rows: size.height)
    if let kept = kept.withLock({ $0 }), kept.key == key { return kept.cover }
    let cover = paint(number, height, size)
    kept.withLock { $0 = (key, cover) }
    return cover
  }

  private func paint(_ number: Int, _ height: Double, _ size: (width: Int, height: Int)) -> Coverage
  {
    let zero: Unicode.Scalar = "0"
    guard let font = fonts.first(where: { $0.glyph(for: zero) != nil }),
      let sample = font.glyph(for: zero), let round = try? font.outline(of: sample).bounds()
    else { return Coverage(x: 0, y: 0, width: 0, height: 0, bytes: []) }
    var outline = Outline()
    var pen = 0.0
    for scalar in String(number).unicodeScalars {
      guard let glyph = font.glyph(for: scalar) else { continue }
      if let shape = try? font.outline(of: glyph) {
        outline.segments += shape.mapped(by: .translation(pen, 0)).segments
      }
      pen += font.advance(of: glyph)
    }
    let bounds = outline.bounds() ?? round
    // Of all digits, the middle of the zero stands in the middle; a wide number is made smaller.
    let most = Double(size.width) * 0.9 / max(bounds.width, 1)
    let scale = min(height / max(round.height, 1), most)
    let map = Affine(
      a: scale, b: 0, c: 0, d: -scale,
      tx: Double(size.width) / 2 - (bounds.minX + bounds.maxX) / 2 * scale,
      ty: Double(size.height) / 2 + (round.minY + round.maxY) / 2 * scale)
    var rasterizer = Rasterizer()
    return rasterizer.coverage(
      of: outline, through: map,
      clip: PixelBox(x: 0, y: 0, width: size.width, height: size.height))
  }

  func release() { kept.withLock { $0 = nil } }
}

import Bytes
import Geometry
import Timeline

/// Makes inks of fills, and keeps the colours of gradients and computed pictures.
final class FillInks: Sendable {
  private let setting: InkSetting
  private let ramps = Mutex<[GradientStops: GradientRamp]>([:])
  private let patterns = Mutex<[PaintGenerator: any PatternDrawing]>([:])

  init(_ setting: InkSetting) { self.setting = setting }

  /// What colours a shape that is seen through `map`; nil when that is nothing.
  ///
  /// - Parameter box: the size of the box along which gradients run, and that computed pictures
  ///   fill; its top left corner is the origin.
  func ink(_ fill: Fill, _ map: Affine, box: Vector) -> Ink? {
    switch fill {
    case .color(let color):
      return color.alpha > 0 ? .color(PremultipliedColor(color, coding: setting.coding)) : nil
    case .gradient(let gradient):
      guard let inverse = map.inverse else { return nil }
      let ramp = ramps.withLock { ramps in
        if let found = ramps[gradient.stops] { return found }
        let stops = gradient.stops.stops.map { ($0.position, $0.color) }
        let made = GradientRamp(stops, coding: setting.coding)
        ramps[gradient.stops] = made
        return made
      }
      let rows = GradientRows(
        width: 1, height: 1, box: Vector(max(box.x, 1), max(box.y, 1)), shape: gradient.shape,
        spread: gradient.spread, angle: gradient.angle, center: gradient.center, ramp: ramp)
      return .gradient(rows, inverse)
    case .pattern(let pattern):
      guard let drawing = drawing(of: pattern.generator) else { return nil }
      return .pattern(
        PatternInk(drawing, at: pattern.time, map, box: Vector(max(box.x, 1), max(box.y, 1))))
    }
  }

  private func drawing(of generator: PaintGenerator) -> (any PatternDrawing)? {
    if let found = patterns.withLock({ $0[generator] }) { return found }
    guard let type = PatternPictures.type(named: generator.name) else { return nil }
    func make<Picture: PatternPicture>(_ type: Picture.Type) -> any PatternDrawing {
      PatternPainter(
        Picture(generator.arguments, coding: setting.coding, side: setting.side))
    }
    let made = make(type)
    return patterns.withLock { patterns in
      let kept = patterns[generator] ?? made
      patterns[generator] = kept
      return kept
    }
  }

  /// Forgets what was kept.
  func release() {
    ramps.withLock { $0.removeAll() }
    for drawing in patterns.withLock({ $0.values.map(\.self) }) { drawing.release() }
    patterns.withLock { $0.removeAll() }
  }
}

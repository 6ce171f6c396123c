import Bytes
import Geometry
import Timeline

/// Makes inks of fills, and keeps the colours of gradients.
final class FillInks: Sendable {
  private let coding: ColorCoding
  private let ramps = Mutex<[GradientStops: GradientRamp]>([:])

  /// - Parameter coding: the stream's colours.
  init(_ coding: ColorCoding) { self.coding = coding }

  /// What colours a shape that is seen through `map`; nil when that is nothing.
  ///
  /// - Parameter box: the size of the box along which gradients run, whose top left corner is the
  ///   origin.
  func ink(_ fill: Fill, _ map: Affine, box: Vector) -> Ink? {
    switch fill {
    case .color(let color):
      return color.alpha > 0 ? .color(PremultipliedColor(color, coding: coding)) : nil
    case .gradient(let gradient):
      guard let inverse = map.inverse else { return nil }
      let ramp = ramps.withLock { ramps in
        if let found = ramps[gradient.stops] { return found }
        let stops = gradient.stops.stops.map { ($0.position, $0.color) }
        let made = GradientRamp(stops, coding: coding)
        ramps[gradient.stops] = made
        return made
      }
      let rows = GradientRows(
        width: 1, height: 1, box: Vector(max(box.x, 1), max(box.y, 1)), shape: gradient.shape,
        spread: gradient.spread, angle: gradient.angle, center: gradient.center, ramp: ramp)
      return .gradient(rows, inverse)
    }
  }

  /// Forgets what was kept.
  func release() { ramps.withLock { $0.removeAll() } }
}

import Bytes
import Geometry
import Timeline
import Y4M

/// A layer that stands again and again beside itself and runs on without an end.
///
/// Each of its copies goes to the place of the next one and begins again, all of them at once: so
/// nothing jumps, and a frame depends on its time alone.
final class MarqueeLayer: LayerKind {
  static let declaration = Declaration(name: "", summary: "", parameters: [])

  /// The most copies of a layer.
  private static let most = 256

  private let copies: [any LayerKind]
  /// The layer where it stands without running.
  private let original: any LayerKind

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard let type = Registry.type(of: layer),
      let marquee = layer.arguments[MarqueeParameters.marquee]
    else { throw RenderError(.unknown(.layer, layer.kind), at: layer.place) }
    original = try type.init(layer, setting)
    if original.isWordless, let size = original.box(at: .zero)?.size, size.x <= 0 {
      // There is nothing to draw, and no width by which copies could follow each other.
      self.copies = []
      return
    }
    let strip = Strip(original, layer.arguments, marquee, setting.canvas)
    guard strip.numbers.count <= Self.most else {
      throw RenderError(
        .tooLarge(.marquee(copies: strip.numbers.count, most: Self.most)), at: layer.place)
    }
    let own = setting.forCopies(strip.numbers.count)
    var copies: [any LayerKind] = []
    for number in strip.numbers {
      let arguments = layer.arguments.setting(
        MarqueeParameters.shift, to: strip.shift(of: number))
      copies.append(try original.copy(placedBy: Layer(layer, arguments: arguments), own))
    }
    self.copies = copies
  }

  /// The line along which copies stand.
  private struct Strip {
    /// The copies that may ever be seen; 0 is the one that begins at `position`.
    let numbers: ClosedRange<Int>
    private let axis: Vector
    private let period: Double
    /// In pixels a second; negative towards the left and the top.
    private let velocity: Double

    init(
      _ kind: any LayerKind, _ arguments: Arguments, _ marquee: Arguments,
      _ canvas: (width: Int, height: Int)
    ) {
      let (width, height) = (Double(canvas.width), Double(canvas.height))
      let direction = marquee[MarqueeParameters.direction]
      let side = direction.isLevel ? width : height
      let box = kind.box(at: .zero) ?? (Vector(width, height), .identity)
      let place = LayerPlace(arguments, canvas: canvas)
      let turn = Affine.rotation(
        degrees: arguments[GeometryParameters.rotation].value(at: .zero).degrees
          + place.turn(at: .zero))
      let axis = direction.isLevel ? Vector(turn.a, turn.b) : Vector(turn.c, turn.d)
      func ends(_ size: Vector, _ map: Affine) -> ClosedRange<Double> {
        let places = [
          Vector(0, 0), Vector(size.x, 0), Vector(0, size.y), size,
        ].map { corner -> Double in
          let x = map.a * corner.x + map.c * corner.y + map.tx
          let y = map.b * corner.x + map.d * corner.y + map.ty
          return x * axis.x + y * axis.y
        }
        let (low, high) = (places.min() ?? 0, places.max() ?? 0)
        return low.isFinite && high.isFinite ? low...high : 0...0
      }
      let own = ends(box.size, box.map)
      var seen = ends(Vector(width, height), .identity)
      if !place.isStill {
        let reach = seen.upperBound - seen.lowerBound
        seen = seen.lowerBound - reach...seen.upperBound + reach
      }
      let length =
        direction.isLevel
        ? Vector(box.map.a, box.map.b).length * box.size.x
        : Vector(box.map.c, box.map.d).length * box.size.y
      let gap = marquee[MarqueeParameters.gap].resolved(against: side)
      let period = min(max(length.isFinite ? length + gap : 1, 1), 1e6)
      (self.axis, self.period) = (axis, period)
      velocity =
        direction.sign * min(marquee[MarqueeParameters.speed].resolved(against: side), 1e6)
      func number(_ place: Double) -> Int { Int(min(max(place, -1e6), 1e6)) }
      let first = number(((seen.lowerBound - own.upperBound) / period).rounded(.down)) - 1
      let last = number(((seen.upperBound - own.lowerBound) / period).rounded(.up)) + 1
      numbers = first...max(first, last)
    }

    /// How far a copy stands from `position` over time.
    func shift(of number: Int) -> Animated<Point> {
      func point(_ place: Double) -> Point {
        Point(x: Length(pixels: place * axis.x), y: Length(pixels: place * axis.y))
      }
      let start = Double(number) * period
      guard velocity.magnitude > 1e-6 else { return Animated(point(start)) }
      let pass = Rational(approximating: period / velocity.magnitude)
      let end = start + (velocity < 0 ? -period : period)
      let moving = try? Animated(
        keys: [.init(.zero, point(start)), .init(Time(pass), point(end))], repetition: .forever)
      return moving ?? Animated(point(start))
    }
  }

  var isStill: Bool { copies.allSatisfy(\.isStill) }
  var isQuick: Bool { false }
  var cutsItself: Bool { original.cutsItself }

  func box(at time: Time) -> (size: Vector, map: Affine)? { original.box(at: time) }

  func bounds(at time: Time) -> Box {
    copies.reduce(Box.empty) { $0.union($1.bounds(at: time)) }
  }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    for copy in copies where !copy.bounds(at: time).isEmpty {
      try copy.draw(on: frame, at: time, workspace)
    }
  }

  func release() {
    original.release()
    for copy in copies { copy.release() }
  }

  var workingBytes: Int { copies.map(\.workingBytes).max() ?? 0 }
}

import Timeline
import Y4M

/// What all distortions let people choose: how the picture is read, and what lies beyond it.
struct WarpSettings: Sendable {
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The centre of the distortion.")
  static let edge = Setting<EdgeMode>(
    "edge", default: .clamp,
    """
    What lies beyond the picture: its edge repeated (`clamp`), its mirror image (`mirror`), the \
    picture again (`wrap`), nothing (`transparent`, which is black where there is no alpha), or \
    `edgeColor` (`color`).
    """)
  static let edgeColor = Parameter<Color>(
    "edgeColor", default: .black, "What is beyond the picture where `edge` is `color`.")
  static let sampling = Setting<WarpSampling>(
    "sampling", default: .bilinear, "How the picture is interpolated between its samples.")

  /// The parameters, as the last ones of an effect.
  static let parameters: [any ParameterDescription] = [edge, edgeColor, sampling]

  let sampling: WarpSampling
  private let edge: EdgeMode
  private let edgeColor: Animated<Color>
  private let coding: ColorCoding
  private let includesAlpha: Bool

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    sampling = arguments[Self.sampling]
    edge = arguments[Self.edge]
    edgeColor = arguments[Self.edgeColor]
    coding = setting.coding
    includesAlpha = setting.includesAlpha
  }

  /// What lies beyond the picture at `time`.
  func edges(at time: Time) -> DistortionEdges {
    switch edge {
    case .clamp: .repeated
    case .mirror: .mirrored
    case .wrap: .wrapped
    case .transparent: .filled(units(of: .transparent))
    case .color: .filled(units(of: edgeColor.value(at: time)))
    }
  }

  /// A colour as frames have it: premultiplied where they have alpha, over black elsewhere.
  private func units(of color: Color) -> SIMD4<UInt16> {
    let units = PremultipliedColor(color, coding: coding)
    if includesAlpha { return SIMD4(units.y, units.u, units.v, units.a) }
    let rest = 65535 - Int(units.a)
    func over(_ unit: UInt16, _ black: UInt16) -> UInt16 {
      UInt16(truncatingIfNeeded: min(Int(unit) + (Int(black) * rest + 32767) / 65535, 65535))
    }
    return SIMD4(
      over(units.y, coding.black.luma), over(units.u, coding.black.chroma),
      over(units.v, coding.black.chroma), 65535)
  }

  /// The samples beyond what is changed that are read, where places are read from at most `shift`
  /// pixels away; nil where all may be, or where a colour may be seen anywhere.
  func margin(_ shift: Double) -> Int? {
    // Interpolation reads two samples of four luma samples each around a place.
    edge == .wrap || edge == .color ? nil : Int(min(max(shift, 0), 65536).rounded(.up)) + 12
  }

  /// As ``margin(_:)`` for an effect with a reach, whose places are all read from within it.
  var marginOfReach: Int? { edge == .mirror ? nil : margin(0) }
}

extension Animated where Value == Point {
  /// The point in pixels at `time`, as exact as distortions keep it: to 1/256 pixel.
  func place(at time: Time, width: Int, height: Int) -> SIMD2<Double> {
    let point = value(at: time)
    return SIMD2(
      WarpGrid.place(point.x.resolved(against: Double(width))),
      WarpGrid.place(point.y.resolved(against: Double(height))))
  }
}

/// The grid to which values that move are rounded, so that they are exact as `Float`.
enum WarpGrid {
  /// A place, in pixels.
  static func place(_ value: Double) -> Double { rounded(value, -32768, 65536) }

  /// A distance, from 0 on.
  static func distance(_ value: Double) -> Double { rounded(value, 0, 32768) }

  /// A distance that may be below 0.
  static func way(_ value: Double) -> Double { rounded(value, -32768, 32768) }

  /// How much of a cycle is over after so many, from 0 to 1.
  static func part(of cycles: Double) -> Double {
    cycles.isFinite ? cycles - cycles.rounded(.down) : 0
  }

  private static func rounded(_ value: Double, _ low: Double, _ high: Double) -> Double {
    // Not-a-number becomes the lower end.
    (min(max(low, value), high) * 256).rounded() / 256
  }
}

extension Animated where Value == Length {
  /// The distance in pixels at `time`, of which a percentage is of the canvas's shorter side; from
  /// 0 on, to 1/256 pixel.
  func distance(at time: Time, width: Int, height: Int) -> Double {
    WarpGrid.distance(value(at: time).resolved(against: Double(min(width, height))))
  }

  /// As ``distance(at:width:height:)`` for a way that below 0 goes the other way.
  func way(at time: Time, width: Int, height: Int) -> Double {
    WarpGrid.way(value(at: time).resolved(against: Double(min(width, height))))
  }
}

import Geometry
import Timeline

/// What follows a layer's outline, which may move.
struct LayerStyle: Sendable {
  private let borders: [Arguments]
  private let shadows: [Arguments]
  private let glows: [Arguments]
  private let canvas: Vector

  /// - Parameters:
  ///   - layer: a layer of `kind`, whose own words go before those that all layers have.
  ///   - canvas: its size.
  /// - Returns: nil where nothing follows the outline.
  init?(_ layer: Layer, _ kind: any LayerKind.Type, canvas: (width: Int, height: Int)) {
    let own = Set(kind.declaration.parameters.map(\.name))
    func given(_ groups: ParameterGroups) -> [Arguments] {
      own.contains(groups.name) ? [] : layer.arguments[groups]
    }
    borders = given(StyleParameters.border)
    shadows = given(StyleParameters.shadow)
    glows = given(StyleParameters.glow)
    self.canvas = Vector(Double(canvas.width), Double(canvas.height))
    if borders.isEmpty, shadows.isEmpty, glows.isEmpty { return nil }
  }

  /// Whether it never changes.
  var isStill: Bool {
    borders.allSatisfy {
      $0[StyleParameters.width].constantValue != nil && $0[StyleParameters.color].isStill
    }
      && shadows.allSatisfy {
        $0[StyleParameters.offset].constantValue != nil
          && $0[StyleParameters.blur].constantValue != nil
          && $0[StyleParameters.spread].constantValue != nil
          && $0[StyleParameters.shadowColor].isStill
      }
      && glows.allSatisfy {
        $0[StyleParameters.glowBlur].constantValue != nil
          && $0[StyleParameters.strength].constantValue != nil
          && $0[StyleParameters.glowColor].isStill
      }
  }

  /// A line along the outline.
  struct Border: Hashable, Sendable {
    let fill: Fill
    /// How far from the edge it reaches, outwards and inwards.
    let outside: Double
    let inside: Double
  }

  /// A shadow, or a glow, which is one that is not moved.
  struct Shadow: Hashable, Sendable {
    let fill: Fill
    let offset: Vector
    let sigma: Double
    let spread: Double
    let isInset: Bool
    let strength: Double
  }

  /// What follows the outline at one moment.
  struct Moment: Hashable, Sendable {
    let borders: [Border]
    /// With the glows behind them.
    let shadows: [Shadow]

    /// How far all lines outside reach.
    var outline: Double { borders.reduce(0) { $0 + $1.outside } }

    /// How far anything is seen around the layer, or casts a shadow on it.
    var reach: Double {
      shadows.reduce(outline) { reach, shadow in
        if shadow.isInset { return max(reach, -shadow.spread) }
        let away = max(shadow.offset.x.magnitude, shadow.offset.y.magnitude)
        let soft = shadow.sigma > 0 ? Double(GaussianAxis.reach(sigma: shadow.sigma)) + 1 : 0
        return max(reach, away + max(outline + shadow.spread, 0) + soft)
      }
    }
  }

  /// The styles at a time.
  func moment(at time: Time) -> Moment {
    Moment(
      borders: borders.compactMap { border($0, at: time) },
      shadows: shadows.compactMap { shadow($0, at: time) }
        + glows.compactMap { glow($0, at: time) })
  }

  private func border(_ arguments: Arguments, at time: Time) -> Border? {
    let width = finite(arguments[StyleParameters.width].value(at: time), 0...500)
    let fill = arguments[StyleParameters.color].fill(.white, at: time)
    guard width > 0 else { return nil }
    switch arguments[StyleParameters.align] {
    case .outside: return Border(fill: fill, outside: width, inside: 0)
    case .inside: return Border(fill: fill, outside: 0, inside: width)
    case .center: return Border(fill: fill, outside: width / 2, inside: width / 2)
    }
  }

  private func shadow(_ arguments: Arguments, at time: Time) -> Shadow? {
    let fill = arguments[StyleParameters.shadowColor].fill(Color(packed: 0xBF), at: time)
    let offset = arguments[StyleParameters.offset].value(at: time)
    guard !fill.isNone else { return nil }
    return Shadow(
      fill: fill,
      offset: Vector(
        finite(offset.x.resolved(against: canvas.x), -10_000...10_000),
        finite(offset.y.resolved(against: canvas.y), -10_000...10_000)),
      sigma: finite(arguments[StyleParameters.blur].value(at: time) / 2, 0...250),
      spread: finite(arguments[StyleParameters.spread].value(at: time), -500...500),
      isInset: arguments[StyleParameters.inset], strength: 1)
  }

  private func glow(_ arguments: Arguments, at time: Time) -> Shadow? {
    let fill = arguments[StyleParameters.glowColor].fill(.white, at: time)
    let strength = finite(arguments[StyleParameters.strength].value(at: time), 0...20)
    guard !fill.isNone, strength > 0 else { return nil }
    return Shadow(
      fill: fill, offset: Vector(0, 0),
      sigma: finite(arguments[StyleParameters.glowBlur].value(at: time) / 2, 0...250), spread: 0,
      isInset: false, strength: strength)
  }

  private func finite(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
  }
}

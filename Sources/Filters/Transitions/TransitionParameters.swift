import Timeline
import Y4M

/// Where something moves to.
enum TransitionDirection: String, Choice {
  case left
  case right
  case up
  case down

  var isHorizontal: Bool { self == .left || self == .right }
  /// Whether it moves towards the first samples.
  var isBackward: Bool { self == .left || self == .up }
}

/// A corner of the picture.
enum TransitionCorner: String, Choice {
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  var isLeft: Bool { self == .topLeft || self == .bottomLeft }
  var isTop: Bool { self == .topLeft || self == .topRight }
}

/// Parameters that several families have.
enum TransitionParameters {
  static func direction(
    _ value: TransitionDirection = .left, _ help: String
  ) -> Setting<TransitionDirection> {
    Setting<TransitionDirection>("direction", default: value, help)
  }

  static func softness(_ value: Double) -> Parameter<Double> {
    Parameter<Double>(
      "softness", default: value, in: 0...1,
      "The width of the edge: 0 is sharp, 1 is as wide as the whole way.")
  }

  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The middle of the shape.")
}

extension TransitionVariant {
  /// A name with its documentation.
  ///
  /// - Parameter settings: what the example gives besides type and duration.
  init(
    _ name: String, _ summary: String, discussion: String = "", example settings: String = "",
    _ parameters: [any ParameterDescription] = []
  ) {
    let more = settings.isEmpty ? "" : ", \(settings)"
    self.init(
      Declaration(
        name: name, summary: summary, discussion: discussion,
        example: #"{ "type": "\#(name)", "duration": 0.5\#(more) }"#, parameters: parameters))
  }
}

extension Animated where Value == Double {
  /// The value at a time, held within 0 and 1 though an easing may overshoot.
  func share(at time: Time) -> Float { Float(min(max(value(at: time), 0), 1)) }
}

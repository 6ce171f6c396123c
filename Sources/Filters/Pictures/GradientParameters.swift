import Timeline

/// What a gradient looks like: the parameters of gradient layers, and of whatever else a gradient
/// fills.
enum GradientParameters {
  static let shape = Setting<GradientShape>(
    "shape", default: .linear,
    "Along a line (`linear`), outwards from a point (`radial`), or around it (`conic`).")
  static let stops = Setting<GradientStops>(
    "stops", default: GradientStops(even: [.black, .white]),
    "The colours and their positions, from 0 to 1; interpolated premultiplied, as in CSS.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 180), unit: "degrees",
    defaultText: "180 for linear, 0 for conic",
    "Where a linear gradient runs to and where a conic one starts: 0 is up, 90 right, as in CSS.")
  static let center = Parameter<Anchor>(
    "center", default: .center, "The centre of a radial or conic gradient, as shares of the box.")
  static let spread = Setting<GradientSpread>(
    "spread", default: .pad, "What is drawn before the first stop and after the last.")

  static let all: [any ParameterDescription] = [shape, stops, angle, center, spread]
}

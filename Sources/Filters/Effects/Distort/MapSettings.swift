import Timeline

/// How an effect reads the picture that it moves by a map, and what it shows beyond it.
struct MapSettings: Sendable {
  static let edgeColor = Parameter<Color>(
    "edgeColor", default: .black, "The colour beyond the picture where `edge` is `color`.")
  static let sampling = Setting<WarpSampling>(
    "sampling", default: .bilinear, "How the picture is interpolated between its samples.")

  let sampling: WarpSampling
  private let edge: EdgeMode
  private let edgeColor: Animated<Color>

  /// - Parameter edge: the effect's own setting, for defaults differ.
  init(_ arguments: Arguments, edge: Setting<EdgeMode>) {
    self.edge = arguments[edge]
    edgeColor = arguments[Self.edgeColor]
    sampling = arguments[Self.sampling]
  }

  /// What is beyond the picture at `time`.
  func edges(of job: EffectJob, at time: Time) -> PictureEdges {
    PictureEdges(edge, color: edgeColor.value(at: time), job)
  }
}

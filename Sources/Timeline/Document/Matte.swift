/// Another layer that says where a layer is seen.
package struct Matte: Sendable {
  /// What of a matte counts.
  package enum Measure: String, CaseIterable, Choice {
    /// What it covers.
    case alpha
    /// How bright it is, where it covers.
    case luma
  }

  /// The layer that cuts; its times are the timeline's.
  package let layer: Layer
  /// What of it counts.
  package let measure: Measure
  /// Whether the other layer is seen where this one is not.
  package let isInverted: Bool
}

/// What happens to a layer between its content and the picture.
struct LayerChanges: Sendable {
  var entrance: TransitionUse?
  var exit: TransitionUse?
  var effects: [Layer] = []
  /// A matte of its own; one that is named stands beside it and is found later.
  var matte: Matte?

  var isEmpty: Bool { entrance == nil && exit == nil && effects.isEmpty && matte == nil }
}

/// A matte that stands in the same list as the layer that it cuts.
struct NamedMatte {
  let name: String
  /// The name in the timeline.
  let place: Range<Int>
  let measure: Matte.Measure
  let isInverted: Bool
  /// Whether the matte is drawn itself.
  let isShown: Bool
}

/// What movements are laid out over, as messages speak of it.
package enum Stretch: Sendable {
  case layer
  case clip
  case transition

  /// With its article.
  var name: String {
    switch self {
    case .layer: "the layer"
    case .clip: "the clip"
    case .transition: "the transition"
    }
  }

  /// Why its length cannot be told.
  var lack: String {
    self == .layer ? "the layer has no end" : "the length of \(name) is not known"
  }

  /// The keys that would tell it.
  var remedy: String { self == .clip ? "an 'out' or a 'duration'" : "an 'end' or a 'duration'" }

  /// Why a share of it means nothing.
  var shareFault: String {
    self == .layer
      ? "a share of the range means nothing in a layer that has no end"
      : "a share means nothing while the length of \(name) is not known"
  }
}

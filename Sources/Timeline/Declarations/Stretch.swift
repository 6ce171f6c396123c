/// What the times of animations refer to, for messages.
package enum Stretch: Sendable {
  case layer
  case clip
  case transition
  /// A track: a sound in addition to the main one.
  case track
  /// The main sound, or all of it.
  case sound

  /// With its article.
  var name: String {
    switch self {
    case .layer: "the layer"
    case .clip: "the clip"
    case .transition: "the transition"
    case .track: "the track"
    case .sound: "the sound"
    }
  }

  /// Why its length is not known.
  var lack: String {
    self == .layer ? "the layer has no end" : "the length of \(name) is not known"
  }

  /// The keys that would determine it.
  var remedy: String {
    switch self {
    case .clip: "an 'out' or a 'duration'"
    case .layer, .transition, .track: "an 'end' or a 'duration'"
    case .sound: "an end, by clips that have one"
    }
  }

  /// Why a share of it means nothing.
  var shareFault: String {
    self == .layer
      ? "a percentage cannot be used in a layer that has no end"
      : "a percentage cannot be used because the length of \(name) is not known"
  }
}

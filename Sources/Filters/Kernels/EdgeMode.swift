import Timeline

/// What an effect that reads beyond the picture finds there.
enum EdgeMode: String, Choice {
  /// The samples at the edge, again and again.
  case clamp
  /// The picture's mirror image.
  case mirror
  /// The picture again.
  case wrap
  /// Nothing: transparent where the frame has alpha, black elsewhere.
  case transparent
  /// The colour of `edgeColor`.
  case color
}

import Bytes

extension MediaUse {
  /// Reports what a clip of a computed picture lacks, which has no end of its own.
  func checkEndless(in diagnostics: inout Diagnostics) {
    switch source {
    case .color, .generator: break
    case .stdin, .file, .image: return
    }
    guard end == nil else { return }
    if isReversed || loop != 1 || isPingPong {
      let key = isReversed ? "reverse" : "loop"
      diagnostics.error(
        "\(key.quoted) needs an 'out', for the source has no end of its own", at: place(of: key))
    } else if duration == nil {
      diagnostics.error(
        "the clip needs a 'duration', for its source has no end of its own", at: place)
    }
  }
}

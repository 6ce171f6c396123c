/// Why a file is no Lottie animation that can be drawn.
package enum LottieError: Error, Hashable, Sendable {
  /// What stands there breaks a rule of JSON, of a container, or of Lottie.
  case malformed(String, byte: Int)
  /// A limit that the file goes beyond, or a kind of container that is not read.
  case unsupported(String)
  /// The bytes end before the animation does.
  case truncated(byte: Int)
}

extension LottieError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let what, let byte): "\(what) (at byte \(byte))"
    case .unsupported(let what): what
    case .truncated(let byte): "the file ends too early (at byte \(byte))"
    }
  }
}

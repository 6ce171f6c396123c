/// Something in a file that breaks a rule of its format and that every decoder ignores.
package struct ImageOddity: Hashable, Sendable {
  /// What comes of it.
  enum Outcome: String, Hashable, Sendable {
    case leftOut = "it is left out"
    case firstCounts = "the first counts"
    case lastCounts = "the last counts"
    case undrawn = "they are not drawn"
    case partsMissing = "parts of the picture may be missing or wrong"
    case otherFont = "another one is taken"
    case asSRGB = "colours are taken as those of sRGB"
  }

  /// What it is, and where.
  let error: ImageError
  let outcome: Outcome

  /// Whether parts of the picture may be missing.
  package var losesParts: Bool { outcome == .partsMissing }

  /// No more of them are reported.
  static let most = 4

  init(_ fault: ImageError.Fault, at byte: Int, _ outcome: Outcome = .leftOut) {
    self.init(.malformed(fault, at: .byte(byte)), outcome)
  }

  init(_ error: ImageError, _ outcome: Outcome) {
    (self.error, self.outcome) = (error, outcome)
  }
}

extension ImageOddity: CustomStringConvertible {
  package var description: String { "\(error); \(outcome.rawValue)" }
}

extension [ImageOddity] {
  /// Notes one more, unless there are enough.
  mutating func note(_ oddity: ImageOddity) {
    if count < ImageOddity.most { append(oddity) }
  }
}

extension ImageOddity {
  /// What is said of the colour profile of a picture that is not decoded yet; nil where the profile
  /// is read.
  package static func doubt(ofProfile bytes: [UInt8]) -> String? {
    let said: String
    do throws(ProfileFault) {
      _ = try ICCProfile(bytes)
      return nil
    } catch {
      switch error {
      case .malformed(let what): said = "\(ImageError.Fault.profile(what))"
      case .unsupported(let what): said = "\(ImageError.Limitation.profile(what))"
      }
    }
    return "\(said); \(Outcome.asSRGB.rawValue)"
  }
}

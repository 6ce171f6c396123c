import Y4M

/// The luma weights of red and blue that turn RGB into Y'CbCr.
///
/// Sources: ITU-R BT.601-7 2.5.1, BT.709-6 3.2, BT.2020-2 table 4 (non-constant luminance),
/// SMPTE 240M-1999, FCC Title 47 73.682.
package enum Matrix: String, CaseIterable, Sendable {
  case bt601 = "601"
  case bt709 = "709"
  case bt2020 = "2020"
  case smpte240m = "240m"
  case fcc

  /// The weight of red in luma.
  package var red: Double {
    switch self {
    case .bt601: 0.299
    case .bt709: 0.2126
    case .bt2020: 0.2627
    case .smpte240m: 0.212
    case .fcc: 0.30
    }
  }

  /// The weight of blue in luma.
  package var blue: Double {
    switch self {
    case .bt601: 0.114
    case .bt709: 0.0722
    case .bt2020: 0.0593
    case .smpte240m: 0.087
    case .fcc: 0.11
    }
  }

  /// The matrix that a stream of this size most likely has: a Y4M header carries none, and video
  /// of 720 lines or 1280 columns and more is BT.709 by custom.
  package static func automatic(width: Int, height: Int) -> Matrix {
    height >= 720 || width >= 1280 ? .bt709 : .bt601
  }

  /// The same for a stream of these primaries: those of BT.2020 go with its matrix.
  package static func automatic(
    _ primaries: StreamPrimaries, width: Int, height: Int
  ) -> Matrix {
    primaries == .bt2020 ? .bt2020 : automatic(width: width, height: height)
  }
}

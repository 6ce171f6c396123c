import Geometry
import Timeline

/// The part of a picture that players leave free.
///
/// Shares of the canvas, as the platforms ask advertisers to keep free; what players cover changes
/// from version to version and is mostly less. `title` and `action` are the safe areas of SMPTE ST
/// 2046-1; `reels` and `stories` are Meta's, `shorts` is Google's for demand generation (288, 672,
/// 48 and 192 of 1080 by 1920 pixels), `tiktok` is about TikTok's.
package enum SafeArea: String, Choice {
  case none, title, action, tiktok, reels, stories, shorts

  /// The shares of the canvas at each side that are not free.
  package var insets: (top: Double, right: Double, bottom: Double, left: Double) {
    switch self {
    case .none: (0, 0, 0, 0)
    case .title: (0.05, 0.05, 0.05, 0.05)
    case .action: (0.035, 0.035, 0.035, 0.035)
    case .tiktok: (0.07, 0.13, 0.25, 0.06)
    case .reels: (0.14, 0.06, 0.35, 0.06)
    case .stories: (0.14, 0.06, 0.20, 0.06)
    case .shorts: (288 / 1920, 192 / 1080, 672 / 1920, 48 / 1080)
    }
  }

  /// The middle of its lower edge.
  var foot: Point {
    let insets = insets
    return Point(
      x: Length(fraction: (insets.left + 1 - insets.right) / 2),
      y: Length(fraction: 1 - insets.bottom))
  }

  /// How wide it is.
  var width: Length { Length(fraction: 1 - insets.left - insets.right) }
}

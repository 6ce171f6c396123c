import Fonts
import Text
import Timeline

/// Where letters come from.
package struct TextFonts: Sendable {
  /// What is asked for.
  package struct Wish: Hashable, Sendable {
    package var names: [FontList.Name]
    package var weight: Double
    package var style: FontStyle
    /// In percent.
    package var stretch: Double
    package var variations: [FontTags.Setting]

    package init(
      names: [FontList.Name] = [], weight: Double = 400, style: FontStyle = .normal,
      stretch: Double = 100, variations: [FontTags.Setting] = []
    ) {
      self.names = names
      self.weight = weight
      self.style = style
      self.stretch = stretch
      self.variations = variations
    }
  }

  /// What is found.
  package struct Stack: Sendable {
    /// The most wanted first.
    package var fonts: [Font]
    package var fallback: LayoutSpan.Fallback?
    /// What was taken instead of what was asked for.
    package var warnings: [RenderError]

    package init(
      _ fonts: [Font], fallback: LayoutSpan.Fallback? = nil, warnings: [RenderError] = []
    ) {
      self.fonts = fonts
      self.fallback = fallback
      self.warnings = warnings
    }
  }

  private let find: @Sendable (Wish) -> Result<Stack, RenderError>

  package init(_ find: @escaping @Sendable (Wish) -> Result<Stack, RenderError>) {
    self.find = find
  }

  /// Has none, for timelines without text.
  package static let none = TextFonts { _ in
    .failure(RenderError(message: "there are no fonts here", place: nil))
  }

  /// The fonts for a wish; at least one.
  func stack(for wish: Wish) throws(RenderError) -> Stack { try find(wish).get() }
}

import Fonts

@testable import Text

/// Text of one span in the font of boxes at 10 pixels per em.
struct LayoutCase {
  let layout: TextLayout
  let text: String
  private let scalars: [Unicode.Scalar]

  init(
    _ text: String, width: Double? = nil, _ change: (inout LayoutOptions) -> Void = { _ in },
    span change2: (inout LayoutSpan) -> Void = { _ in }
  ) throws {
    var span = LayoutSpan(text, fonts: [try BoxFont.font()], size: 10)
    change2(&span)
    var options = LayoutOptions(width: width)
    change(&options)
    self.init([span], options)
  }

  init(_ spans: [LayoutSpan], _ options: LayoutOptions) {
    text = spans.map(\.text).joined()
    scalars = Array(text.unicodeScalars)
    layout = TextLayout(spans, options: options)
  }

  /// The text of each line in its own order.
  var lines: [String] { layout.lines.map { string(scalars[$0.scalars]) } }

  /// The text of each line from left to right, without spaces at its end.
  var visual: [String] {
    layout.lines.map { line in
      layout.glyphs[line.glyphs]
        .filter { $0.x >= line.left - 0.01 && $0.x < line.left + line.width - 0.01 }
        .map { string(scalars[$0.scalars]) }
        .joined()
    }
  }

  var lefts: [Double] { layout.lines.map(\.left) }
  var widths: [Double] { layout.lines.map(\.width) }
  var xs: [Double] { layout.glyphs.map(\.x) }

  private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = ""
    result.unicodeScalars.append(contentsOf: scalars)
    return result
  }
}

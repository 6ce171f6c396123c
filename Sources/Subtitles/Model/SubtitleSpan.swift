import Bytes

/// What the tags around a piece of text make of it; nil leaves it to the default style.
package struct MarkupStyle: Hashable, Sendable {
  /// Which part of a ruby text a piece is: the letters, or the small ones that tell how they are
  /// read.
  package enum Ruby: Hashable, Sendable {
    case none, base, annotation
  }

  /// A length of CSS: so many pixels of the picture, and so many sizes of the letters.
  package struct Measure: Hashable, Sendable {
    /// Pixels of the picture.
    package var pixels = 0.0
    /// Heights of the letters.
    package var ems = 0.0

    /// The pixels of the picture that it is at letters of a height.
    package func resolved(against size: Double) -> Double { pixels + ems * size }
  }

  /// The letters once more behind themselves (`text-shadow` of CSS).
  package struct Shadow: Hashable, Sendable {
    /// How far it lies to the right.
    package var x = Measure()
    /// How far it lies down.
    package var y = Measure()
    /// Twice the sigma of a gaussian.
    package var blur = Measure()
    /// Nil is that of the letters.
    package var color: SubtitleColor?
  }

  /// `<b>`, or a style that says so.
  package var isBold: Bool?
  /// `<i>`, or a style that says so.
  package var isItalic: Bool?
  /// `<u>`, or a style that says so.
  package var isUnderlined: Bool?
  /// `<s>`, or a style that says so.
  package var isStruck: Bool?
  /// The colour of the letters.
  package var color: SubtitleColor?
  /// The colour of the box behind the letters.
  package var background: SubtitleColor?
  /// The height of the letters, in 288ths of the picture's height, which is what players take
  /// SubRip's `size` for.
  package var size: Double?
  /// The height in pixels of the picture.
  package var pixels: Double?
  /// The height as a multiple of the default style's, or of ``size`` or ``pixels``.
  package var scale: Double?
  /// Whether nothing of it is seen, though it has its room.
  package var isHidden: Bool?
  /// The share that is seen of it, from 0 to 1.
  package var opacity: Double?
  /// What stands behind the letters in place of the default style's shadows, the uppermost first.
  package var shadows: [Shadow]?
  /// The family of the font (SubRip's `face`).
  package var face: String?
  /// WebVTT's classes, outermost first.
  package var classes: [String] = []
  /// Who speaks (WebVTT `<v>`).
  package var voice: String?
  /// A BCP 47 tag (WebVTT `<lang>`).
  package var language: String?
  /// Whether the piece is ruby text, and which part (WebVTT `<ruby>` and `<rt>`).
  package var ruby = Ruby.none
  /// When a word is reached that a timestamp within its cue stands before (WebVTT).
  package var time: Rational?
  /// The colour until then (WebVTT `::cue(:future)`).
  package var future: SubtitleColor?

  /// A style that leaves everything to the default.
  package init() {}
}

/// A piece of a cue's text, all of one style; a newline in it begins a line.
package struct SubtitleSpan: Hashable, Sendable {
  /// What is shown, with entities resolved.
  package var text: String
  /// What the tags around it say.
  package var style: MarkupStyle

  /// A piece in the default style, unless stated otherwise.
  package init(_ text: String, style: MarkupStyle = MarkupStyle()) {
    self.text = text
    self.style = style
  }
}

/// Collects pieces of text and joins those of one style.
struct SpanBuilder {
  private(set) var spans: [SubtitleSpan] = []
  private var letters: [UInt8] = []
  private var style = MarkupStyle()

  mutating func append(_ bytes: ArraySlice<UInt8>, _ style: MarkupStyle) {
    if style != self.style { flush() }
    self.style = style
    letters.append(contentsOf: bytes)
  }

  mutating func append(_ text: String, _ style: MarkupStyle) {
    append(Array(text.utf8)[...], style)
  }

  private mutating func flush() {
    if !letters.isEmpty {
      spans.append(SubtitleSpan(String(decoding: letters, as: UTF8.self), style: style))
    }
    letters.removeAll(keepingCapacity: true)
  }

  mutating func finished() -> [SubtitleSpan] {
    flush()
    return spans
  }
}

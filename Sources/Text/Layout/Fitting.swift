extension ShapedText {
  /// The text at the largest scale that fits a box, and that scale.
  ///
  /// Sizes, spacing and pixels of line height all scale. No word is cut as long as a smaller scale
  /// avoids it. Where nothing fits, the least scale is taken.
  ///
  /// - Parameters:
  ///   - width: The box's width in pixels; nil for any, then nothing wraps.
  ///   - height: The box's height in pixels; nil for any.
  ///   - scales: The scales to choose from, more than 0.
  package func fitted(
    width: Double?, height: Double?, scales: ClosedRange<Double> = 0.1...1,
    _ options: LayoutOptions
  ) -> (layout: TextLayout, scale: Double) {
    let box = FittingBox(self, width: width, height: height, options)
    var scale = scales.upperBound
    if !box.takes(scale) {
      var (low, high) = (scales.lowerBound, scales.upperBound)
      for _ in 0..<Self.steps {
        let middle = (low + high) / 2
        if box.takes(middle) { low = middle } else { high = middle }
      }
      scale = low
    }
    // As if it had been that large from the beginning, to the last bit.
    var final = options
    final.width = width
    if case .pixels(let pixels) = options.lineHeight { final.lineHeight = .pixels(pixels * scale) }
    return (scaled(by: scale).layout(final), scale)
  }

  /// Halvings of the range of scales: to 1/16384 of it.
  private static var steps: Int { 14 }
}

/// A box that a text is to fit.
///
/// The text keeps its size, and the box becomes larger; so nothing is shaped again for another
/// scale but lines of which kerning at their edges may decide.
struct FittingBox {
  private let text: ShapedText
  private let width: Double?
  private let height: Double?
  private let options: LayoutOptions
  private let tabs: [TabStops]
  private let widths: [LineBreaker.ShapedWidths]
  /// How far a line may be off that is measured by its advances, at the most.
  private let margin: Double

  /// What is taken for equal, in pixels.
  private static let tolerance = 1e-6

  init(_ text: ShapedText, width: Double?, height: Double?, _ options: LayoutOptions) {
    (self.text, self.width, self.height, self.options) = (text, width, height, options)
    tabs = text.paragraphs.map { TabStops($0, spans: text.spans) }
    widths = text.paragraphs.map { _ in LineBreaker.ShapedWidths() }
    margin = text.spans.map { $0.size * max($0.scaleX, 1) }.max() ?? 0
  }

  /// With which the text, at its own size, is laid out for a scale.
  func options(at scale: Double) -> LayoutOptions {
    var options = options
    options.width = width.map { $0 / scale }
    options.slack = LineBreaker.tolerance / scale
    return options
  }

  /// Whether the text fits at a scale.
  func takes(_ scale: Double) -> Bool {
    let options = options(at: scale).bounded
    // What is cut to be narrow enough is not known before it is laid out.
    if options.wrapping == .none, options.ellipsis?.isEmpty == false {
      return takes(text.layout(options), scale)
    }
    let lines = LineExtentsTable(text, options)
    let most = options.maximumLines ?? .max
    var (count, bottom) = (0, 0.0)
    var doubtful: [(line: LineBreaker.Line, breaker: LineBreaker)] = []
    for (number, paragraph) in text.paragraphs.enumerated() {
      let breaker = LineBreaker(
        paragraph, options, tabs: tabs[number], spans: text.spans, widths: widths[number])
      for line in breaker.lines(options.wrapping) {
        count += 1
        let isLast =
          line.range.upperBound == paragraph.scalars.count && number == text.paragraphs.count - 1
        guard !line.breaksWord, count < most || isLast else { return false }
        let extents = lines.extents(of: line.range, in: paragraph)
        bottom = bottom + extents.top + extents.bottom
        if !isNarrow(breaker.width(of: line.range) + margin, scale) || breaker.needsShaping(line) {
          doubtful.append((line, breaker))
        }
      }
    }
    return isLow(bottom, scale)
      && doubtful.allSatisfy { isNarrow($0.breaker.shapedWidth(of: $0.line), scale) }
  }

  private func takes(_ layout: TextLayout, _ scale: Double) -> Bool {
    isNarrow(layout.contentWidth, scale) && isLow(layout.height, scale) && layout.cutAt == nil
      && !layout.lines.contains(where: \.breaksWord)
  }

  private func isNarrow(_ extent: Double, _ scale: Double) -> Bool {
    width.map { extent * scale <= $0 + Self.tolerance } ?? true
  }

  private func isLow(_ extent: Double, _ scale: Double) -> Bool {
    height.map { extent * scale <= $0 + Self.tolerance } ?? true
  }
}

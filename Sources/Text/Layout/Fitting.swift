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
  func fitted(
    width: Double?, height: Double?, scales: ClosedRange<Double> = 0.1...1,
    _ options: LayoutOptions
  ) -> (layout: TextLayout, scale: Double) {
    func attempt(_ scale: Double) -> (layout: TextLayout, fits: Bool) {
      var options = options
      options.width = width.map { $0 / scale }
      let layout = self.layout(options)
      let tolerance = 1e-6
      let fits =
        layout.contentWidth * scale <= (width ?? .infinity) + tolerance
        && layout.height * scale <= (height ?? .infinity) + tolerance
        && !layout.lines.contains(where: \.breaksWord) && layout.cutAt == nil
      return (layout, fits)
    }
    var best = attempt(scales.upperBound)
    guard !best.fits else {
      return (best.layout.scaled(by: scales.upperBound), scales.upperBound)
    }
    var (low, high) = (scales.lowerBound, scales.upperBound)
    best = attempt(low)
    for _ in 0..<Self.steps where best.fits {
      let middle = (low + high) / 2
      let result = attempt(middle)
      if result.fits {
        best = result
        low = middle
      } else {
        high = middle
      }
    }
    return (best.layout.scaled(by: low), low)
  }

  /// Halvings of the range of scales: to 1/4096 of it.
  private static var steps: Int { 12 }
}

extension TextLayout {
  /// All measures multiplied.
  package func scaled(by scale: Double) -> TextLayout {
    guard scale != 1 else { return self }
    var result = self
    result.width *= scale
    result.contentWidth *= scale
    result.height *= scale
    for index in lines.indices {
      result.lines[index].baseline *= scale
      result.lines[index].top *= scale
      result.lines[index].bottom *= scale
      result.lines[index].left *= scale
      result.lines[index].width *= scale
    }
    for index in glyphs.indices {
      result.glyphs[index].size *= scale
      result.glyphs[index].x *= scale
      result.glyphs[index].y *= scale
      result.glyphs[index].advance *= scale
    }
    for index in segments.indices {
      result.segments[index].left *= scale
      result.segments[index].width *= scale
      result.segments[index].baseline *= scale
      result.segments[index].underline *= scale
      result.segments[index].underlineThickness *= scale
      result.segments[index].strikeout *= scale
      result.segments[index].strikeoutThickness *= scale
      result.segments[index].ascent *= scale
      result.segments[index].descent *= scale
    }
    return result
  }
}

extension ScopePanel {
  /// Draws how often each level of red, green, blue and luma is found: the root of the number, so
  /// that little ones are seen.
  func drawHistogram(_ canvas: inout ScopeCanvas) {
    drawTitle("Histogram", ends, &canvas)
    var plot = inside
    plot.height = max(plot.height - style.line, 3)
    let side = Int(letters)
    plot.x += side
    plot.width = max(plot.width - 2 * side, 3)
    let axis = ScopeAxis(coding, size: plot.width)
    canvas.fill(plot, ScopeStyle.plot)
    drawLevels(plot, axis, &canvas)
    let bars = counts.levels.prefix(4).map { heights($0, axis) }
    let top = Self.top(of: bars)
    for index in 1..<4 { fill(bars[index], top, plot, ScopeStyle.bars[index - 1], &canvas) }
    outline(bars[0], top, plot, &canvas)
  }

  /// How much of each channel is black or less, and white or more.
  private var ends: [(text: String, ink: ScopeInk)] {
    let luma = numbers.channels[0]
    return [
      ("at black \(Self.text(luma.crushed * 100)) %", ScopeStyle.label),
      ("at white \(Self.text(luma.clipped * 100)) %", ScopeStyle.label),
    ]
  }

  private func drawLevels(_ plot: ScopeBox, _ axis: ScopeAxis, _ canvas: inout ScopeCanvas) {
    let gap = axis.percent(pixels: letters * 3.2)
    let y = Double(plot.maxY) + Double(style.line) / 2 + 1
    for mark in ScopeScale(unit).marks(gap: gap) {
      let pixel = axis.pixel(percent: mark.percent)
      guard (0..<plot.width).contains(pixel) else { continue }
      canvas.upright(
        plot.x + pixel, plot.y..<plot.maxY,
        mark.isStrong ? ScopeStyle.strongLine : ScopeStyle.line)
      canvas.write(
        mark.label, x: Double(plot.x + pixel), y: y, size: letters,
        mark.isStrong ? ScopeStyle.title : ScopeStyle.label, align: .center)
    }
  }

  /// The root of how many samples each pixel column stands for.
  private func heights(_ levels: LevelCounts, _ axis: ScopeAxis) -> [Double] {
    var sums = [Double](repeating: 0, count: axis.size)
    let spread = axis.spread(levels: levels.counts.count, shift: 0, first: levels.low)
    for (index, count) in levels.counts.enumerated() where count > 0 {
      spread.spread(index) { pixel, share in sums[pixel] += Double(count) * Double(share) }
    }
    return sums.map { $0.squareRoot() }
  }

  /// What reaches the top: the highest column but for few, which are cut off there, as one flat
  /// black would press all else to the ground.
  private static func top(of bars: [[Double]]) -> Double {
    let heights = bars.flatMap { $0 }.filter { $0 > 0 }.sorted()
    guard let highest = heights.last else { return 1 }
    return min(highest, heights[heights.count * 98 / 100] * 1.25)
  }

  private func fill(
    _ bars: [Double], _ top: Double, _ plot: ScopeBox, _ ink: ScopeInk,
    _ canvas: inout ScopeCanvas
  ) {
    for (column, bar) in bars.enumerated() where bar > 0 {
      let height = min(bar / top, 1) * Double(plot.height)
      for row in 0..<Int(height.rounded(.up)) {
        let cover = Float(min(height - Double(row), 1))
        canvas.add(plot.x + column, plot.maxY - 1 - row, ink * (0.45 * cover))
      }
    }
  }

  /// Draws luma as a line over the others.
  private func outline(
    _ bars: [Double], _ top: Double, _ plot: ScopeBox, _ canvas: inout ScopeCanvas
  ) {
    func height(_ column: Int) -> Double {
      guard bars.indices.contains(column) else { return 0 }
      return min(bars[column] / top, 1) * Double(plot.height - 1)
    }
    for column in 0..<plot.width {
      // As far as half way to both neighbours, so that steep parts hold together.
      let own = height(column)
      let sides = [own, (own + height(column - 1)) / 2, (own + height(column + 1)) / 2]
      let (low, high) = ((sides.min() ?? 0) - 0.5, (sides.max() ?? 0) + 0.5)
      guard high > 0.5 else { continue }
      for row in max(Int(low.rounded(.down)), 0)...Int(high.rounded(.up)) {
        let cover = min(high, Double(row) + 0.5) - max(low, Double(row) - 0.5)
        if cover > 0, row < plot.height {
          canvas.blend(
            plot.x + column, plot.maxY - 1 - row, ScopeInk(0xF2F5F8), Float(min(cover, 1)))
        }
      }
    }
  }
}

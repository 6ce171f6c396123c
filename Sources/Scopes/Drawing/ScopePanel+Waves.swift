extension ScopePanel {
  /// Draws luma by columns.
  func drawWaveform(_ canvas: inout ScopeCanvas) {
    let channel = numbers.channels[0]
    drawTitle(
      "Waveform",
      [
        ("min \(level(Double(channel.minimum)))", ScopeStyle.label),
        ("mean \(level(channel.mean))", ScopeStyle.label),
        ("max \(level(Double(channel.maximum))) \(unit.name)", ScopeStyle.label),
      ], &canvas)
    let plot = wavePlot(&canvas)
    let axis = ScopeAxis(coding, size: plot.height)
    draw(plot, axis, &canvas)
    let trace = ScopeTrace(counts.waves[0], axis, width: plot.width)
    // A row of which a part is legal is.
    let legal = axis.edge(Double(coding.black)) - 0.5...axis.edge(Double(coding.white + 1)) + 0.5
    add(trace, to: plot, &canvas) { row in
      legal.contains(Double(plot.height - 1 - row) + 0.5)
        ? ScopeStyle.luma : ScopeStyle.illegal * 1.5
    }
  }

  /// Draws red, green and blue by columns, side by side.
  func drawParade(_ canvas: inout ScopeCanvas) {
    drawTitle("RGB parade", ranges, &canvas)
    let plot = wavePlot(&canvas)
    let axis = ScopeAxis(coding, size: plot.height)
    draw(plot, axis, &canvas)
    let gap = max(style.gap / 2, 2)
    let width = max((plot.width - 2 * gap) / 3, 1)
    for channel in 0..<3 {
      var part = plot
      part.x += channel * (width + gap)
      part.width = channel == 2 ? plot.maxX - part.x : width
      if channel > 0 {
        canvas.fill(
          ScopeBox(x: part.x - gap, y: plot.y, width: gap, height: plot.height),
          ScopeStyle.background)
      }
      let trace = ScopeTrace(counts.waves[channel + 1], axis, width: part.width)
      add(trace, to: part, &canvas) { _ in ScopeStyle.channels[channel] }
    }
  }

  /// From where to where red, green and blue go.
  var ranges: [(text: String, ink: ScopeInk)] {
    (0..<3).map { index in
      let channel = numbers.channels[index + 1]
      let (low, high) = (level(Double(channel.minimum)), level(Double(channel.maximum)))
      return ("\(["R", "G", "B"][index]) \(low) to \(high)", ScopeStyle.channels[index])
    } + [(unit.name, ScopeStyle.label)]
  }

  /// The plot of a waveform, between the labels of levels and of code values.
  private func wavePlot(_ canvas: inout ScopeCanvas) -> ScopeBox {
    let inside = inside
    let labels = ScopeScale(unit).marks.map { canvas.length(of: $0.label, size: letters) }
    let left = Int((labels.max() ?? 0).rounded(.up)) + style.gap / 2
    let right = Int(canvas.length(of: "\(coding.peak)", size: letters).rounded(.up)) + style.gap / 2
    return ScopeBox(
      x: inside.x + left, y: inside.y, width: max(inside.width - left - right, 3),
      height: max(inside.height, 3))
  }

  /// Draws the lines of levels, with what they are on the left, and code values on the right.
  private func draw(_ plot: ScopeBox, _ axis: ScopeAxis, _ canvas: inout ScopeCanvas) {
    canvas.fill(plot, ScopeStyle.plot)
    let gap = axis.percent(pixels: letters * 1.15)
    for mark in ScopeScale(unit).marks(gap: gap) {
      let pixel = axis.pixel(percent: mark.percent)
      guard (0..<plot.height).contains(pixel) else { continue }
      let y = plot.maxY - 1 - pixel
      canvas.level(
        y, plot.x..<plot.maxX, mark.isStrong ? ScopeStyle.strongLine : ScopeStyle.line)
      canvas.write(
        mark.label, x: Double(plot.x - style.gap / 2), y: Double(y) + 0.5, size: letters,
        mark.isStrong ? ScopeStyle.title : ScopeStyle.label, align: .right)
      canvas.write(
        "\(Int(coding.code(mark.percent).rounded()))", x: Double(plot.maxX + style.gap / 2),
        y: Double(y) + 0.5, size: letters, ScopeStyle.code)
    }
  }

  /// Adds a trace to its plot, in an ink for each row.
  private func add(
    _ trace: ScopeTrace, to plot: ScopeBox, _ canvas: inout ScopeCanvas, ink: (Int) -> ScopeInk
  ) {
    for row in 0..<trace.height {
      let ink = ink(row)
      // What is crowded goes from its colour towards white.
      for column in 0..<trace.width {
        let light = trace.brightness[row * trace.width + column]
        guard light > 0 else { continue }
        let white = max(light - 0.6, 0) * 1.1
        canvas.add(
          plot.x + column, plot.y + row,
          (ink + (ScopeInk(repeating: 255) - ink) * white) * light)
      }
    }
  }
}

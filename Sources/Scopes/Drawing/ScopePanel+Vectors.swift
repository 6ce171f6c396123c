extension ScopePanel {
  /// How far the plane of chroma is seen, from its middle.
  private static let reach = 0.575

  /// Draws chroma as a plane, with targets of the colours of bars.
  func drawVectorscope(_ canvas: inout ScopeCanvas) {
    let chroma = numbers.channels.dropFirst(4)
    let means = zip(["Cb", "Cr"], chroma).map { name, channel in
      ("\(name) mean \(Self.text(coding.chromaPercent(channel.mean)))", ScopeStyle.label)
    }
    drawTitle(
      "Vectorscope",
      counts.hasColor ? means + [("%", ScopeStyle.label)] : [("no colour", ScopeStyle.label)],
      &canvas)
    let inside = inside
    let size = max(min(inside.width, inside.height), 3)
    let hasTable = inside.width - size > Int(letters * 22)
    let plot = ScopeBox(
      x: inside.x + (hasTable ? 0 : (inside.width - size) / 2),
      y: inside.y + (inside.height - size) / 2, width: size, height: size)
    canvas.fill(plot, ScopeStyle.plot)
    drawTargets(plot, &canvas)
    if counts.hasColor { addVectors(plot, &canvas) }
    nameTargets(plot, &canvas)
    if hasTable {
      drawTable(
        ScopeBox(
          x: plot.maxX + 2 * style.gap, y: plot.y, width: inside.maxX - plot.maxX - 2 * style.gap,
          height: size), &canvas)
    }
  }

  /// Where a chroma is drawn, whole numbers being the middles of pixels.
  private func place(_ chroma: (blue: Double, red: Double), _ plot: ScopeBox) -> SIMD2<Double> {
    let scale = Double(plot.width) / (2 * Self.reach)
    return SIMD2(
      Double(plot.x) + Double(plot.width) / 2 + chroma.blue * scale - 0.5,
      Double(plot.y) + Double(plot.height) / 2 - chroma.red * scale - 0.5)
  }

  /// The colours of bars, full, with their names.
  private static let bars: [(name: String, rgb: SIMD3<Double>)] = [
    ("R", SIMD3(1, 0, 0)), ("Mg", SIMD3(1, 0, 1)), ("B", SIMD3(0, 0, 1)),
    ("Cy", SIMD3(0, 1, 1)), ("G", SIMD3(0, 1, 0)), ("Yl", SIMD3(1, 1, 0)),
  ]
  /// The colour +I of SMPTE RP 219, along which skin lies.
  private static let inPhase = SIMD3(0.412545, 0.166946, 0)

  private func drawTargets(_ plot: ScopeBox, _ canvas: inout ScopeCanvas) {
    let middle = place((0, 0), plot)
    let scale = Double(plot.width) / (2 * Self.reach)
    canvas.circle(middle, 0.5 * scale, ScopeStyle.strongLine)
    canvas.circle(middle, 0.25 * scale, ScopeStyle.line)
    canvas.line(place((-0.5, 0), plot), place((0.5, 0), plot), ScopeStyle.line)
    canvas.line(place((0, -0.5), plot), place((0, 0.5), plot), ScopeStyle.line)
    canvas.line(middle, place(skinEnd, plot), ScopeStyle.skin)
    for bar in Self.bars {
      for (share, side) in isSmall(plot) ? [(0.75, 0.028)] : [(0.75, 0.028), (1, 0.018)] {
        drawTarget(coding.chroma(bar.rgb * share), side * scale, plot, bar.rgb, &canvas)
      }
    }
  }

  /// Whether there is no room for letters between two targets.
  private func isSmall(_ plot: ScopeBox) -> Bool { Double(plot.width) < 20 * letters }

  private func drawTarget(
    _ chroma: (blue: Double, red: Double), _ reach: Double, _ plot: ScopeBox, _ rgb: SIMD3<Double>,
    _ canvas: inout ScopeCanvas
  ) {
    let middle = place(chroma, plot)
    let ink = ScopeInk(rgb * 150 + 70)
    let (low, high) = (middle - reach, middle + reach)
    let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
    for index in 0..<4 { canvas.line(corners[index], corners[(index + 1) % 4], ink) }
  }

  /// Writes the names of targets over the trace, between those of 75 and of 100 percent.
  private func nameTargets(_ plot: ScopeBox, _ canvas: inout ScopeCanvas) {
    for bar in Self.bars {
      let middle = place(coding.chroma(bar.rgb * (isSmall(plot) ? 0.95 : 0.878)), plot)
      canvas.write(
        bar.name, x: middle.x, y: middle.y, size: letters, ScopeInk(bar.rgb * 130 + 110),
        align: .center)
    }
    let end = place(skinEnd, plot)
    canvas.write(
      "I", x: end.x - letters * 0.5, y: end.y - letters * 0.7, size: letters,
      ScopeStyle.skin + ScopeStyle.strongLine, align: .center)
  }

  /// Where the line of skin ends, on the circle.
  private var skinEnd: (blue: Double, red: Double) {
    let skin = coding.chroma(Self.inPhase)
    let length = (skin.blue * skin.blue + skin.red * skin.red).squareRoot()
    return (skin.blue / length * 0.5, skin.red / length * 0.5)
  }

  private func addVectors(_ plot: ScopeBox, _ canvas: inout ScopeCanvas) {
    let vectors = counts.vectors
    let scale = Double(plot.width) / (2 * Self.reach)
    let edges = (0...vectors.levels).map { level in
      let code = Double(level << vectors.shift) - 0.5
      return Double(plot.width) / 2 + coding.chromaPercent(code) / 100 * scale
    }
    let spread = ScopeSpread(edges: edges, size: plot.width)
    let trace = ScopeTrace(vectors, spread, size: plot.width)
    let decoder = coding.decoder
    for row in 0..<trace.height {
      for column in 0..<trace.width {
        let light = trace.brightness[row * trace.width + column]
        guard light > 0 else { continue }
        let u = (Double(column) + 0.5 - Double(plot.width) / 2) / scale
        let v = (Double(plot.height) / 2 - Double(row) - 0.5) / scale
        let rgb = decoder(
          0, Double(coding.neutral) + u * coding.chromaSpan,
          Double(coding.neutral) + v * coding.chromaSpan)
        let hue = ScopeInk(rgb / Double(coding.white - coding.black))
        let most = max(hue.max(), 1e-6)
        // The brightest of red, green and blue is full; the others follow, with some white.
        let tint = ScopeInk(repeating: 1) - (most - hue) / max(most - hue.min(), 0.25) * 0.8
        canvas.add(plot.x + column, plot.y + row, tint * 255 * light)
      }
    }
  }
}

import Y4M

// Streams with alpha on which layers are not drawn as they are: their colours are brought onto a
// canvas of layers, and what was drawn there is taken back.
extension Frame {
  /// Takes what was drawn on a canvas of layers into a frame whose colours are not multiplied by
  /// its alpha.
  ///
  /// Samples for which nothing has changed stay as they are, and so do the colours of what has
  /// become transparent. Those of chroma that stand for several are means over these, weighed by
  /// alpha; what a mean of the canvas as it was lacks of the sample that was there is given back as
  /// far as it is still seen.
  ///
  /// - Parameters:
  ///   - canvas: premultiplied, 4:4:4 and of 16 bits, as large as the frame.
  ///   - before: what the canvas was.
  ///   - box: where something may have been drawn.
  func take(_ canvas: Frame, drawnOver before: Frame, in box: Box, _ workspace: Workspace) {
    guard !box.isEmpty else { return }
    if format.depth == 8 {
      take(canvas, before, box, workspace, UInt8.self)
    } else {
      take(canvas, before, box, workspace, UInt16.self)
    }
  }

  private func take<S: Sample>(
    _ canvas: Frame, _ before: Frame, _ box: Box, _ workspace: Workspace, _: S.Type
  ) {
    guard let alpha = canvas.format.roles.firstIndex(of: .alpha) else { return }
    for (plane, role) in format.roles.enumerated() {
      guard let source = canvas.format.roles.firstIndex(of: role) else { continue }
      let layout = format.planes[plane]
      // A sample of chroma stands for some beside the box, too.
      let columns = Self.part(box.x..<box.maxX, layout.shiftX, layout.width)
      let rows = Self.part(box.y..<box.maxY, layout.shiftY, layout.height)
      let scale =
        Float(format.peak) / (role == .alpha ? 65535 : Float(format.peak << (16 - format.depth)))
      workspace.split(rows, least: Workspace.leastRows(width: columns.count)) { rows, scratch in
        let now = PremultipliedRows(canvas, source, alpha, at: layout, columns, scratch)
        let earlier = PremultipliedRows(before, source, alpha, at: layout, columns, scratch)
        let detail =
          layout.shiftX + layout.shiftY > 0 && role != .alpha
          ? ChromaDetail(from: before, to: canvas, source, at: layout, scratch) : nil
        for y in rows {
          now.read(y)
          earlier.read(y)
          let target: UnsafeMutablePointer<S> =
            samples(layout) + y * layout.width + columns.lowerBound
          now.write(
            where: earlier, to: target, scale, isAlpha: role == .alpha, peak: Float(format.peak)
          ) { detail?.gain(at: $0 + columns.lowerBound, y) ?? 0 }
        }
      }
    }
  }

  /// The samples of a plane that stand for some of luma, and those beside them.
  private static func part(_ luma: Range<Int>, _ shift: Int, _ count: Int) -> Range<Int> {
    if shift == 0 { return luma.clamped(to: 0..<count) }
    return ((luma.lowerBound >> shift) - 2..<(luma.upperBound >> shift) + 3).clamped(to: 0..<count)
  }
}

/// A row of one plane of a canvas of layers and its alpha, at the places of another frame's plane.
private struct PremultipliedRows {
  private let columns: Range<Int>
  private let colors: SiteRows<UInt16>
  private let alphas: SiteRows<UInt16>
  private let color: UnsafeMutablePointer<Float>
  private let alpha: UnsafeMutablePointer<Float>

  init(
    _ canvas: Frame, _ plane: Int, _ alpha: Int, at sites: PlaneLayout, _ columns: Range<Int>,
    _ scratch: Scratch
  ) {
    func rows(_ plane: Int) -> SiteRows<UInt16> {
      let layout = canvas.format.planes[plane]
      return SiteRows(canvas.samples16(layout), layout, at: sites, peak: 65535, scratch)
    }
    self.columns = columns
    (colors, alphas) = (rows(plane), rows(alpha))
    color = scratch.take(Float.self, columns.count)
    self.alpha = scratch.take(Float.self, columns.count)
  }

  func read(_ y: Int) {
    colors.read(y, columns, to: color)
    alphas.read(y, columns, to: alpha)
  }

  /// Writes samples where these rows differ from others.
  ///
  /// - Parameters:
  ///   - scale: from picture units to those of the samples.
  ///   - gain: what is left of the earlier picture's detail at a column, -1 to 1 of it; 0 for
  ///     planes that are read as they are.
  func write<S: Sample>(
    where other: Self, to target: UnsafeMutablePointer<S>, _ scale: Float, isAlpha: Bool,
    peak: Float, _ gain: (_ column: Int) -> Float
  ) {
    for x in 0..<columns.count {
      let (cover, value) = (alpha[x], color[x])
      guard value != other.color[x] || cover != other.alpha[x] else { continue }
      guard !isAlpha else {
        target[x] = S(truncatingIfNeeded: Int(min(cover * scale + 0.5, peak)))
        continue
      }
      guard cover > 0 else { continue }
      let unit = 65535 * scale
      var mean = value / cover * unit
      let earlier = other.alpha[x]
      if earlier > 0 {
        // What the mean of the canvas as it was lacks, in steps of the samples.
        let lacking = Float(target[x]) - other.color[x] / earlier * unit
        if abs(lacking) > 0.25 {
          mean += lacking * max(-1, min(gain(x) * earlier / cover, 1))
        }
      }
      target[x] = S(truncatingIfNeeded: Int(max(0, min(mean + 0.5, peak))))
    }
  }
}

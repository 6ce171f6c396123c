import Y4M

extension Frame {
  /// Draws `sprite` over an 8-bit frame whose colours are not multiplied by their alpha.
  ///
  /// Source-over of Porter and Duff with the division that straight alpha asks for (W3C
  /// Compositing 1, section 5.1). Only 4:4:4 has alpha in a stream, so all planes share their
  /// samples' places; alpha is full range, as ffmpeg writes it.
  func drawStraight(
    _ sprite: Sprite, x: Int, y: Int, opacity: UInt16, within limit: Box? = nil,
    _ workspace: Workspace
  ) {
    guard let alphaIndex = format.roles.firstIndex(of: .alpha), format.depth == 8,
      let luma = sprite.planes[0]
    else { return }
    let alphaLayout = format.planes[alphaIndex]
    let place = luma.box.moved(x: x, y: y)
    let visible = place.intersection(limit.map(alphaLayout.cells) ?? alphaLayout.box)
    let factor = UInt32(opacity) + UInt32(opacity >> 15)
    let least = Workspace.leastRows(width: visible.width)
    workspace.split(visible.y..<visible.maxY, least: least) { rows, _ in
      for row in rows {
        for run in luma.runs[row - place.y] {
          let first = max(visible.x, place.x + Int(run.start))
          let count = min(visible.maxX, place.x + Int(run.end)) - first
          guard count > 0 else { continue }
          drawStraight(
            sprite, at: row * alphaLayout.width + first,
            from: (row - place.y) * place.width + first - place.x, count: count, alphaIndex, factor)
        }
      }
    }
  }

  /// Draws `count` samples of a sprite, from sample `from` of its planes on, at sample `start` of
  /// the frame's.
  private func drawStraight(
    _ sprite: Sprite, at start: Int, from: Int, count: Int, _ alphaIndex: Int, _ factor: UInt32
  ) {
    guard let keep = sprite.planes[0]?.keep else { return }
    let alpha = samples8(format.planes[alphaIndex]) + start
    for (index, layout) in format.planes.enumerated() where index != alphaIndex {
      guard let plane = sprite.planes[index] else { continue }
      mixStraight(
        samples8(layout) + start, alpha: alpha, add: plane.add + from, keep: keep + from,
        factor: factor, count: count)
    }
    for i in 0..<count {
      let cover = coverage(keep[from + i], factor)
      let sum = cover * 255 + UInt32(alpha[i]) * (256 - cover) + 128
      alpha[i] = UInt8(truncatingIfNeeded: sum >> 8)
    }
  }

  private func mixStraight(
    _ target: UnsafeMutablePointer<UInt8>, alpha: UnsafeMutablePointer<UInt8>,
    add: UnsafeMutablePointer<UInt16>, keep: UnsafeMutablePointer<UInt16>, factor: UInt32,
    count: Int
  ) {
    for i in 0..<count {
      let cover = coverage(keep[i], factor)
      if cover == 0 { continue }
      let scaled = min((UInt32(add[i]) &* factor) &>> 16, cover &* 255)
      let under = UInt32(alpha[i]) &* (256 &- cover)
      let total = cover &* 255 &+ under
      let sum = scaled &* 255 &+ UInt32(target[i]) &* under
      target[i] = UInt8(truncatingIfNeeded: min((sum &+ total / 2) / total, 255))
    }
  }

  /// A sprite's coverage of 0 to 256 under an opacity of 0 to 65,536.
  @inline(__always)
  private func coverage(_ keep: UInt16, _ factor: UInt32) -> UInt32 {
    ((256 &- UInt32(keep)) &* factor &+ 32768) &>> 16
  }
}

import Y4M

extension Frame {
  /// Draws `sprite` over the frame, moved by `x` and `y` luma samples (whole chroma cells).
  ///
  /// - Parameter opacity: 0 to 65,535, where 65,535 is the sprite as it is.
  func draw(_ sprite: Sprite, x: Int, y: Int, opacity: UInt16) {
    for (index, layout) in format.planes.enumerated() {
      guard let plane = sprite.planes[index] else { continue }
      let place = plane.box.moved(x: x >> layout.shiftX, y: y >> layout.shiftY)
      let visible = place.intersection(layout.box)
      for row in visible.y..<visible.maxY {
        let span = plane.spans[row - place.y]
        let first = max(visible.x, place.x + span.lowerBound)
        let end = min(visible.maxX, place.x + span.upperBound)
        guard first < end else { continue }
        let start = (row - place.y) * place.width + first - place.x
        drawRow(
          layout, x: first, y: row, count: end - first, add: plane.add.base + start,
          keep: plane.keep.base + start, opacity: opacity)
      }
    }
  }

  private func drawRow(
    _ layout: PlaneLayout, x: Int, y: Int, count: Int, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, opacity: UInt16
  ) {
    let start = y * layout.width + x
    if format.depth == 8 {
      let target = samples8(layout) + start
      if opacity == 65535 {
        blend8(target, add: add, keep: keep, count: count)
      } else {
        blend8(target, add: add, keep: keep, opacity: opacity, count: count)
      }
    } else {
      let target = samples16(layout) + start
      if opacity == 65535 {
        blend16(target, add: add, keep: keep, depth: format.depth, count: count)
      } else {
        blend16(target, add: add, keep: keep, depth: format.depth, opacity: opacity, count: count)
      }
    }
  }

  /// The first byte; a frame is never empty.
  private var start: UnsafeMutableRawPointer {
    bytes.baseAddress.unsafelyUnwrapped
  }

  /// The samples of a plane of an 8-bit frame.
  func samples8(_ layout: PlaneLayout) -> UnsafeMutablePointer<UInt8> {
    (start + layout.offset).assumingMemoryBound(to: UInt8.self)
  }

  /// The samples of a plane of a deeper frame.
  func samples16(_ layout: PlaneLayout) -> UnsafeMutablePointer<UInt16> {
    (start + layout.offset).assumingMemoryBound(to: UInt16.self)
  }
}

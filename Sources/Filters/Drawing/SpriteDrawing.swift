import Y4M

extension Frame {
  /// Draws `sprite` over the frame, moved by `x` and `y` luma samples (whole chroma cells).
  ///
  /// - Parameters:
  ///   - opacity: 0 to 65,535, where 65,535 is the sprite as it is.
  ///   - limit: the part of the picture that is drawn on; nil for all. A chroma sample belongs to
  ///     the part in which the first luma sample of its cell lies.
  func draw(
    _ sprite: Sprite, x: Int, y: Int, opacity: UInt16, within limit: Box? = nil,
    _ workspace: Workspace
  ) {
    for (index, layout) in format.planes.enumerated() {
      guard let plane = sprite.planes[index] else { continue }
      let place = plane.box.moved(x: x >> layout.shiftX, y: y >> layout.shiftY)
      let visible = place.intersection(limit.map(layout.cells) ?? layout.box)
      if visible.isEmpty { continue }
      // Blending is a tenth of the work of resampling.
      let least = 16 * Workspace.leastRows(width: visible.width)
      workspace.split(visible.y..<visible.maxY, least: least) { rows, _ in
        for row in rows {
          draw(plane, row: row, of: place, columns: visible.x..<visible.maxX, layout, opacity)
        }
      }
    }
  }

  /// Draws row `row` of the frame's plane, of a sprite's plane that lies at `place`.
  private func draw(
    _ plane: SpritePlane, row: Int, of place: Box, columns: Range<Int>, _ layout: PlaneLayout,
    _ opacity: UInt16
  ) {
    let from = (row - place.y) * place.width
    for run in plane.runs[row - place.y] {
      let first = max(columns.lowerBound, place.x + Int(run.start))
      let count = min(columns.upperBound, place.x + Int(run.end)) - first
      guard count > 0 else { continue }
      let target = start + layout.offset + (row * layout.width + first) * format.sampleBytes
      let column = first - place.x
      if run.kind == .opaque, opacity == 65535 {
        let skipped = run.finished + column - Int(run.start)
        if let finished = plane.finished {
          target.copyMemory(
            from: finished + skipped * format.sampleBytes, byteCount: count * format.sampleBytes)
        } else {
          cover(target, add: plane.add + (from + column), count: count)
        }
      } else {
        blend(
          target, add: plane.add + (from + column), keep: plane.keep + (from + column), opacity,
          count: count)
      }
    }
  }

  private func cover(
    _ target: UnsafeMutableRawPointer, add: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if format.depth == 8 {
      cover8(target.assumingMemoryBound(to: UInt8.self), add: add, count: count)
    } else {
      cover16(
        target.assumingMemoryBound(to: UInt16.self), add: add, depth: format.depth, count: count)
    }
  }

  private func blend(
    _ target: UnsafeMutableRawPointer, add: UnsafeMutablePointer<UInt16>,
    keep: UnsafeMutablePointer<UInt16>, _ opacity: UInt16, count: Int
  ) {
    if format.depth == 8 {
      let target = target.assumingMemoryBound(to: UInt8.self)
      if opacity == 65535 {
        blend8(target, add: add, keep: keep, count: count)
      } else {
        blend8(target, add: add, keep: keep, opacity: opacity, count: count)
      }
    } else {
      let target = target.assumingMemoryBound(to: UInt16.self)
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

extension SharedFrame {
  /// The first byte; a frame is never empty.
  private var start: UnsafeRawPointer { bytes.baseAddress.unsafelyUnwrapped }

  /// The samples of a plane of an 8-bit frame.
  func samples8(_ layout: PlaneLayout) -> UnsafePointer<UInt8> {
    (start + layout.offset).assumingMemoryBound(to: UInt8.self)
  }

  /// The samples of a plane of a deeper frame.
  func samples16(_ layout: PlaneLayout) -> UnsafePointer<UInt16> {
    (start + layout.offset).assumingMemoryBound(to: UInt16.self)
  }
}

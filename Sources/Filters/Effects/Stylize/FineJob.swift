import Y4M

/// Work on a blurred picture in 16 bits, whatever the depth of the stream: steep curves over a
/// picture that is rounded to its codes would show the rounding.
extension EffectJob {
  /// The format of frames of 16 bits that are like those of another; to be kept, as making it takes
  /// memory.
  static func fineFormat(of other: PixelFormat) -> PixelFormat {
    PixelFormat(
      width: other.width, height: other.height, depth: 16, chroma: other.chroma,
      hasAlpha: other.hasAlpha, siting: other.siting) ?? other
  }

  /// Lends a job whose source is this one's, blurred within `part`, for the length of `body`, which
  /// writes all samples of ``box``; alpha only where it is changed with the colours.
  ///
  /// - Parameter format: what ``fineFormat(of:)`` gave for frames like the source.
  func withBlurred(
    sigma: Double, _ part: Box, _ format: PixelFormat, _ body: (EffectJob) -> Void
  ) {
    workspace.withFrame(format) { blurred in
      let axes = GaussianAxes(sigma: sigma, format: source.format, scratch)
      eachPlane(part, least: axes.leastRows) { index, box, scratch in
        if source.format.depth == 8 {
          blur(axes, index, box, to: blurred, scratch) { source.samples8($0) }
        } else {
          blur(axes, index, box, to: blurred, scratch) { source.samples16($0) }
        }
      }
      if format.depth == source.format.depth { return body(with(blurred, target)) }
      workspace.withFrame(format) { painted in
        body(with(blurred, painted))
        let shift = format.depth - source.format.depth
        eachPlane(box, least: 32) { index, box, _ in
          if source.format.depth == 8 {
            round(painted, index, box, shift) { target.samples8($0) }
          } else {
            round(painted, index, box, shift) { target.samples16($0) }
          }
        }
      }
    }
  }

  private func with(_ source: Frame, _ target: Frame) -> EffectJob {
    EffectJob(
      source: source, target: target, box: box, includesAlpha: includesAlpha, coding: coding,
      workspace: workspace)
  }

  /// Calls `body` for bands of every plane that is changed, with their places in the plane.
  private func eachPlane(_ part: Box, least: Int, _ body: (Int, Box, Scratch) -> Void) {
    for (index, layout) in source.format.planes.enumerated() {
      if source.format.roles[index] == .alpha, !includesAlpha { continue }
      let part = layout.box(covering: part)
      if part.isEmpty { continue }
      let least = max(least, Workspace.leastRows(width: part.width))
      workspace.split(part.y..<part.maxY, least: least) { rows, scratch in
        body(
          index, Box(x: part.x, y: rows.lowerBound, width: part.width, height: rows.count),
          scratch)
      }
    }
  }

  private func blur<S: Sample>(
    _ axes: GaussianAxes, _ index: Int, _ box: Box, to fine: Frame, _ scratch: Scratch,
    _ samples: (PlaneLayout) -> UnsafeMutablePointer<S>
  ) {
    let format = source.format
    let layout = format.planes[index]
    let plane = PlaneSource(
      samples: UnsafePointer(samples(layout)), layout: layout, role: format.roles[index],
      peak: format.peak)
    let wide = fine.samples16(fine.format.planes[index])
    axes.blur(
      plane, box, to: GaussianGrid(wide, width: layout.width, height: layout.height), scratch)
  }

  /// Writes the nearest samples of this job's target.
  private func round<S: Sample>(
    _ fine: Frame, _ index: Int, _ box: Box, _ shift: Int,
    _ samples: (PlaneLayout) -> UnsafeMutablePointer<S>
  ) {
    let layout = source.format.planes[index]
    let (from, to) = (fine.samples16(fine.format.planes[index]), samples(layout))
    for y in box.y..<box.maxY {
      let start = y * layout.width + box.x
      Self.round(from + start, shift, to: to + start, count: box.width)
    }
  }

  private static func round<S: Sample>(
    _ from: UnsafeMutablePointer<UInt16>, _ shift: Int, to: UnsafeMutablePointer<S>, count: Int
  ) {
    let (shift, half) = (UInt16(truncatingIfNeeded: shift), UInt16(1) &<< (shift &- 1))
    for x in 0..<count {
      // White stays below what would be one more than the greatest sample.
      let value = min(from[x], 65535 &- half)
      to[x] = S(truncatingIfNeeded: (value &+ half) &>> shift)
    }
  }
}

import Y4M

/// Source-over of Porter and Duff, on code values, for frames without alpha and for premultiplied
/// ones: one multiply and one add a sample.
struct SourceOver<S: Sample>: CompositingRule {
  private let frame: Frame
  private let depth: Int
  private let opacity: UInt16

  /// - Parameter opacity: 0 to 65,535.
  init(_ frame: Frame, _ opacity: UInt16) {
    self.frame = frame
    depth = frame.format.depth
    self.opacity = opacity
  }

  /// Blending is a tenth of the work of resampling.
  var weight: Int { 16 }

  func isCalled(forPlane index: Int) -> Bool { true }

  func put(_ stretch: SpriteStretch) {
    let (plane, run) = (stretch.plane, stretch.run)
    let target: UnsafeMutablePointer<S> = frame.samples(stretch.layout) + stretch.to
    let add = plane.add + stretch.from
    if run.kind == .opaque, opacity == 65535 {
      if let finished = plane.finished {
        let skipped = run.finished + stretch.column - Int(run.start)
        target.update(
          from: finished.assumingMemoryBound(to: S.self) + skipped, count: stretch.count)
      } else {
        S.cover(target, add: add, depth: depth, count: stretch.count)
      }
      return
    }
    let keep = plane.keep + stretch.from
    if opacity == 65535 {
      S.blend(target, add: add, keep: keep, depth: depth, count: stretch.count)
    } else {
      S.blend(target, add: add, keep: keep, depth: depth, opacity: opacity, count: stretch.count)
    }
  }
}

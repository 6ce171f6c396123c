import Y4M

/// The samples of one plane, row by row with no padding.
///
/// A view does not keep its frame alive; it is made for one kernel call.
struct PlaneView<S: Sample> {
  let samples: UnsafeMutablePointer<S>
  let layout: PlaneLayout
  let role: PlaneRole
  /// The largest code value.
  let peak: Int

  var width: Int { layout.width }
  var height: Int { layout.height }

  /// The first sample of row `y`.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<S> { samples + y &* layout.width }
}

/// One plane before and after a kernel.
struct PlanePair<S: Sample> {
  /// What is read.
  let source: PlaneView<S>
  /// What is written; it has the shape of ``source``.
  let target: PlaneView<S>
}

/// A loop over samples that reads one frame and writes another.
protocol PlaneKernel {
  /// Writes the samples of `box` in every plane of `planes`.
  ///
  /// All of them lie in the same places of the picture, so what depends on the place alone is
  /// computed once for all. There is at least one.
  func callAsFunction<S: Sample>(_ planes: [PlanePair<S>], box: Box)
}

extension Frame {
  /// Runs `kernel` from this frame to `target`, with the sample type made concrete.
  ///
  /// This is the only place that asks how wide a sample is: the kernel has a concrete type here, so
  /// the compiler makes one loop for `UInt8` and one for `UInt16`.
  func run(_ kernel: some PlaneKernel, to target: Frame, box: Box, includesAlpha: Bool) {
    for group in planeGroups(includesAlpha: includesAlpha) {
      let samples = format.planes[group[0]].box(covering: box)
      if samples.isEmpty { continue }
      if format.depth == 8 {
        kernel(group.map { pair(to: target, $0) { $0.samples8($1) } }, box: samples)
      } else {
        kernel(group.map { pair(to: target, $0) { $0.samples16($1) } }, box: samples)
      }
    }
  }

  /// The planes whose samples lie in the same places, together.
  private func planeGroups(includesAlpha: Bool) -> [[Int]] {
    var groups: [[Int]] = []
    for (index, layout) in format.planes.enumerated() {
      if format.roles[index] == .alpha, !includesAlpha { continue }
      let place = groups.firstIndex { format.planes[$0[0]].map == layout.map }
      if let place { groups[place].append(index) } else { groups.append([index]) }
    }
    return groups
  }

  private func pair<S>(
    to target: Frame, _ index: Int, _ samples: (Frame, PlaneLayout) -> UnsafeMutablePointer<S>
  ) -> PlanePair<S> {
    let layout = format.planes[index]
    func view(_ frame: Frame) -> PlaneView<S> {
      PlaneView(
        samples: samples(frame, layout), layout: layout, role: format.roles[index],
        peak: format.peak)
    }
    return PlanePair(source: view(self), target: view(target))
  }
}

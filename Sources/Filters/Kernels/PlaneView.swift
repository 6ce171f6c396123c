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

/// A loop over the samples of one plane that reads one frame and writes another.
protocol PlaneKernel {
  /// Writes the samples of `box` to `target`, which has the shape of `source`.
  func callAsFunction<S: Sample>(_ source: PlaneView<S>, to target: PlaneView<S>, box: Box)
}

extension Frame {
  /// Runs `kernel` from this frame to `target` on the planes that `includes` picks, with the sample
  /// type made concrete.
  ///
  /// This is the only place that asks how wide a sample is: the kernel has a concrete type here, so
  /// the compiler makes one loop for `UInt8` and one for `UInt16`.
  func run(
    _ kernel: some PlaneKernel, to target: Frame, box: Box, includesAlpha: Bool
  ) {
    for (index, layout) in format.planes.enumerated() {
      let role = format.roles[index]
      if role == .alpha, !includesAlpha { continue }
      let samples = layout.box(covering: box)
      if samples.isEmpty { continue }
      if format.depth == 8 {
        let views = [self, target].map {
          PlaneView(samples: $0.samples8(layout), layout: layout, role: role, peak: format.peak)
        }
        kernel(views[0], to: views[1], box: samples)
      } else {
        let views = [self, target].map {
          PlaneView(samples: $0.samples16(layout), layout: layout, role: role, peak: format.peak)
        }
        kernel(views[0], to: views[1], box: samples)
      }
    }
  }
}

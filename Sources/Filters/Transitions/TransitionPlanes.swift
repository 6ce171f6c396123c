import Y4M

/// One plane of the pictures of a transition; all three have the same shape.
struct TransitionPlane<S: Sample>: BitwiseCopyable {
  /// The plane of the picture that goes.
  let from: PlaneSource<S>
  /// The plane of the picture that comes.
  let to: PlaneSource<S>
  /// What is written.
  let target: PlaneView<S>

  var layout: PlaneLayout { target.layout }
  var role: PlaneRole { target.role }
  var width: Int { target.layout.width }
}

/// The planes that a kernel is called for; at least one, at most four, and all of them in the same
/// places of the picture. The group is valid for the call alone.
struct TransitionPlanes<S: Sample>: RandomAccessCollection {
  fileprivate let planes: UnsafeBufferPointer<TransitionPlane<S>>
  /// Whether the frames' colours are multiplied by their alpha.
  fileprivate let isPremultiplied: Bool

  var startIndex: Int { 0 }
  var endIndex: Int { planes.count }
  subscript(index: Int) -> TransitionPlane<S> { planes[index] }

  /// The places of the samples of all planes.
  var layout: PlaneLayout { planes[0].layout }

  /// The plane that says how much the colours of the others count, which are not multiplied by it.
  var straightAlpha: TransitionPlane<S>? {
    isPremultiplied ? nil : planes.first { $0.role == .alpha }
  }
}

/// A loop over samples that reads two frames and writes a third.
protocol TransitionKernel {
  /// The fewest rows that are worth a call of their own.
  var leastRows: Int { get }

  /// Writes whole rows of every plane of `planes`.
  ///
  /// Called for each group of planes, and for parts of the rows from several threads at once: what
  /// a sample becomes may not depend on the part. Memory that is taken from `scratch` is the call's
  /// own and given back at its end.
  func callAsFunction<S: Sample>(_ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch)
}

extension TransitionKernel {
  var leastRows: Int { 32 }
}

extension TransitionJob {
  /// Runs `kernel` on all planes, with the sample type made concrete; in bands on several threads
  /// where workers have nothing else to do.
  func run(_ kernel: some TransitionKernel) {
    let format = target.format
    for (index, layout) in format.planes.enumerated() where target.isFirstOfGroup(index) {
      let least = max(kernel.leastRows, Workspace.leastRows(width: layout.width))
      workspace.split(0..<layout.height, least: least) { rows, scratch in
        if format.depth == 8 {
          let planes = group(index, scratch, { $0.samples8($1) }, { $0.samples8($1) })
          kernel(planes, rows: rows, scratch: scratch)
        } else {
          let planes = group(index, scratch, { $0.samples16($1) }, { $0.samples16($1) })
          kernel(planes, rows: rows, scratch: scratch)
        }
      }
    }
  }

  /// The planes whose samples lie in the places of those of plane `first`.
  private func group<S>(
    _ first: Int, _ scratch: Scratch,
    _ sources: (SharedFrame, PlaneLayout) -> UnsafePointer<S>,
    _ targets: (Frame, PlaneLayout) -> UnsafeMutablePointer<S>
  ) -> TransitionPlanes<S> {
    let format = target.format
    let planes = scratch.take(TransitionPlane<S>.self, format.planes.count)
    let map = format.planes[first].map
    var count = 0
    for (index, layout) in format.planes.enumerated() where layout.map == map {
      let role = format.roles[index]
      func source(_ frame: SharedFrame) -> PlaneSource<S> {
        PlaneSource(
          samples: sources(frame, layout), layout: layout, role: role, peak: format.peak)
      }
      let view = PlaneView(
        samples: targets(target, layout), layout: layout, role: role, peak: format.peak)
      (planes + count).initialize(
        to: TransitionPlane(from: source(from), to: source(to), target: view))
      count += 1
    }
    return TransitionPlanes(
      planes: UnsafeBufferPointer(start: planes, count: count), isPremultiplied: isPremultiplied)
  }
}

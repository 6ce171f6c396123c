import Y4M

/// The samples of one plane that is written, row by row with no padding.
///
/// A view does not keep its frame alive; it is made for one kernel call.
struct PlaneView<S: Sample>: BitwiseCopyable {
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

/// The samples of one plane that is only read, row by row with no padding; otherwise as
/// ``PlaneView``.
struct PlaneSource<S: Sample>: BitwiseCopyable {
  let samples: UnsafePointer<S>
  let layout: PlaneLayout
  let role: PlaneRole
  /// The largest code value.
  let peak: Int

  var width: Int { layout.width }
  var height: Int { layout.height }

  /// The first sample of row `y`.
  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<S> { samples + y &* layout.width }
}

/// One plane before and after a kernel.
struct PlanePair<S: Sample>: BitwiseCopyable {
  /// What is read.
  let source: PlaneSource<S>
  /// What is written; it has the shape of ``source``.
  let target: PlaneView<S>
}

/// The planes that a kernel is called for; at least one, at most four.
///
/// All of them lie in the same places of the picture, so what depends on the place alone is
/// computed once for all. The group is valid for the call alone.
struct PlaneGroup<S: Sample>: RandomAccessCollection {
  fileprivate let pairs: UnsafeBufferPointer<PlanePair<S>>

  var startIndex: Int { 0 }
  var endIndex: Int { pairs.count }
  subscript(index: Int) -> PlanePair<S> { pairs[index] }
}

/// A loop over samples that reads one frame and writes another.
protocol PlaneKernel {
  /// The fewest rows that are worth a call of their own; `Int.max` for a kernel whose call prepares
  /// something dear, which is then made once for each group of planes.
  var leastRows: Int { get }

  /// Writes the samples of `box` in every plane of `planes`.
  ///
  /// Called for each group of planes, and for parts of the box from several threads at once: what
  /// a sample becomes may not depend on the box. Memory that is taken from `scratch` is the call's
  /// own and given back at its end; see ``Scratch/take(_:_:)``.
  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch)
}

extension PlaneKernel {
  var leastRows: Int { 32 }
}

extension Frame {
  /// Runs `kernel` from this frame to `target`, with the sample type made concrete.
  ///
  /// This is the only place that asks how wide a sample is: the kernel has a concrete type here, so
  /// the compiler makes one loop for `UInt8` and one for `UInt16`.
  func run(
    _ kernel: some PlaneKernel, to target: Frame, box: Box, includesAlpha: Bool,
    _ workspace: Workspace
  ) {
    run(
      to: target, box: box, includesAlpha: includesAlpha, least: kernel.leastRows, workspace,
      bytes: { kernel($0, box: $1, scratch: $2) }, words: { kernel($0, box: $1, scratch: $2) })
  }

  /// The same for a kernel in its two forms; all that does not depend on it is compiled once.
  private func run(
    to target: Frame, box: Box, includesAlpha: Bool, least: Int, _ workspace: Workspace,
    bytes: (PlaneGroup<UInt8>, Box, Scratch) -> Void,
    words: (PlaneGroup<UInt16>, Box, Scratch) -> Void
  ) {
    split(box, least: { _ in least }, includesAlpha: includesAlpha, workspace) {
      index, rows, columns, scratch in
      let part = Box(
        x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
      if format.depth == 8 {
        bytes(group(index, to: target, includesAlpha, scratch) { $0.samples8($1) }, part, scratch)
      } else {
        words(group(index, to: target, includesAlpha, scratch) { $0.samples16($1) }, part, scratch)
      }
    }
  }

  /// Calls `body` for bands of `box`, once for each group of planes whose samples lie in the same
  /// places.
  ///
  /// Luma comes last, when nobody reads it any more for chroma.
  ///
  /// - Parameters:
  ///   - least: the fewest rows of a group that are worth a call.
  ///   - body: gets the group's first plane, and rows and columns of its samples.
  func split(
    _ box: Box, least: (PlaneLayout) -> Int, includesAlpha: Bool = false, _ workspace: Workspace,
    _ body: (_ first: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: Scratch) -> Void
  ) {
    for index in format.planes.indices.reversed() where isFirstOfGroup(index) {
      if format.roles[index] == .alpha, !includesAlpha { continue }
      let layout = format.planes[index]
      let samples = layout.box(covering: box)
      if samples.isEmpty { continue }
      let least = max(least(layout), Workspace.leastRows(width: samples.width))
      workspace.split(samples.y..<samples.maxY, least: least) { rows, scratch in
        body(index, rows, samples.x..<samples.maxX, scratch)
      }
    }
  }

  /// Whether no plane before this one has its samples in the same places.
  func isFirstOfGroup(_ index: Int) -> Bool {
    let map = format.planes[index].map
    return !format.planes[..<index].contains { $0.map == map }
  }

  /// The planes whose samples lie in the places of those of plane `first`.
  private func group<S>(
    _ first: Int, to target: Frame, _ includesAlpha: Bool, _ scratch: Scratch,
    _ samples: (Frame, PlaneLayout) -> UnsafeMutablePointer<S>
  ) -> PlaneGroup<S> {
    let pairs = scratch.take(PlanePair<S>.self, format.planes.count)
    let map = format.planes[first].map
    var count = 0
    for (index, layout) in format.planes.enumerated() where layout.map == map {
      let role = format.roles[index]
      if role == .alpha, !includesAlpha { continue }
      let source = PlaneSource(
        samples: UnsafePointer(samples(self, layout)), layout: layout, role: role,
        peak: format.peak)
      let view = PlaneView(
        samples: samples(target, layout), layout: layout, role: role, peak: format.peak)
      (pairs + count).initialize(to: PlanePair(source: source, target: view))
      count += 1
    }
    return PlaneGroup(pairs: UnsafeBufferPointer(start: pairs, count: count))
  }
}

import Bytes
import Y4M

/// The memory of the motion between two frames, and what of it has been found.
///
/// Workers that need the motion at once share the work: one finds the way there while another finds
/// the way back.
///
/// Unchecked: each side of the pair is written under its own lock, what both give under a third,
/// and all is only read after that.
final class FlowField: @unchecked Sendable {
  private let pair: FlowPair
  private let memory: UnsafeMutablePointer<SIMD4<Float>>
  private let halvings: Int
  private let hasFirst = Mutex(false)
  private let hasSecond = Mutex(false)
  /// Whether there is a cut, once it is known.
  private let cut = Mutex<Bool?>(nil)

  /// Memory for frames of a format that has patches.
  init(_ format: PixelFormat) {
    halvings = FlowPyramid.halvings(width: format.width, height: format.height)
    let width = FlowPyramid.side(format.width, halved: halvings)
    let height = FlowPyramid.side(format.height, halved: halvings)
    memory = .allocate(capacity: FlowPair.count(width: width, height: height))
    pair = FlowPair(width: width, height: height, at: memory)
  }

  deinit { memory.deallocate() }

  /// Forgets the motion; no one else may use it.
  func reset() {
    hasFirst.withLock { $0 = false }
    hasSecond.withLock { $0 = false }
    cut.withLock { $0 = nil }
  }

  /// Finds the motion between two frames, unless that is done, and gives whether the film is cut
  /// there.
  ///
  /// - Parameter isLate: whether the way back is found first.
  func find(
    _ first: SharedFrame, _ second: SharedFrame, isLate: Bool, _ workspace: Workspace
  ) -> Bool {
    if let isCut = cut.withLock({ $0 }) { return isCut }
    workspace.scratch.scope {
      let image = pair.first.trust
      let early = FlowPyramid(width: image.width, height: image.height, workspace.scratch)
      let late = FlowPyramid(width: image.width, height: image.height, workspace.scratch)
      read(first, early, workspace)
      read(second, late, workspace)
      if isLate { fill(hasSecond, pair.second, late, early, workspace) }
      fill(hasFirst, pair.first, early, late, workspace)
      if !isLate { fill(hasSecond, pair.second, late, early, workspace) }
    }
    return cut.withLock { cut in
      if let cut { return cut }
      pair.weigh(workspace)
      let isCut = pair.isCut
      cut = isCut
      return isCut
    }
  }

  private func fill(
    _ isDone: borrowing Mutex<Bool>, _ side: FlowPair.Side, _ from: FlowPyramid,
    _ to: FlowPyramid, _ workspace: Workspace
  ) {
    isDone.withLock { isDone in
      guard !isDone else { return }
      workspace.scratch.scope {
        let image = from.levels[0].image
        let x = FlowPlane(width: image.width, height: image.height, workspace.scratch)
        let y = FlowPlane(width: image.width, height: image.height, workspace.scratch)
        DenseFlow.run(from: from, to: to, x: x, y: y, workspace)
        for row in 0..<image.height {
          Self.join(x.row(row), y.row(row), image.row(row), image.width, to: side.motion.row(row))
        }
        side.motion.extend()
      }
      isDone = true
    }
  }

  private static func join(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>,
    _ light: UnsafeMutablePointer<Float>, _ count: Int,
    to target: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    for place in 0..<count { target[place] = SIMD4(x[place], y[place], light[place], 1) }
  }

  private func read(_ frame: SharedFrame, _ pyramid: FlowPyramid, _ workspace: Workspace) {
    let format = frame.format
    guard let start = frame.bytes.baseAddress else { return }
    let samples = start + format.planes[0].offset
    let (width, height) = (format.width, format.height)
    if format.depth == 8 {
      pyramid.read(
        samples.assumingMemoryBound(to: UInt8.self), width: width, height: height,
        peak: format.peak, halvings: halvings, workspace)
    } else {
      pyramid.read(
        samples.assumingMemoryBound(to: UInt16.self), width: width, height: height,
        peak: format.peak, halvings: halvings, workspace)
    }
  }

  /// Draws the frame between two others.
  ///
  /// - Parameters:
  ///   - phase: 0 is the first frame, 65,536 the second.
  ///   - target: of their format.
  func draw(
    _ first: SharedFrame, _ second: SharedFrame, phase: Int, to target: Frame,
    _ workspace: Workspace
  ) {
    let format = target.format
    guard let early = first.bytes.baseAddress, let late = second.bytes.baseAddress else { return }
    workspace.scratch.scope {
      let projection = FlowProjection(pair, phase: Float(phase) / 65536, workspace.scratch)
      projection.run(workspace)
      let drawing = FlowDrawing(
        projection: projection, halvings: halvings, peak: Float(format.peak))
      for layout in format.planes {
        let (one, two) = (early + layout.offset, late + layout.offset)
        if format.depth == 8 {
          drawing.draw(
            one.assumingMemoryBound(to: UInt8.self), two.assumingMemoryBound(to: UInt8.self),
            to: target.samples8(layout), layout, workspace)
        } else {
          drawing.draw(
            one.assumingMemoryBound(to: UInt16.self), two.assumingMemoryBound(to: UInt16.self),
            to: target.samples16(layout), layout, workspace)
        }
      }
    }
  }

  /// The bytes of one field.
  static func byteCount(_ format: PixelFormat) -> Int {
    let halvings = FlowPyramid.halvings(width: format.width, height: format.height)
    return MemoryLayout<SIMD4<Float>>.stride
      * FlowPair.count(
        width: FlowPyramid.side(format.width, halved: halvings),
        height: FlowPyramid.side(format.height, halved: halvings))
  }
}

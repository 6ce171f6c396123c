import Bytes
import Timeline
import Y4M

/// A layer that plays in one place, of which always the same part is seen: a film behind letters,
/// or in a shape.
///
/// It is drawn as it is over a copy of what is below it, and where it is not seen, that stays: the
/// layer is never drawn apart. What is seen of it is found once.
struct CutLayer: IndirectContent {
  private let content: any LayerKind
  private let stages: [any LayerStage]
  private let layered: PixelFormat
  private let canvas: Box
  private let cut = KeptCut()

  /// - Parameters:
  ///   - content: one that stands still; let go of by whoever made it.
  ///   - stages: those that say what is seen, and stand still.
  ///   - layered: the format of frames on which layers are drawn apart.
  init(_ content: any LayerKind, cutBy stages: [any LayerStage], _ layered: PixelFormat) {
    self.content = content
    self.stages = stages.sorted { $0.order.rawValue < $1.order.rawValue }
    self.layered = layered
    canvas = Box(x: 0, y: 0, width: layered.width, height: layered.height)
  }

  func isOn(at time: Time) -> Bool { true }

  func bounds(at time: Time) -> Box {
    let box = content.bounds(at: time).intersection(canvas)
    return box.isEmpty
      ? .empty : stages.reduce(box) { $1.bounds(of: $0, at: time) }.intersection(canvas)
  }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    guard !bounds(at: time).isEmpty else { return }
    let found = try cut.mask { () throws(RenderError) in
      try hidden(from: frame.format, at: time, workspace)
    }
    guard let (box, mask) = found else { return }
    try workspace.withFrame(frame.format) { (shown) throws(RenderError) in
      shown.copy(from: frame, within: box)
      try content.draw(on: shown, at: time, workspace)
      Compositor(frame, workspace).mix(
        over: shown,
        MixShare(
          box: box, mask: mask, mix: 65535, includesAlpha: frame.format.isPremultiplied))
    }
  }

  /// How much of the layer is hidden at each sample of a format; nil where none of it is seen.
  private func hidden(
    from format: PixelFormat, at time: Time, _ workspace: Workspace
  ) throws(RenderError) -> KeptCut.Cut? {
    let touched = content.bounds(at: time).intersection(canvas)
    return try workspace.withFrame(layered) { (frame) throws(RenderError) in
      frame.clear(canvas)
      frame.fillAlpha(touched, 65535)
      var picture = IsolatedPicture(frame: frame, seen: touched)
      defer { frame = picture.frame }
      for stage in stages { try stage.apply(to: &picture, at: time, workspace) }
      if picture.place.isEmpty { return nil }
      picture.clearBeyondSeen(of: touched)
      let mask = RegionMask()
      mask.fill(hiddenBy: picture.frame, format: format, box: picture.place, workspace.scratch)
      return (picture.place, mask)
    }
  }

  func release() {
    cut.removeAll()
    for stage in stages { stage.release() }
  }

  var workingBytes: Int {
    stages.reduce(layered.frameBytes) { $0 + $1.workingBytes } + content.workingBytes
  }

  var histories: [HistoryUse] { stages.flatMap(\.histories) }
}

/// What is hidden of a layer, found by the first frame that asks for it, and kept until the layer's
/// time is over.
private final class KeptCut: Sendable {
  typealias Cut = (box: Box, mask: RegionMask)

  private enum State {
    case unknown
    /// Nil where nothing is seen.
    case known(Cut?)
  }

  private let state = Mutex(State.unknown)

  /// The mask. Others wait while it is made; what cannot be made is not kept, so that every frame
  /// that needs it says so.
  func mask(make: () throws(RenderError) -> Cut?) throws(RenderError) -> Cut? {
    let result: Result<Cut?, RenderError> = state.withLock { state in
      Result { () throws(RenderError) in
        if case .known(let cut) = state { return cut }
        let made = try make()
        state = .known(made)
        return made
      }
    }
    return try result.get()
  }

  func removeAll() { state.withLock { $0 = .unknown } }
}

extension Frame {
  /// Gives all samples of a box of a frame of layers one alpha.
  fileprivate func fillAlpha(_ box: Box, _ alpha: UInt16) {
    let samples = samples16(format.planes[3])
    for y in box.y..<max(box.y, box.maxY) {
      (samples + (y * format.width + box.x)).update(repeating: alpha, count: box.width)
    }
  }
}

extension IsolatedPicture {
  /// Takes the alpha from samples of a box of which nothing is seen.
  fileprivate func clearBeyondSeen(of box: Box) {
    let place = place
    frame.fillAlpha(Box(x: box.x, y: box.y, width: box.width, height: place.y - box.y), 0)
    frame.fillAlpha(
      Box(x: box.x, y: place.maxY, width: box.width, height: box.maxY - place.maxY), 0)
    let (y, height) = (place.y, place.height)
    frame.fillAlpha(Box(x: box.x, y: y, width: place.x - box.x, height: height), 0)
    frame.fillAlpha(Box(x: place.maxX, y: y, width: box.maxX - place.maxX, height: height), 0)
  }
}

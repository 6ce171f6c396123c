import Bytes
import Timeline
import Y4M

/// A layer that is drawn apart before it meets what is below it: its content on a clear frame, one
/// stage after the other, and then all of it as one picture.
///
/// A group is its layers, drawn so; a layer that comes or goes has a stage for that. Memory and
/// work are those of the box that is touched; the frame is as large as the canvas, so that places
/// have one meaning.
struct IsolatedLayer: IndirectContent {
  let content: any LayerContent
  let stages: [any LayerStage]
  /// How it is seen as it moves; nil for content that is seen at its time alone.
  let exposure: LayerExposure?
  /// Where the whole is put, and how opaque it is; nil where the content stands in its place
  /// already.
  private let motion: LayerMotion?
  /// How opaque the whole is, of content that is drawn opaque; nil where that is the content's or
  /// the motion's business.
  private let opacity: LayerOpacity?
  /// How the whole is mixed with what is below it; nil where it is simply put over that.
  private let blending: Blending?
  /// The bytes of what it is blended with, which is kept meanwhile.
  private let beneath: Int
  private let format: PixelFormat
  let painter: PicturePainter
  private let lasting = LastingPictures()
  let canvas: Box

  /// - Parameters:
  ///   - content: let go of by whoever made it.
  ///   - blending: for content that stands in its place already.
  ///   - beneath: the bytes of the frames that it is blended with.
  ///   - format: of the frames that it is drawn on, as ``PixelFormat/layered`` gives it.
  ///   - painter: draws the whole, and nothing else.
  init(
    _ content: any LayerContent, stages: [any LayerStage] = [], exposure: LayerExposure? = nil,
    motion: LayerMotion? = nil, opacity: LayerOpacity? = nil, blending: Blending? = nil,
    beneath: Int = 0, _ format: PixelFormat, _ painter: PicturePainter
  ) {
    self.content = content
    self.stages = stages.sorted { $0.order.rawValue < $1.order.rawValue }
    self.exposure = exposure
    self.motion = motion
    self.opacity = opacity
    self.blending = blending
    self.beneath = blending == nil ? 0 : beneath
    self.format = format
    self.painter = painter
    canvas = Box(x: 0, y: 0, width: format.width, height: format.height)
  }

  /// How opaque the whole is at a time, 0 to 65,535.
  private func opacity(at time: Time) -> UInt16 {
    opacity?(at: time) ?? motion?.opacity(at: time) ?? 65535
  }

  /// Whether any stage is, or the whole is blended, or it moves while the shutter is open.
  func isOn(at time: Time) -> Bool {
    blending != nil || stages.contains { $0.isOn(at: time) } || exposure?.way(at: time) != nil
  }

  func bounds(at time: Time) -> Box { bounds(at: time, placedAt: time) }

  /// The samples of the picture that it may touch, of what it is at `time` at the place of
  /// `moment`.
  func bounds(at time: Time, placedAt moment: Time) -> Box {
    guard opacity(at: time) > 0 else { return .empty }
    let box = changed(inside(at: time), at: time).intersection(canvas)
    guard motion != nil else { return box }
    guard !box.isEmpty, let placement = placement(of: box, x: 0, y: 0, at: moment) else {
      return .empty
    }
    return placement.bounds.grown(by: 1).intersection(canvas)
  }

  /// The samples of the picture that the content may touch while the shutter is open.
  private func inside(at time: Time) -> Box {
    exposure?.way(at: time)?.bounds ?? content.bounds(at: time)
  }

  /// What is seen of a layer that may touch `box` once all stages are done.
  private func changed(_ box: Box, at time: Time) -> Box {
    let isMoving = exposure?.way(at: time) != nil
    // Masks move with the layer, and may let through all of it somewhere on its way.
    return changed(box, at: time) { !isMoving || $0 != .mask }
  }

  func changed(_ box: Box, at time: Time, _ isMeant: (StageOrder) -> Bool) -> Box {
    stages.reduce(box) {
      isMeant($1.order) && $1.isOn(at: time) ? $1.bounds(of: $0, at: time) : $0
    }
  }

  /// Where the part `seen` of a frame goes whose first sample lies at `x`, `y` of the canvas.
  private func placement(of seen: Box, x: Int, y: Int, at time: Time) -> Placement? {
    let part = placement(of: seen, x: x, y: y)
    guard let motion else { return part }
    let whole = motion.placement(pictureWidth: format.width, pictureHeight: format.height, at: time)
    guard let whole = whole?.shifted(to: (x, y)) else { return nil }
    let domain = Placement.Domain(
      left: max(whole.domain.left, part.domain.left), top: max(whole.domain.top, part.domain.top),
      right: min(whole.domain.right, part.domain.right),
      bottom: min(whole.domain.bottom, part.domain.bottom))
    guard domain.left < domain.right, domain.top < domain.bottom else { return nil }
    return Placement(domain: domain, map: whole.map, sampling: whole.sampling)
  }

  /// The same where nothing moves it further.
  private func placement(of seen: Box, x: Int, y: Int) -> Placement {
    Placement(
      domain: .init(
        left: Double(seen.x), top: Double(seen.y), right: Double(seen.maxX),
        bottom: Double(seen.maxY)),
      map: .translation(Double(x), Double(y)), sampling: .bilinear)
  }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    if let number = lastingPicture(at: time) {
      if let blending {
        return try blendLasting(number, blending, on: frame, at: time, workspace)
      }
      return try drawLasting(number, on: frame, at: time, workspace)
    }
    try workspace.withFrame(format) { (canvas) throws(RenderError) in
      guard let made = try make(on: &canvas, at: time, workspace) else { return }
      try composite(made, canvas, on: frame, at: time, workspace)
    }
  }

  /// What the layer shows at a time and at all others at which the same stages are on, as a number;
  /// nil where it differs from time to time.
  private func lastingPicture(at time: Time) -> Int? {
    guard motion == nil, content.isStill, stages.count < 32 else { return nil }
    var number = 0
    for (place, stage) in stages.enumerated() where stage.isOn(at: time) {
      guard stage.isStill else { return nil }
      number |= 1 << place
    }
    return number
  }

  /// Whether it shows at two times what stands still.
  func looksTheSame(at time: Time, and later: Time) -> Bool {
    guard let number = lastingPicture(at: time) else { return false }
    return number == lastingPicture(at: later) && opacity(at: time) == opacity(at: later)
  }

  /// Draws what stands still, which is made once.
  private func drawLasting(
    _ number: Int, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let box = bounds(at: time)
    guard !box.isEmpty else { return }
    let domain = Box(x: 0, y: 0, width: box.width, height: box.height)
    try painter.draw(
      on: frame, picture: .frame(number), placement: placement(of: domain, x: box.x, y: box.y),
      opacity: opacity(at: time), isLasting: true, workspace
    ) { () throws(RenderError) in
      try workspace.withFrame(format) { (canvas) throws(RenderError) in
        let texture = Texture(width: box.width, height: box.height)
        texture.clear()
        if let made = try makeOnce(on: &canvas, at: time, workspace) {
          texture.copy(
            canvas, made.place.box.intersection(box), made.place.x, made.place.y, to: box)
        }
        return texture
      }
    }
  }

  /// Blends what stands still, which is made once: with memory of its own, in which it is kept.
  private func blendLasting(
    _ number: Int, _ blending: Blending, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let opacity = opacity(at: time)
    guard opacity > 0 else { return }
    let kept = try lasting.picture(number) { () throws(RenderError) in
      var canvas = Frame(format)
      guard let made = try makeOnce(on: &canvas, at: time, workspace) else { return nil }
      content.release()
      let (x, y, box) = made.place
      return PlacedLayer(frame: canvas, x: x, y: y, box: box)
        .madeStraight(blending.coding, workspace)
    }
    guard var layer = kept else { return }
    layer.opacity = opacity
    let compositor = Compositor(frame, workspace)
    guard blending.isMixing else { return compositor.blend(layer, blending) }
    try compositor.mix(layer, blending) { () throws(RenderError) in
      if number == 0, opacity == 65535 {
        try content.draw(on: frame, at: time, workspace)
      } else {
        try drawLasting(number, on: frame, at: time, workspace)
      }
    }
  }

  /// What needs nothing below it is drawn on this very canvas before another is taken for all that
  /// it stands in, and the two change places: layers in one another, each the lowest there, take
  /// two canvases, however deep they stand.
  func drawApart(
    on canvas: inout Frame, clearing box: Box, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let made = try make(on: &canvas, at: time, workspace) else {
      // A stage may have left a smaller frame in its place.
      if canvas.format != format { workspace.withFrame(format) { swap(&$0, &canvas) } }
      return canvas.clear(box)
    }
    try workspace.withFrame(format) { (whole) throws(RenderError) in
      whole.clear(box)
      if blending?.isMixing ?? true {
        // Over nothing, there is nothing to mix with.
        try put(made, canvas, on: whole, at: time, workspace)
      } else {
        try composite(made, canvas, on: whole, at: time, workspace)
      }
      swap(&whole, &canvas)
    }
  }

  /// A layer that was drawn apart, on its way to the picture.
  private struct Made {
    let placement: Placement
    let opacity: UInt16
    /// Where its frame's first sample lies on the canvas, and the part in which it is seen.
    let place: (x: Int, y: Int, box: Box)
  }

  /// Draws the content and takes it through the stages; nil where nothing is to be seen.
  private func make(
    on frame: inout Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) -> Made? {
    let opacity = opacity(at: time)
    let moment = motion?.moment(at: time, workspace) ?? time
    let inside = inside(at: time)
    let touched = inside.union(changed(inside, at: time)).intersection(canvas)
    guard opacity > 0, !touched.isEmpty,
      placement(of: touched, x: 0, y: 0, at: moment) != nil
    else { return nil }
    // Stages take what they need around that, and none twice; effects may read earlier frames of
    // what is nowhere now.
    let drawn = inside.intersection(canvas)
    let picture = try self.picture(
      on: &frame, touching: drawn.isEmpty || exposure?.way(at: time) != nil ? touched : drawn,
      at: time, upTo: stages.count, workspace)
    guard !picture.seen.isEmpty,
      let placement = placement(of: picture.seen, x: picture.x, y: picture.y, at: moment)
    else { return nil }
    return Made(
      placement: placement, opacity: opacity, place: (picture.x, picture.y, picture.place))
  }

  /// The same for a picture that is kept.
  private func makeOnce(
    on frame: inout Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) -> Made? {
    let drawsOnce = workspace.drawsOnce
    workspace.drawsOnce = true
    defer { workspace.drawsOnce = drawsOnce }
    return try make(on: &frame, at: time, workspace)
  }

  /// Draws the content, as it is seen while the shutter is open, and takes it through the first
  /// stages.
  private func picture(
    on frame: inout Frame, touching touched: Box, at time: Time, upTo end: Int,
    _ workspace: Workspace
  ) throws(RenderError) -> IsolatedPicture {
    var picture = IsolatedPicture(frame: frame, seen: touched)
    defer { frame = picture.frame }
    if workspace.exposure == nil, let exposure, let way = exposure.way(at: time) {
      try expose(&picture, exposure, way, at: time, workspace)
    } else {
      try content.drawApart(on: &picture.frame, clearing: touched, at: time, workspace)
      try apply(to: &picture, at: time, upTo: end, workspace) { $0.movesWithLayer }
    }
    try apply(to: &picture, at: time, upTo: end, workspace) { !$0.movesWithLayer }
    return picture
  }

  /// What the stage at a place changes, as it is at any time; nil where no stage asks for that.
  private func ground(before place: Int) -> StackGround? {
    if stages[place].histories.isEmpty { return nil }
    return StackGround { (frame, time, workspace) throws(RenderError) in
      let picture = try self.picture(
        on: &frame, touching: canvas, at: time, upTo: place, workspace)
      frame.clear(canvas, around: picture.seen)
    }
  }

  /// Takes a picture through some of the first stages.
  func apply(
    to picture: inout IsolatedPicture, at time: Time, upTo end: Int, _ workspace: Workspace,
    _ isMeant: (StageOrder) -> Bool
  ) throws(RenderError) {
    for (place, stage) in stages[..<end].enumerated()
    where isMeant(stage.order) && stage.isOn(at: time) {
      if stage.order == .effects { workspace.ground = ground(before: place) }
      try stage.apply(to: &picture, at: time, workspace)
    }
  }

  /// Draws what was made over `frame`.
  private func composite(
    _ made: Made, _ picture: Frame, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let blending else { return try put(made, picture, on: frame, at: time, workspace) }
    let (x, y, box) = made.place
    let layer = PlacedLayer(frame: picture, opacity: made.opacity, x: x, y: y, box: box)
    let compositor = Compositor(frame, workspace)
    guard blending.isMixing else { return compositor.blend(layer, blending) }
    try compositor.mix(layer, blending) { () throws(RenderError) in
      if content.isQuick, made.opacity == 65535, !stages.contains(where: { $0.isOn(at: time) }) {
        try content.draw(on: frame, at: time, workspace)
      } else {
        try put(made, picture, on: frame, at: time, workspace)
      }
    }
  }

  /// Puts what was made over `frame`, as code values.
  private func put(
    _ made: Made, _ picture: Frame, on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    if let (x, y, box) = made.placement.wholeMove, !frame.format.isStraight {
      let layer = PlacedLayer(
        frame: picture, opacity: made.opacity, x: x, y: y, box: box.intersection(canvas))
      return Compositor(frame, workspace).draw(layer, coding: painter.coding)
    }
    try painter.draw(
      on: frame, picture: .passing(time, workspace), placement: made.placement,
      opacity: made.opacity,
      isLasting: false, workspace
    ) { workspace.texture(of: picture) }
  }

  func release() {
    painter.release()
    lasting.removeAll()
    for stage in stages { stage.release() }
  }

  var workingBytes: Int {
    // Sums are numbers of 32 bits, of samples of 16.
    let apart =
      content.workingBytes(apartOn: format.frameBytes)
      + (exposure == nil ? 0 : 2 * format.frameBytes)
    return stages.reduce(apart + beneath) { $0 + $1.workingBytes }
  }

  /// The histories of its stages; the content reports its own.
  var histories: [HistoryUse] { stages.flatMap(\.histories) }

  func workingBytes(apartOn canvas: Int) -> Int { max(workingBytes, 2 * canvas) }
}

extension Texture {
  /// Takes a part of the canvas, drawn on a frame whose first sample lies at `x`, `y` of it, into
  /// the texture, whose samples are those of `whole`.
  fileprivate func copy(_ frame: Frame, _ part: Box, _ x: Int, _ y: Int, to whole: Box) {
    guard !part.isEmpty else { return }
    for (index, layout) in frame.format.planes.enumerated() {
      for row in part.y..<part.maxY {
        let source = frame.samples16(layout) + (row - y) * frame.format.width + part.x - x
        let target = plane(index) + (row - whole.y) * width + part.x - whole.x
        target.update(from: source, count: part.width)
      }
    }
  }
}

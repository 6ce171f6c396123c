import Bytes
import Fonts
import Timeline
import Y4M

/// Draws the frames of a timeline.
///
/// A renderer is made once for a stream and never changes in a way that shows: what it draws is a
/// function of the pictures of its sources and the time, so any number of workers draw at once and
/// the result does not depend on how many they are.
package final class Renderer: Sendable {
  /// The format of the frames that go out.
  package let output: PixelFormat
  /// What is wrong with the timeline's files and can be lived with.
  package let warnings: [RenderWarning]
  private let coding: ColorCoding
  private let sequence: Sequence
  private let stack: LayerStack
  /// What the layers are drawn on; nil where that is the output.
  private let canvas: AlphaCanvas?
  /// How many frames before its own each frame reads.
  private let plan: HistoryPlan
  /// The bytes of the sources' pictures in a frame.
  private let sourceBytes: Int
  /// Whether the main track is standard input as it comes.
  private let isStream: Bool

  /// Prepares everything that can be prepared before the first frame, and looks at every file that
  /// the timeline names.
  ///
  /// - Parameters:
  ///   - document: a timeline whose main track is made of clips; one without any shows the
  ///     background, unless it is made ``Document/playingInput(from:isStream:)``.
  ///   - edit: where the document's clips are seen.
  ///   - canvas: the format of the output, as ``CanvasFormat/output(_:source:)`` gives it.
  ///   - range: of the output's samples.
  ///   - matrix: of the output's colours.
  ///   - light: what these are as light, as ``CanvasFormat/light(_:transfer:primaries:)`` gives it.
  ///   - sources: what is known of the sources, by their numbers in `Document.feeds`; nil for those
  ///     that are drawn here (pictures, colours, what is computed).
  ///   - pixelWidth: of a pixel of the output whose height is 1.
  ///   - rate: frames a second of the output.
  ///   - fonts: those that texts may use.
  ///   - keptBytes: the memory that each clip and each layer may keep for later frames.
  ///   - tally: counts what clips and layers keep.
  ///   - isThorough: whether picture files are unpacked to their ends, to see whether they are
  ///     whole; else only what takes no time.
  /// - Throws: all faults of all clips and layers together.
  package init(
    _ document: Document, edit: EditList, canvas: PixelFormat, range: ColorRange, matrix: Matrix,
    light: StreamLight = .standard, sources: [SourceColors?], pixelWidth: Double = 1,
    rate: FrameRate?, loader: AssetLoader, fonts: FontLibrary = .builtInOnly,
    keptBytes: Int = 24 << 20, tally: CacheTally? = nil,
    isThorough: Bool = false
  ) throws(RenderFaults) {
    let faults = FaultLog()
    var coding = ColorCoding(matrix: matrix, range: range, depth: canvas.depth, light: light)
    coding.mixing = document.canvas[CanvasParameters.blending].mixing(light)
    func setting(_ format: PixelFormat) -> LayerSetting {
      var setting = LayerSetting(
        format: format, coding: coding,
        loader: loader, budget: CacheBudget(bytes: keptBytes, tally: tally), sources: sources,
        pixelWidth: pixelWidth, rate: rate, fonts: fonts, variables: document.variables,
        isThorough: isThorough,
        faults: faults)
      setting.motionBlur = document.canvas[MotionBlur.onCanvas]
      setting.films = edit.films
      return setting
    }
    output = canvas
    self.coding = coding
    isStream = document.playsStream
    let own = setting(canvas)
    sequence = Sequence(document, edit, own)
    self.canvas = AlphaCanvas(canvas, coding)
    stack = LayerStack(
      document.layers, index: document.index, self.canvas.map { setting($0.format) } ?? own)
    plan = HistoryPlan(sequence.histories + stack.histories, rate: rate)
    sourceBytes = sources.reduce(0) { $0 + ($1?.format?.frameBytes ?? 0) }
    warnings = faults.warnings
    if !faults.errors.isEmpty {
      throw RenderFaults(faults: faults.errors, warnings: faults.warnings)
    }
  }

  /// Whether frames are redrawn on a canvas, so that none leaves as it came.
  package var changesCanvas: Bool { sequence.alwaysDraws }

  /// Whether the lines of a clip's pictures, in this format, are always every other line of the
  /// output where they are every other line of a picture.
  package func keepsLines(ofClip index: Int, _ format: PixelFormat) -> Bool {
    sequence.keepsLines(ofClip: index, format)
  }

  /// How many frames `workers` draw at once: half as many where a layer takes a lot of memory for
  /// each, as those without a frame help the others.
  package func framesAtOnce(workers: Int) -> Int {
    // Two and a half of the frames that layers are drawn apart on.
    let much = 20 * output.width * output.height
    let isHeavy = (stack.heaviest?.bytes ?? 0) >= much
    return isHeavy ? (workers + 1) / 2 : workers
  }

  /// About how much memory frames take, with `workers` that draw, and two frames more on their way
  /// than are drawn at once: those that come and go, and those that layers and clips are drawn onto
  /// by themselves; and the layer that has most of it.
  ///
  /// What layers keep for later frames, up to 24 MiB each, comes on top.
  package func frameMemory(
    workers: Int, _ fields: FieldTimes? = nil
  ) -> (bytes: Int, heaviest: Range<Int>?) {
    let frames = output.frameBytes + sequence.travellingBytes
    // Two clips in a transition, and what is blurred behind them.
    let clips = isStream ? 0 : 3 * output.frameBytes
    let layers = stack.heaviest
    let second = fields == nil ? 0 : output.frameBytes
    let apart = layers == nil ? 0 : canvas?.workingBytes ?? 0
    let drawn = clips + sequence.workingBytes + (layers?.bytes ?? 0) + second + apart
    let kept = historyMemory(workers: workers).bytes
    let atOnce = framesAtOnce(workers: workers)
    return ((atOnce + 2) * frames + atOnce * drawn + kept, layers?.place)
  }

  /// What lies below effects that read frames before their own, and is kept for that.
  private func historyBytes(workers: Int) -> Int {
    (sequence.histories + stack.histories).reduce(0) {
      $0 + ($1.frames + workers + 1) * $1.frameBytes
    }
  }

  /// The bytes in the timeline of an effect that reads frames before its own, the first in the
  /// timeline; nil where there is none.
  package var historyPlace: Range<Int>? {
    (sequence.histories + stack.histories).map(\.place).min { $0.lowerBound < $1.lowerBound }
  }

  /// The most that any frame of the output reads before it, and about what is kept for that, in
  /// bytes.
  package func historyMemory(workers: Int) -> (frames: Int, bytes: Int) {
    (plan.most, plan.most * sourceBytes + historyBytes(workers: workers))
  }

  /// How many frames of the output before the one at `time` it reads; at most what effects declare.
  package func history(at time: Time) -> Int { plan.frames(at: time) }

  /// Whether any layer is on at `time`, in the second field of whose frame it may be on too.
  package func isActive(at time: Time, _ fields: FieldTimes? = nil) -> Bool {
    stack.isActive(at: time) || fields.map { stack.isActive(at: time + $0.distance) } ?? false
  }

  /// The first layer of the document that makes new lines of those of both fields, such as a blur.
  package var fieldMixer: (name: String, place: Range<Int>)? { stack.fieldMixer }

  /// Draws the layers over what the main track shows; those that move, in the lines of each field
  /// at its time.
  private func drawLayers(
    on target: Frame, at time: Time, _ fields: FieldTimes?, _ workspace: Workspace
  ) throws(RenderError) {
    let later = time + (fields?.distance ?? .zero)
    guard let fields, !stack.looksTheSame(at: time, and: later) else {
      return try drawStack(on: target, at: time, workspace)
    }
    try workspace.withFrame(output) { (second) throws(RenderError) in
      second.copy(from: target)
      try drawStack(on: target, at: time, workspace)
      try drawStack(on: second, at: later, workspace)
      let box = stack.bounds(at: time).union(stack.bounds(at: later))
      target.copyField(from: second, firstLine: fields.secondLine, of: box)
    }
  }

  private func drawStack(
    on target: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    guard let canvas else {
      return try stack.draw(on: target, at: time, over: ground, workspace)
    }
    try canvas.draw(on: target, in: stack.bounds(at: time), workspace) {
      (frame) throws(RenderError) in
      try stack.draw(on: frame, at: time, over: ground, workspace)
    }
  }

  /// The samples of the output that each layer may change at `time`, bottom to top.
  package func boxes(at time: Time) -> [Box] { stack.boxes(at: time) }

  /// The samples that the layer number `index` of the document may change at `time`, whether or not
  /// it is on.
  package func box(ofLayer index: Int, at time: Time) -> Box { stack.box(of: index, at: time) }

  /// The effects among the document's layers that are drawn together at `time`, bottom to top.
  package func joinedEffects(at time: Time, _ workspace: Workspace) -> [JoinedEffects] {
    stack.joined(at: time, canvas?.format ?? output, workspace)
  }

  /// How effects that are drawn together are drawn.
  package func way(of joined: JoinedEffects, _ workspace: Workspace) -> JoinedEffects.Way {
    joined.way(for: canvas?.format ?? output, coding, workspace)
  }

  /// The number of the source in `Document.feeds` whose frame is what the main track shows at
  /// `time`, sample for sample, unless it is a mix of two: with layers it may be drawn on by
  /// ``draw(over:_:at:_:)``, and without any it is the output. Nil when something else is drawn.
  package func passedFeed(at time: Time) -> Int? { sequence.passedFeed(at: time) }

  /// Draws the frame that is seen at `time`.
  ///
  /// - Parameters:
  ///   - pictures: those of all sources that are seen. Where one is missing, nothing is drawn.
  ///   - target: the output frame, all of which is written.
  ///   - past: the frames before it, as many as ``history(at:)`` says or all that there are.
  ///   - fields: of the frame, where layers are drawn at the times of both.
  package func draw(
    _ pictures: SourcePictures, to target: Frame, at time: Time, past: PastPictures? = nil,
    fields: FieldTimes? = nil, _ workspace: Workspace
  ) throws(RenderError) {
    try workspace.showing(pictures, past) { () throws(RenderError) in
      try sequence.draw(to: target, at: time, workspace)
      try drawLayers(on: target, at: time, fields, workspace)
    }
  }

  /// The main track, as layers are drawn onto it at any time; nil where none asks for that.
  private var ground: StackGround? {
    if stack.histories.isEmpty { return nil }
    if let canvas {
      return StackGround { [self] (frame, time, workspace) throws(RenderError) in
        try workspace.withFrame(output) { (film) throws(RenderError) in
          try sequence.draw(to: film, at: time, workspace)
          canvas.fill(frame, with: film, workspace)
        }
      }
    }
    return StackGround(
      passed: { [self] time, workspace in
        guard let feed = sequence.passedFeed(at: time), let picture = workspace.sources[feed],
          picture.second == nil, picture.frame.format == output
        else { return nil }
        return picture.frame
      },
      draw: { [self] (frame, time, workspace) throws(RenderError) in
        try sequence.draw(to: frame, at: time, workspace)
      })
  }

  /// Draws the layers of a time over `target`, which holds what the main track shows then, as
  /// ``passedFeed(at:)`` says.
  package func draw(
    over target: Frame, _ pictures: SourcePictures, at time: Time, past: PastPictures? = nil,
    fields: FieldTimes? = nil, _ workspace: Workspace
  ) throws(RenderError) {
    try workspace.showing(pictures, past) { () throws(RenderError) in
      sequence.pass(at: time)
      try drawLayers(on: target, at: time, fields, workspace)
    }
  }

  /// Notes that the picture that ``passedFeed(at:)`` names is written as it is, with no layer on
  /// it, so that what layers and clips that have ended by then hold can be freed.
  package func pass(at time: Time) {
    sequence.pass(at: time)
    stack.releaseEnded(before: time)
  }
}

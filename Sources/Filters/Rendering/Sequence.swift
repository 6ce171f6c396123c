import Bytes
import Timeline
import Y4M

/// The main track: clips after one another, and the transitions between them.
final class Sequence: Sendable {
  /// How many frames long a clip keeps its memory after its end: those that other workers still
  /// draw may be a little older.
  private static let lag = 12

  private let edit: EditList
  private let format: PixelFormat
  private let gap: ClipBackground
  private let clips: [(any TrackPainter)?]
  /// How each clip goes over into the next.
  private let transitions: [TransitionStage?]
  /// The clips in the order in which they end.
  private let endings: [(time: Time, clip: Int)]
  private let released = Mutex(0)
  /// The effects that read frames before their own, in the timeline's time.
  let histories: [HistoryUse]

  /// What cannot be made goes to the setting's faults.
  init(_ document: Document, _ edit: EditList, _ setting: LayerSetting) {
    self.edit = edit
    format = setting.format
    let defaults = ClipDefaults(document.canvas)
    gap = ClipBackground(
      defaults.background == .blurred ? nil : defaults.background, blur: defaults.blur,
      format: setting.format, coding: setting.coding)
    var clips: [(any TrackPainter)?] = []
    var transitions: [TransitionStage?] = []
    for (entry, clip) in zip(edit.entries, document.clips) {
      do throws(RenderError) {
        clips.append(
          clip.isStream
            ? try StreamPainter(clip, on: document.canvas, setting)
            : try ClipPainter(clip, entry, defaults, setting))
      } catch {
        setting.faults.add(error)
        clips.append(nil)
      }
      do throws(RenderError) {
        transitions.append(try Self.transition(clip, entry, gap.color, setting))
      } catch {
        setting.faults.add(error)
        transitions.append(nil)
      }
    }
    self.clips = clips
    self.transitions = transitions
    histories = zip(edit.entries, clips).flatMap { entry, clip in
      (clip?.histories ?? []).compactMap { $0.moved(to: entry.range.start, within: entry.range) }
    }
    let lag =
      (setting.rate.map { Time(frame: Self.lag, rate: $0) } ?? .zero)
      + HistoryPlan.reach(of: histories, setting.rate)
    endings = edit.entries.enumerated().compactMap { index, entry in
      entry.range.end.map { ($0 + lag, index) }
    }.sorted { $0.0 < $1.0 }
  }

  private static func transition(
    _ clip: Clip, _ entry: EditList.Entry, _ background: Color, _ setting: LayerSetting
  ) throws(RenderError) -> TransitionStage? {
    guard let use = clip.transition, entry.transition != nil else { return nil }
    return try TransitionStage(
      use, format: setting.format, coding: setting.coding, background: background,
      loader: setting.loader, faults: setting.faults)
  }

  /// The number of the source whose frames are what is seen at `time`, sample for sample; nil when
  /// something is to be drawn.
  func passedFeed(at time: Time) -> Int? {
    guard case .clip(let part) = point(at: time) else { return nil }
    return clip(part)?.passedFeed(at: part.time)
  }

  /// Whether no picture ever leaves as it came.
  var alwaysDraws: Bool { clips.contains { $0?.alwaysDraws ?? true } }

  /// The bytes of frames that travel with those of the output.
  var travellingBytes: Int { clips.reduce(0) { max($0, $1?.travellingBytes ?? 0) } }

  /// The most bytes of frames that drawing a clip takes beside those.
  var workingBytes: Int { clips.reduce(0) { max($0, $1?.workingBytes ?? 0) } }

  /// Whether a clip's pictures, in this format, keep their lines.
  func keepsLines(ofClip index: Int, _ format: PixelFormat) -> Bool {
    clips.indices.contains(index) ? clips[index]?.keepsLines(format) ?? true : true
  }

  /// What is seen at a moment; of a transition at its ends, the one clip that is.
  private func point(at time: Time) -> EditList.Point {
    let point = edit.point(at: time)
    guard case .transition(let from, let to, let share) = point else { return point }
    let stage = transitions.indices.contains(from.clip) ? transitions[from.clip] : nil
    guard let stage else { return .clip(from) }
    switch stage.end(at: share) {
    case .from: return .clip(from)
    case .to: return .clip(to)
    case nil: return point
    }
  }

  private func clip(_ part: EditList.Part) -> (any TrackPainter)? {
    clips.indices.contains(part.clip) ? clips[part.clip] : nil
  }

  /// Draws what is seen at `time` over all of `target`.
  func draw(to target: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    switch point(at: time) {
    case .gap: gap.fill(target)
    case .clip(let part): try draw(part, to: target, workspace)
    case .transition(let from, let to, let share):
      let start = edit.entries[from.clip].transition?.start ?? time
      try withPicture(of: from, workspace) { (outgoing) throws(RenderError) in
        try withPicture(of: to, workspace) { incoming in
          transitions[from.clip]?.draw(
            from: outgoing, to: incoming, target: target, at: share, time: time - start, workspace)
        }
      }
    }
    releaseEnded(before: time)
  }

  /// Notes that nothing is drawn at `time`.
  func pass(at time: Time) {
    if case .clip(let part) = point(at: time) { clip(part)?.pass(at: part.time) }
    releaseEnded(before: time)
  }

  /// Calls `body` with the picture of a clip on the canvas: that of its source where nothing is
  /// drawn, else a frame of the workspace.
  private func withPicture(
    of part: EditList.Part, _ workspace: Workspace,
    _ body: (SharedFrame) throws(RenderError) -> Void
  ) throws(RenderError) {
    if let feed = clip(part)?.passedFeed(at: part.time), let picture = workspace.sources[feed],
      picture.second == nil, picture.frame.format == format
    {
      return try body(picture.frame)
    }
    try workspace.withFrame(format) { (frame) throws(RenderError) in
      try draw(part, to: frame, workspace)
      try body(SharedFrame(frame))
    }
  }

  private func draw(
    _ part: EditList.Part, to target: Frame, _ workspace: Workspace
  ) throws(RenderError) {
    guard let clip = clip(part) else { return gap.fill(target) }
    try clip.draw(to: target, at: part.time, workspace)
  }

  /// Forgets what was kept.
  func release() {
    for clip in clips { clip?.release() }
    for transition in transitions { transition?.release() }
  }

  /// Lets clips that are over forget what they kept.
  private func releaseEnded(before time: Time) {
    released.withLock { next in
      while next < endings.count, endings[next].time <= time {
        let index = endings[next].clip
        clips[index]?.release()
        transitions[index]?.release()
        next += 1
      }
    }
  }
}

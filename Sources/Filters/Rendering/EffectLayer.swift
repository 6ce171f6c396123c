import Synchronization
import Timeline
import Y4M

/// An effect over all that is below it, limited by a region and mixed in.
struct EffectLayer: LayerKind {
  static let region = ParameterGroup(
    "region", RegionParameters.all,
    defaultText: "the whole canvas",
    "The part of the canvas that the effect changes.")
  static let mix = Parameter<Double>(
    "mix", default: 1, in: 0...1, "How much of the effect is mixed with the original.")

  /// What every effect takes besides its own parameters.
  static let common: [any ParameterDescription] = [region, mix]

  // Effect layers are declared effect by effect.
  static let declaration = Declaration(
    name: "effect", summary: "An effect on everything below it.", parameters: common)

  /// What the timeline calls the effect.
  let name: String
  private let effect: any Effect
  /// What the effect does to colours, made once: it is asked for in every frame.
  private let colors: (any ColorAdding)?
  private let region: RegionMotion?
  private let mix: Animated<Double>
  private let format: PixelFormat
  private let canvas: Box
  /// The effect, where it reads frames before its own, and how many.
  private let reader: (any HistoryEffect)?
  let history: Int
  private let place: Range<Int>
  private let kept: KeptBelow
  let includesAlpha: Bool
  let coding: ColorCoding
  private let masks = MaskStore()

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard let type = Registry.effect(named: layer.effect ?? "") else {
      throw RenderError(.unknown(.effect, layer.effect ?? ""), at: layer.place)
    }
    let effect = try type.init(
      layer.arguments,
      EffectSetting(
        format: setting.format, coding: setting.coding, includesAlpha: setting.includesAlpha,
        loader: setting.loader, faults: setting.faults, place: layer.place,
        kit: Registry.kit, sources: setting.sources, budget: setting.budget, rate: setting.rate,
        motionBlur: setting.motionBlur))
    (self.effect, colors) = (effect, effect.colors)
    name = layer.effect ?? ""
    reader = effect as? any HistoryEffect
    history = reader?.history ?? 0
    place = layer.place
    guard history <= HistoryUse.most else {
      throw RenderError(
        .tooLarge(.history(frames: history, most: HistoryUse.most)), at: layer.place)
    }
    kept = KeptBelow(setting.format, history: history)
    region = layer.arguments[Self.region].map { RegionMotion($0) }
    mix = layer.arguments[Self.mix]
    format = setting.format
    canvas = Box(x: 0, y: 0, width: setting.format.width, height: setting.format.height)
    includesAlpha = setting.includesAlpha
    coding = setting.coding
  }

  /// The region as it stands at a time; nil is the whole canvas.
  private func region(at time: Time) -> Region? {
    region?.region(at: time, width: Double(canvas.width), height: Double(canvas.height))
  }

  func bounds(at time: Time) -> Box {
    guard mix.value(at: time) > 0 else { return .empty }
    return bounds(region(at: time), at: time)
  }

  private func bounds(_ region: Region?, at time: Time) -> Box {
    let box = region?.bounds(in: canvas) ?? canvas
    let reach = effect.reach(at: time, width: canvas.width, height: canvas.height)
    return reach.map { box.intersection($0) } ?? box
  }

  /// The effect, where it changes at `time` all that is below, and all of it.
  func whole(at time: Time) -> (any Effect)? {
    region == nil && mix.value(at: time) >= 1 ? effect : nil
  }

  /// The effect as a link of a chain of changes of colours, which is mixed in and limited to a
  /// region; nil for one of another kind, and for one that is mixed in as light.
  func link(at time: Time) -> (colors: any ColorAdding, mix: Double, region: Region?)? {
    guard let colors else { return nil }
    let mix = mix.value(at: time)
    return mix < 1 && coding.mixing != nil ? nil : (colors, mix, region(at: time))
  }

  /// Whether it may read other lines than the one that it changes.
  var mixesLines: Bool { colors == nil && spread(at: .zero) != 0 }

  /// How far it moves the picture as a whole while the shutter is open, in pixels.
  func travel(at time: Time) -> Double {
    (effect as? any ViewEffect)?.travel(at: time, width: canvas.width, height: canvas.height) ?? 0
  }

  /// How far beyond what it changes it may read at `time`; nil where that is anywhere.
  func spread(at time: Time) -> Int? {
    effect.margin(at: time, width: canvas.width, height: canvas.height)
  }

  /// Where something may be seen of what lies in `box`, with an effect that reads so many samples
  /// beyond what it changes.
  func changed(_ box: Box, at time: Time, margin: Int) -> Box {
    let reach = effect.reach(at: time, width: canvas.width, height: canvas.height)
    let isAnywhere = reach != nil && effect.fillsReach
    let part = isAnywhere ? canvas : box.grown(by: margin)
    return box.union(part.intersection(bounds(at: time)))
  }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace) throws(RenderError) {
    try draw(on: frame, at: time, within: canvas, workspace)
  }

  /// Draws it where it lies within a part of the frame.
  func draw(
    on frame: Frame, at time: Time, within limit: Box, _ workspace: Workspace
  ) throws(RenderError) {
    let below = workspace.below
    workspace.below = nil
    let mix = UInt16((min(max(mix.value(at: time), 0), 1) * 65535).rounded())
    let region = region(at: time)
    let box = bounds(region, at: time).intersection(limit)
    guard mix > 0 else { return }
    if history > 0 { kept.note(isDrawing: true) }
    defer { if history > 0 { kept.note(isDrawing: false) } }
    let past = try past(frame, below, at: time, workspace)
    change(frame, box, reading: readable(for: box, at: time), region, mix, workspace) { job in
      var job = job
      job.past = past
      effect.apply(job, at: time)
    }
  }

  /// What lay below in the frames that the effect reads; what lies there now is kept for those
  /// after.
  private func past(
    _ frame: Frame, _ below: BelowEffect?, at time: Time, _ workspace: Workspace
  ) throws(RenderError) -> PastFrames {
    var past = PastFrames()
    guard let reader, let below else { return past }
    if below.passed(0, workspace) == nil {
      _ = try kept.frame(at: time) { $0.copy(from: frame) }
    }
    for number in reader.reads(at: time, PastTimes(ages: below.ages)) {
      guard number >= 1, number <= below.ages.count else { continue }
      if let passed = below.passed(number, workspace) {
        past.add(passed, number)
        continue
      }
      let earlier = time - below.ages[number - 1]
      past.add(
        try kept.frame(at: earlier) { (frame) throws(RenderError) in
          // Drawing may exchange frames of the workspace, and those alone.
          try workspace.withFrame(format) { (drawn) throws(RenderError) in
            try below.draw(number, &drawn, workspace)
            frame.copy(from: drawn)
          }
        }, number)
    }
    return past
  }

  /// Draws a run of changes of colours, of which this effect is the first, in a region.
  func draw(
    _ run: ColorRun, in region: Region, on frame: Frame, within limit: Box,
    _ workspace: Workspace, _ motion: () -> ColorMotion?
  ) {
    let box = region.bounds(in: canvas).intersection(limit)
    change(frame, box, reading: box.grown(by: ColorRun.margin), region, 65535, workspace) {
      $0.run(run, motion)
    }
  }

  /// Changes a box of a frame, as far as a region and a share of 65,535 leave it.
  private func change(
    _ frame: Frame, _ box: Box, reading: Box, _ region: Region?, _ mix: UInt16,
    _ workspace: Workspace, _ body: (EffectJob) -> Void
  ) {
    guard !box.isEmpty else { return }
    workspace.withFrame(frame.format) { before in
      let mixesLight = coding.mixing != nil && !frame.format.hasAlpha
      before.copyRows(
        from: frame, of: mixesLight ? reading.grown(by: 8).intersection(canvas) : reading)
      let job = EffectJob(
        source: before, target: frame, box: box, includesAlpha: includesAlpha, coding: coding,
        workspace: workspace)
      workspace.scratch.scope { body(job) }
      guard mix < 65535 || region != nil else { return }
      let mask = region.map { masks.mask(PlacedRegion($0), format: frame.format, box: box) }
      let share = MixShare(box: box, mask: mask, mix: mix, includesAlpha: includesAlpha)
      let compositor = Compositor(frame, workspace)
      if mixesLight {
        workspace.withFrame(frame.format) { changed in
          changed.copyRows(from: frame, of: box.grown(by: 8).intersection(canvas))
          compositor.mix(over: before, share)
          compositor.mix(changed, over: before, within: box, coding, shares: share.row)
        }
      } else {
        compositor.mix(over: before, share)
      }
      if let mask { masks.finish(mask) }
    }
  }

  /// The part of the canvas that the effect may read to change `box`: a region limits what it
  /// changes, not what it reads.
  private func readable(for box: Box, at time: Time) -> Box {
    let margin = effect.margin(at: time, width: canvas.width, height: canvas.height)
    let reach = effect.reach(at: time, width: canvas.width, height: canvas.height)
    return margin.map { (reach ?? box).grown(by: $0) } ?? canvas
  }

  func release() {
    masks.removeAll()
    kept.removeAll()
    effect.release()
  }

  var histories: [HistoryUse] {
    history > 0
      ? [
        HistoryUse(
          range: .whole, frames: history, frameBytes: format.frameBytes, place: place)
      ] : []
  }

  var workingBytes: Int {
    // The frame of a moment, and sums of twice its size.
    let isExposed = (effect as? any ViewEffect)?.exposure.isOn ?? false
    let edges = (effect as? any EdgeChoosing)?.edges.workingBytes(format) ?? 0
    return (isExposed ? 4 : 1) * format.frameBytes + edges + effect.workingBytes
  }
}

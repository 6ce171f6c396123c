import Synchronization
import Timeline
import Y4M

/// An effect over all that is below it, limited by a region and mixed in.
struct EffectLayer: LayerKind {
  static let region = ParameterGroup(
    "region", [shape, position, anchor, size, radius, feather, invert],
    defaultText: "the whole canvas",
    "The part of the canvas that the effect changes.")
  static let mix = Parameter<Double>(
    "mix", default: 1, in: 0...1, "How much of the effect is seen over what was there.")

  fileprivate static let shape = Setting<RegionShape>(
    "shape", default: .rectangle, "The region's shape.")
  fileprivate static let position = Parameter<Point>(
    "position", default: .zero, unit: "px", "Where the region's anchor stands.")
  fileprivate static let anchor = Setting<Anchor>(
    "anchor", default: .topLeft, "The point of the region that stands at `position`.")
  fileprivate static let size = Parameter<Extent>(
    "size", default: .canvas, unit: "px", "The region's width and height.")
  fileprivate static let radius = Parameter<Length>(
    "radius", default: .zero, unit: "px",
    "The radius of a rectangle's corners; a percentage is of the region's shorter side.")
  fileprivate static let feather = Parameter<Double>(
    "feather", default: 0, in: 0...4096, unit: "px", "The width of the region's soft edge.")
  fileprivate static let invert = Setting<Bool>(
    "invert", default: false, "Whether the effect changes what is outside instead.")

  /// What every effect takes besides its own parameters.
  static let common: [any ParameterDescription] = [region, mix]

  // Effect layers are declared effect by effect.
  static let declaration = Declaration(
    name: "effect", summary: "An effect over all that is below it.", parameters: common)

  private let effect: any Effect
  private let region: RegionMotion?
  private let mix: Animated<Double>
  private let canvas: Box
  let includesAlpha: Bool
  private let masks = MaskStore()

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    guard let type = Registry.effect(named: layer.effect ?? "") else {
      throw RenderError(message: "unknown effect '\(layer.effect ?? "")'", place: layer.place)
    }
    effect = type.init(layer.arguments)
    region = layer.arguments[Self.region].map { RegionMotion($0) }
    mix = layer.arguments[Self.mix]
    canvas = Box(x: 0, y: 0, width: setting.format.width, height: setting.format.height)
    includesAlpha = setting.includesAlpha
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

  /// The effect, where it distorts at `time` all that is below and does nothing else.
  func distortion(at time: Time) -> (any DistortionEffect)? {
    guard region == nil, mix.value(at: time) >= 1 else { return nil }
    return effect as? any DistortionEffect
  }

  func draw(on frame: Frame, at time: Time, _ workspace: Workspace, level: Int) {
    let mix = UInt16((min(max(mix.value(at: time), 0), 1) * 65535).rounded())
    let region = region(at: time)
    let box = bounds(region, at: time)
    guard mix > 0, !box.isEmpty else { return }
    let before = workspace.frame(frame.format, level: 2 * level + 1)
    before.copyRows(from: frame, of: readable(for: box, at: time))
    let job = EffectJob(
      source: before, target: frame, box: box, includesAlpha: includesAlpha, workspace: workspace)
    workspace.scratch.scope { effect.apply(job, at: time) }
    guard mix < 65535 || region != nil else { return }
    let mask = region.map { masks.mask($0, format: frame.format, box: box) }
    frame.mix(over: before, box: box, mask: mask, mix: mix, includesAlpha: includesAlpha)
  }

  /// The part of the canvas that the effect may read to change `box`: a region limits what it
  /// changes, not what it reads.
  private func readable(for box: Box, at time: Time) -> Box {
    let margin = effect.margin(at: time, width: canvas.width, height: canvas.height)
    let reach = effect.reach(at: time, width: canvas.width, height: canvas.height)
    return margin.map { (reach ?? box).grown(by: $0) } ?? canvas
  }

  func release() { masks.removeAll() }
}

/// How a region moves.
private struct RegionMotion: Sendable {
  private let shape: RegionShape
  private let position: Animated<Point>
  private let anchor: Anchor
  private let size: Animated<Extent>
  private let radius: Animated<Length>
  private let feather: Animated<Double>
  private let isInverted: Bool

  init(_ arguments: Arguments) {
    shape = arguments[EffectLayer.shape]
    position = arguments[EffectLayer.position]
    anchor = arguments[EffectLayer.anchor]
    size = arguments[EffectLayer.size]
    radius = arguments[EffectLayer.radius]
    feather = arguments[EffectLayer.feather]
    isInverted = arguments[EffectLayer.invert]
  }

  /// The region at a time, on a canvas of this size.
  func region(at time: Time, width: Double, height: Double) -> Region {
    let size = size.value(at: time)
    let w = size.width?.resolved(against: width) ?? width
    let h = size.height?.resolved(against: height) ?? height
    let position = position.value(at: time)
    func grid(_ value: Double) -> Double { (min(max(value, -1e6), 1e6) * 256).rounded() / 256 }
    return Region(
      shape: shape, left: grid(position.x.resolved(against: width) - anchor.x * w),
      top: grid(position.y.resolved(against: height) - anchor.y * h), width: grid(w),
      height: grid(h), radius: grid(radius.value(at: time).resolved(against: min(w, h))),
      feather: grid(feather.value(at: time)), isInverted: isInverted)
  }
}

extension Frame {
  /// Copies the rows of all planes that `box` meets from `other`, which has the same format.
  func copyRows(from other: Frame, of box: Box) {
    for layout in format.planes {
      let rows = layout.box(covering: box)
      let stride = layout.width * format.sampleBytes
      let start = layout.offset + rows.y * stride
      let part = start..<start + rows.height * stride
      UnsafeMutableRawBufferPointer(rebasing: bytes[part]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: other.bytes[part]))
    }
  }
}

/// The latest mask of a region, which most often stands still.
private final class MaskStore: Sendable {
  private struct State {
    var latest: RegionMask?
    var retired = Retired<RegionMask>()
  }

  private let state = Mutex(State())

  func mask(_ region: Region, format: PixelFormat, box: Box) -> RegionMask {
    let (latest, unused) = state.withLock { state in
      let isSame = state.latest?.region == region && state.latest?.box == box
      return isSame ? (state.latest, nil) : (nil, state.retired.takeUnused())
    }
    if let latest { return latest }
    let mask = unused ?? RegionMask()
    mask.fill(region, format: format, box: box)
    state.withLock { state in
      if let latest = state.latest { state.retired.add(latest) }
      state.latest = mask
    }
    return mask
  }

  func removeAll() { state.withLock { $0 = State() } }
}

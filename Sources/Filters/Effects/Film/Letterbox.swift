import Timeline
import Y4M

/// Covers the picture's edges with bars, so that what is seen has another shape.
///
/// The part that is seen is as large as the canvas allows and in its middle. At `progress` p, bars
/// are p times as thick as they will be; a border that lies within a row covers a part of it.
struct Letterbox: Effect {
  static let aspect = Parameter<Double>(
    "aspect", default: 2.39, in: 0.05...20,
    "The shape of what is seen: its width over its height, such as 2.39, 1.85 or 1.")
  static let color = Parameter<Color>("color", default: .black, "The colour of the bars.")
  static let progress = Parameter<Double>(
    "progress", default: 1, in: 0...1, "How far the bars have come in; 0 changes nothing.")

  static let declaration = Declaration(
    name: "letterbox",
    summary: "Covers the picture's edges with bars, so that what is seen has another shape.",
    discussion: """
      Bars lie above and below where `aspect` is wider than the canvas, and on the left and right \
      where it is narrower. Pixels are taken to be square. A border that lies within a row of \
      samples covers its part of it, so that bars move smoothly.
      """,
    example: #"""
      { "type": "effect", "effect": "letterbox", "aspect": 2.39,
        "progress": { "from": 0, "to": 1, "duration": 1, "ease": "ease-out" } }
      """#,
    parameters: [aspect, color, progress])

  static let names = EffectNames(
    synonyms: ["bars", "black-bars", "cinema-bars", "pillarbox", "aspect"],
    elsewhere: ["frei0r letterb0xed", "ffmpeg drawbox", "OpenShot Bars"])

  static let identity: Arguments? = Arguments().setting(progress, to: 0)

  private let aspect: Animated<Double>
  private let color: Animated<Color>
  private let progress: Animated<Double>
  private let includesAlpha: Bool

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    aspect = arguments[Self.aspect]
    color = arguments[Self.color]
    progress = arguments[Self.progress]
    includesAlpha = setting.includesAlpha
  }

  /// Bars cover what is clear, too: on a layer, they lie anywhere.
  func margin(at time: Time, width: Int, height: Int) -> Int? { includesAlpha ? nil : 0 }

  func apply(_ job: EffectJob, at time: Time) {
    let aspect = aspect.value(at: time, within: 0.05...20)
    let progress = progress.value(at: time, within: 0...1)
    let (width, height) = (Double(job.width), Double(job.height))
    let across = max(width - height * aspect, 0) / 2 * progress
    let down = max(height - width / aspect, 0) / 2 * progress
    guard across > 0 || down > 0 else { return }
    job.run(
      Bars(
        across: across, down: down, width: width, height: height,
        color: PremultipliedColor(color.value(at: time), coding: job.coding),
        unit: 1 << (16 - job.source.format.depth)))
  }
}

/// The kernel: rows or columns that a colour covers, the outermost wholly.
private struct Bars: PlaneKernel {
  /// How thick the bars are, in pixels.
  let across: Double
  let down: Double
  let width: Double
  let height: Double
  let color: PremultipliedColor
  /// Picture units in a step of a sample.
  let unit: UInt32

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let map = planes[0].source.layout.map
    let keeps = scratch.take(UInt32.self, box.width)
    for x in 0..<box.width {
      keeps[x] = share(
        box.x + x, from: map.a * across + map.tx, to: map.a * (width - across) + map.tx, across)
    }
    for y in box.y..<box.maxY {
      let seen = share(
        y, from: map.d * down + map.ty, to: map.d * (height - down) + map.ty, down)
      for plane in planes {
        let (source, target) = (plane.source.row(y) + box.x, plane.target.row(y) + box.x)
        let value = value(plane.source.role)
        if down > 0 {
          cover(source, target, box.width, value, seen)
        } else {
          cover(source, target, box.width, value, keeps)
        }
      }
    }
  }

  /// How much of a sample is not covered, of 65,536.
  private func share(_ place: Int, from start: Double, to end: Double, _ bar: Double) -> UInt32 {
    guard bar > 0 else { return 65_536 }
    let part = min(Double(place + 1), end) - max(Double(place), start)
    return UInt32((min(max(part, 0), 1) * 65_536).rounded())
  }

  private func value(_ role: PlaneRole) -> UInt32 {
    switch role {
    case .luma: UInt32(color.y)
    case .blue: UInt32(color.u)
    case .red: UInt32(color.v)
    case .alpha: UInt32(color.a)
    }
  }

  /// Covers all samples alike.
  private func cover<S: Sample>(
    _ source: UnsafePointer<S>, _ target: UnsafeMutablePointer<S>, _ count: Int, _ value: UInt32,
    _ seen: UInt32
  ) {
    if seen == 65_536 { return }
    let (keep, add) = shares(value, seen)
    for x in 0..<count {
      target[x] = S(truncatingIfNeeded: (UInt32(source[x]) &* keep &+ add) &>> 16)
    }
  }

  private func cover<S: Sample>(
    _ source: UnsafePointer<S>, _ target: UnsafeMutablePointer<S>, _ count: Int, _ value: UInt32,
    _ seen: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<count where seen[x] < 65_536 {
      let (keep, add) = shares(value, seen[x])
      target[x] = S(truncatingIfNeeded: (UInt32(source[x]) &* keep &+ add) &>> 16)
    }
  }

  /// What of a sample stays, and what is added, in 2^-16 with a half for rounding.
  private func shares(_ value: UInt32, _ seen: UInt32) -> (keep: UInt32, add: UInt32) {
    let cover = UInt64(65_536 &- seen)
    // 65,535 stands for all.
    let alpha = UInt64(color.a) + UInt64(color.a) >> 15
    let keep = 65_536 - (cover * alpha + 32_768) >> 16
    let add = (UInt64(value) * cover + UInt64(unit / 2)) / UInt64(unit)
    return (UInt32(truncatingIfNeeded: keep), UInt32(truncatingIfNeeded: add + 32_768))
  }
}

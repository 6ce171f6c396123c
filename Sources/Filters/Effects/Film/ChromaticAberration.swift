import Bytes
import Timeline
import Y4M

/// Which way colours come apart.
enum AberrationMode: String, Choice {
  /// From the centre outwards, as behind a lens.
  case radial
  /// Everywhere alike.
  case linear
}

/// Draws the colours apart, as a cheap lens does.
///
/// Radially, red is `1 + k` times as large about the centre and blue `1 - k` times, where k is
/// `amount` over half the canvas's diagonal. Linearly, red lies `amount` further in the direction
/// of `angle` and blue as much behind.
struct ChromaticAberration: EdgedEffect {
  static let amount = Parameter<Length>(
    "amount", default: Length(pixels: 4), in: -1024...1024, unit: "px",
    "How far red and blue lie from green in the corners; % is of the canvas's shorter side."
  )
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)),
    "The point from which colours come apart, of `radial`.")
  static let mode = Setting<AberrationMode>(
    "mode", default: .radial,
    "Whether colours come apart from the centre outwards, or everywhere alike.")
  static let angle = Parameter<Angle>(
    "angle", default: Angle(degrees: 0),
    "The direction in which red lies, of `linear`: 0 is right, 90 is down.")

  static let declaration = Declaration(
    name: "chromatic-aberration",
    summary: "Draws the colours apart, as a cheap lens does.",
    discussion: """
      In mode `radial`, red is `1 + k` times as large about the centre and blue `1 - k` times, \
      where k is `amount` over half the canvas's diagonal, at most 0.9: the centre stays sharp. \
      In mode `linear`, red lies `amount` further in the direction of `angle`, and blue as much \
      behind. Colours are read between samples, linearly.
      """,
    example: #"""
      { "type": "effect", "effect": "chromatic-aberration", "duration": 1,
        "amount": { "from": 0, "to": 12 } }
      """#,
    parameters: [amount, center, mode, angle] + EffectEdges.parameters)

  static let names = EffectNames(
    synonyms: ["color-fringe", "lens-fringe", "aberration", "chroma-shift"],
    elsewhere: [
      "ffmpeg chromashift", "ffmpeg rgbashift", "OpenShot Color Shift",
      "After Effects Optics Compensation per channel",
    ])

  static let identity: Arguments? = Arguments().setting(amount, to: Length(pixels: 0))

  private let amount: Animated<Length>
  private let center: Animated<Point>
  private let mode: AberrationMode
  private let angle: Animated<Angle>

  let edges: EffectEdges

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    edges = EffectEdges(arguments)
    amount = arguments[Self.amount]
    center = arguments[Self.center]
    mode = arguments[Self.mode]
    angle = arguments[Self.angle]
  }

  func spread(at time: Time, width: Int, height: Int) -> Int {
    shift(at: time, width: width, height: height)?.margin(width: width, height: height) ?? 0
  }

  func draw(_ job: EffectJob, at time: Time) {
    guard let shift = shift(at: time, width: job.width, height: job.height) else { return }
    job.split(
      MovedShift(shift: shift, border: Double(job.border)),
      margin: shift.margin(width: job.width, height: job.height))
  }

  private func shift(at time: Time, width: Int, height: Int) -> EvenShift? {
    let amount = amount.value(at: time, of: min(width, height), within: -1024...1024)
    if amount == 0 { return nil }
    if mode == .linear { return .linear(amount, angle.value(at: time)) }
    let (width, height) = (Double(width), Double(height))
    let center = center.value(at: time)
    let place = SIMD2(center.x.resolved(against: width), center.y.resolved(against: height))
    return .radial(amount / (Maths.hypot(width, height) / 2), about: place)
  }
}

/// Colours that come apart alike in all rows.
struct EvenShift: ChannelShift {
  let red: ChannelMap
  let blue: ChannelMap

  func maps(at y: Double) -> (red: ChannelMap, blue: ChannelMap)? { (red, blue) }

  /// Red lies so many pixels further in a direction, and blue as many behind.
  static func linear(_ amount: Double, _ angle: Angle) -> EvenShift {
    let turn = angle.degrees * .pi / 180
    // On a grid of 1/256 pixel.
    let way =
      (SIMD2(Maths.cos(turn), Maths.sin(turn)) * amount * 256)
      .rounded(.toNearestOrEven) / 256
    return EvenShift(red: ChannelMap(offset: -way), blue: ChannelMap(offset: way))
  }

  /// Red is `1 + k` times as large about a place, and blue `1 - k` times.
  static func radial(_ k: Double, about center: SIMD2<Double>) -> EvenShift {
    let k = min(max(k, -0.9), 0.9)
    let place = center.clamped(
      lowerBound: .init(repeating: -65536), upperBound: .init(repeating: 131_072))
    func map(_ size: Double) -> ChannelMap {
      let scale = 1 / size
      return ChannelMap(scale: SIMD2(scale, scale), offset: place * (1 - scale))
    }
    return EvenShift(red: map(1 + k), blue: map(1 - k))
  }

  /// How many samples further colours are read within a picture.
  func margin(width: Int, height: Int) -> Int {
    var most = 0.0
    for map in [red, blue] {
      for corner in [SIMD2(0, 0), SIMD2(Double(width), Double(height))] {
        let away = corner * map.scale + map.offset - corner
        most = max(most, away.x.magnitude, away.y.magnitude)
      }
    }
    // Interpolation, and chroma around it.
    return Int(min(most, 131_072).rounded(.up)) + 16
  }
}

extension EffectJob {
  /// Draws red and blue apart.
  func split(_ shift: some ChannelShift, margin: Int) {
    run(ChannelShiftKernel(source: source, shift: shift, coding: coding, margin: margin))
  }
}

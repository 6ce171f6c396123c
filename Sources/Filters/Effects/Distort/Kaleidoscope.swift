import Bytes
import Geometry
import Timeline
import Y4M

/// Turns a wedge of the picture into a star, as mirrors do that meet in a point.
///
/// The plane about `center` is parted into 2 `segments` equal wedges. All show the one that begins
/// at `angle`, every other one mirrored: with w = 180 degrees / `segments`, a place in the
/// direction `rotation` + p is read from the same distance in the direction `angle` + q, where q =
/// p mod 2w, or 2w less that where it is more than w.
struct Kaleidoscope: Effect {
  static let segments = Parameter<Double>(
    "segments", default: 6, in: 1...64,
    "How often the wedge and its mirror image are seen; rounded.")
  static let angle = Parameter<Angle>(
    "angle", default: .zero, unit: "degrees",
    "Where the wedge of the picture begins, clockwise from the right.")
  static let rotation = Parameter<Angle>(
    "rotation", default: .zero, unit: "degrees", "How far the star is turned, clockwise.")
  static let center = Parameter<Point>(
    "center", default: Point(x: Length(fraction: 0.5), y: Length(fraction: 0.5)), unit: "px",
    "The point in which the mirrors meet.")
  static let edge = Setting<EdgeMode>(
    "edge", default: .mirror, "What is seen beyond the picture.")

  static let declaration = Declaration(
    name: "kaleidoscope",
    summary: "Turns a wedge of the picture into a star, as mirrors do that meet in a point.",
    discussion: """
      The plane about `center` is parted into twice `segments` equal wedges. All of them show the \
      wedge of the picture that begins at `angle`, every other one mirrored, so that neighbours \
      join. A moving `angle` turns the picture behind the mirrors, a moving `rotation` the \
      mirrors with what they show.
      """,
    example: #"""
      { "type": "effect", "effect": "kaleidoscope", "start": 2, "duration": 5,
        "segments": 6, "angle": { "from": 0, "to": 120 } }
      """#,
    parameters: [
      segments, angle, rotation, center, edge, MapSettings.edgeColor, MapSettings.sampling,
    ])

  static let names = EffectNames(
    synonyms: ["kaleida", "mirrors", "mandala", "star-mirror", "radial-mirror"],
    elsewhere: [
      "Core Image CIKaleidoscope", "frei0r kaleid0sc0pe", "After Effects CC Kaleida",
      "Resolve Kaleidoscope",
    ])

  private let segments: Animated<Double>
  private let angle: Animated<Angle>
  private let rotation: Animated<Angle>
  private let center: Animated<Point>
  private let settings: MapSettings

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    segments = arguments[Self.segments]
    angle = arguments[Self.angle]
    rotation = arguments[Self.rotation]
    center = arguments[Self.center]
    settings = MapSettings(arguments, edge: Self.edge)
  }

  func apply(_ job: EffectJob, at time: Time) {
    let center = center.value(at: time)
    func bounded(_ value: Double) -> Double { min(max(value, -1e5), 1e5) }
    func radians(_ angle: Animated<Angle>) -> Double {
      angle.value(at: time).degrees.remainder(dividingBy: 360) * .pi / 180
    }
    let map = MirrorStar(
      segments: Int(min(max(segments.value(at: time).rounded(), 1), 64)),
      center: SIMD2(
        bounded(center.x.resolved(against: Double(job.width))),
        bounded(center.y.resolved(against: Double(job.height)))), angle: radians(angle),
      rotation: radians(rotation), job.scratch)
    job.draw(map, edges: settings.edges(of: job, at: time), sampling: settings.sampling)
  }
}

/// Wedges about a point, in each of which the picture is turned or mirrored.
///
/// Unchecked: its tables are written as it is made, and then only read.
struct MirrorStar: PictureMap, @unchecked Sendable {
  /// A turn, or a reflection: x' = a x + c y, y' = b x + d y about the centre.
  private struct Turn: BitwiseCopyable {
    var a: Double
    var b: Double
    var c: Double
    var d: Double
  }

  private let center: SIMD2<Double>
  private let rotation: Double
  /// The angle of a wedge.
  private let wedge: Double
  private let count: Int
  private let turns: UnsafeMutablePointer<Turn>
  /// The cosine and the sine of the directions in which wedges begin.
  private let rays: UnsafeMutablePointer<SIMD2<Double>>

  init(
    segments: Int, center: SIMD2<Double>, angle: Double, rotation: Double, _ scratch: Scratch
  ) {
    self.center = center
    self.rotation = rotation
    count = 2 * segments
    wedge = .pi / Double(segments)
    turns = scratch.take(Turn.self, count)
    rays = scratch.take(SIMD2<Double>.self, count)
    for index in 0..<count {
      let start = rotation + Double(index) * wedge
      rays[index] = SIMD2(Maths.cos(start), Maths.sin(start))
      if index & 1 == 0 {
        let (cosine, sine) = (Maths.cos(angle - start), Maths.sin(angle - start))
        turns[index] = Turn(a: cosine, b: sine, c: -sine, d: cosine)
      } else {
        let sum = angle + start + wedge
        let (cosine, sine) = (Maths.cos(sum), Maths.sin(sum))
        turns[index] = Turn(a: cosine, b: sine, c: sine, d: -cosine)
      }
    }
  }

  var isEven: Bool { true }

  /// The wedge in which a place lies, given from the centre.
  private func index(_ x: Double, _ y: Double) -> Int {
    let share = (Maths.atan2(y, x) - rotation) / wedge
    let index = Int(share.rounded(.down)) % count
    return index < 0 ? index + count : index
  }

  func source(of place: SIMD2<Float>) -> SIMD2<Float> {
    let d = SIMD2<Double>(place) - center
    let turn = turns[index(d.x, d.y)]
    return SIMD2(
      Float(center.x + turn.a * d.x + turn.c * d.y), Float(center.y + turn.b * d.x + turn.d * d.y))
  }

  func run(_ line: PictureLine, _ columns: Range<Int>) -> PlaceRun? {
    let (run, end) = span(line, from: columns.lowerBound, to: columns.upperBound)
    return end == columns.upperBound ? run : nil
  }

  func fill(_ line: PictureLine, _ columns: Range<Int>, _ places: PicturePlaces) {
    // Wedges are found from the same samples on, whatever is drawn.
    var first = columns.lowerBound & ~127
    while first < columns.upperBound {
      let (run, end) = span(line, from: first, to: columns.upperBound)
      run.fill((first..<end).clamped(to: columns), at: columns.lowerBound, places)
      first = end
    }
  }

  /// The run that begins at a sample, and where its wedge ends.
  private func span(_ line: PictureLine, from first: Int, to last: Int) -> (PlaceRun, Int) {
    let (x, y) = (line.x - center.x, line.y - center.y)
    let here = x + Double(first) * line.pitch
    let index = index(here, y)
    let turn = turns[index]
    let run = PlaceRun(
      start: center + SIMD2(turn.a * x + turn.c * y, turn.b * x + turn.d * y),
      step: SIMD2(turn.a, turn.b) * line.pitch)
    // To the right, directions turn counterclockwise below the centre and clockwise above it.
    let ray = rays[y > 0 ? index : (index + 1) % count]
    var end = Double(last)
    if y == 0 {
      if here < 0 { end = (0 - x) / line.pitch }
    } else if ray.y * y > 0 {
      end = (y * ray.x / ray.y - x) / line.pitch
    }
    // A wedge begins with the first sample at or beyond its ray.
    let next = Int(min(max(end.rounded(.up), Double(first + 1)), Double(last)))
    return (run, next)
  }
}

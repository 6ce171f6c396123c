import Bytes
import Timeline
import Y4M

/// How long ago each place is shown, as a share of the longest, from 0 to 1.
enum AgeField {
  /// Evenly across the picture, from 0 at one edge to 1 at the other; 0 degrees leads to the right,
  /// 90 down.
  case linear(degrees: Double)
  /// By the distance from the middle, up to 1 in the corners.
  case radial
  /// A picture's first channel.
  case picture(DisplacementField.Map)
}

/// Pictures of the latest past, of which each place shows one: what ``SlitScan`` and
/// ``TimeDisplace`` have in common.
struct AgedPictures: Sendable {
  static let span = Setting<Time>(
    "span", default: Time(seconds: 1),
    "How long ago the oldest picture is that is seen, rounded to frames; 0 changes nothing.")
  static let blend = Setting<Bool>(
    "blend", default: true,
    "Whether places between two pictures show a mix of both, and not the nearer one.")

  /// The frames that are read.
  let history: Int
  private let blends: Bool

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    history = setting.frames(in: arguments[Self.span])
    blends = arguments[Self.blend]
  }

  func reads(_ past: PastTimes) -> [Int] { past.count > 0 ? Array(1...past.count) : [] }

  /// Draws each place as it was so long ago.
  func draw(_ job: EffectJob, _ field: AgeField, isInverted: Bool = false) {
    let frames = job.past.frames.map(\.frame)
    guard !frames.isEmpty else { return }
    let (width, height) = (Float(job.width), Float(job.height))
    let ages: Ages
    switch field {
    case .linear(let degrees):
      let turn = degrees * .pi / 180
      let (x, y) = (Float(Maths.cos(turn)), Float(Maths.sin(turn)))
      let length = abs(x) * width + abs(y) * height
      ages = Ages(
        across: x / length, down: y / length,
        start: 0.5 - (x * width + y * height) / (2 * length))
    case .radial:
      ages = Ages(
        middle: SIMD2(width / 2, height / 2),
        scale: 2 / (width * width + height * height).squareRoot())
    case .picture(let map): ages = Ages(map: map)
    }
    job.run(
      AgedSamples(
        past: frames, ages: ages, longest: Float(history), blends: blends, isInverted: isInverted))
  }
}

/// Ages of places, row by row.
private struct Ages {
  var across: Float = 0
  var down: Float = 0
  var start: Float = 0
  var middle: SIMD2<Float>?
  var scale: Float = 0
  var map: DisplacementField.Map?

  /// Writes the ages of places that begin at `x`, `y` of the picture and lie `step` apart.
  func fill(
    _ line: UnsafeMutablePointer<Float>, _ count: Int, x: Float, y: Float, step: Float
  ) {
    if let map {
      for i in 0..<count {
        let place = SIMD2(x + step * Float(Int32(truncatingIfNeeded: i)), y)
        line[i] = map.value(at: place).x * (1 / 65535)
      }
    } else if let middle {
      let dy = y - middle.y
      for i in 0..<count {
        let dx = x + step * Float(Int32(truncatingIfNeeded: i)) - middle.x
        line[i] = (dx * dx + dy * dy).squareRoot() * scale
      }
    } else {
      let first = start + down * y
      for i in 0..<count {
        line[i] = first + across * (x + step * Float(Int32(truncatingIfNeeded: i)))
      }
    }
  }
}

/// The kernel: each sample is that of another frame, or between those of two.
private struct AgedSamples: PlaneKernel {
  let past: [SharedFrame]
  let ages: Ages
  /// The frames that an age of 1 is.
  let longest: Float
  let blends: Bool
  let isInverted: Bool

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let (ages, count) = (scratch.take(Float.self, box.width), box.width)
    let rows = scratch.take(UnsafePointer<S>.self, past.count + 2)
    let map = layout.map
    let first = (Double(box.x) + 0.5 - map.tx) / map.a
    for y in box.y..<box.maxY {
      self.ages.fill(
        ages, count, x: Float(first), y: Float((Double(y) + 0.5 - map.ty) / map.d),
        step: Float(1 / map.a))
      let (most, longest) = (Float(Int32(truncatingIfNeeded: past.count)), longest)
      if isInverted { for x in 0..<count { ages[x] = 1 - ages[x] } }
      for x in 0..<count { ages[x] = min(max(ages[x], 0) * longest, most) }
      for plane in planes {
        let start = y * layout.width + box.x
        rows.initialize(to: plane.source.row(y) + box.x)
        for (index, frame) in past.enumerated() {
          (rows + (index + 1)).initialize(
            to: frame.samples(plane.source.layout, as: S.self) + start)
        }
        // The oldest once more, where nothing of it is mixed in.
        (rows + (past.count + 1)).initialize(to: rows[past.count])
        pick(rows, ages, count, to: plane.target.row(y) + box.x)
      }
    }
  }

  private func pick<S: Sample>(
    _ rows: UnsafeMutablePointer<UnsafePointer<S>>, _ ages: UnsafeMutablePointer<Float>,
    _ count: Int, to target: UnsafeMutablePointer<S>
  ) {
    if !blends {
      for x in 0..<count { target[x] = rows[Int(Int32(ages[x] + 0.5))][x] }
      return
    }
    for x in 0..<count {
      let whole = Int32(ages[x])
      let (one, two) = (rows[Int(whole)], rows[Int(whole) &+ 1])
      let (here, next) = (Float(one[x]), Float(two[x]))
      let value = here + (next - here) * (ages[x] - Float(whole))
      // The lowest bits of a float above 2^23 are those of the whole number next to it.
      target[x] = S(truncatingIfNeeded: (value + 0x1p23).bitPattern)
    }
  }
}

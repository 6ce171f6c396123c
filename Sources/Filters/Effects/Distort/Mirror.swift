import Timeline
import Y4M

/// Which part of a picture is mirrored onto which.
enum MirrorMode: String, Choice {
  /// The left part onto the right one.
  case left
  case right
  case top
  case bottom
  /// The upper left part onto the three others.
  case quad
  /// The upper part, turned half round, onto the lower one.
  case diagonal
  /// All of the picture, so that left and right change places.
  case horizontal
  case vertical
}

/// Mirrors one part of the picture onto the other.
///
/// What lies d beyond the mirror is what lies d before it, so at whole and half positions samples
/// are copied exactly; elsewhere they lie between two, which are mixed. What the mirror has nothing
/// for is the mirror image again, as between two mirrors.
struct Mirror: Effect {
  static let mode = Setting<MirrorMode>(
    "mode", default: .left,
    "The part that is kept and mirrored onto the other; horizontal and vertical mirror all of it.")
  static let position = Parameter<Length>(
    "position", default: Length(fraction: 0.5), unit: "px",
    "Where the mirror stands, from the left or from the top; a percentage is of that side.")

  static let declaration = Declaration(
    name: "mirror",
    summary: "Mirrors one part of the picture onto the other.",
    discussion: """
      `left`, `right`, `top` and `bottom` say which part is kept. `quad` keeps the upper left \
      quarter and mirrors it onto the three others; `diagonal` keeps the upper part and shows it \
      below turned half round; `horizontal` and `vertical` mirror the whole picture. `position` \
      says where the mirror stands, for `quad` and `diagonal` along both sides. At whole and half \
      pixels samples are copied exactly. Where there is nothing to be mirrored, as beside a \
      mirror that is not in the middle, the picture goes on as between two mirrors.
      """,
    example: #"""
      { "type": "effect", "effect": "mirror", "start": 2, "duration": 1, "mode": "left" }
      """#,
    parameters: [mode, position])

  static let names = EffectNames(
    synonyms: [
      "flip", "flop", "hflip", "vflip", "reflect", "reflection", "symmetry", "quad-mirror",
    ],
    elsewhere: [
      "ffmpeg hflip", "ffmpeg vflip", "MLT mirror", "frei0r mirr0r", "moviepy MirrorX",
      "After Effects CC Mirror", "Core Image CIFourfoldReflectedTile",
    ])

  private let mode: MirrorMode
  private let position: Animated<Length>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    mode = arguments[Self.mode]
    position = arguments[Self.position]
  }

  func apply(_ job: EffectJob, at time: Time) {
    let position = position.value(at: time)
    func place(_ side: Int) -> Double {
      let place = position.resolved(against: Double(side))
      // On a grid of 1/256 pixel; an easing may overshoot.
      return (min(max(place, 0), Double(side)) * 256).rounded() / 256
    }
    job.run(
      MirrorKernel(
        mode: mode, x: place(job.width), y: place(job.height), width: Double(job.width),
        height: Double(job.height)))
  }
}

extension EffectJob {
  /// Mirrors all of a picture in its middle, to another of its kind.
  func mirror(_ picture: Frame, to frame: Frame, _ mode: MirrorMode) {
    let (width, height) = (Double(picture.format.width), Double(picture.format.height))
    picture.run(
      MirrorKernel(mode: mode, x: width / 2, y: height / 2, width: width, height: height),
      to: frame,
      box: Box(x: 0, y: 0, width: picture.format.width, height: picture.format.height),
      includesAlpha: includesAlpha, workspace)
  }
}

/// The kernel: rows and parts of rows, forwards and backwards.
private struct MirrorKernel: PlaneKernel {
  let mode: MirrorMode
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let map = layout.map
    func across(_ part: MirrorAxis.Part) -> MirrorAxis {
      MirrorAxis(
        part, at: map.a * x + map.tx, from: map.tx, to: map.a * width + map.tx,
        count: layout.width)
    }
    let down = MirrorAxis(
      mode.down, at: map.d * y + map.ty, from: map.ty, to: map.d * height + map.ty,
      count: layout.height)
    let (kept, mirrored) = (across(mode.across), across(mode.acrossMirrored))
    // Repeated samples stand at both ends of the rows that are mixed.
    let line = scratch.take(S.self, layout.width + 2) + 1
    for plane in planes {
      for row in box.y..<box.maxY {
        let (first, share, isKept) = down.source(row)
        let axis = isKept ? kept : mirrored
        var source = plane.source.row(first)
        if share > 0 || !axis.isExact {
          let next = plane.source.row(min(first + 1, layout.height - 1))
          Self.mix(source, next, share: share, to: line, count: layout.width)
          line[-1] = line[0]
          line[layout.width] = line[layout.width - 1]
          source = UnsafePointer(line)
        }
        axis.copy(source, box.x..<box.maxX, to: plane.target.row(row))
      }
    }
  }

  /// Mixes two rows; the share of the second is 0 to 256.
  private static func mix<S: Sample>(
    _ first: UnsafePointer<S>, _ second: UnsafePointer<S>, share: Int,
    to target: UnsafeMutablePointer<S>, count: Int
  ) {
    if share == 0 { return target.update(from: first, count: count) }
    let (one, two) = (UInt32(256 - share), UInt32(share))
    for x in 0..<count {
      let sum = UInt32(first[x]) &* one &+ UInt32(second[x]) &* two
      target[x] = S(truncatingIfNeeded: (sum &+ 128) &>> 8)
    }
  }
}

extension MirrorMode {
  /// What is kept of columns, in rows that are kept.
  fileprivate var across: MirrorAxis.Part {
    switch self {
    case .left, .quad: .first
    case .right: .last
    case .horizontal: .nothing
    case .top, .bottom, .diagonal, .vertical: .everything
    }
  }

  /// The same in rows that are mirrored.
  fileprivate var acrossMirrored: MirrorAxis.Part { self == .diagonal ? .nothing : across }

  /// What is kept of rows.
  fileprivate var down: MirrorAxis.Part {
    switch self {
    case .top, .quad, .diagonal: .first
    case .bottom: .last
    case .vertical: .nothing
    case .left, .right, .horizontal: .everything
    }
  }
}

/// Where the samples of an axis are read from: one run that is kept, one that is mirrored, and one
/// that is mirrored twice.
private struct MirrorAxis {
  /// The part before or after the mirror that is kept.
  enum Part { case everything, nothing, first, last }

  /// Samples that are read one after the other: number `i` from the sum of `offset` and `i`, or
  /// from `offset` less `i`, in 1/256 sample.
  private struct Run {
    var range = 0..<0
    var offset = 0
    var isReversed = false

    var share: Int { offset & 255 }

    func source(_ index: Int) -> Int { offset >> 8 + (isReversed ? -index : index) }
  }

  private var kept = Run()
  private var mirrored = Run()
  private var again = Run()
  private let count: Int
  /// Whether every sample is one that is there.
  private(set) var isExact = true

  /// - Parameters:
  ///   - place: the mirror's, as the others from the plane's corner.
  ///   - low: the picture's first edge.
  ///   - high: its last edge.
  init(_ part: Part, at place: Double, from low: Double, to high: Double, count: Int) {
    self.count = count
    // Sample i lies at i + 0.5, and its mirror image at twice the mirror's place less that.
    func fixed(_ value: Double) -> Int { Int((value * 256).rounded()) }
    let turn = fixed(2 * place - 1)
    // The first sample beyond the mirror.
    let middle = min(max(turn >> 9 + 1, 0), count)
    switch part {
    case .everything: kept.range = 0..<count
    case .nothing: mirrored.range = 0..<count
    case .first: (kept.range, mirrored.range) = (0..<middle, middle..<count)
    case .last: (mirrored.range, kept.range) = (0..<middle, middle..<count)
    }
    mirrored.offset = turn
    mirrored.isReversed = true
    fold(at: fixed(2 * low - 1), below: true)
    if again.range.isEmpty { fold(at: fixed(2 * high - 1), below: false) }
    isExact = isExact(mirrored) && isExact(again)
  }

  /// Mirrors once more what would be read beyond an edge.
  private mutating func fold(at edge: Int, below: Bool) {
    // Sample i is read from `offset` - 256 i, which lies beyond where that is less than half of
    // `edge`, or more.
    let last = (2 * mirrored.offset - edge) >> 9
    let range = mirrored.range
    if below {
      let first = min(max(last + 1, range.lowerBound), range.upperBound)
      (mirrored.range, again.range) = (range.lowerBound..<first, first..<range.upperBound)
    } else {
      let first = min(max(-((edge - 2 * mirrored.offset) >> 9), range.lowerBound), range.upperBound)
      (again.range, mirrored.range) = (range.lowerBound..<first, first..<range.upperBound)
    }
    again.offset = edge - mirrored.offset
  }

  /// Whether every sample of a run is one that is there.
  private func isExact(_ run: Run) -> Bool {
    guard let last = run.range.last else { return true }
    let (one, two) = (run.source(run.range.lowerBound), run.source(last))
    return run.share == 0 && (0..<count).contains(one) && (0..<count).contains(two)
  }

  /// The sample that one is read from, the share of the next one, 0 to 256, and whether it is kept.
  func source(_ index: Int) -> (first: Int, share: Int, isKept: Bool) {
    if kept.range.contains(index) { return (index, 0, true) }
    let run = mirrored.range.contains(index) ? mirrored : again
    let first = run.source(index)
    if first < 0 || first >= count - 1 {
      return (min(max(first, 0), count - 1), 0, false)
    }
    return (first, run.share, false)
  }

  /// Writes `columns` of a row; of one that is not exact, samples are repeated at both ends.
  func copy<S: Sample>(
    _ row: UnsafePointer<S>, _ columns: Range<Int>, to target: UnsafeMutablePointer<S>
  ) {
    copy(kept, row, columns, to: target)
    copy(mirrored, row, columns, to: target)
    copy(again, row, columns, to: target)
  }

  private func copy<S: Sample>(
    _ run: Run, _ row: UnsafePointer<S>, _ columns: Range<Int>, to target: UnsafeMutablePointer<S>
  ) {
    let part = run.range.clamped(to: columns)
    if part.isEmpty { return }
    let start = row + run.source(0)
    let (one, two) = (UInt32(256 - run.share), UInt32(run.share))
    let next = start + 1
    switch (run.isReversed, two) {
    case (false, 0):
      (target + part.lowerBound).update(from: start + part.lowerBound, count: part.count)
    case (true, 0): for x in part { target[x] = start[0 &- x] }
    case (true, _):
      for x in part {
        let sum = UInt32(start[0 &- x]) &* one &+ UInt32(next[0 &- x]) &* two
        target[x] = S(truncatingIfNeeded: (sum &+ 128) &>> 8)
      }
    case (false, _):
      for x in part {
        let sum = UInt32(start[x]) &* one &+ UInt32(next[x]) &* two
        target[x] = S(truncatingIfNeeded: (sum &+ 128) &>> 8)
      }
    }
  }
}

import Bytes
import Timeline
import Y4M

/// The picture breaks into displaced pieces and its colours come apart, until the other one has
/// taken its place.
struct Glitch: Transition {
  static let room = TransitionRoom.surroundings

  static let strength = Parameter<Double>(
    "strength", default: 1, in: 0...1, "How much of the picture breaks.")
  static let block = Parameter<Length>(
    "block", default: Length(fraction: 0.1), in: 0...65536, unit: "px",
    "The height of a piece, which is twice as wide; a percentage is of the picture's shorter side.")
  static let shift = Parameter<Length>(
    "shift", default: Length(fraction: 0.12), in: 0...65536, unit: "px",
    "How far pieces are displaced; a percentage is of the picture's width.")
  static let split = Parameter<Length>(
    "split", default: Length(fraction: 0.012), in: 0...1024, unit: "px",
    "How far the colours are separated; a percentage is of the picture's width.")
  static let rate = Parameter<Double>(
    "rate", default: 15, in: 0...240,
    "How often a second the pieces change; an animated rate is integrated over time.")
  static let seed = Setting<Int>("seed", default: 1, "Another number gives other pieces.")

  static let variants = [
    TransitionVariant(
      "glitch", "The picture breaks into displaced pieces and its colours come apart.",
      discussion: """
        The picture is most broken in the middle of the transition and whole at both ends. The \
        incoming picture replaces the outgoing one piece by piece. The same `seed` always gives \
        the same pieces.
        """,
      example: #""seed": 7, "split": 30"#,
      [strength, block, shift, split, rate, seed])
  ]

  private let strength: Animated<Double>
  private let block: Animated<Length>
  private let shift: Animated<Length>
  private let split: Animated<Length>
  private let rate: Animated<Double>
  private let seed: Int
  private let colors: ColorSplit
  private let includesAlpha: Bool

  init(_ variant: String, _ setting: TransitionSetting) {
    strength = setting.arguments[Self.strength]
    block = setting.arguments[Self.block]
    shift = setting.arguments[Self.shift]
    split = setting.arguments[Self.split]
    rate = setting.arguments[Self.rate]
    seed = setting.arguments[Self.seed]
    colors = ColorSplit(setting.coding, depth: setting.format.depth)
    includesAlpha = setting.includesAlpha
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let pieces = pieces(job, progress: progress, at: time)
    guard pieces.split > 0 else {
      return job.run(PieceKernel(pieces: pieces))
    }
    job.withSpare(PieceKernel(pieces: pieces)) { broken in
      colors.run(broken, to: job.target, isPremultiplied: includesAlpha, job.workspace) {
        pieces.split(row: $0)
      }
    }
  }

  private func pieces(_ job: TransitionJob, progress: Double, at time: Time) -> Pieces {
    let (width, height) = (Double(job.width), Double(job.height))
    func length(_ length: Animated<Length>, of side: Double) -> Double {
      min(max(length.value(at: time).resolved(against: side), 0), 65536)
    }
    return Pieces(
      hash: NoiseHash(seed: seed), pattern: rate.step(at: time), progress: progress,
      unrest: min(max(strength.value(at: time), 0), 1) * Smooth.swell(progress),
      side: Int(length(block, of: min(width, height))), shift: length(shift, of: width),
      split: min(length(split, of: width), 1024))
  }
}

/// How a picture is broken at one moment, in luma samples.
///
/// All lengths are whole cells, so that chroma samples are moved as a whole.
private struct Pieces {
  /// The most luma samples, across or down, that a chroma sample stands for.
  static let cell = 4

  let hash: NoiseHash
  let pattern: Int
  let progress: Double
  /// How much is broken, 0 to 1.
  let unrest: Double
  /// The height of a block, and its half, which is that of a strip.
  let side: Int
  private let strip: Int
  private let shift: Double
  /// The furthest that colours come apart.
  let split: Double

  init(
    hash: NoiseHash, pattern: Int, progress: Double, unrest: Double, side: Int, shift: Double,
    split: Double
  ) {
    self.hash = hash
    self.pattern = pattern
    self.progress = progress
    self.unrest = unrest
    self.side = max(side / (2 * Self.cell), 1) * 2 * Self.cell
    strip = max(side / 5 / Self.cell, 1) * Self.cell
    self.shift = shift * unrest
    self.split = split * unrest.squareRoot()
  }

  /// A length in whole cells.
  private static func cells(_ length: Double) -> Int {
    Int((length / Double(cell)).rounded()) * cell
  }

  /// How far the strip of a row is displaced: thin strips, and thick ones besides.
  func offset(row: Int) -> Int {
    Self.cells(offset(row / strip, 8 * pattern) + offset(row / (5 * strip), 8 * pattern + 1))
  }

  private func offset(_ place: Int, _ kind: Int) -> Double {
    guard hash.unit(place, kind, 0) < 0.45 * unrest else { return 0 }
    let way = 2 * hash.unit(place, kind, 1) - 1
    return way * way * way * shift
  }

  /// How far colours come apart in a row.
  func split(row: Int) -> Int {
    let whole = 0.4 + 0.6 * hash.unit(pattern, 0, 2)
    let part = hash.unit(row / (3 * strip), pattern, 3) < 0.3 ? 2.0 : 1
    return Self.cells(min(split * whole * part, 1024))
  }

  /// Whether a block is of the picture that comes, and how far it is displaced.
  func block(_ column: Int, _ row: Int) -> (isNew: Bool, x: Int, y: Int) {
    let share = Maths.smoothstep(progress, from: 0.15, to: 0.85)
    var isNew = hash.unit(column, row, 4) < share
    if hash.unit(column, row, 5 + 16 * pattern) < 0.15 * unrest { isNew.toggle() }
    guard hash.unit(column, row, 6 + 16 * pattern) < 0.12 * unrest else { return (isNew, 0, 0) }
    func way(_ channel: Int) -> Double { 2 * hash.unit(column, row, channel + 16 * pattern) - 1 }
    return (isNew, Self.cells(way(7) * shift), Self.cells(way(8) * Double(side)))
  }
}

/// The kernel: rows are put together from pieces of the rows of both pictures.
private struct PieceKernel: TransitionKernel {
  let pieces: Pieces

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let layout = planes.layout
    let (breadth, side) = (2 * pieces.side, pieces.side)
    let columns = (layout.width << layout.shiftX + breadth - 1) / breadth
    let blocks = scratch.take(Block.self, columns)
    var current = -1
    for y in rows {
      let row = y << layout.shiftY
      if row / side != current {
        current = row / side
        for column in 0..<columns {
          let block = pieces.block(column, current)
          blocks[column] = Block(isNew: block.isNew, x: block.x, y: block.y)
        }
      }
      let offset = pieces.offset(row: row)
      for column in 0..<columns {
        let block = blocks[column]
        let start = (column * breadth) >> layout.shiftX
        let part = start..<min(start + breadth >> layout.shiftX, layout.width)
        let line = min(max(y + block.y >> layout.shiftY, 0), layout.height - 1)
        for plane in planes {
          let source = (block.isNew ? plane.to : plane.from).row(line)
          copy(
            part, of: source, by: (offset + block.x) >> layout.shiftX, to: plane.target.row(y),
            width: layout.width)
        }
      }
    }
  }

  /// Copies a part of a row from `offset` samples before it; the row is a ring, so that what leaves
  /// it at one end enters at the other.
  private func copy<S: Sample>(
    _ part: Range<Int>, of source: UnsafePointer<S>, by offset: Int,
    to target: UnsafeMutablePointer<S>, width: Int
  ) {
    guard !part.isEmpty else { return }
    let place = (part.lowerBound - offset) % width
    let start = place < 0 ? place + width : place
    let count = min(part.count, width - start)
    (target + part.lowerBound).update(from: source + start, count: count)
    (target + part.lowerBound + count).update(from: source, count: part.count - count)
  }

  private struct Block: BitwiseCopyable {
    let isNew: Bool
    let x: Int
    let y: Int
  }
}

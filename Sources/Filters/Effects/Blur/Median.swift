import Timeline
import Y4M

/// Removes specks: each sample becomes the median of its surroundings.
struct Median: Effect {
  static let radius = Parameter<Double>(
    "radius", default: 1, in: 0...15,
    "How many pixels on each side count, a whole number; 0 changes nothing.")
  static let percentile = Parameter<Double>(
    "percentile", default: 0.5, in: 0...1,
    "Which sample is taken, in order of size: 0 is the least, 0.5 the middle one, 1 the greatest.")

  static let declaration = Declaration(
    name: "median",
    summary: "Removes specks: each sample becomes the median of its surroundings.",
    discussion: """
      The n samples in a square of `2 radius + 1` pixels are put in order of size and number \
      `percentile * n` is taken, in each channel separately; beyond the picture its edge repeats. \
      Edges stay sharp. A percentile of 0 makes dark parts grow, one of 1 bright ones. Up to 12 \
      bits the cost hardly grows with the radius. At 16 bits, and in groups, every sample is \
      counted: at a radius of 3, two cores draw some 10 frames of 1080p a second.
      """,
    example: #"""
      { "type": "effect", "effect": "median", "radius": 3 }
      """#,
    parameters: [radius, percentile])

  static let names = EffectNames(
    synonyms: ["despeckle", "rank", "erode", "dilate", "minimum", "maximum"],
    elsewhere: [
      "Core Image CIMedianFilter, CIMorphologyMaximum", "ffmpeg median, erosion, dilation",
      "GPUImage Median", "After Effects Median",
    ])

  static let identity: Arguments? = Arguments().setting(radius, to: 0)

  private let radius: Animated<Double>
  private let percentile: Animated<Double>

  init(_ arguments: Arguments, _ setting: EffectSetting) {
    radius = arguments[Self.radius]
    percentile = arguments[Self.percentile]
  }

  /// A sample of a plane that is halved twice stands for four pixels.
  func margin(at time: Time, width: Int, height: Int) -> Int? { whole(at: time) + 8 }

  func apply(_ job: EffectJob, at time: Time) {
    let radius = whole(at: time)
    guard radius > 0 else { return }
    job.run(Ranked(radius: radius, percentile: percentile.value(at: time, within: 0...1)))
  }

  private func whole(at time: Time) -> Int {
    Int(radius.value(at: time, within: 0...15).rounded())
  }
}

/// The kernel: up to 12 bits windows add up counts of columns, beyond they count samples.
private struct Ranked: PlaneKernel {
  let radius: Int
  let percentile: Double

  /// Each band counts the rows around it again.
  var leastRows: Int { max(32, 8 * radius) }

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    func size(_ shift: Int) -> Int { (radius + (1 << shift) / 2) >> shift }
    let (across, down) = (size(layout.shiftX), size(layout.shiftY))
    if across == 0 && down == 0 { return }
    let number = (2 * across + 1) * (2 * down + 1)
    let rank = min(Int(Double(number) * percentile), number - 1)
    func columns<Count: RankCount>(_ type: Count.Type, _ plane: PlanePair<S>) {
      RankColumns<S, Count>(
        width: box.width, across: across, rank: rank, peak: plane.source.peak, scratch
      ).run(plane, box, down: down)
    }
    for plane in planes {
      scratch.scope {
        if plane.source.peak > 4095 {
          walk(plane, box, (across, down), rank, scratch)
        } else if number <= RankColumns<S, UInt8>.capacity {
          columns(UInt8.self, plane)
        } else {
          columns(UInt16.self, plane)
        }
      }
    }
  }

  /// Moves one count of every code along each row.
  private func walk<S: Sample>(
    _ plane: PlanePair<S>, _ box: Box, _ reach: (across: Int, down: Int), _ rank: Int,
    _ scratch: Scratch
  ) {
    let (across, down) = reach
    let rows = scratch.take(UnsafePointer<S>.self, 2 * down + 1)
    var window = RankWindow<S>(
      rows: rows, count: 2 * down + 1, rank: rank, peak: plane.source.peak, scratch)
    let last = plane.source.width - 1
    for y in box.y..<box.maxY {
      let target = plane.target.row(y)
      for index in 0...2 * down {
        rows[index] = plane.source.row(min(max(y + index - down, 0), plane.source.height - 1))
      }
      for x in box.x - across...box.x + across { window.add(column: min(max(x, 0), last)) }
      for x in box.x..<box.maxX {
        target[x] = window.find()
        window.remove(column: max(x &- across, 0))
        window.add(column: min(x &+ across &+ 1, last))
      }
      for x in box.maxX - across...box.maxX + across {
        window.remove(column: min(max(x, 0), last))
      }
    }
  }
}

/// How often each code stands in a window, and the code that is wanted (Huang, Yang and Tang, "A
/// fast two-dimensional median filtering algorithm", 1979), with counts of groups to skip over.
private struct RankWindow<S: Sample> {
  private let rows: UnsafeMutablePointer<UnsafePointer<S>>
  private let count: Int
  private let rank: Int
  private let peak: Int
  /// The codes of a group are a power of two; up to 10 bits there are none, as steps are few.
  private let shift: Int
  private let hasGroups: Bool
  private let codes: UnsafeMutablePointer<UInt16>
  private let groups: UnsafeMutablePointer<UInt16>
  /// The code that was found last, and how many samples lie below it.
  private var code = 0
  private var below = 0

  init(
    rows: UnsafeMutablePointer<UnsafePointer<S>>, count: Int, rank: Int, peak: Int,
    _ scratch: Scratch
  ) {
    (self.rows, self.count, self.rank, self.peak) = (rows, count, rank, peak)
    shift = (peak + 1).trailingZeroBitCount / 2
    hasGroups = peak > 1023
    let groupCount = (peak >> shift) + 1
    codes = scratch.take(UInt16.self, peak + 1)
    groups = scratch.take(UInt16.self, groupCount)
    codes.update(repeating: 0, count: peak + 1)
    groups.update(repeating: 0, count: groupCount)
  }

  @inline(__always)
  mutating func add(column: Int) {
    for row in 0..<count {
      let value = min(Int(rows[row][column]), peak)
      codes[value] &+= 1
      if hasGroups { groups[value &>> shift] &+= 1 }
      below &+= value < code ? 1 : 0
    }
  }

  @inline(__always)
  mutating func remove(column: Int) {
    for row in 0..<count {
      let value = min(Int(rows[row][column]), peak)
      codes[value] &-= 1
      if hasGroups { groups[value &>> shift] &-= 1 }
      below &-= value < code ? 1 : 0
    }
  }

  /// The code of which at most as many samples as the rank lie below, and more with itself.
  @inline(__always)
  mutating func find() -> S {
    let mask = 1 &<< shift &- 1
    while below > rank {
      let group = Int(groups[max(code &>> shift &- 1, 0)])
      if hasGroups, code & mask == 0, below &- group > rank {
        code &-= mask &+ 1
        below &-= group
      } else {
        code &-= 1
        below &-= Int(codes[code])
      }
    }
    while below &+ Int(codes[code]) <= rank {
      let group = Int(groups[code &>> shift])
      if hasGroups, code & mask == 0, below &+ group <= rank {
        code &+= mask &+ 1
        below &+= group
      } else {
        below &+= Int(codes[code])
        code &+= 1
      }
    }
    return S(truncatingIfNeeded: code)
  }
}

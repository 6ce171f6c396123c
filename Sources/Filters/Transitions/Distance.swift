import Timeline
import Y4M

/// The next picture comes first where the two differ most.
struct Distance: Transition {
  static let variants = [
    TransitionVariant(
      "distance",
      "The next picture appears at once where the two differ much, and fades in where they are "
        + "alike."
    )
  ]

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    job.run(
      CoverKernel(
        cover: DistanceCover(
          from: job.from, to: job.to, rest: 1 - Float(progress), share: Share.of(progress))))
  }
}

/// Shares by how far the colours of both pictures are from each other.
private struct DistanceCover: Cover {
  let from: SharedFrame
  let to: SharedFrame
  /// From this distance of two colours on, the next picture is seen alone.
  let rest: Float
  /// The share elsewhere.
  let share: UInt16

  var isSmooth: Bool { false }
  var variesDown: Bool { true }

  func fill(_ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces) -> CoverSpan {
    if from.format.depth == 8 {
      fill(shares, row) { $0.samples8($1) }
    } else {
      fill(shares, row) { $0.samples16($1) }
    }
    return .varied(row.count)
  }

  @inline(__always)
  private func fill<S: Sample>(
    _ shares: UnsafeMutablePointer<UInt16>, _ row: CoverPlaces,
    _ samples: (SharedFrame, PlaneLayout) -> UnsafePointer<S>
  ) {
    let format = from.format
    let y = min(Int(row.y), format.height - 1)
    let limit = rest * rest * Float(format.peak) * Float(format.peak)
    // Sums of squares are kept in parts of a row, one plane after another.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.part) { sums in
      guard let sums = sums.baseAddress else { return }
      for start in stride(from: 0, to: row.count, by: Self.part) {
        let count = min(row.count - start, Self.part)
        sums.update(repeating: 0, count: count)
        for layout in format.planes {
          let offset = (y >> layout.shiftY) * layout.width
          add(
            samples(from, layout) + offset, samples(to, layout) + offset, layout, start, count,
            to: sums)
        }
        for x in 0..<count { shares[start + x] = sums[x] <= limit ? share : Share.whole }
      }
    }
  }

  private static let part = 256

  /// Adds the squares of the differences of one plane.
  @inline(__always)
  private func add<S: Sample>(
    _ first: UnsafePointer<S>, _ second: UnsafePointer<S>, _ layout: PlaneLayout,
    _ start: Int, _ count: Int, to sums: UnsafeMutablePointer<Float>
  ) {
    let last = layout.width - 1
    if layout.shiftX == 0, start + count <= layout.width {
      let (first, second) = (first + start, second + start)
      for x in 0..<count {
        let difference = Float(
          Int32(truncatingIfNeeded: first[x]) &- Int32(truncatingIfNeeded: second[x]))
        sums[x] += difference * difference
      }
    } else {
      for x in 0..<count {
        let place = min((start &+ x) &>> layout.shiftX, last)
        let difference = Float(
          Int32(truncatingIfNeeded: first[place]) &- Int32(truncatingIfNeeded: second[place]))
        sums[x] += difference * difference
      }
    }
  }
}

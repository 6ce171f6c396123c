import Timeline
import Y4M

/// The next picture pushes the other one out upwards, a little enlarged on its way.
struct BoundingUp: Transition {
  static let room = TransitionRoom.canvas

  static let variants = [
    TransitionVariant(
      "bounding-up",
      "The next picture pushes the other one out upwards, and is a tenth larger half way.",
      discussion: """
        Both move with a gentle start and a gentle end. The next picture grows from its lower left \
        corner and covers the other one.
        """)
  ]

  init(_ variant: String, _ setting: TransitionSetting) {}

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let progress = Slide.gentle(progress)
    let height = Double(job.height)
    let scale = 1 + 0.2 * (0.5 - (0.5 - progress).magnitude)
    job.run(
      BoundingKernel(
        top: height * (2 - progress - scale), scale: scale, way: height * progress))
  }
}

/// Draws the picture that goes, moved up, and the next one, enlarged, from its upper edge on.
private struct BoundingKernel: TransitionKernel {
  /// The upper edge of the next picture, in luma samples.
  let top: Double
  /// The scale of the next picture, about its left edge.
  let scale: Double
  /// How far the picture that goes has moved up.
  let way: Double

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let layout = planes.layout
    let width = layout.width
    let columns = scratch.take(Place.self, width)
    for x in 0..<width {
      let place = Self.luma(x, layout.shiftX, layout.originX) / scale
      columns[x] = Place(place, layout.shiftX, layout.originX, count: width)
    }
    let (row, spare) = (scratch.take(S.self, width), scratch.take(S.self, width))
    let seam = SeamAxis(shift: layout.shiftY, origin: layout.originY, seam: top)
    for plane in planes {
      for y in rows {
        let center = Self.luma(y, layout.shiftY, layout.originY)
        let target = plane.target.row(y)
        let cover = seam.share(y)
        if cover < Share.whole {
          interpolate(
            target, plane.from,
            Place(center + way, layout.shiftY, layout.originY, count: layout.height))
        }
        if cover == 0 { continue }
        let place = Place(
          (center - top) / scale, layout.shiftY, layout.originY, count: layout.height)
        interpolate(row, plane.to, place)
        for x in 0..<width { spare[x] = columns[x].sample(row) }
        mixRows(target, cover < Share.whole ? target : spare, spare, share: cover, count: width)
      }
    }
  }

  /// Where a sample lies, in luma samples from the edge of the picture.
  private static func luma(_ index: Int, _ shift: Int, _ origin: Double) -> Double {
    origin + 0.5 + Double(index) * Double(1 << shift)
  }

  /// Interpolates a row.
  private func interpolate<S: Sample>(
    _ target: UnsafeMutablePointer<S>, _ plane: PlaneSource<S>, _ place: Place
  ) {
    let (first, second) = (plane.row(Int(place.first)), plane.row(Int(place.second)))
    mixRows(
      target, first, second, share: UInt16(truncatingIfNeeded: place.share), count: plane.width)
  }
}

/// A place between two samples of a row or column.
private struct Place: BitwiseCopyable {
  let first: Int32
  let second: Int32
  /// The share of the second.
  let share: UInt32

  /// - Parameter place: in luma samples from the edge of the picture.
  init(_ place: Double, _ shift: Int, _ origin: Double, count: Int) {
    let index = (place - origin - 0.5) / Double(1 << shift)
    let low = min(max(index, 0), Double(count - 1))
    let whole = low.rounded(.down)
    first = Int32(whole)
    second = min(first + 1, Int32(truncatingIfNeeded: count - 1))
    share = UInt32(((low - whole) * Double(Share.whole)).rounded())
  }

  @inline(__always)
  func sample<S: Sample>(_ row: UnsafePointer<S>) -> S {
    let (a, b) = (
      UInt32(truncatingIfNeeded: row[Int(first)]), UInt32(truncatingIfNeeded: row[Int(second)])
    )
    return S(truncatingIfNeeded: (a &* (32768 &- share) &+ b &* share &+ 16384) &>> 15)
  }
}

import Timeline
import Y4M

/// The axis along which a picture shrinks.
enum SqueezeAxis: String, Choice {
  case horizontal
  case vertical
}

/// The picture that goes shrinks to a line in the middle and uncovers the next one.
struct Squeeze: Transition {
  static let axis = Setting<SqueezeAxis>(
    "direction", default: .vertical,
    "Whether the picture becomes narrower (horizontal) or lower (vertical).")

  static let variants = [
    TransitionVariant(
      "squeeze", "The outgoing picture shrinks to a line in the middle.",
      example: #""direction": "horizontal""#, [axis]),
    TransitionVariant(
      "squeezeh", "The outgoing picture becomes lower until a horizontal line is left of it."),
    TransitionVariant(
      "squeezev", "The outgoing picture becomes narrower until a vertical line is left of it."),
  ]

  private let axis: SqueezeAxis

  init(_ variant: String, _ setting: TransitionSetting) {
    switch variant {
    case "squeezeh": axis = .vertical
    case "squeezev": axis = .horizontal
    default: axis = setting.arguments[Self.axis]
    }
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let isHorizontal = axis == .horizontal
    job.run(
      SqueezeKernel(
        isHorizontal: isHorizontal,
        map: SqueezeMap(
          side: Float(isHorizontal ? job.width : job.height), size: max(1 - Float(progress), 1e-6)))
    )
  }
}

/// Where rows or columns of a picture are read from that is squeezed to its middle.
private struct SqueezeMap: PlaceMap {
  let side: Float
  /// The size of the picture that goes, as a share of its own.
  let size: Float

  /// A place of the picture that goes as a share of its side; outside of 0 to 1 it is not seen.
  func share(_ place: Float) -> Float { 0.5 + (place / side - 0.5) / size }

  func source(_ place: Float) -> Float {
    (share(place) * (side - 1)).rounded(.toNearestOrEven)
  }

  /// The share of the next picture in the footprint of a sample.
  func cover(_ index: Int, shift: Int, origin: Double) -> UInt16 {
    // Luma samples are of one picture alone; between them, footprints are parted at the edges.
    let side = Float(1 << shift)
    let center = Float(origin) + Float(index) * side
    if shift == 0 { return (0...1).contains(share(center)) ? 0 : Share.whole }
    let (low, high) = (edge(0), edge(1))
    let (start, end) = (center - side / 2, center + side / 2)
    return Share.of(1 - max(min(end, high) - max(start, low), 0) / side)
  }

  /// The edge between luma samples before or behind the picture that goes.
  private func edge(_ end: Float) -> Float {
    let place = (0.5 + (end - 0.5) * size) * side
    return end == 0 ? place.rounded(.up) - 0.5 : place.rounded(.down) + 0.5
  }
}

/// Reads the picture that goes from other rows or columns, and shows the next one beside it.
private struct SqueezeKernel: TransitionKernel {
  let isHorizontal: Bool
  let map: SqueezeMap

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let layout = planes.layout
    if isHorizontal {
      squeezeRows(planes, rows, scratch)
      return
    }
    for plane in planes {
      for y in rows {
        let place = map.sample(
          y, shift: layout.shiftY, origin: layout.originY, count: layout.height)
        let cover = map.cover(y, shift: layout.shiftY, origin: layout.originY)
        mixRows(
          plane.target.row(y), plane.from.row(place), plane.to.row(y), share: cover,
          count: plane.width)
      }
    }
  }

  private func squeezeRows<S: Sample>(
    _ planes: TransitionPlanes<S>, _ rows: Range<Int>, _ scratch: Scratch
  ) {
    let layout = planes.layout
    let width = layout.width
    let columns = scratch.take(Int32.self, width)
    let covers = scratch.take(UInt16.self, width)
    let row = scratch.take(S.self, width)
    var (start, end) = (width, 0)
    for x in 0..<width {
      let place = map.sample(x, shift: layout.shiftX, origin: layout.originX, count: width)
      columns[x] = Int32(truncatingIfNeeded: place)
      covers[x] = map.cover(x, shift: layout.shiftX, origin: layout.originX)
      if covers[x] < Share.whole { (start, end) = (min(start, x), x + 1) }
    }
    start = min(start, end)
    for plane in planes {
      for y in rows {
        let (target, from, to) = (plane.target.row(y), plane.from.row(y), plane.to.row(y))
        target.update(from: to, count: start)
        for x in start..<end { row[x] = from[Int(columns[x])] }
        mixRows(
          target + start, row + start, to + start, shares: covers + start, count: end - start)
        (target + end).update(from: to + end, count: width - end)
      }
    }
  }
}

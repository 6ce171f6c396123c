import Y4M

/// Where places along one axis are read from.
protocol PlaceMap: BitwiseCopyable {
  /// The luma sample that a place is read from, counted from the first; the place is a luma
  /// sample's or lies between two.
  func source(_ place: Float) -> Float
}

extension PlaceMap {
  /// The sample of a plane that sample `index` is read from: the nearest to that place.
  func sample(_ index: Int, shift: Int, origin: Double, count: Int) -> Int {
    let (side, origin) = (Float(1 << shift), Float(origin))
    let place = source(origin + Float(index) * side)
    let nearest = ((place - origin) / side).rounded()
    return Int(min(max(nearest, 0), Float(count - 1)))
  }
}

/// Mixes pictures whose samples are read from other places, of which only rows and columns are to
/// be known.
struct PlaceKernel<Map: PlaceMap>: TransitionKernel {
  let across: Map
  let down: Map
  /// The share of the picture that comes.
  let share: UInt16
  /// Whether that one is read from other places too.
  let movesBoth: Bool

  func callAsFunction<S: Sample>(
    _ planes: TransitionPlanes<S>, rows: Range<Int>, scratch: Scratch
  ) {
    let layout = planes.layout
    let width = layout.width
    let columns = scratch.take(Int32.self, width)
    for x in 0..<width {
      let place = across.sample(x, shift: layout.shiftX, origin: layout.originX, count: width)
      columns[x] = Int32(truncatingIfNeeded: place)
    }
    let (first, second) = (scratch.take(S.self, width), scratch.take(S.self, width))
    for plane in planes {
      var latest = -1
      for y in rows {
        let place = down.sample(
          y, shift: layout.shiftY, origin: layout.originY, count: layout.height)
        let target = plane.target.row(y)
        if place == latest, movesBoth {
          target.update(from: plane.target.row(y - 1), count: width)
          continue
        }
        let from = plane.from.row(place)
        if place != latest { for x in 0..<width { first[x] = from[Int(columns[x])] } }
        latest = place
        guard movesBoth else {
          mixRows(target, first, plane.to.row(y), share: share, count: width)
          continue
        }
        let to = plane.to.row(place)
        for x in 0..<width { second[x] = to[Int(columns[x])] }
        mixRows(target, first, second, share: share, count: width)
      }
    }
  }
}

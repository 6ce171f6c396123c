/// Draws one or more distortions that lie above one another as one resampling.
///
/// The picture is worked through in tiles that stand at the same places whatever part of it is
/// drawn. What a tile reads lies near together, so it stays in the nearest cache.
///
/// Where neighbours are read from far apart, several places are read for a sample, as far as the
/// distortions allow: ``DistortionSpread`` says which.
struct DistortionKernel: PlaneKernel {
  /// How far, in pixels, a place may be read from where it should be, before it is rounded to 1/256
  /// sample.
  static let tolerance = 1.0 / 17

  /// From the topmost down: the topmost says first where a place is read from.
  let distortions: [any Distortion]
  let sampling: WarpSampling
  /// What is seen where a place is read from beyond the picture.
  var edges = DistortionEdges.repeated
  /// The size of the picture, in luma samples.
  let picture: (width: Int, height: Int)

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let side = DistortionTile.side
    let layout = planes[0].source.layout
    let map = layout.map
    let pitch = SIMD2(Float(1 / map.a), Float(1 / map.d))
    let first = SIMD2(Float((0.5 - map.tx) / map.a), Float((0.5 - map.ty) / map.d))
    let coordinates = Coordinates(count: side * side, scratch)
    let samples = scratch.take(S.self, planes.count * side * side)
    let fineness = distortions.reduce(1) { max($0, $1.fineness) }
    let ends = PlaneEdges(layout, picture: picture)
    let spread =
      fineness > 1 ? DistortionSpread(fineness, planes: planes.count, ends, scratch) : nil
    for y in stride(from: box.y / side * side, to: box.maxY, by: side) {
      for x in stride(from: box.x / side * side, to: box.maxX, by: side) {
        let tile = DistortionTile(
          x: x, y: y, width: layout.width, height: layout.height, pitch: pitch, first: first,
          scale: 256 / pitch)
        guard fill(tile, coordinates, ends) else { continue }
        let part = Box(x: x, y: y, width: side, height: side).intersection(box)
        let start = (part.y - y) * side
        let rows = coordinates.part(from: start)
        let count = part.height * side
        if let spread, spread.measure(coordinates) {
          spread.sample(
            planes, coordinates, part.y - y..<part.maxY - y, to: samples, sampling, edges)
        } else {
          edges.fold(rows, count: count, ends)
          rows.locate(count: count, width: layout.width, height: layout.height)
          for (index, plane) in planes.enumerated() {
            plane.source.sample(
              rows, count: count, to: samples + (index * side * side + start), sampling, edges)
          }
        }
        for (index, plane) in planes.enumerated() {
          let first = samples + (index * side * side + part.x - x)
          for row in 0..<part.height {
            (plane.target.row(part.y + row) + part.x).update(
              from: first + (start + row * side), count: part.width)
          }
        }
      }
    }
  }

  /// Writes the coordinates of a tile; false where nothing is moved.
  private func fill(
    _ tile: DistortionTile, _ coordinates: Coordinates, _ ends: PlaneEdges
  ) -> Bool {
    let side = DistortionTile.side
    let part = Extent2D(low: tile.place(0, 0), high: tile.place(side, side))
    let isMoved = distortions.contains {
      if case .none = $0.bend(in: part) { return false }
      return true
    }
    guard isMoved else { return false }
    for (index, distortion) in distortions.enumerated() {
      if index == 0 {
        distortion.fill(tile, coordinates)
      } else {
        edges.fold(coordinates, count: side * side, ends)
        distortion.refine(tile, coordinates)
      }
    }
    return true
  }
}

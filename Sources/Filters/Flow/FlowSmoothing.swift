extension FlowPlane {
  /// Makes each number the mean of nine by nine.
  func smooth(_ spare: FlowPlane, _ workspace: Workspace) {
    smooth(1, spare, workspace)
    smooth(3, spare, workspace)
  }
  /// Makes each number the mean of three by three at a distance.
  ///
  /// - Parameters:
  ///   - distance: less than ``margin``.
  ///   - spare: of the same size; it is written.
  func smooth(_ distance: Int, _ spare: FlowPlane, _ workspace: Workspace) {
    extendSides(0..<height)
    extendEnds()
    workspace.split(0..<height, least: 32) { rows, _ in
      for y in rows {
        let (above, here, below) = (row(y - distance), row(y), row(y + distance))
        let target = spare.row(y)
        var x = -Self.margin
        while x < width + Self.margin {
          (target + x).store(above.lanes(x) + here.lanes(x) + below.lanes(x))
          x &+= 8
        }
      }
    }
    let share = SIMD8<Float>(repeating: 1 / 9)
    workspace.split(0..<height, least: 32) { rows, _ in
      for y in rows {
        let (source, target) = (spare.row(y), row(y))
        var x = 0
        while x < width {
          let sides = source.lanes(x &- distance) + source.lanes(x &+ distance)
          (target + x).store((sides + source.lanes(x)) * share)
          x &+= 8
        }
      }
    }
  }
}

/// The motion of every pixel from one picture to another, in pixels of the working size.
enum DenseFlow {
  /// Finds the motion.
  ///
  /// - Parameters:
  ///   - x, y: of the working size; they are written, their margins too.
  static func run(
    from first: FlowPyramid, to second: FlowPyramid, x: FlowPlane, y: FlowPlane,
    _ workspace: Workspace
  ) {
    let scratch = workspace.scratch
    var level = first.count &- 1
    var coarse: (x: FlowPlane, y: FlowPlane)?
    while level >= 0 {
      let (from, to) = (first.levels[level], second.levels[level])
      let (width, height) = (from.image.width, from.image.height)
      let target =
        level == 0
        ? (x: x, y: y)
        : (
          x: FlowPlane(width: width, height: height, scratch),
          y: FlowPlane(width: width, height: height, scratch)
        )
      scratch.scope {
        let search = PatchSearch(from, in: to.image)
        let count = search.columns &* search.rows
        let found = PatchSearch.Motions(count, scratch)
        search.run(
          from: coarse, first: PatchSearch.Motions(count, scratch), into: found, workspace)
        PatchDensity(search: search, motions: found).run(
          into: target.x, target.y, weights: FlowPlane(width: width, height: height, scratch),
          workspace)
        FlowRefinement(from: from.image, to: to.image, x: target.x, y: target.y, scratch)
          .run(isLast: level == 0, workspace)
      }
      coarse = target
      level &-= 1
    }
  }
}

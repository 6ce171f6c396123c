import Y4M

/// The motion of every pixel between two frames as slow motion finds it, which no other module can
/// reach.
package struct FoundMotion {
  /// The working size.
  package let width: Int
  package let height: Int
  /// Row by row, in pixels of that size.
  package let x: [Float]
  package let y: [Float]

  /// Finds it between frames of 8 bits; nil where they are too small for a search.
  package init?(from first: Frame, to second: Frame) {
    let format = first.format
    guard format.depth == 8, FlowPyramid.fits(width: format.width, height: format.height) else {
      return nil
    }
    let halvings = FlowPyramid.halvings(width: format.width, height: format.height)
    let width = FlowPyramid.side(format.width, halved: halvings)
    let height = FlowPyramid.side(format.height, halved: halvings)
    let workspace = Workspace()
    let scratch = workspace.scratch
    let pyramids = [first, second].map { frame in
      let pyramid = FlowPyramid(width: width, height: height, scratch)
      pyramid.read(
        frame.samples8(format.planes[0]), width: format.width, height: format.height,
        peak: format.peak, halvings: halvings, workspace)
      return pyramid
    }
    let x = FlowPlane(width: width, height: height, scratch)
    let y = FlowPlane(width: width, height: height, scratch)
    DenseFlow.run(from: pyramids[0], to: pyramids[1], x: x, y: y, workspace)
    func numbers(_ plane: FlowPlane) -> [Float] {
      (0..<height).flatMap { row in (0..<width).map { plane.row(row)[$0] } }
    }
    (self.width, self.height) = (width, height)
    (self.x, self.y) = (numbers(x), numbers(y))
  }
}

import Bytes
import Geometry
import Y4M

extension EffectJob {
  /// The canvas's sides.
  var size: SIMD2<Float> { SIMD2(Float(width), Float(height)) }

  /// Draws the picture through a map.
  ///
  /// - Parameter scale: how large the picture is seen across and down where it is seen largest;
  ///   where that is smaller than it is, it is made so first, by exact means of areas.
  func draw(
    _ map: some PictureMap, edges: PictureEdges, sampling: WarpSampling,
    scale: Vector = Vector(1, 1)
  ) {
    var kernel = PictureMapKernel(map: map, edges: edges, sampling: sampling, size: size)
    guard let format = reduced(by: scale) else { return run(kernel) }
    workspace.withFrame(format) { frame in
      reduce(to: frame)
      kernel.reduced = frame
      run(kernel)
    }
  }

  /// The format of the picture at another scale; nil where it keeps about its size.
  private func reduced(by scale: Vector) -> PixelFormat? {
    func side(_ side: Int, _ scale: Double) -> Int {
      // What is hardly made smaller is read as it is.
      scale < 0.9 ? min(max(Int((Double(side) * scale).rounded(.up)), 1), side) : side
    }
    let (format, across, down) = (source.format, side(width, scale.x), side(height, scale.y))
    if across == width, down == height { return nil }
    return PixelFormat(
      width: across, height: down, depth: format.depth, chroma: format.chroma,
      hasAlpha: format.hasAlpha, siting: format.siting)
  }

  /// Makes all of the picture as large as `frame`.
  private func reduce(to frame: Frame) {
    draw(
      source, to: frame,
      .scale(
        Double(frame.format.width) / Double(width), Double(frame.format.height) / Double(height)))
  }

  /// Draws all of a picture onto a frame of the same kind, by a map that keeps boxes boxes; what is
  /// made smaller is averaged by areas.
  func draw(_ picture: Frame, to frame: Frame, _ map: Affine) {
    let (from, to) = (picture.format, frame.format)
    let placement = Placement(
      domain: .init(left: 0, top: 0, right: Double(from.width), bottom: Double(from.height)),
      map: map, sampling: .bicubic)
    for (index, role) in from.roles.enumerated() where role != .alpha || includesAlpha {
      PlaneDrawing(
        placement: placement, from: from.planes[index], to: to.planes[index],
        canvas: Box(x: 0, y: 0, width: to.width, height: to.height)
      ).draw(PlaneRows(SharedFrame(picture), plane: index), on: frame, workspace)
    }
  }
}

import Geometry
import Y4M

extension PlaneLayout {
  /// The map from picture coordinates to this plane's.
  ///
  /// In both, sample `i` covers `i ..< i + 1` and has its centre at `i + 0.5`; picture coordinates
  /// are those of the luma plane. A chroma plane is smaller by its shift and displaced by its
  /// siting.
  var map: Affine {
    let scaleX = 1 / Double(1 << shiftX)
    let scaleY = 1 / Double(1 << shiftY)
    return Affine(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: 0.5 - (0.5 + originX) * scaleX,
      ty: 0.5 - (0.5 + originY) * scaleY)
  }

  /// The part of the plane that `box` of the picture takes.
  func extent(of box: Box) -> (x: Range<Double>, y: Range<Double>) {
    let map = self.map
    return (
      map.a * Double(box.x) + map.tx..<map.a * Double(box.maxX) + map.tx,
      map.d * Double(box.y) + map.ty..<map.d * Double(box.maxY) + map.ty
    )
  }

  /// All samples of the plane.
  package var box: Box { Box(x: 0, y: 0, width: width, height: height) }

  /// The samples of this plane whose footprints meet `box` of the picture.
  func box(covering box: Box) -> Box { footprint(of: box).intersection(self.box) }

  /// The samples of this plane whose cells begin in `box` of the picture: boxes that share nothing
  /// have no sample in common.
  func cells(of box: Box) -> Box {
    func part(_ value: Int, _ shift: Int) -> Int { (value &+ (1 << shift) &- 1) >> shift }
    let (x, y) = (part(box.x, shiftX), part(box.y, shiftY))
    return Box(
      x: x, y: y, width: part(box.maxX, shiftX) &- x, height: part(box.maxY, shiftY) &- y
    ).intersection(self.box)
  }

  /// The samples whose footprints meet `box` of the picture, were the plane without end.
  func footprint(of box: Box) -> Box {
    let map = self.map
    let left = Int((map.a * Double(box.x) + map.tx).rounded(.down))
    let top = Int((map.d * Double(box.y) + map.ty).rounded(.down))
    let right = Int((map.a * Double(box.maxX) + map.tx).rounded(.up))
    let bottom = Int((map.d * Double(box.maxY) + map.ty).rounded(.up))
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }
}

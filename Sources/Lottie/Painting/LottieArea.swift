import Fonts
import Geometry
import Plates
import Shapes

/// A rectangle from the origin on.
struct LottieArea {
  let width: Double
  let height: Double

  /// A rectangle of a size.
  init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// That of a picture.
  init(_ picture: PlatePicture) { (width, height) = (picture.area.x, picture.area.y) }

  /// The rectangle as a path.
  var path: ShapePath { .rectangle(Bounds(minX: 0, minY: 0, maxX: width, maxY: height)) }

  /// The pixels of a box that it may touch.
  func touched(through map: Affine, in box: PixelBox) -> PixelBox {
    pixels(through: map).map { box.common(with: $0.grown(by: 1)) } ?? box
  }

  /// The pixels around it, to the nearest whole ones; nil where that is no box of pixels.
  func pixels(through map: Affine) -> PixelBox? {
    let corners = [Vector(0, 0), Vector(width, 0), Vector(0, height), Vector(width, height)]
      .map { map($0) }
    func ends(_ places: [Double]) -> (Int, Int)? {
      guard let low = places.min(), let high = places.max(), low > -1e7, high < 1e7 else {
        return nil
      }
      return (Int(low.rounded()), Int(high.rounded()))
    }
    guard let (left, right) = ends(corners.map(\.x)), let (top, bottom) = ends(corners.map(\.y))
    else { return nil }
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether all of a box lies in it.
  func fills(_ box: PixelBox, through map: Affine) -> Bool {
    guard let back = map.inverse else { return false }
    let (left, top) = (Double(box.x), Double(box.y))
    let (right, bottom) = (left + Double(box.width), top + Double(box.height))
    return [(left, top), (right, top), (left, bottom), (right, bottom)].allSatisfy { x, y in
      let place = back(Vector(x, y))
      // A rectangle that ends where the picture does.
      let slack = 1e-6 * max(width, height)
      return place.x >= -slack && place.y >= -slack && place.x <= width + slack
        && place.y <= height + slack
    }
  }
}

import Geometry
import Timeline

/// A layer that fills its box, and has no size of its own: it is placed as a picture of one pixel is, which
/// its `size` makes larger.
protocol AreaLayer: MovingLayer {}

extension AreaLayer {
  func bounds(at time: Time, placedAt moment: Time) -> Box {
    motion.bounds(pictureWidth: 1, pictureHeight: 1, at: time, placedAt: moment)
  }

  func box(at time: Time, placedAt moment: Time) -> (size: Vector, map: Affine)? {
    motion.box(pictureWidth: 1, pictureHeight: 1, at: moment)
  }
}

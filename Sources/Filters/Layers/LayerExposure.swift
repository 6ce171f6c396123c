import Bytes
import Geometry
import Timeline

/// How a layer that moves is seen while the shutter is open.
///
/// Its way is looked at in a few places; how many moments are drawn follows from the fastest
/// corner.
final class LayerExposure: Sendable {
  /// How many frames' ways are known at once: as many as workers draw.
  private static let kept = 8

  private let layer: any MovingLayer
  private let shutter: Shutter
  private let latest = Mutex<[(time: Time, way: LayerWay)]>([])

  /// - Returns: nil for a layer that never moves or is not blurred.
  init?(_ kind: any LayerKind) {
    guard let layer = kind as? any MovingLayer, !layer.motion.isStill || layer.movesByItself,
      let shutter = layer.motion.shutter
    else { return nil }
    (self.layer, self.shutter) = (layer, shutter)
  }

  /// The layer's way in a frame; nil where it stands still.
  func way(at time: Time) -> LayerWay? {
    let known = latest.withLock { $0.first { $0.time == time }?.way }
    let way = known ?? measured(at: time)
    return way.isSeen ? way : nil
  }

  private func measured(at time: Time) -> LayerWay {
    let moments = shutter.steps(of: time)
    let inner = layer.movesByItself ? layer.innerTravel(at: time) : 0
    let way = LayerWay(moments.map { layer.box(at: time, placedAt: $0) }, inner: inner) { step in
      layer.bounds(at: time, placedAt: moments[step])
    }
    latest.withLock { latest in
      if latest.count == Self.kept { latest.removeFirst() }
      latest.append((time, way))
    }
    return way
  }

  /// How far it moves in a frame, with what moves in it, in pixels.
  func travel(at time: Time) -> Double {
    (way(at: time)?.travel ?? 0) + layer.innerTravel(at: time)
  }

  /// The box that the layer may touch at one moment of the open shutter.
  func bounds(at time: Time, _ share: Rational) -> Box {
    layer.bounds(at: time, placedAt: shutter.moment(at: share, of: time))
  }

  /// Whether nothing in the layer moves by itself.
  func isRigid(at time: Time) -> Bool { layer.innerTravel(at: time) == 0 }

  /// How many moments are drawn.
  func count(_ way: LayerWay, at time: Time) -> Int {
    shutter.count(way.fastest + layer.innerTravel(at: time))
  }
}

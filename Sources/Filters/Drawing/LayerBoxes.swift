import Geometry
import Timeline
import Bytes

/// The boxes of the layers of a list by their names, for layers that stand at them.
final class LayerBoxes: Sendable {
  /// Where a layer is.
  private struct Entry: Sendable {
    let range: TimeRange
    let box: @Sendable (Time) -> (size: Vector, map: Affine)?
    let isStill: @Sendable () -> Bool
  }

  private let outer: LayerBoxes?
  private let canvas: Vector
  private let entries = Mutex<[String: Entry]>([:])

  /// - Parameter outer: those of the list in which the list's group stands.
  init(in outer: LayerBoxes?, canvas: (width: Int, height: Int)) {
    self.outer = outer
    self.canvas = Vector(Double(canvas.width), Double(canvas.height))
  }

  /// Notes a layer; of two of one name the first counts.
  ///
  /// - Parameters:
  ///   - box: at a time of the layer's own; nil for the canvas.
  ///   - isStill: whether that never changes.
  func add(
    _ name: String, _ range: TimeRange,
    box: @escaping @Sendable (Time) -> (size: Vector, map: Affine)?,
    isStill: @escaping @Sendable () -> Bool
  ) {
    entries.withLock { entries in
      if entries[name] == nil {
        entries[name] = Entry(range: range, box: box, isStill: isStill)
      }
    }
  }

  private func entry(_ name: String) -> Entry? {
    entries.withLock { $0[name] } ?? outer?.entry(name)
  }

  /// A point of a layer's box at a time of the timeline: before the layer's start as it is then, and
  /// after its end as it was.
  private func point(_ name: String, _ anchor: Anchor, at time: Time) -> (x: Double, y: Double)? {
    guard let entry = entry(name) else { return nil }
    let end = entry.range.end ?? time
    let own = max(min(time, end) - entry.range.start, .zero)
    let (size, map) = entry.box(own) ?? (canvas, .identity)
    let point = Vector(anchor.x * size.x, anchor.y * size.y)
    return (
      map.a * point.x + map.c * point.y + map.tx, map.b * point.x + map.d * point.y + map.ty
    )
  }

  /// A layer that knows where those are at which it stands.
  func placed(_ layer: Layer) -> Layer {
    guard var reference = layer.arguments[GeometryParameters.place] else { return layer }
    let name = reference.name
    reference.start = layer.range.start
    reference.point = { [weak self] anchor, time in self?.point(name, anchor, at: time) }
    reference.isStill = { [weak self] in self?.entry(name)?.isStill() ?? false }
    return Layer(
      layer, arguments: layer.arguments.setting(GeometryParameters.place, to: reference))
  }
}

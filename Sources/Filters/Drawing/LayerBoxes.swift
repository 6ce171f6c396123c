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
  /// The names of the layers, and of those at which they stand.
  private let links: [String: String?]

  /// - Parameters:
  ///   - layers: of the list; their boxes are added once they are made.
  ///   - outer: those of the list in which the list's group stands.
  init(_ layers: [Layer], in outer: LayerBoxes?, canvas: (width: Int, height: Int)) {
    self.outer = outer
    self.canvas = Vector(Double(canvas.width), Double(canvas.height))
    var links: [String: String?] = [:]
    for layer in layers {
      guard let name = layer.name, links[name] == nil else { continue }
      links[name] = .some(layer.arguments[GeometryParameters.place]?.name)
    }
    self.links = links
  }

  /// The list that has a layer of a name, this one or one around it, and the name of the layer at which
  /// that one stands.
  private func owner(of name: String) -> (boxes: LayerBoxes, next: String?)? {
    links[name].map { (self, $0) } ?? outer?.owner(of: name)
  }

  /// Whether the layers that stand at each other from this name on come to an end: a timeline with
  /// faults is prepared too, so that all of them are told.
  private func comesToAnEnd(_ name: String) -> Bool {
    var (name, boxes) = (name, self)
    for _ in 0...LayerReference.longest {
      guard let (owner, next) = boxes.owner(of: name), let next else { return true }
      (name, boxes) = (next, owner)
    }
    return false
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
    guard var reference = layer.arguments[GeometryParameters.place],
      comesToAnEnd(reference.name)
    else { return layer }
    let name = reference.name
    reference.start = layer.range.start
    reference.point = { [weak self] anchor, time in self?.point(name, anchor, at: time) }
    reference.isStill = { [weak self] in self?.entry(name)?.isStill() ?? false }
    return Layer(
      layer, arguments: layer.arguments.setting(GeometryParameters.place, to: reference))
  }
}

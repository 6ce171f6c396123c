import Geometry
import Timeline
import Bytes

/// The boxes of the layers of a list by their names, for layers that stand at them.
final class LayerBoxes: Sendable {
  /// Where a layer is.
  private final class Entry: Sendable {
    let range: TimeRange
    private let box: @Sendable (Time) -> (size: Vector, map: Affine)?
    private let isStill: @Sendable () -> Bool
    /// Whether that was found to be so.
    private let stands = Mutex(false)

    init(
      _ range: TimeRange, box: @escaping @Sendable (Time) -> (size: Vector, map: Affine)?,
      isStill: @escaping @Sendable () -> Bool
    ) {
      (self.range, self.box, self.isStill) = (range, box, isStill)
    }

    /// Whether its box never changes; once that is so it is not asked again, for several layers may
    /// name one.
    var isKnownStill: Bool {
      if stands.withLock({ $0 }) { return true }
      let isFound = isStill()
      if isFound { stands.withLock { $0 = true } }
      return isFound
    }

    /// The boxes of the last times that were asked for, in the layer's own time: several layers may
    /// name one, and each asks for its own several times.
    private let recent = Mutex<[(time: Time, box: (size: Vector, map: Affine)?)]>([])

    /// The box at a time of the layer's own; nil for the canvas.
    func known(at time: Time) -> (size: Vector, map: Affine)? {
      if let known = recent.withLock({ $0.first { $0.time == time } }) { return known.box }
      let found = box(time)
      recent.withLock { recent in
        if recent.count >= 8 { recent.removeFirst() }
        recent.append((time, found))
      }
      return found
    }
  }

  private let outer: LayerBoxes?
  private let canvas: Vector
  private let entries = Mutex<[String: Entry]>([:])
  /// The names of the layers, and of those at which they stand or after which they are sized.
  private let links: [String: [String]]

  /// - Parameters:
  ///   - layers: of the list; their boxes are added once they are made.
  ///   - outer: those of the list in which the list's group stands.
  init(_ layers: [Layer], in outer: LayerBoxes?, canvas: (width: Int, height: Int)) {
    self.outer = outer
    self.canvas = Vector(Double(canvas.width), Double(canvas.height))
    var links: [String: [String]] = [:]
    for layer in layers {
      guard let name = layer.name, links[name] == nil else { continue }
      links[name] = [
        layer.arguments[GeometryParameters.place]?.name,
        layer.arguments[GeometryParameters.extent]?.name,
      ].compactMap { $0 }
    }
    self.links = links
  }

  /// The list that has a layer of a name, this one or one around it, and the names of the layers at
  /// which that one stands or after which it is sized.
  private func owner(of name: String) -> (boxes: LayerBoxes, next: [String])? {
    links[name].map { (self, $0) } ?? outer?.owner(of: name)
  }

  /// Whether the layers that name each other from this name on come to an end: a timeline with
  /// faults is prepared too, so that all are reported.
  private func comesToAnEnd(_ name: String) -> Bool {
    // In each round those that are named by those of the round before, each once.
    var round: [(boxes: LayerBoxes, name: String)] = [(self, name)]
    for _ in 0...LayerReference.longest {
      var seen: Set<String> = []
      var following: [(boxes: LayerBoxes, name: String)] = []
      for (boxes, name) in round {
        guard let (owner, next) = boxes.owner(of: name) else { continue }
        for name in next where seen.insert(name).inserted { following.append((owner, name)) }
      }
      if following.isEmpty { return true }
      round = following
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
        entries[name] = Entry(range, box: box, isStill: isStill)
      }
    }
  }

  private func entry(_ name: String) -> Entry? {
    entries.withLock { $0[name] } ?? outer?.entry(name)
  }

  /// A layer's box at a time of the timeline: before the layer's start as it is then, and after its
  /// end as it was.
  private func box(_ name: String, at time: Time) -> (size: Vector, map: Affine)? {
    guard let entry = entry(name) else { return nil }
    let end = entry.range.end ?? time
    let own = max(min(time, end) - entry.range.start, .zero)
    return entry.known(at: own) ?? (canvas, .identity)
  }

  /// A point of a layer's box.
  private func point(_ name: String, _ anchor: Anchor, at time: Time) -> (x: Double, y: Double)? {
    guard let (size, map) = box(name, at: time) else { return nil }
    let point = Vector(anchor.x * size.x, anchor.y * size.y)
    return (
      map.a * point.x + map.c * point.y + map.tx, map.b * point.x + map.d * point.y + map.ty
    )
  }

  /// How long the sides of a layer's box are on the canvas.
  private func sides(_ name: String, at time: Time) -> (width: Double, height: Double)? {
    guard let (size, map) = box(name, at: time) else { return nil }
    return (
      size.x * (map.a * map.a + map.b * map.b).squareRoot(),
      size.y * (map.c * map.c + map.d * map.d).squareRoot()
    )
  }

  /// A layer that knows where those are at which it stands, and how large those after which it is
  /// sized.
  func placed(_ layer: Layer) -> Layer {
    var arguments = layer.arguments
    if var place = arguments[GeometryParameters.place], comesToAnEnd(place.name) {
      let name = place.name
      place.start = layer.range.start
      place.point = { [weak self] anchor, time in self?.point(name, anchor, at: time) }
      place.isStill = { [weak self] in self?.entry(name)?.isKnownStill ?? false }
      arguments = arguments.setting(GeometryParameters.place, to: place)
    }
    if var size = arguments[GeometryParameters.extent], comesToAnEnd(size.name) {
      let name = size.name
      size.start = layer.range.start
      size.sides = { [weak self] time in self?.sides(name, at: time) }
      size.isStill = { [weak self] in self?.entry(name)?.isKnownStill ?? false }
      arguments = arguments.setting(GeometryParameters.extent, to: size)
    }
    return Layer(layer, arguments: arguments)
  }
}

/// Finds layers that stand at others which are not there, or at each other in a circle.
struct PlaceCheck {
  /// A list of layers, with those around it.
  private final class Scope {
    let layers: [Layer]
    let outer: Scope?
    /// The places of layers by their names.
    let places: [String: Int]

    init(_ layers: [Layer], in outer: Scope?) {
      (self.layers, self.outer) = (layers, outer)
      var places: [String: Int] = [:]
      for (place, layer) in layers.enumerated() {
        if let name = layer.name, places[name] == nil { places[name] = place }
      }
      self.places = places
    }

    /// The layer of a name here or further out.
    func find(_ name: String) -> (scope: Scope, place: Int)? {
      places[name].map { (self, $0) } ?? outer?.find(name)
    }

    var names: [String] { places.keys.sorted() + (outer?.names ?? []) }
  }

  private let parameter: PlaceParameter
  private(set) var context: DecodingContext
  /// The places in the text of references that are part of a circle that was reported.
  private var told: Set<Range<Int>> = []
  /// Whether a row that is too long was reported.
  private var isLongTold = false

  /// - Parameter vocabulary: what a timeline can say; one whose layers have no such places needs no check.
  init?(_ vocabulary: Vocabulary, _ context: DecodingContext) {
    let places = vocabulary.layerCommon.compactMap { $0 as? PlaceParameter }
    guard let parameter = places.first else { return nil }
    (self.parameter, self.context) = (parameter, context)
  }

  /// Checks the layers of a timeline, and of those that its clips play.
  mutating func check(_ layers: [Layer], _ clips: [Clip]) {
    check(Scope(layers, in: nil))
    for clip in clips {
      guard case .timeline(_, let timeline) = clip.media.source else { continue }
      check(timeline.layers, timeline.document.clips)
    }
  }

  private mutating func check(_ scope: Scope) {
    for (place, layer) in scope.layers.enumerated() {
      if let reference = layer.arguments[parameter] { check(reference, of: place, in: scope) }
      if !layer.children.isEmpty { check(Scope(layer.children, in: scope)) }
      if let matte = layer.matte { check(Scope([matte.layer], in: scope)) }
    }
  }

  private mutating func check(_ reference: LayerReference, of place: Int, in scope: Scope) {
    guard let target = scope.find(reference.name) else {
      return context.error(
        "there is no layer \(reference.name.quoted) beside this one or around it",
        at: reference.place,
        hint: context.suggestion(for: reference.name, in: scope.names)
          ?? "a layer has its name by 'name', and is there only if it is drawn")
    }
    guard target.scope.layers[target.place].effect == nil else {
      return context.error(
        "an effect has no box at which a layer could stand", at: reference.place)
    }
    var chain = [reference]
    var here = target
    while let next = here.scope.layers[here.place].arguments[parameter] {
      if chain.contains(where: { $0.place == next.place }) {
        return reportCircle(chain.drop { $0.place != next.place })
      }
      chain.append(next)
      guard chain.count <= LayerReference.longest else {
        if !isLongTold {
          context.error(
            "more than \(LayerReference.longest) layers stand at each other in a row",
            at: reference.place)
        }
        isLongTold = true
        return
      }
      guard let following = here.scope.find(next.name) else { return }
      here = following
    }
  }

  private mutating func reportCircle(_ chain: ArraySlice<LayerReference>) {
    guard let first = chain.first, told.isDisjoint(with: chain.map(\.place)) else { return }
    told.formUnion(chain.map(\.place))
    let names = chain.map(\.name) + [first.name]
    context.diagnostics.error(
      chain.count == 1
        ? "the layer stands at itself"
        : "layers stand at each other in a circle: "
          + names.map(\.quoted).joined(separator: ", "),
      at: first.place,
      notes: chain.dropFirst().map {
        Diagnostic.Note(message: "which stands at \($0.name.quoted)", range: $0.place)
      })
  }
}

extension DocumentDecoder {
  /// Checks the places of layers at others, in the timeline and in those that its clips play.
  mutating func checkPlaces(_ layers: [Layer], _ clips: [Clip]) {
    guard var check = PlaceCheck(vocabulary, context) else { return }
    check.check(layers, clips)
    context = check.context
  }
}

/// Finds layers that stand at others which are not there, or are as large as these, or that wait
/// for each other in a circle.
struct PlaceCheck {
  /// A layer that another one names.
  private struct Link {
    let name: String
    /// The bytes of the name in the timeline.
    let place: Range<Int>
    /// What it is wanted for.
    let isSize: Bool
  }

  /// A layer, by the number of its list and its place there.
  private struct Key: Hashable {
    let scope: Int
    let place: Int
  }

  /// A list of layers, with those around it.
  private final class Scope {
    let number: Int
    let layers: [Layer]
    let outer: Scope?
    /// The places of layers by their names.
    let places: [String: Int]
    /// The names that several layers have.
    let shared: Set<String>

    init(_ layers: [Layer], in outer: Scope?, number: Int) {
      (self.layers, self.outer, self.number) = (layers, outer, number)
      var places: [String: Int] = [:]
      var shared: Set<String> = []
      for (place, layer) in layers.enumerated() {
        guard let name = layer.name else { continue }
        if places[name] == nil { places[name] = place } else { shared.insert(name) }
      }
      (self.places, self.shared) = (places, shared)
    }

    /// The layer of a name here or further out.
    func find(_ name: String) -> (scope: Scope, place: Int)? {
      places[name].map { (self, $0) } ?? outer?.find(name)
    }

    var names: [String] { places.keys.sorted() + (outer?.names ?? []) }
  }

  private let place: PlaceParameter
  private let size: SizeParameter?
  private(set) var context: DecodingContext
  /// How many lists were met.
  private var count = 0
  /// How many layers stand at each other from a layer on, of those that were followed to their
  /// ends.
  private var heights: [Key: Int] = [:]
  /// The places in the text of references that are part of a circle that was reported.
  private var told: Set<Range<Int>> = []
  /// Whether a row that is too long was reported.
  private var isLongTold = false

  /// - Parameter vocabulary: what a timeline can say; one whose layers have no such places needs no
  ///   check.
  init?(_ vocabulary: Vocabulary, _ context: DecodingContext) {
    guard let place = vocabulary.layerCommon.lazy.compactMap({ $0 as? PlaceParameter }).first else {
      return nil
    }
    (self.place, self.context) = (place, context)
    size = vocabulary.layerCommon.lazy.compactMap { $0 as? SizeParameter }.first
  }

  /// Checks the layers of a timeline, and of those that its clips and layers play.
  mutating func check(_ layers: [Layer], _ clips: [Clip], _ films: [FilmLayer]) {
    check(layers, in: nil)
    for media in clips.map(\.media) + films.map(\.media) {
      guard let document = media.source.timeline?.document else { continue }
      check(document.layers, document.clips, document.films)
    }
  }

  private mutating func check(_ layers: [Layer], in outer: Scope?) {
    count += 1
    let scope = Scope(layers, in: outer, number: count)
    for (place, layer) in layers.enumerated() {
      for link in links(of: layer) { check(link, in: scope) }
      var (open, chain) = ([Key](), [Link]())
      _ = follow(scope, place, &open, &chain)
      if !layer.children.isEmpty { check(layer.children, in: scope) }
      if let matte = layer.matte { check([matte.layer], in: scope) }
    }
  }

  /// The layers that a layer names.
  private func links(of layer: Layer) -> [Link] {
    let place = layer.arguments[place].map { Link(name: $0.name, place: $0.place, isSize: false) }
    let size = size.flatMap { layer.arguments[$0] }.map {
      Link(name: $0.name, place: $0.place, isSize: true)
    }
    return [place, size].compactMap { $0 }
  }

  /// Whether what is named is there and has a box.
  private mutating func check(_ link: Link, in scope: Scope) {
    guard let target = scope.find(link.name) else {
      return context.error(
        "there is no layer \(link.name.quoted) beside this one or around it", at: link.place,
        hint: context.suggestion(for: link.name, in: scope.names)
          ?? "a layer has its name by 'name', and is there only if it is drawn")
    }
    if target.scope.shared.contains(link.name) {
      context.warnOfSharedName(link.name, at: link.place)
    }
    guard target.scope.layers[target.place].effect == nil else {
      return context.error(
        link.isSize
          ? "an effect has no box after which a layer could be sized"
          : "an effect has no box at which a layer could stand", at: link.place)
    }
  }

  /// Follows what layers name, and gives how many stand at each other from one on.
  ///
  /// - Parameters:
  ///   - open: those that led here.
  ///   - chain: by which of their names.
  private mutating func follow(
    _ scope: Scope, _ place: Int, _ open: inout [Key], _ chain: inout [Link]
  ) -> Int {
    let key = Key(scope: scope.number, place: place)
    if let known = heights[key] { return known }
    if chain.count > LayerReference.longest {
      reportRow(at: chain[0].place)
      return 0
    }
    open.append(key)
    var height = 0
    for link in links(of: scope.layers[place]) {
      guard let target = scope.find(link.name) else { continue }
      chain.append(link)
      let next = Key(scope: target.scope.number, place: target.place)
      if let start = open.firstIndex(of: next) {
        reportCircle(chain[start...])
      } else {
        height = max(height, follow(target.scope, target.place, &open, &chain) + 1)
        if height > LayerReference.longest { reportRow(at: link.place) }
      }
      chain.removeLast()
    }
    open.removeLast()
    heights[key] = height
    return height
  }

  private mutating func reportRow(at place: Range<Int>) {
    guard !isLongTold else { return }
    isLongTold = true
    context.error(
      "more than \(LayerReference.longest) layers stand at each other in a row", at: place)
  }

  private mutating func reportCircle(_ chain: ArraySlice<Link>) {
    guard let first = chain.first, told.isDisjoint(with: chain.map(\.place)) else { return }
    told.formUnion(chain.map(\.place))
    let names = chain.map(\.name) + [first.name]
    let alone = first.isSize ? "the layer is sized after itself" : "the layer stands at itself"
    let all =
      chain.contains(where: \.isSize)
      ? "stand at each other or are sized so" : "stand at each other"
    context.diagnostics.error(
      chain.count == 1
        ? alone : "layers \(all) in a circle: " + names.map(\.quoted).joined(separator: ", "),
      at: first.place,
      notes: chain.dropFirst().map {
        Diagnostic.Note(
          message: "which \($0.isSize ? "is sized after" : "stands at") \($0.name.quoted)",
          range: $0.place)
      })
  }
}

extension DocumentDecoder {
  /// Checks the places of layers at others, in the timeline and in those that its clips play.
  mutating func checkPlaces(_ layers: [Layer], _ clips: [Clip], _ films: [FilmLayer]) {
    guard var check = PlaceCheck(vocabulary, context) else { return }
    check.check(layers, clips, films)
    context = check.context
  }
}

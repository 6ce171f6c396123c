extension LayerDecoder {
  /// The keys of a matte.
  static let matteKeys = ["layer", "by", "invert", "show"]

  /// Reads a layer's `matte`: a name, or an object with a layer or the name of one.
  mutating func decodeMatte(
    _ node: JSONNode, in group: Group
  ) -> (own: Matte?, named: NamedMatte?) {
    if let name = node.string {
      return (
        nil,
        NamedMatte(
          name: name, place: node.range, measure: .alpha, isInverted: false, isShown: false)
      )
    }
    guard let members = node.members else {
      context.with(parameter: "matte") {
        $0.mismatch(
          node, expected: "the name of a layer, or an object",
          hint: "its keys are layer, by, invert and show")
      }
      return (nil, nil)
    }
    for member in members where !Self.matteKeys.contains(member.key) {
      context.error(
        "unknown key \(member.key.quoted) in 'matte'", at: member.keyRange,
        hint: context.suggestion(for: member.key, in: Self.matteKeys))
    }
    func value<Value: ParameterValue>(_ type: Value.Type, _ key: String) -> Value? {
      node.member(key).flatMap { member in
        context.with(parameter: key) { $0.value(type, from: member.value) }
      }
    }
    let measure = value(Matte.Measure.self, "by") ?? .alpha
    let isInverted = value(Bool.self, "invert") ?? false
    let isShown = value(Bool.self, "show") ?? false
    guard let layer = node.member("layer")?.value else {
      context.error("'matte' needs 'layer'", at: node.range.lowerBound..<node.range.lowerBound + 1)
      return (nil, nil)
    }
    if let name = layer.string {
      return (
        nil,
        NamedMatte(
          name: name, place: layer.range, measure: measure, isInverted: isInverted,
          isShown: isShown)
      )
    }
    if let member = node.member("show"), isShown {
      context.diagnostics.warning(
        "'show' does nothing here: a matte that stands in the layer is not drawn itself",
        at: member.keyRange)
    }
    return (
      decodeMatteLayer(layer, in: group).map {
        Matte(layer: $0, measure: measure, isInverted: isInverted)
      }, nil
    )
  }

  private mutating func decodeMatteLayer(_ node: JSONNode, in group: Group) -> Layer? {
    if group.path.count > Document.deepestGroup {
      context.error("mattes are nested more than \(Document.deepestGroup) deep", at: node.range)
      return nil
    }
    let outer = (context.subject, context.duration)
    defer { (context.subject, context.duration) = outer }
    guard hasRoom(for: node), let layer = decode(node, at: 0, in: group) else { return nil }
    if let matte = namedMatte {
      context.error(
        "a layer within 'matte' cannot name a matte, as it is in no list of layers",
        at: matte.place,
        hint: "its own matte can be written out as a layer")
    }
    guard layer.effect == nil else {
      context.error("an effect cannot be a matte, as it covers nothing itself", at: layer.place)
      return nil
    }
    return layer
  }

  /// Gives layers the mattes that they name, and takes those out of the list that are not drawn
  /// themselves.
  ///
  /// - Parameters:
  ///   - layers: of one list, with those that are not enabled left out.
  ///   - named: the mattes that are named, by their layers' places in it.
  mutating func resolve(_ named: [Int: NamedMatte], in layers: [Layer]) -> [Layer] {
    if named.isEmpty { return layers }
    var places: [String: Int] = [:]
    var shared: Set<String> = []
    for (place, layer) in layers.enumerated() {
      guard let name = layer.name else { continue }
      if places[name] == nil { places[name] = place } else { shared.insert(name) }
    }
    for matte in named.sorted(by: { $0.key < $1.key }).map(\.value)
    where shared.contains(matte.name) {
      context.warnOfSharedName(matte.name, at: matte.place)
    }
    var search = MatteSearch(layers: layers, named: named, places: places)
    for place in named.keys.sorted() { search.resolve(place) }
    for fault in search.faults {
      switch fault {
      case .missing(let matte):
        context.error(
          "there is no layer \(matte.name.quoted) beside this one", at: matte.place,
          hint: context.suggestion(for: matte.name, in: places.keys.sorted())
            ?? "a matte has its name by 'name', and stands in the same list")
      case .effect(let matte):
        context.error(
          "an effect cannot be a matte, as it covers nothing itself", at: matte.place)
      case .circle(let matte):
        context.error("mattes cut each other in a circle", at: matte.place)
      }
    }
    let hidden = search.hidden
    return search.layers.enumerated().filter { !hidden.contains($0.offset) }.map(\.element)
  }
}

extension DecodingContext {
  /// Warns of the name of a layer that others beside it have, too.
  mutating func warnOfSharedName(_ name: String, at place: Range<Int>) {
    diagnostics.warning(
      "several layers are named \(name.quoted); the first of them counts", at: place)
  }
}

/// Finds the mattes of a list's layers, those of mattes first.
private struct MatteSearch {
  enum Fault {
    case missing(NamedMatte)
    case effect(NamedMatte)
    case circle(NamedMatte)
  }

  var layers: [Layer]
  let named: [Int: NamedMatte]
  let places: [String: Int]
  /// The places of layers that are not drawn themselves: where several are cut by one, it is drawn
  /// if one of them says so.
  var hidden: Set<Int> { cutting.subtracting(shown) }
  private var cutting: Set<Int> = []
  private var shown: Set<Int> = []
  private(set) var faults: [Fault] = []
  private var isDone: Set<Int> = []
  private var open: Set<Int> = []

  init(layers: [Layer], named: [Int: NamedMatte], places: [String: Int]) {
    (self.layers, self.named, self.places) = (layers, named, places)
  }

  /// Gives the layer at a place its matte; false where there is a fault.
  @discardableResult
  mutating func resolve(_ first: Int) -> Bool {
    // From the layer to its matte, to the matte's matte and so on; then back.
    var chain: [Int] = []
    var place = first
    while let matte = named[place], !isDone.contains(place) {
      guard let next = places[matte.name] else {
        faults.append(.missing(matte))
        break
      }
      guard layers[next].effect == nil else {
        faults.append(.effect(matte))
        break
      }
      guard open.insert(place).inserted else {
        faults.append(.circle(matte))
        break
      }
      chain.append(place)
      place = next
    }
    isDone.formUnion(open)
    isDone.insert(place)
    open.removeAll()
    for place in chain.reversed() {
      guard let matte = named[place], let other = places[matte.name] else { continue }
      if matte.isShown { shown.insert(other) } else { cutting.insert(other) }
      layers[place] = Layer(
        layers[place],
        matte: Matte(
          layer: layers[other], measure: matte.measure, isInverted: matte.isInverted))
    }
    return true
  }
}

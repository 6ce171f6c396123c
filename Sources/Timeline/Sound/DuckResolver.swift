/// Finds the sounds that others duck under, and what cannot be.
struct DuckResolver {
  /// What the main sound says.
  var main: Ducking?
  /// Whether there is a main sound.
  var hasMain = true

  private struct Entry {
    let name: String?
    let place: Range<Int>?
    let duck: Ducking?
    /// Its number in ``Soundtrack/tracks``; nil when it is not heard.
    let track: Int?
  }

  /// All tracks, also those that are not heard.
  private var entries: [Entry] = []
  /// Their numbers, by their names.
  private var named: [String: [Int]] = [:]
  /// The layers that are heard and have a name, which tracks of that name go before.
  private var layers: [(name: String, entry: Entry)] = []

  /// Notes a track.
  mutating func add(name: String?, at place: Range<Int>?, _ duck: Ducking?, track: Int?) {
    if let name { named[name, default: []].append(entries.count) }
    entries.append(Entry(name: name, place: place, duck: duck, track: track))
  }

  /// Notes what is heard of a layer.
  mutating func add(_ layer: SoundTrack, track: Int) {
    guard let name = layer.bus.name else { return }
    let start = layer.place.lowerBound
    layers.append((name, Entry(name: name, place: start..<start + 1, duck: nil, track: track)))
  }

  /// Gives the buses what they duck under; reports names that are unknown, given twice, or lead in
  /// a circle. Who ducks under what is not heard does not duck.
  func resolve(
    main bus: inout SoundBus, tracks: inout [SoundTrack], in context: inout DecodingContext
  ) {
    bus.duck = main.flatMap { resolved($0, own: .main, in: &context) }
    for entry in entries {
      guard let duck = entry.duck else { continue }
      let own = entry.track.map { Ducking.Key.track($0) }
      let found = resolved(duck, own: own, in: &context)
      guard let track = entry.track, let found else { continue }
      var changed = tracks[track].bus
      changed.duck = found
      tracks[track] = tracks[track].with(changed)
    }
    breakCircles(&bus, &tracks, in: &context)
  }

  private func resolved(
    _ duck: Ducking, own: Ducking.Key?, in context: inout DecodingContext
  ) -> Ducking? {
    var duck = duck
    let tracks = (named[duck.under] ?? []).map { entries[$0] }
    let named = tracks.isEmpty ? layers.filter { $0.name == duck.under }.map(\.entry) : tracks
    if duck.under == "main", named.isEmpty {
      guard hasMain else {
        context.error(
          "'under' cannot be \(duck.under.quoted), because 'main' is false", at: duck.place)
        return nil
      }
      duck.key = .main
    } else {
      guard let first = named.first else {
        report(unknown: duck, in: &context)
        return nil
      }
      guard named.count == 1 else {
        let kind = tracks.isEmpty ? "layer" : "track"
        context.diagnostics.error(
          "'under' cannot be \(duck.under.quoted), because \(named.count) \(kind)s have that name",
          at: duck.place,
          notes: named.compactMap { entry in
            entry.place.map { Diagnostic.Note(message: "a \(kind) of that name", range: $0) }
          })
        return nil
      }
      guard let track = first.track else { return nil }
      duck.key = .track(track)
    }
    if duck.key == own {
      context.error("a sound cannot duck under itself", at: duck.place)
      return nil
    }
    return duck
  }

  private func report(unknown duck: Ducking, in context: inout DecodingContext) {
    var names: [String] = []
    for name in entries.compactMap(\.name) + layers.map(\.name) + ["main"]
    where !names.contains(name) {
      names.append(name)
    }
    let hint =
      context.suggestion(for: duck.under, in: names) ?? "it is \(names.map(\.quoted).listed())"
    context.error("'under' cannot be \(duck.under.quoted)", at: duck.place, hint: hint)
  }

  /// Reports sounds that duck under each other in a circle, each circle once.
  private func breakCircles(
    _ main: inout SoundBus, _ tracks: inout [SoundTrack], in context: inout DecodingContext
  ) {
    func next(_ key: Ducking.Key) -> Ducking.Key? {
      switch key {
      case .main: main.duck?.key
      case .track(let number): tracks[number].bus.duck?.key
      }
    }
    var done: Set<Ducking.Key> = []
    for start in [Ducking.Key.main] + tracks.indices.map({ .track($0) }) {
      var path: [Ducking.Key] = []
      var seen: Set<Ducking.Key> = []
      var key = Ducking.Key?.some(start)
      while let current = key, done.insert(current).inserted {
        path.append(current)
        seen.insert(current)
        key = next(current)
      }
      guard let back = key, seen.contains(back), let last = path.last else { continue }
      let duck: Ducking?
      switch last {
      case .main:
        duck = main.duck
        main.duck = nil
      case .track(let number):
        var bus = tracks[number].bus
        duck = bus.duck
        bus.duck = nil
        tracks[number] = tracks[number].with(bus)
      }
      guard let duck else { continue }
      context.error("sounds duck under each other in a circle", at: duck.place)
    }
  }
}

extension SoundTrack {
  fileprivate func with(_ bus: SoundBus) -> SoundTrack {
    SoundTrack(
      media: media, range: range, preservesPitch: preservesPitch, loopCrossfade: loopCrossfade,
      bus: bus, title: title, place: place)
  }
}

/// Reads the sounds of a timeline.
struct SoundDecoder {
  let vocabulary: Vocabulary
  let sourceLengths: [Int: Time]
  /// How long tracks are taken to be where that is not known.
  let assumedLength: Time?
  var streamLength: Time?
  /// How long the main sound is, if that is known.
  var mainLength: Time?
  /// Whether there is something that could be the main sound.
  private var canHaveMain = true

  /// Reads `audio`.
  ///
  /// - Parameters:
  ///   - length: of the main sound, or of the tracks alone, where that is known.
  ///   - hasMain: whether there can be a main sound.
  ///   - layers: what is heard of layers, under which others may duck.
  static func soundtrack(
    _ node: JSONNode?, length: Time?, hasMain: Bool, layers: [SoundTrack],
    _ knowledge: Document.Knowledge,
    _ vocabulary: Vocabulary, in context: inout DecodingContext
  ) -> Soundtrack {
    guard let node else { return Soundtrack() }
    guard let members = node.members else {
      context.with(parameter: "audio") { $0.mismatch(node, expected: "an object") }
      return Soundtrack()
    }
    let assumed = knowledge.ignoresSounds ? longest : nil
    let length = length ?? assumed
    var decoder = SoundDecoder(
      vocabulary: vocabulary, sourceLengths: knowledge.sourceLengths, assumedLength: assumed)
    (decoder.streamLength, decoder.mainLength) = (knowledge.streamLength, length)
    (decoder.canHaveMain, decoder.layers) = (hasMain, layers)
    return context.with(subject: "'audio'", stretch: .sound, duration: length) { context in
      decoder.decode(node, members, in: &context)
    }
  }

  init(vocabulary: Vocabulary, sourceLengths: [Int: Time], assumedLength: Time?) {
    self.vocabulary = vocabulary
    self.sourceLengths = sourceLengths
    self.assumedLength = assumedLength
  }

  /// Longer than any sound that is warned of.
  static let longest = Time(seconds: 1_000_000_000)

  /// Who ducks under whom, before the names are looked up.
  private var ducks = DuckResolver()
  private var tracks: [SoundTrack] = []
  /// What is heard of layers; the numbers of these follow those of tracks.
  private var layers: [SoundTrack] = []

  mutating func decode(
    _ node: JSONNode, _ members: [JSONMember], in context: inout DecodingContext
  ) -> Soundtrack {
    let list = ParameterList([SoundKeys.rate, SoundKeys.channels] + SoundKeys.bus)
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    let arguments = list.decode(
      members, at: place, besides: ["effects", "main", "tracks"], in: &context)
    var master = bus(arguments, of: node, length: mainLength, in: &context)
    master.name = "the mix"
    let mainNode = node.member("main")?.value
    let hasMain = canHaveMain && !(mainNode?.isFalse ?? false)
    let main = mainNode.flatMap { main in
      hasMain ? context.with(parameter: "main") { mainSound(main, in: &$0) } : nil
    }
    if let member = node.member("tracks") {
      context.with(parameter: "tracks") { decodeTracks(member.value, in: &$0) }
    }
    var mainBus = main?.bus ?? SoundBus()
    mainBus.name = "main"
    if let mainNode, !hasMain { (mainBus.isMuted, mainBus.place) = (true, mainNode.range) }
    ducks.hasMain = hasMain
    let own = tracks.count
    for layer in layers { ducks.add(layer, track: tracks.count) }
    tracks += layers
    ducks.resolve(main: &mainBus, tracks: &tracks, in: &context)
    return Soundtrack(
      rate: arguments[SoundKeys.rate], channels: arguments[SoundKeys.channels],
      hasMain: hasMain, main: mainBus,
      crossfade: main?.crossfade ?? .equalPower, cutFade: main?.cutFade ?? Soundtrack.usualCutFade,
      tracks: Array(tracks.prefix(own)), master: master)
  }

  // MARK: Buses

  private mutating func bus(
    _ arguments: Arguments, of node: JSONNode, length: Time?, in context: inout DecodingContext
  ) -> SoundBus {
    var bus = SoundBus()
    bus.volume = arguments[SoundKeys.volume]
    bus.isMuted = arguments[SoundKeys.mute]
    bus.pan = arguments[SoundKeys.pan]
    bus.fadeIn = arguments[SoundKeys.fadeIn]
    bus.fadeOut = arguments[SoundKeys.fadeOut]
    bus.place = node.range
    FadeCheck.warn(bus.fadeIn, bus.fadeOut, over: length, at: node, in: &context)
    if let member = node.member("effects") {
      bus.effects = effects(member.value, length: length, in: &context)
    }
    return bus
  }

  private mutating func mainSound(
    _ node: JSONNode, in context: inout DecodingContext
  ) -> (bus: SoundBus, crossfade: SoundTransition, cutFade: Time)? {
    guard let members = node.members else {
      context.mismatch(node, expected: "an object, or false for none")
      return nil
    }
    let outer = context.subject
    context.subject = "the main sound"
    defer { context.subject = outer }
    let place = node.range.lowerBound..<node.range.lowerBound + 1
    let arguments = ParameterList(SoundKeys.main + [SoundKeys.duck]).decode(
      members, at: place, besides: ["effects"], in: &context)
    let bus = bus(arguments, of: node, length: mainLength, in: &context)
    ducks.main = ducking(arguments, of: node)
    return (bus, arguments[SoundKeys.crossfade], arguments[SoundKeys.cutFade])
  }

  private func ducking(_ arguments: Arguments, of node: JSONNode) -> Ducking? {
    guard let inner = arguments[SoundKeys.duck], inner.isGiven(SoundKeys.under),
      let under = node.member("duck")?.value.member("under")?.value
    else { return nil }
    return Ducking(
      under: inner[SoundKeys.under], amount: inner[SoundKeys.amount],
      attack: inner[SoundKeys.attack], release: inner[SoundKeys.release],
      lookahead: inner[SoundKeys.lookahead], threshold: inner[SoundKeys.threshold],
      place: under.range)
  }

  // MARK: Tracks

  private mutating func decodeTracks(_ node: JSONNode, in context: inout DecodingContext) {
    guard let elements = node.elements else {
      return context.mismatch(node, expected: "an array of tracks")
    }
    for element in elements { decodeTrack(element, in: &context) }
  }

  private mutating func decodeTrack(_ node: JSONNode, in context: inout DecodingContext) {
    guard let members = node.members else {
      if !node.isInvalid {
        context.error(
          "a track is an object, not \(node.kindName)", at: node.range,
          hint: node.spelt.map { "write { \"source\": \($0) }" })
      }
      return
    }
    let outer = (context.subject, context.stretch, context.duration)
    (context.subject, context.stretch) = ("a track", .track)
    defer { (context.subject, context.stretch, context.duration) = outer }
    let first = node.range.lowerBound..<node.range.lowerBound + 1
    let timing = LayerTiming.decode(node, group: nil, streamLength: nil, in: &context)
    warnIfNeverHeard(timing, at: node.member("start")?.value.range ?? first, in: &context)
    context.duration = timing.duration
    let media = media(of: node, at: first, in: &context)
    let length = media.flatMap { self.length(of: $0, timing) } ?? timing.duration
    context.duration = length
    var names = Set(SoundKeys.media.map(\.name))
    names.formUnion(["source", "name", "enabled", "start", "end", "duration", "effects"])
    let arguments = ParameterList(SoundKeys.track + [SoundKeys.duck]).decode(
      members, at: first, besides: names, in: &context)
    checkLoop(arguments, of: node, in: &context)
    var bus = bus(arguments, of: node, length: length, in: &context)
    let keys = ParameterList([BuiltInKey.nameSetting, BuiltInKey.enabledSetting])
    let common = keys.decode(members.filter { keys[$0.key] != nil }, at: first, in: &context)
    bus.name = common[BuiltInKey.nameSetting]
    let isEnabled = common[BuiltInKey.enabledSetting]
    let isHeard = isEnabled && media != nil
    ducks.add(
      name: bus.name, at: node.member("name")?.value.range, ducking(arguments, of: node),
      track: isHeard ? tracks.count : nil)
    guard isHeard, let media else { return }
    tracks.append(
      SoundTrack(
        media: media, range: timing.range, preservesPitch: arguments[SoundKeys.preservePitch],
        loopCrossfade: arguments[SoundKeys.loopCrossfade], bus: bus, place: node.range))
  }

  private func warnIfNeverHeard(
    _ timing: LayerTiming, at place: Range<Int>, in context: inout DecodingContext
  ) {
    guard !timing.isFaulty else { return }
    if let end = timing.range.end, end <= .zero {
      context.diagnostics.warning(
        "\(context.subject) is never heard, because it ends before the sound starts", at: place)
    } else if let mainLength, timing.range.start >= mainLength {
      context.diagnostics.warning(
        "\(context.subject) is never heard, because it starts at \(timing.range.start.inSeconds), "
          + "after the end of the main sound", at: place)
    }
  }

  private func media(
    of node: JSONNode, at place: Range<Int>, in context: inout DecodingContext
  ) -> MediaUse? {
    for key in ["in", "out"] {
      guard let value = node.member(key)?.value, value.members != nil else { continue }
      context.with(parameter: key) {
        $0.mismatch(value, expected: "a time", hint: "fades are 'fadeIn' and 'fadeOut'")
      }
    }
    let source = SourceParameter(generators: vocabulary.generators, isSound: true)
    let decoder = MediaDecoder(node: node, source: source, isClip: false, place: place)
    let media = decoder.decode(length: nil, layer: context.duration, in: &context).media
    switch media?.source {
    case .color, .generator, .image:
      context.error(
        "the source has no sound", at: media?.place ?? place,
        hint: "a track plays a file, or \"stdin\"")
      return nil
    default: return media
    }
  }

  /// How long a track is heard, where that is known.
  private func length(of media: MediaUse, _ timing: LayerTiming) -> Time? {
    var length = sourceLengths[media.place.lowerBound]
    if case .stdin = media.source { length = length ?? streamLength }
    let available = Retiming(media, length: length).available
    if let length = [available, timing.range.duration].compactMap({ $0 }).min() { return length }
    // What has no end of its own ends with the main sound.
    guard let mainLength, mainLength > timing.range.start else { return assumedLength }
    return mainLength - timing.range.start
  }

  private func checkLoop(
    _ arguments: Arguments, of node: JSONNode, in context: inout DecodingContext
  ) {
    guard let member = node.member("loopCrossfade"), arguments[SoundKeys.loopCrossfade] > .zero
    else { return }
    if node.member("loop") == nil {
      context.error("'loopCrossfade' needs a 'loop'", at: member.keyRange)
    } else if case .bool(true) = node.member("pingpong")?.value.kind {
      context.diagnostics.warning(
        "'loopCrossfade' has no effect, because the passes of 'pingpong' meet without a seam",
        at: member.keyRange)
    }
  }
}

/// Reads a timeline's outermost object.
struct DocumentDecoder {
  let vocabulary: Vocabulary
  let knowledge: Document.Knowledge
  /// The texts that templates show.
  let variables: [String: String]
  var context: DecodingContext

  static let keys = [
    "version", "name", "canvas", "vars", "template", "clips", "layers", "audio", "$schema",
  ]

  /// Reads the whole; nil where there is no timeline at all.
  mutating func decode(_ root: JSONNode) -> Document? {
    guard let members = root.members else {
      if !root.isInvalid {
        context.error(
          "a timeline is an object, not \(root.kindName)", at: root.range,
          hint: "such as {\"version\": 1, \"layers\": []}")
      }
      return nil
    }
    checkKeys(members)
    checkVersion(root)
    let canvas = CanvasDecoder.decode(
      root.member("canvas")?.value, vocabulary, length: knowledge.streamLength, in: &context)
    context.motionBlur = canvas[MotionBlur.onCanvas]
    checkVariables(root)
    var layers = LayerDecoder(
      vocabulary: vocabulary, knowledge: knowledge, context: context)
    var track = ClipDecoder(
      vocabulary: vocabulary, knowledge: knowledge, layers: layers)
    if let clips = root.member("clips")?.value { track.decodeList(clips) }
    layers = track.layers
    let ofClips = layers.context.frameTime
    let list = root.member("layers").map { layers.decodeList($0.value, in: nil) } ?? []
    context = layers.context
    checkPlaces(list, track.clips, layers.films)
    context.origin = nil
    let ofPictures = context.frameTime
    context.forgetFrameTimes()
    let soundtrack = SoundDecoder.soundtrack(
      root.member("audio")?.value, length: soundLength(root, track.clips), hasMain: true,
      layers: layers.sounds, knowledge, vocabulary, in: &context)
    return Document(
      name: text("name", of: root), canvas: canvas,
      canvasMembers: CanvasDecoder.members(root.member("canvas")?.value), variables: variables,
      clips: track.clips, films: layers.films, feeds: layers.feeds, layers: list,
      disabledLayers: layers.disabled,
      index: RangeIndex(list.map(\.range)),
      soundtrack: soundtrack.playing(layers.sounds),
      usesFrames: (ofPictures ?? context.frameTime) != nil, usesViewport: context.usesViewport,
      soundUses: context.soundUses, soundPictures: context.soundPictures,
      innerTracks: context.innerTracks, silentTracks: context.silentTracks,
      beatUses: context.beatUses,
      soundFrameTime: ofClips ?? context.frameTime)
  }

  private mutating func checkKeys(_ members: [JSONMember]) {
    for member in members {
      switch member.key {
      case "$schema", "name": break  // `text(_:of:)` reads the name.
      case _ where Self.keys.contains(member.key): break
      default:
        UnknownKey.report(member, names: Self.keys, in: &context)
      }
    }
  }

  private mutating func checkVersion(_ root: JSONNode) {
    guard let node = root.member("version")?.value else {
      let place = root.range.lowerBound..<root.range.lowerBound + 1
      return context.error(
        "the timeline needs 'version'", at: place, hint: "write \"version\": \(Document.version)")
    }
    let version = context.with(parameter: "version") { $0.value(Int.self, from: node) }
    guard let version, version != Document.version else { return }
    context.error(
      "version \(version) is not known", at: node.range,
      hint: "this program reads version \(Document.version)")
  }

  private mutating func text(_ key: String, of root: JSONNode) -> String? {
    guard let node = root.member(key)?.value else { return nil }
    return context.with(parameter: key) { $0.value(String.self, from: node) }
  }

  /// How long the main sound is, or the tracks alone, where that is known.
  private func soundLength(_ root: JSONNode, _ clips: [Clip]) -> Time? {
    guard clips.isEmpty else { return knowledge.end(of: clips) }
    let isSilent = root.member("audio")?.value.member("main").map { $0.value.isFalse } ?? false
    return knowledge.mixLength ?? (isSilent ? nil : knowledge.streamLength)
  }

  /// The values are in place already.
  private mutating func checkVariables(_ root: JSONNode) {
    if let node = root.member("template")?.value {
      _ = context.with(parameter: "template") { $0.value(Bool.self, from: node) }
    }
    guard let node = root.member("vars")?.value, node.members == nil else { return }
    context.with(parameter: "vars") {
      $0.mismatch(node, expected: "an object", hint: "such as {\"who\": \"Ada\"}")
    }
  }
}

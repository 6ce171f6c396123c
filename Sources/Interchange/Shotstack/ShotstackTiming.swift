import Bytes
import Timeline

/// A clip of an edit in its place.
struct ShotstackClip {
  /// A start or a length that may depend on other clips.
  enum Moment {
    case seconds(Rational)
    case auto
    case end
    case alias(String)
  }

  var fields: JSONFields
  /// Its asset's members.
  var asset: JSONFields
  let kind: String
  /// The number of its track from the top.
  let track: Int
  let alias: String?
  let wantedStart: Moment
  let wantedLength: Moment
  /// When it begins.
  var start = Rational.zero
  /// How long it lasts; nil is as long as its film.
  var length: Rational?
  /// Which way it is mirrored, as a timeline says it.
  var flip: String?

  var place: Range<Int> { fields.place }

  init(_ node: JSONNode, track: Int, _ log: inout ImportLog) {
    fields = JSONFields(node)
    let asset = fields.take("asset")
    self.asset = JSONFields(asset)
    self.track = track
    kind = self.asset.text("type", &log) ?? ""
    if asset?.members == nil { log.error("a clip of Shotstack needs an asset", at: fields.place) }
    alias = fields.text("alias", &log)
    wantedStart = Self.moment(fields.take("start"), fallback: .seconds(.zero), &log)
    wantedLength = Self.moment(fields.take("length"), fallback: .auto, &log)
  }

  private static func moment(
    _ node: JSONNode?, fallback: Moment, _ log: inout ImportLog
  ) -> Moment {
    guard let node else { return fallback }
    let text = node.string
    switch text {
    case "auto": return .auto
    case "end": return .end
    default: break
    }
    if let text, text.hasPrefix("alias://") { return .alias(String(text.dropFirst(8))) }
    if let value = node.rational ?? text.flatMap({ Rational(decimal: $0) }), value >= .zero,
      value.double <= 1e7
    {
      return .seconds(value)
    }
    log.error("this is no time of Shotstack's", at: node.range)
    return fallback
  }
}

extension ShotstackReader {
  /// How long a picture or a text is whose length is `auto`.
  private static let automatic = Rational(3)

  /// Gives each clip its start and its length.
  mutating func place() {
    var known = Array(repeating: (start: false, length: false), count: clips.count)
    var names: [String: Int] = [:]
    for (index, clip) in clips.enumerated() { if let alias = clip.alias { names[alias] = index } }
    var (isMoving, isForward) = (true, false)
    while isMoving {
      // Clips that depend on others stand in either order, so the ways alternate.
      (isMoving, isForward) = (false, !isForward)
      for number in clips.indices {
        let index = isForward ? number : clips.count - 1 - number
        if !known[index].length, settleLength(index, known, names) {
          known[index].length = true
          isMoving = true
        }
        if !known[index].start, settleStart(index, known, names) {
          known[index].start = true
          isMoving = true
        }
      }
    }
    for index in clips.indices where !known[index].start {
      log.error("when this clip starts depends on itself, or on no clip", at: clips[index].place)
    }
    for index in clips.indices where known[index].start && known[index].length {
      end = max(end, clips[index].start + (clips[index].length ?? .zero))
    }
    for index in clips.indices where !known[index].length {
      guard case .end = clips[index].wantedLength else {
        log.error("how long this clip is depends on itself, or on no clip", at: clips[index].place)
        continue
      }
      clips[index].length = max(end - clips[index].start, .zero)
    }
  }

  private mutating func settleLength(
    _ index: Int, _ known: [(start: Bool, length: Bool)], _ names: [String: Int]
  ) -> Bool {
    switch clips[index].wantedLength {
    case .seconds(let length): clips[index].length = length
    case .auto:
      clips[index].length =
        ["video", "audio", "luma", "caption"].contains(clips[index].kind) ? nil : Self.automatic
    case .end: return false
    case .alias(let name):
      guard let other = names[name], known[other].length else { return false }
      clips[index].length = clips[other].length
    }
    return true
  }

  private mutating func settleStart(
    _ index: Int, _ known: [(start: Bool, length: Bool)], _ names: [String: Int]
  ) -> Bool {
    switch clips[index].wantedStart {
    case .seconds(let start): clips[index].start = start
    case .end: return false
    case .alias(let name):
      guard let other = names[name], known[other].start else { return false }
      clips[index].start = clips[other].start
    case .auto:
      guard index > 0, clips[index - 1].track == clips[index].track else { break }
      let before = clips[index - 1]
      guard known[index - 1].start, known[index - 1].length else { return false }
      clips[index].start = before.start + (before.length ?? .zero)
    }
    return true
  }

  /// Gives a clip a length whose film is not known, where it is no clip of the main track.
  mutating func assumedLength(_ clip: ShotstackClip) -> Rational {
    if let length = clip.length { return length }
    log.warn(
      "the length of the film is not known, so 5 seconds of it are played; 'length' would say it",
      at: clip.place)
    return Rational(5)
  }
}

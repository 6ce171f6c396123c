import Bytes
import Timeline

/// Makes timelines of editly's specs.
///
/// The lowest picture of each clip becomes a clip of the main track, and what lies over it layers:
/// in a group that comes and goes as the clip does, where it has transitions.
struct EditlyReader {
  let finder: MediaFinder
  let defaults: JSONNode?
  var log: ImportLog
  var draft = TimelineDraft()
  var spelling = TimeSpelling(rate: nil)
  /// The size of the canvas, where the spec says it.
  var size: CutSize?
  /// When the clip begins that is being written.
  var start = Rational.zero
  var sounds: [EditlySound] = []
  var keepsSound = false

  /// The timeline, and what of the spec is not in it.
  static func draft(
    _ source: SourceText, finder: MediaFinder
  ) -> (draft: TimelineDraft, log: ImportLog) {
    let (json, log) = JSONSource.parse(source, as: .json5)
    guard let json else { return (TimelineDraft(), log) }
    var reader = EditlyReader(finder: finder, defaults: json["defaults"], log: log)
    reader.read(json)
    return (reader.draft, reader.log)
  }

  private init(finder: MediaFinder, defaults: JSONNode?, log: ImportLog) {
    (self.finder, self.defaults, self.log) = (finder, defaults, log)
  }

  private mutating func read(_ root: JSONNode) {
    var fields = JSONFields(root)
    guard let nodes = fields.take("clips")?.elements, !nodes.isEmpty else {
      return log.error("a spec of editly needs a list of clips", at: root.range.prefix)
    }
    checkDefaults(&fields)
    keepsSound = fields.flag("keepSourceAudio")
    var clips = nodes.indices.compactMap { clip(nodes[$0], isLast: $0 == nodes.count - 1) }
    guard !log.hasErrors else { return }
    readCanvas(&fields, hasFilm: clips.contains { $0.layers.contains { $0.kind == "video" } })
    shortenTransitions(&clips)
    assumeLengths(&clips)
    for (index, clip) in clips.enumerated() {
      write(clip, entering: index > 0 ? clips[index - 1].transition : nil)
    }
    if !draft.hasFilm { standInCanvas() }
    writeSounds(&fields)
    for key in ["fast", "customOutputArgs"] {
      if let node = fields.take(key) {
        log.warn("'\(key)' is not carried over: it is about the output", at: node.range.prefix)
      }
    }
    // The name of the output, and what editly says while it works.
    fields.ignore(
      "outPath", "allowRemoteRequests", "verbose", "logTimes", "keepTmp", "enableFfmpegLog",
      "ffmpegPath", "ffprobePath", "$schema")
    fields.report(&log, in: "the spec")
  }

  private mutating func checkDefaults(_ fields: inout JSONFields) {
    var known = JSONFields(fields.take("defaults"))
    known.ignore("duration", "transition", "layer", "layerType")
    known.report(&log, in: "the defaults")
  }

  private mutating func readCanvas(_ fields: inout JSONFields, hasFilm: Bool) {
    let place = fields.place
    let width = fields.number("width", &log).map { Int($0.double.rounded()) }
    let height = fields.number("height", &log).map { Int($0.double.rounded()) }
    if let width, let height {
      size = CutSize(width, height)
      if size == nil { log.warn("no picture is \(width) by \(height) pixels large", at: place) }
    } else if let width, hasFilm, CutSize(width, width) != nil {
      draft.canvas.append(("size", .array([.integer(width), .string("auto")])))
    } else if !hasFilm {
      // What editly takes where it has no film to look at.
      size = CutSize(width ?? 640, width ?? 640)
    }
    if let size {
      draft.canvas.append(("size", .array([.integer(size.width), .integer(size.height)])))
    }
    let rate = fields.number("fps", &log).flatMap { FrameRate(decimal: $0.double) }
    guard let rate = rate ?? (hasFilm ? nil : FrameRate(25, 1)) else { return }
    spelling = TimeSpelling(rate: rate)
    draft.canvas.append(("rate", rate.json))
  }

  /// Gives the canvas what it would have from films, none of which is there.
  private mutating func standInCanvas() {
    if size == nil {
      log.warn("the size of the films is not known; 1280x720 is taken", at: 0..<0)
      draft.canvas.removeAll { $0.key == "size" }
      draft.canvas.insert(("size", .array([.integer(1280), .integer(720)])), at: 0)
    }
    if spelling.rate == nil { draft.canvas.append(("rate", .integer(25))) }
  }

  /// Leaves room for two transitions in each clip, as editly does.
  private func shortenTransitions(_ clips: inout [EditlyClip]) {
    let half = Rational(reducing: 1, over: 2)
    for index in clips.indices {
      guard index + 1 < clips.count else {
        clips[index].transition = nil
        continue
      }
      for length in [clips[index].duration, clips[index + 1].duration] {
        guard let length, let change = clips[index].transition else { continue }
        clips[index].transition?.duration = min(change.duration, length * half)
      }
      if clips[index].transition?.duration == .zero { clips[index].transition = nil }
    }
  }

  /// Gives films whose length is not known one where something else depends on it.
  private mutating func assumeLengths(_ clips: inout [EditlyClip]) {
    var isNeeded = false
    for index in clips.indices.reversed() {
      let layers = clips[index].layers
      let hasOverlays = layers.count > 1
      if clips[index].duration == nil, isNeeded || hasOverlays {
        let seconds = defaultDuration
        log.warn(
          "the length of the film is not known, so \(TimeSpelling.decimal(seconds) ?? "4") seconds of it "
            + "are played; 'duration' or 'cutTo' would say it", at: clips[index].place)
        (clips[index].duration, clips[index].isAssumed) = (seconds, true)
      }
      isNeeded = isNeeded || hasOverlays
    }
  }

  /// How long a clip without a film is.
  var defaultDuration: Rational {
    guard let value = defaults?["duration"]?.rational, value > .zero, abs(value.double) <= 1e7
    else { return Rational(4) }
    return value
  }
}

extension FrameRate {
  /// How a timeline writes it.
  var json: JSONText {
    denominator == 1 ? .integer(numerator) : .string("\(numerator)/\(denominator)")
  }
}

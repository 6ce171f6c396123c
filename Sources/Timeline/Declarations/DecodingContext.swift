import Bytes

/// The state of decoding a part of a timeline, and the collector of its faults.
package struct DecodingContext: Sendable {
  /// The faults so far.
  package var diagnostics: Diagnostics
  /// The output rate, in which times such as `"90f"` count.
  package let rate: FrameRate
  /// The place of the first time counted in frames that was met.
  private(set) var frameTime: Range<Int>?
  /// How many more layers there may be, by the memory that they may take.
  var layersLeft = Int.max
  /// What the parameter belongs to, with its article: "an image layer".
  package var subject = "the timeline"
  /// The name of the parameter being decoded.
  package var parameter = ""
  /// How long the layer lasts; nil when it lasts to the end of a stream of unknown length.
  package var duration: Time?
  /// What ``duration`` is the length of.
  package var stretch = Stretch.layer

  /// The folders of the texts that the timeline is made of.
  var folders = SourceFolders()
  /// Whether a file may be read, by its path from the timeline's folder; nil where all may.
  var mayRead: (@Sendable (String) -> Bool)?
  /// From where times count; nil where that is not known, as in clips.
  var origin: TimeOrigin?
  /// The timeline that is read, where a clip or a layer plays it; nil in the outermost one.
  var played: PlayedTimeline?
  /// The tracks of such timelines, one list for each that was met.
  var innerTracks: [[SoundTrack]] = []
  /// The names of the tracks of timelines without clips that are layers, where they are not heard.
  var silentTracks: Set<String> = []
  /// What plays the films that parameters name; nil where nothing does.
  var player: FilmPlayer?
  /// The sources met of clips, of video layers, and of what is part of either.
  var feeds: [Feed] = []
  /// The canvas's motion blur.
  var motionBlur: MotionBlur?
  /// The sounds that values follow, as far as they have been heard.
  var courses: [SoundQuery: SoundCourse] = [:]
  /// The sounds that values follow, each once.
  private(set) var soundUses: [SoundUse] = []
  /// What pictures show of sounds, as far as these have been heard.
  var tables: [SoundPictureQuery: SoundTable] = [:]
  /// What pictures show of sounds, each once.
  private(set) var soundPictures: [SoundPictureUse] = []
  /// The beats of tracks, by their names, as far as they have been heard; nil is the only track.
  var grids: [String?: BeatGrid] = [:]
  /// The tracks whose beats are named, each once.
  private(set) var beatUses: [BeatUse] = []

  /// The canvas that lengths may be shares of; nil where they say how large it is.
  var viewport: Viewport? = .provisional
  /// Whether a length that was met is such a share.
  private(set) var usesViewport = false

  /// A context whose times count from the timeline's start.
  package init(rate: FrameRate, diagnostics: Diagnostics = Diagnostics()) {
    self.rate = rate
    self.diagnostics = diagnostics
  }

  // MARK: Faults

  /// Reports a fault at the bytes `range` of the timeline.
  package mutating func error(_ message: String, at range: Range<Int>, hint: String? = nil) {
    diagnostics.error(message, at: range, hint: hint)
  }

  /// Reports that a value is of the wrong type.
  package mutating func mismatch(_ node: JSONNode, expected: String, hint: String? = nil) {
    guard !node.isInvalid else { return }
    error("\(parameter.quoted) takes \(expected), not \(node.kindName)", at: node.range, hint: hint)
  }

  /// Reports why the text of a value was refused.
  ///
  /// - Parameter advice: what to write, where the fault is of another kind than a name that is
  ///   unknown.
  package mutating func report(_ fault: ValueError, at node: JSONNode, advice: String? = nil) {
    let text =
      switch node.kind {
      case .string(let text): text.quoted
      case .number(let text): String(text.prefix(40))
      default: node.kindName
      }
    let refusal = "\(parameter.quoted) cannot be \(text)"
    guard case .unknownName(let name, let names) = fault.kind else {
      return error("\(refusal): \(fault.message)", at: node.range, hint: advice)
    }
    let hint = suggestion(for: name, in: names)
    error(hint == nil ? "\(refusal): \(fault.message)" : refusal, at: node.range, hint: hint)
  }

  /// The name that a word probably means; none once there are more faults than are shown.
  func nearest(to word: String, in names: [String]) -> String? {
    diagnostics.isFull ? nil : nearestName(to: word, in: names)
  }

  /// "did you mean 'x'?", if a name is near, or the word is that of other tools for one.
  func suggestion(for word: String, in names: [String]) -> String? {
    (ForeignWords.value(word, among: names) ?? nearest(to: word, in: names))
      .map { word.didYouMean($0) }
  }

  /// Reports a word that is not among those a parameter takes.
  package mutating func unknown(_ word: String, at node: JSONNode, names: [String]) {
    let hint =
      suggestion(for: word, in: names) ?? "it takes \(names.map(\.quoted).listed())"
    error("\(parameter.quoted) cannot be \(word.quoted)", at: node.range, hint: hint)
  }

  /// Reports a file that may not be read; false if there is a fault.
  mutating func checkAccess(_ path: String, at range: Range<Int>) -> Bool {
    guard let mayRead, !mayRead(path) else { return true }
    error(DecodingContext.noAccess(path), at: range)
    return false
  }

  /// What is wrong with a file outside the folders that may be read.
  static func noAccess(_ path: String) -> String {
    "\(path.quoted) lies outside the timeline's folder, which an untrusted timeline may not leave; "
      + "--allow-read names more folders"
  }

  // MARK: Values

  /// Reads a value and checks it against `limits`.
  ///
  /// - Parameter isShare: whether a number is a share of a whole, which is 1, whatever its limits
  ///   are.
  package mutating func value<Value: ParameterValue>(
    _ type: Value.Type, from node: JSONNode, limits: Limits? = nil, unit: String? = nil,
    isShare: Bool = false
  ) -> Value? {
    let takesShares = Value.takesPercentages && (isShare || limits?.areShares == true)
    let share = takesShares ? node.share : nil
    guard !node.isInvalid, let value = Value.decode(share ?? node, in: &self) else { return nil }
    guard let limits, let outside = value.measures.first(where: { !limits.contains($0) }) else {
      return value
    }
    let unit = unit.map { " \($0)" } ?? ""
    // Decibels and percentages are said as they were written, not as the factor that they are.
    let written = value is Gain || share != nil ? node.string?.quoted : nil
    let spelling = JSONText.spelling(outside)
    error(
      "\(parameter.quoted) must be \(limits.demand)\(unit), not \(written ?? spelling)",
      at: node.range,
      hint: value is Gain && written == nil && outside < 0
        ? "decibels are text: \"\(spelling)dB\"" : nil)
    return nil
  }

  /// Runs `body` for a part of the timeline whose animations have another length.
  package mutating func with<Result>(
    subject: String, stretch: Stretch, duration: Time?,
    _ body: (inout DecodingContext) -> Result
  ) -> Result {
    let outer = (self.subject, self.stretch, self.duration, self.origin)
    (self.subject, self.stretch, self.duration, self.origin) = (subject, stretch, duration, nil)
    defer { (self.subject, self.stretch, self.duration, self.origin) = outer }
    return body(&self)
  }

  /// Runs `body` under the name of a parameter.
  package mutating func with<Result>(
    parameter name: String, _ body: (inout DecodingContext) -> Result
  ) -> Result {
    let outer = parameter
    parameter = name
    defer { parameter = outer }
    return body(&self)
  }

  /// The canvas on which a length is read; nil, and a fault, where it is a share of that and cannot
  /// be.
  mutating func viewport(for node: JSONNode) -> Viewport? {
    guard let text = node.string, Viewport.mayMatter(to: text),
      Viewport.units.contains(where: { text.contains($0) })
    else { return viewport ?? .provisional }
    usesViewport = true
    if viewport == nil {
      error(
        "\(parameter.quoted) says how large the canvas is, so it cannot be a share of the canvas",
        at: node.range, hint: "write pixels, or a percentage of the input's side")
    }
    return viewport
  }

  // MARK: Sounds

  /// Where a sound is looked for; nil is the mix.
  func scope(of source: String?) -> SoundScope {
    guard origin != nil else { return .files }
    guard let played else { return .film }
    return source.map(played.tracks.contains) == true ? .timeline(played.number) : .files
  }

  /// What a value follows; nil where that has not been heard yet.
  mutating func course(of query: SoundQuery, at place: Range<Int>) -> SoundCourse? {
    if !soundUses.contains(where: { $0.query == query }) {
      soundUses.append(SoundUse(query: query, place: place))
    }
    return courses[query]
  }

  /// What a picture shows of a sound; nil where that has not been heard yet.
  mutating func table(of query: SoundPictureQuery, at place: Range<Int>) -> SoundTable? {
    if !soundPictures.contains(where: { $0.query == query }) {
      soundPictures.append(SoundPictureUse(query: query, place: place))
    }
    return tables[query]
  }

  // MARK: Times

  /// Reads a time; percentages are shares of ``duration``.
  package mutating func time(_ node: JSONNode) -> Time? {
    if let sum = sum(node, of: { $0.time($1) }) { return sum }
    if let moment = beatMoment(node) { return time(of: moment, at: node) }
    guard let expression = timeExpression(node) else { return nil }
    note(expression, at: node)
    if let time = expression.resolved(rate: rate, duration: duration) { return time }
    error(
      stretch.shareFault, at: node.range,
      hint: "give \(stretch.name) \(stretch.remedy), or write a time")
    return nil
  }

  /// Reads a time that no layer's range can measure.
  mutating func absoluteTime(_ node: JSONNode) -> Time? {
    if let sum = sum(node, of: { $0.absoluteTime($1) }) { return sum }
    if let moment = beatMoment(node) { return time(of: moment, at: node) }
    guard let expression = timeExpression(node) else { return nil }
    note(expression, at: node)
    if let time = expression.resolved(rate: rate, duration: nil) { return time }
    error("\(parameter.quoted) takes a time, not a percentage", at: node.range)
    return nil
  }

  /// Reads a time of a layer; percentages are shares of what it lies in, where the length of that
  /// is known.
  mutating func time(_ node: JSONNode, within length: Time?, of whole: String) -> Time? {
    if let sum = sum(node, of: { $0.time($1, within: length, of: whole) }) { return sum }
    guard stretch != .track, stretch != .sound, let share = share(node) else {
      return absoluteTime(node)
    }
    if let length { return length * share }
    error(
      "\(parameter.quoted) cannot be a percentage, because the length of the \(whole) is not known",
      at: node.range,
      hint: whole == "film" ? "that of clips is; write a time" : "give the \(whole) an end")
    return nil
  }

  /// A share as it is written; nil for every other value, faulty ones too.
  private func share(_ node: JSONNode) -> Rational? {
    guard let text = node.string, case .share(let share)? = try? TimeExpression(parsing: text)
    else {
      return nil
    }
    return share
  }

  /// The moment of a track's music that is written here; nil where a time is.
  private mutating func beatMoment(_ node: JSONNode) -> BeatMoment?? {
    guard let text = node.string else { return nil }
    do throws(ValueError) {
      return try BeatMoment(parsing: text).map { .some($0) }
    } catch {
      report(error, at: node)
      return .some(nil)
    }
  }

  /// The time of a moment, counted from ``origin``.
  private mutating func time(of moment: BeatMoment?, at node: JSONNode) -> Time? {
    guard let moment else { return nil }
    guard !["duration", "delay"].contains(parameter) else {
      error(
        "\(parameter.quoted) is a length, and a \(moment.unit) is a moment", at: node.range,
        hint: stretch == .clip
          ? "a clip's 'start' and 'end' can be one"
          : "a 'start', an 'end' and the times of 'keys' can be one")
      return nil
    }
    guard let origin = origin?.film, played == nil else {
      error(
        "\(parameter.quoted) cannot be a \(moment.unit) here", at: node.range,
        hint: played == nil ? nil : "in a timeline that another one plays, write a time")
      return nil
    }
    if !beatUses.contains(where: { $0.track == moment.track }) {
      beatUses.append(BeatUse(track: moment.track, place: node.range))
    }
    guard let grid = grids[moment.track] else {
      // Until the music is heard: 120 beats a minute.
      let standIn = BeatGrid(beats: [0, 0.5], bars: [0, 2])
      return standIn.time(of: moment).map { $0 - origin }
    }
    if let time = grid.time(of: moment) { return time - origin }
    error("no \(moment.unit)s are heard in the track", at: node.range)
    return nil
  }

  private mutating func note(_ expression: TimeExpression, at node: JSONNode) {
    if case .frames = expression, frameTime == nil { frameTime = node.range }
  }

  /// Forgets the times counted in frames that were met.
  mutating func forgetFrameTimes() { frameTime = nil }

  /// Reads a time as it is written, which may be a share of something.
  mutating func timeExpression(_ node: JSONNode) -> TimeExpression? {
    do throws(ValueError) {
      switch node.kind {
      case .number(let text): return try TimeExpression(number: text)
      case .string(let text): return try TimeExpression(parsing: text)
      default:
        mismatch(node, expected: "a time", hint: #"write seconds, "90f" or "1:02.5""#)
        return nil
      }
    } catch {
      report(error, at: node, advice: TimeSum.advice(for: node))
      return nil
    }
  }
}

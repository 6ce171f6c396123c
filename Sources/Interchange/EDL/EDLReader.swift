import Bytes
import Timeline

/// Reads lists of CMX 3600 as cuts.
///
/// Times of the record count from the first event, as a list does not say what lies before it.
struct EDLReader {
  /// The cut, and what of the list is not in it.
  ///
  /// - Parameters:
  ///   - rate: the frames a second that its timecodes count; nil if that has to be guessed.
  ///   - sourceStart: the timecode with which every source begins; nil is 00:00:00:00.
  static func read(
    _ source: SourceText, rate: FrameRate?, sourceStart: SMPTETimecode? = nil
  ) -> (cut: CutTimeline, log: ImportLog) {
    let parser = EDLParser(source)
    let guess = guess(parser)
    guard !parser.log.hasErrors, let known = rate ?? guess else {
      return (CutTimeline(), parser.log)
    }
    var reader = EDLReader(parser, rate: known, sourceStart: sourceStart)
    if rate == nil {
      reader.log.warn(
        "the list does not say how many frames a second it counts; \(known.shortText) are taken, and "
          + "--rate says otherwise", at: parser.events.first?.range ?? 0..<0)
    }
    return (reader.read(), reader.log)
  }

  /// The usual rate at which a second has a frame of every number that is there.
  private static func guess(_ parser: EDLParser) -> FrameRate? {
    let most = parser.events.flatMap(\.times).map(\.frame).max() ?? 0
    if parser.countsDropped { return FrameRate(most < 30 ? 30_000 : 60_000, 1001) }
    let record = parser.events.flatMap { $0.times[2...] }.map(\.frame)
    let (all, ofRecord) = (
      min(EDLSourceRates.base(most), 60), min(EDLSourceRates.base(record.max() ?? 0), 60)
    )
    // Sources may count at another rate: by chance alone, one list in a thousand has so many times
    // of the record without the higher numbers.
    let isOfRecord = record.count * (all - ofRecord) >= 7 * all
    return FrameRate(isOfRecord ? ofRecord : all, 1)
  }

  private let events: [EDLEvent]
  private let title: String
  private let rate: FrameRate
  private let isDrop: Bool
  private let sourceStart: SMPTETimecode?
  private let sourceRates: EDLSourceRates
  private var log: ImportLog
  private var tracks: [EDLTrack] = []

  private init(_ parser: EDLParser, rate: FrameRate, sourceStart: SMPTETimecode?) {
    (events, title, log) = (parser.events, parser.title, parser.log)
    (self.rate, isDrop) = (rate, parser.dropsRecord)
    sourceRates = EDLSourceRates(parser.events, list: rate)
    self.sourceStart = sourceStart
  }

  /// The frames of a timecode of the record; says if it has more in a second than there are.
  private mutating func frames(_ time: SMPTETimecode, _ event: EDLEvent) -> Int {
    let base = rate.timecodeBase
    if time.frame >= base {
      log.error(
        "a timecode has frame \(time.frame), but there are \(base) in a second", at: event.range)
    }
    return time.count(base: base, isDrop: isDrop)
  }

  private mutating func read() -> CutTimeline {
    var cut = CutTimeline()
    (cut.name, cut.rate) = (title, rate)
    let starts = events.map { frames($0.times[2], $0) }
    let origin = starts.min() ?? 0
    for (index, event) in events.enumerated() {
      let previous = index > 0 ? events[index - 1] : nil
      let from = previous.flatMap { $0.number == event.number && $0.isEmpty ? $0 : nil }
      add(event, from: from, at: starts[index] - origin)
    }
    // Pictures first, with keys over them, then sounds by their channels.
    let sorted = tracks.sorted {
      ($0.channel ?? 0, $0.isOver ? 1 : 0) < ($1.channel ?? 0, $1.isOver ? 1 : 0)
    }
    for track in sorted { cut.tracks.append(track.track(rate, &log)) }
    return cut
  }

  private mutating func add(_ event: EDLEvent, from: EDLEvent?, at start: Int) {
    let duration = frames(event.times[3], event) - frames(event.times[2], event)
    guard duration >= 0 else {
      return log.error("the record ends before it begins", at: event.range)
    }
    if duration == 0, event.transitionFrames == 0 { return }
    if case .key(let frames, let isOut) = event.entry {
      log.warn(
        "what a key cuts out is not carried over; all of its clip lies over the background",
        at: event.range)
      if isOut, frames > 0 {
        log.warn("the fade with which a key goes is not carried over", at: event.range)
      }
    }
    let entering = transition(event)
    let clip = clip(event, duration: duration)
    let outgoing = from.map { self.clip($0, duration: 0) }
    var sounds = Set(event.channels)
    if event.isPicture {
      var picture = clip
      // The first channels of sound that are cut with the picture come with it.
      picture.hasSound = !sounds.isEmpty
      if picture.hasSound { sounds = [] }
      track(nil, isOver: event.isKey)
        .add(picture, at: start, entering, from: event.isKey ? nil : outgoing)
    }
    for channel in sounds.sorted() {
      var sound = clip
      sound.markers = []
      track(channel).add(sound, at: start, entering, from: outgoing)
    }
    if !event.isPicture, event.channels.isEmpty {
      log.warn("an event without a channel is not carried over", at: event.range)
    }
  }

  private mutating func transition(_ event: EDLEvent) -> (kind: CutChange, frames: Int)? {
    switch event.entry {
    case .cut, .background, .key(_, isOut: true): return nil
    case .dissolve(let frames), .key(let frames, isOut: false):
      return frames > 0 ? (.dissolve, frames) : nil
    case .wipe(let code, let frames):
      if !EDLWipe.isKnown(code), event.isPicture {
        log.warn("wipe \(code) is made a wipe to the right", at: event.range)
      }
      return frames > 0 ? (EDLWipe.change(code), frames) : nil
    }
  }
}

extension EDLReader {
  /// The track of a channel, or of pictures: of those of keys, which lie over the others, too.
  private mutating func track(_ channel: Int?, isOver: Bool = false) -> EDLTrack {
    if let track = tracks.first(where: { $0.channel == channel && $0.isOver == isOver }) {
      return track
    }
    let track = EDLTrack(channel, isOver: isOver)
    tracks.append(track)
    return track
  }

  private mutating func clip(_ event: EDLEvent, duration: Int) -> CutClip {
    let counted = sourceRates.rate(of: event, list: rate)
    if counted != rate {
      log.warn(
        "the source has more frames in a second than the list; its timecodes are taken to count "
          + counted.shortText, at: event.range)
    }
    let dropsSource = event.times.prefix(2).contains(where: \.isDrop) || event.dropsSource ?? isDrop
    let seconds = { (time: SMPTETimecode) in
      counted.seconds(time.count(base: counted.timecodeBase, isDrop: dropsSource))
    }
    let ends = event.times.prefix(2).map(seconds)
    // Behind a transition, FROM CLIP NAME is that of the clip before.
    let name = (event.transitionFrames > 0 ? event.toName : event.clipName ?? event.toName) ?? ""
    var clip = CutClip(media(event, name), duration: rate.seconds(duration), place: event.range)
    // Avid marks what is frozen in its name, too.
    let isMarked = name.hasSuffix(" FF") && (event.isFrozen || event.motion?.rate == 0)
    clip.name =
      name.isEmpty && !clip.isComputed
      ? event.reel : String(isMarked ? name.dropLast(3) : name[...])
    let start = ends[0] - (sourceStart.map(seconds) ?? .zero)
    if start < .zero, !clip.isStill {
      log.warn("the source is played from before its beginning", at: event.range)
    }
    clip.start = max(start, .zero)
    clip.speed = speed(event, source: ends[1] - ends[0], at: counted, record: duration)
    clip.look.grade = event.grade
    clip.markers = event.markers.map { marker in
      // A marker stands at a time of the record.
      let elapsed = frames(marker.time, event) - frames(event.times[2], event)
      let time = clip.start + rate.seconds(elapsed) * max(clip.speed, .zero)
      return CutMarker(name: marker.name, time: time, place: marker.range)
    }
    return clip
  }

  /// Seconds of the source for each of the record.
  private mutating func speed(
    _ event: EDLEvent, source: Rational, at counted: FrameRate, record: Int
  ) -> Rational {
    if event.isFrozen { return .zero }
    if case .file = media(event, "") {} else { return .one }
    if let motion = event.motion {
      let frames = Rational(simplest: motion.rate)
      return frames.divided(by: Rational(rate.timecodeBase)) ?? .one
    }
    let length = rate.seconds(record)
    guard source != length, source > .zero, let speed = source.divided(by: length) else {
      return .one
    }
    // Avid has sounds a frame longer in the source, and whole frames of one rate are seldom whole
    // ones of another.
    let difference = max(source, length) - min(source, length)
    if difference < counted.frameLength + rate.frameLength { return .one }
    log.warn(
      "source and record differ in length without M2; the source is played so fast that it fits",
      at: event.range)
    return speed
  }

  private func media(_ event: EDLEvent, _ name: String) -> CutMedia {
    switch event.reel.uppercased() {
    case "BL", "BLACK": return .color("#000000")
    case "BARS": return .bars
    default:
      // AX and AUX are no reels: they say that there is none.
      let isReel = !["AX", "AUX", ""].contains(event.reel.uppercased())
      let names = event.files + (name.isEmpty ? [] : [name]) + (isReel ? [event.reel] : [])
      return .file(names.isEmpty ? [event.reel] : names)
    }
  }
}

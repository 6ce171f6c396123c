import Bytes
import Timeline

/// Writes cuts as lists of CMX 3600.
///
/// The record begins at 01:00:00:00, as is usual. A list has one kind of frame count, so at 29.97
/// and 59.94 frames a second numbers are dropped.
struct EDLWriter {
  /// The most frames a second that a list is written for.
  private static let mostFrames = 120

  private let rate: FrameRate
  private let isDrop: Bool
  private let origin: Int
  private var lines: [String] = []
  private var number = 0
  private var log: ImportLog

  static func text(of cut: CutTimeline, log: ImportLog) -> (text: String, log: ImportLog) {
    guard let rate = cut.rate ?? FrameRate(25, 1) else { return ("", log) }
    guard rate.timecodeBase <= mostFrames else {
      var log = log
      log.error("timecodes count at most \(mostFrames) frames a second", at: 0..<1)
      return ("", log)
    }
    var writer = EDLWriter(rate, log)
    writer.write(cut)
    return (writer.lines.joined(separator: "\n") + "\n", writer.log)
  }

  private init(_ rate: FrameRate, _ log: ImportLog) {
    (self.rate, self.log) = (rate, log)
    isDrop = rate.denominator == 1001 && rate.timecodeBase % 30 == 0
    origin = SMPTETimecode("01:00:00:00")?.count(base: rate.timecodeBase, isDrop: isDrop) ?? 0
  }

  private mutating func write(_ cut: CutTimeline) {
    let title = cut.name.filter { !$0.isNewline }
    lines.append("TITLE: \(title.isEmpty ? "cut" : title)")
    lines.append("FCM: \(isDrop ? "" : "NON-")DROP FRAME")
    var position = Rational.zero
    var previous: CutClip?
    var change: CutTransition?
    for item in cut.tracks.first?.items ?? [] {
      switch item {
      case .gap(let duration):
        // A list counts from its first event, so what lies before it has to be one.
        if position == .zero { writeBlack(duration) }
        (previous, change) = (nil, nil)
      case .transition(let transition): change = transition
      case .clip(let clip):
        write(clip, at: position, from: previous, change)
        (previous, change) = (clip, nil)
      case .nest: break
      }
      position = position + item.duration
    }
  }

  /// A time in frames, which it has to be in.
  private mutating func frames(_ seconds: Rational, at place: Range<Int>) -> Int {
    let exact = seconds * rate.exact
    if exact.denominator != 1 {
      log.warn("a time between two frames is moved to the nearest", at: place)
    }
    return Int(clamping: exact.rounded)
  }

  private mutating func timecode(_ frames: Int, at place: Range<Int>) -> String {
    let day = SMPTETimecode("23:59:59:00")?.count(base: rate.timecodeBase, isDrop: isDrop) ?? 0
    if frames >= day {
      log.error("timecodes count up to 24 hours, and this is later", at: place)
    }
    return SMPTETimecode.text(of: frames, base: rate.timecodeBase, isDrop: isDrop)
  }

  private mutating func writeBlack(_ duration: Rational) {
    var clip = CutClip(.color("#000000"), duration: duration, place: 0..<0)
    clip.name = ""
    write(clip, at: .zero, from: nil, nil)
  }

  private mutating func write(
    _ clip: CutClip, at position: Rational, from previous: CutClip?, _ change: CutTransition?
  ) {
    number += 1
    let start = origin + frames(position, at: clip.place)
    let end = origin + frames(position + clip.duration, at: clip.place)
    guard let change, let previous else {
      writeEvent(clip, "C", from: start, to: end)
      writeMotion(clip)
      return writeNames(clip, isTo: false)
    }
    // The clip before is named in a line of no length.
    var outgoing = previous
    outgoing.start = previous.start + (previous.speed > .zero ? previous.span : .zero)
    outgoing.duration = .zero
    writeEvent(outgoing, "C", from: start, to: start)
    let length = frames(change.after, at: change.place)
    writeEvent(clip, "\(kind(change)) \(length.padded(to: 3))", from: start, to: end)
    writeMotion(clip)
    writeNames(previous, isTo: false)
    writeNames(clip, isTo: true)
  }

  /// `D` for a dissolve, or the number of a wipe.
  private mutating func kind(_ change: CutTransition) -> String {
    guard case .named(let name, let direction) = change.kind else { return "D   " }
    let plain = ["left", "right", "up", "down"].first { name == "wipe" + $0 }
    if let code = EDLWipe.code(plain == nil ? name : "wipe", direction: plain ?? direction) {
      return "W\(code.padded(to: 3))"
    }
    log.warn("the transition \(name.quotedText) is made a dissolve", at: change.place)
    return "D   "
  }

  private mutating func writeEvent(_ clip: CutClip, _ entry: String, from start: Int, to end: Int) {
    let length = end - start
    // A source that runs at another speed takes another length of it.
    let first = clip.isStill ? 0 : frames(clip.start, at: clip.place)
    let way =
      clip.speed == .one || clip.isStill
      ? length : Int(clamping: rate.frames(clip.span).rounded)
    let last = first + (length == 0 ? 0 : max(way, 1))
    let reel = Self.padded("\(reel(clip))", to: 8)
    let channel = Self.padded(clip.hasSound ? "AA/V" : "V", to: 5)
    let times = [first, last, start, end].map { timecode($0, at: clip.place) }
      .joined(separator: " ")
    let edit = Self.padded(entry, to: 8)
    lines.append("\(number.padded(to: 3))  \(reel) \(channel) \(edit) \(times)")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private mutating func reel(_ clip: CutClip) -> String {
    switch clip.media {
    case .file: return "AX"
    case .bars: return "BARS"
    case .text, .nest: return "BL"
    case .color(let color):
      if color != "#000000" {
        log.warn("a list has no colours but black, which \(color) is made", at: clip.place)
      }
      return "BL"
    }
  }

  /// How fast a clip plays: the frames of its source in a second.
  private mutating func writeMotion(_ clip: CutClip) {
    guard clip.speed != .one, !clip.isStill else { return }
    let tenths = clip.speed * Rational(10 * rate.timecodeBase)
    if tenths.denominator != 1 {
      log.warn("a speed is rounded to a tenth of a frame a second", at: clip.place)
    }
    let first = timecode(frames(clip.start, at: clip.place), at: clip.place)
    lines.append("M2   AX       \(Self.speed(tenths.double / 10))                \(first)")
  }

  /// The names of a clip and its file.
  private mutating func writeNames(_ clip: CutClip, isTo: Bool) {
    guard case .file(let names) = clip.media, let path = names.first else { return }
    let name = clip.name.isEmpty ? String(MediaName.last(path)) : clip.name
    lines.append("* \(isTo ? "TO" : "FROM") CLIP NAME: \(name.filter { !$0.isNewline })")
    lines.append("* \(isTo ? "TO" : "SOURCE") FILE: \(path.filter { !$0.isNewline })")
  }

  /// Frames a second with one place, as `048.0` and `-024.0`.
  private static func speed(_ value: Double) -> String {
    let tenths = Int(exactly: (abs(value) * 10).rounded()) ?? 0
    let whole = (tenths / 10).padded(to: 3)
    return "\(value < 0 ? "-" : "")\(whole).\(tenths % 10)"
  }
}

extension FrameRate {
  /// So many seconds in frames.
  func frames(_ seconds: Rational) -> Rational {
    seconds * exact
  }
}

import Bytes

/// One line of a list that says what is seen or heard when, with what the lines behind it add.
struct EDLEvent {
  /// How it comes in.
  enum Entry: Hashable {
    case cut
    case dissolve(frames: Int)
    /// With its number in SMPTE ST 258.
    case wipe(code: Int, frames: Int)
    /// What lies under a key: a cut.
    case background
    /// What lies over it, and comes within so many frames; or goes.
    case key(frames: Int, isOut: Bool)
  }

  let number: String
  let reel: String
  /// Whether pictures are cut.
  let isPicture: Bool
  /// The numbers of the channels of sound that are cut.
  var channels: [Int]
  let entry: Entry
  /// Whether it has the frames of a transition, but not its letter, as Avid writes effects that the
  /// format has no letter for.
  let lacksKind: Bool
  /// Source in and out, record in and out.
  let times: [SMPTETimecode]
  let range: Range<Int>
  /// Whether the timecodes of its source drop numbers; nil where no line has said it.
  var dropsSource: Bool?
  var clipName: String?
  var toName: String?
  /// The names that files may have, the likeliest first.
  var files: [String] = []
  /// The frames a second of the source that are played in one of the record, and where that stands.
  var motion: (rate: Double, range: Range<Int>)?
  var isFrozen = false
  var markers: [(name: String, time: SMPTETimecode, range: Range<Int>)] = []
  var grade: CutGrade?

  /// Reads `001  REEL V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00`; nil for other lines.
  init?(_ line: EDLLine) {
    let words = line.words
    guard words.count >= 8 else { return nil }
    let times = words.suffix(4).compactMap { SMPTETimecode($0.text) }
    guard times.count == 4, words[0].text.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    let middle = words.dropLast(4).dropFirst()
    // A reel may have blanks in it, so the rest is found from behind.
    let found = middle.lastIndex { Self.isEntry($0.text) }
    let at = found ?? middle.endIndex - 1
    guard at - 1 > middle.startIndex else { return nil }
    let length = Int(middle[middle.endIndex - 1].text) ?? 0
    lacksKind = found == nil
    // `K B` and `K O` are two words.
    let second = at + 1 < middle.endIndex ? middle[at + 1].text.uppercased() : ""
    let letter = ["B", "O"].contains(second) && middle[at].text.uppercased() == "K" ? second : ""
    let kind = lacksKind ? length > 0 ? "D" : "" : middle[at].text + letter
    guard let entry = Self.entry(kind, frames: length) else { return nil }
    let channel = middle[at - 1].text.uppercased()
    number = words[0].text
    reel = middle[middle.startIndex..<at - 1].map(\.text).joined(separator: " ")
    (isPicture, channels) = Self.channels(channel)
    guard !lacksKind || isPicture || !channels.isEmpty else { return nil }
    self.entry = entry
    self.times = times
    range = line.range
  }

  private static func isEntry(_ word: String) -> Bool { entry(word, frames: 0) != nil }

  private static func entry(_ word: String, frames: Int) -> Entry? {
    let frames = min(max(frames, 0), 1_000_000)
    switch word.uppercased() {
    case "C": return .cut
    case "D": return .dissolve(frames: frames)
    case "K", "KO": return .key(frames: frames, isOut: word.count > 1)
    case "KB": return .background
    case let word where word.hasPrefix("W"):
      return Int(word.dropFirst()).map { .wipe(code: $0, frames: frames) }
    default: return nil
    }
  }

  /// `V`, `A`, `A2`, `AA` for the first two, `B` for picture and the first, `AA/V`.
  private static func channels(_ word: String) -> (isPicture: Bool, sounds: [Int]) {
    var (isPicture, sounds) = (false, [Int]())
    for part in word.split(separator: "/") {
      switch part {
      case "B": (isPicture, sounds) = (true, sounds + [1])
      case "A": sounds.append(1)
      case "AA": sounds += [1, 2]
      case _ where part.hasPrefix("V"): isPicture = true
      case _ where part.hasPrefix("A"):
        if let number = Int(part.dropFirst()), (1...99).contains(number) { sounds.append(number) }
      default: break
      }
    }
    return (isPicture, sounds)
  }

  /// Whether it only says what a transition comes from.
  var isEmpty: Bool { times[2] == times[3] }
  /// The frames that its transition takes.
  var transitionFrames: Int {
    switch entry {
    case .dissolve(let frames), .wipe(_, let frames): frames
    case .cut, .background, .key: 0
    }
  }
  /// Whether it lies over what is on the track of pictures.
  var isKey: Bool { if case .key = entry { true } else { false } }
}

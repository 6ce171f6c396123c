import Bytes
import Timeline

/// What auto-editor does to a part of a source: words such as `speed:2` and `zoom:1..2`, which its
/// later releases write.
struct AutoEditorActions {
  /// Whether the part is left out.
  private(set) var isCut = false
  /// Seconds of the source for each that is played.
  private(set) var speed = Rational.one
  private var volume = 1.0
  private var look: [(name: String, values: [Double])] = []
  private var isFlipped = (across: false, down: false)
  private var unknown: [(name: String, range: Range<Int>)] = []

  /// Reads an array of words; nil is nothing.
  init(_ node: JSONNode?) {
    for element in node?.elements ?? [] {
      let text = element.string ?? ""
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let name = parts.first ?? ""
      let values = parts.count == 2 ? Self.values(parts[1]) : []
      switch name {
      case "nil": break
      case "cut": isCut = true
      case "hflip": isFlipped.across.toggle()
      case "vflip": isFlipped.down.toggle()
      case "speed", "varispeed":
        guard let value = values.first, values.count == 1, value > 0, value < 99_999 else {
          unknown.append((text, element.range))
          continue
        }
        speed = speed * Rational(simplest: value)
        if name == "varispeed" { unknown.append(("varispeed, which changes pitch", element.range)) }
      case "volume" where values.count == 1: volume *= max(values[0], 0)
      case "zoom" where !values.isEmpty, "opacity" where !values.isEmpty,
        "rotate" where values.count == 1:
        look.append((name, values))
      default: unknown.append((text, element.range))
      }
    }
  }

  /// `2`, or `1..0.5..1` spread over the part; none where any is no number.
  private static func values(_ text: String) -> [Double] {
    var (values, rest) = ([Double](), text[...])
    while !rest.isEmpty {
      let end = rest.firstRange(of: "..")
      guard let value = Double(rest[..<(end?.lowerBound ?? rest.endIndex)]),
        abs(value) <= 100_000
      else { return [] }
      values.append(value)
      rest = end.map { rest[$0.upperBound...] } ?? ""
    }
    return values
  }

  /// Puts all but the speed into a clip as long as it is played.
  func take(_ clip: inout CutClip, _ kind: CutTrack.Kind, _ log: inout ImportLog) {
    for action in unknown {
      log.warn("the effect \(action.name.quotedText) is not carried over", at: action.range)
    }
    guard kind == .picture else {
      if volume != 1 { clip.sound.volume = CutCurve(CutSound.decibels(volume)) }
      return
    }
    if isFlipped.across || isFlipped.down {
      clip.look.flip =
        isFlipped.across ? isFlipped.down ? "both" : "horizontal" : "vertical"
    }
    for (name, values) in look {
      let last = Int128(max(values.count - 1, 1))
      let keys = values.enumerated().map { index, value in
        CutCurve.Key(
          clip.duration * Rational(reducing: Int128(index), over: last),
          name == "zoom" ? [max(value, 0), max(value, 0)] : [value])
      }
      let curve = CutCurve(keys: keys)
      switch name {
      case "zoom": clip.look.scale = curve
      case "opacity": clip.look.opacity = curve?.mapped { $0.map { min(max($0, 0), 1) } }
      default: clip.look.rotation = curve
      }
    }
  }
}

import Bytes
import Timeline

extension ShotstackReader {
  /// Whether clips are a row of films and pictures that a main track can be.
  func isPlainRow(_ clips: [ShotstackClip]) -> Bool {
    var end = Rational.zero
    for clip in clips {
      guard clip.kind == "video" || clip.kind == "image", clip.start >= end else { return false }
      let known = ["asset", "start", "length", "fit", "alias"]
      let assets = ["type", "src", "trim", "volume", "volumeEffect", "speed"]
      guard clip.fields.hasOnly(known), clip.asset.hasOnly(assets) else { return false }
      end = clip.start + (clip.length ?? .zero)
    }
    return true
  }

  /// Writes a row of clips as the main track.
  mutating func writeMain(_ clips: [ShotstackClip]) {
    var end = Rational.zero
    for var clip in clips {
      guard let source = source(&clip) else { continue }
      var members: TimelineDraft.Members = [("source", source)]
      members += part(&clip)
      if clip.start > end { members.append(("start", spelling.time(clip.start))) }
      // What stands in for a film has no end of its own.
      let shown = source.isFile ? clip.length : clip.length ?? Rational(5)
      if let shown { members.append(("duration", spelling.time(shown))) }
      members.append(("fit", .string(fit(&clip))))
      if clip.kind == "video" {
        let length = clip.length ?? Rational(4)
        members += sound(&clip.asset, over: length, effect: "volumeEffect")
      }
      draft.clips.append(members)
      end = clip.start + (clip.length ?? .zero)
    }
  }

  /// The source of a clip; nil where it names none.
  mutating func source(_ clip: inout ShotstackClip, canStandIn: Bool = true) -> JSONText? {
    guard let path = clip.asset.text("src", &log), !path.isEmpty else {
      log.warn("an asset without a source is not carried over", at: clip.place)
      return nil
    }
    guard !path.hasPrefix("alias://") else {
      log.warn("an asset that is another clip's is not carried over", at: clip.place)
      return nil
    }
    return finder.source([path], at: clip.place, &log, canStandIn: canStandIn)
  }

  /// Where in its source a clip begins, and how fast it plays.
  mutating func part(_ clip: inout ShotstackClip) -> TimelineDraft.Members {
    var members: TimelineDraft.Members = []
    if let trim = clip.asset.length("trim", &log), trim > .zero {
      members.append(("in", spelling.time(trim)))
    }
    guard let speed = clip.asset.number("speed", &log), speed != .one else { return members }
    let held = min(max(speed, Rational(reducing: 1, over: 100)), Rational(100))
    if held != speed { log.warn("a speed beyond 0.01 to 100 is held within it", at: clip.place) }
    return members + [("speed", TimeSpelling.number(held))]
  }

  /// How a picture fills its box, as CSS names it.
  mutating func fit(_ clip: inout ShotstackClip) -> String {
    let name = clip.fields.text("fit", &log) ?? "crop"
    if let own = ["crop": "cover", "cover": "fill", "contain": "contain", "none": "none"][name] {
      return own
    }
    log.warn("a fit called \(name.quotedText) is made 'crop'", at: clip.place)
    return "cover"
  }
}

extension JSONFields {
  /// Whether the object has no other members than these.
  func hasOnly(_ keys: [String]) -> Bool { others(than: keys).isEmpty }
}

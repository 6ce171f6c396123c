import Bytes
import Markup
import Timeline

/// A text of SubRip's, and when it is seen, in milliseconds.
struct MLTCue: Hashable {
  let start: Int
  let end: Int
  var text = ""

  /// The cues of a document, as far as MLT reads it (`subtitles.cpp`): a line with a number, one with
  /// the times, and lines of text up to an empty one.
  static func cues(_ document: String) -> [MLTCue] {
    var cues: [MLTCue] = []
    var isNumbered = false
    var isOpen = false
    for line in document.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if isOpen, let last = cues.indices.last {
        isOpen = !line.isEmpty
        cues[last].text += (cues[last].text.isEmpty || line.isEmpty ? "" : "\n") + line
      } else if isNumbered {
        isNumbered = false
        guard let cue = MLTCue(times: line) else { continue }
        cues.append(cue)
        isOpen = true
      } else {
        isNumbered = !line.isEmpty && line.utf8.allSatisfy(\.isDigit)
      }
    }
    return cues
  }

  /// Reads `00:00:01,000 --> 00:00:02,500`.
  private init?(times line: Substring) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count >= 3, words[1] == "-->", let start = Self.milliseconds(words[0]),
      let end = Self.milliseconds(words[2])
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  private static func milliseconds(_ text: Substring) -> Int? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "," }
    let numbers = parts.map { Int($0) ?? -1 }
    guard numbers.count == 4, numbers.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
    return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1000 + numbers[3]
  }
}

extension MLTReader {
  /// Whether a filter writes subtitles that stand in the project, as those of Shotcut do.
  func writesCues(_ filter: MarkupElement) -> Bool {
    filter.properties["mlt_service"] == "subtitle"
  }

  /// Whether a filter only keeps subtitles that another one of the tractor writes.
  func keepsCues(_ filter: MarkupElement, of tractor: MarkupElement) -> Bool {
    guard filter.properties["mlt_service"] == "subtitle_feed" else { return false }
    let feed = filter.properties["feed"]
    return tractor.all("filter").contains { writesCues($0) && $0.properties["feed"] == feed }
  }

  /// Adds what a filter writes: the texts of a feed, or its own, as a track, or those of a file.
  mutating func writeCues(
    _ filter: MarkupElement, of tractor: MarkupElement, into cut: inout CutTimeline
  ) {
    let properties = filter.properties
    guard properties["disable"] != "1" else { return }
    if let path = properties["resource"], !path.isEmpty {
      let isWhole = path.hasPrefix("/") || path.dropFirst().hasPrefix(":")
      cut.subtitles.append(
        CutSubtitles(names: [isWhole ? path : folder + path], place: filter.place))
      return
    }
    let feed = tractor.all("filter").map(\.properties).first {
      $0["mlt_service"] == "subtitle_feed" && $0["feed"] == properties["feed"]
    }
    let cues = MLTCue.cues(properties["text"] ?? feed?["text"] ?? "")
    var (track, end) = (CutTrack(.picture), 0)
    let letters = letters(properties)
    for cue in cues where !cue.text.isEmpty {
      let (first, last) = (max(frame(at: cue.start), end), frame(at: cue.end))
      guard last > first else { continue }
      guard count(at: filter.place) else { break }
      if first > end { track.items.append(.gap(rate.seconds(first - end))) }
      var text = letters
      text.text = cue.text
      let clip = CutClip(
        .text(text), duration: rate.seconds(last - first), place: filter.place)
      track.items.append(.clip(clip))
      end = last
    }
    guard !track.items.isEmpty else { return }
    log.warn(
      "subtitles stand at an edge of the picture, not in their rectangle, and without an outline",
      at: filter.place)
    cut.tracks.append(track)
  }

  /// The first frame at whose last millisecond so much time has gone by, as MLT looks at it.
  private func frame(at milliseconds: Int) -> Int {
    let time = Rational(reducing: Int128(milliseconds + 1), over: 1000)
    return Int(clamping: (time * rate.exact).ceiling - 1)
  }

  /// The letters of a filter's texts, of MLT's defaults where it says nothing.
  private func letters(_ properties: [String: String]) -> CutText {
    var text = CutText("")
    text.font = properties["family"]
    let size = properties["size"].flatMap { Double($0) } ?? 48
    if size > 0, size < 10_000 { text.size = size / Double(self.size?.height ?? 576) }
    text.color = Self.color(properties["fgcolour"] ?? "0x000000ff")
    let box = Self.color(properties["bgcolour"] ?? "0x00000020")
    if let box, !(box.utf8.count == 9 && box.hasSuffix("00")) { text.background = box }
    text.align = ["left": "left", "right": "right"][properties["halign"] ?? "left"] ?? "center"
    text.isBold = (properties["weight"].flatMap { Int($0) } ?? 400) >= 600
    text.isItalic = properties["style"] == "italic"
    text.isUnderlined = properties["underline"] == "1"
    let rect = (properties["geometry"] ?? "20%/80%:60%x20%").split { " /:x".contains($0) }
    let (top, height) = (share(rect, 1), share(rect, 3))
    text.edge = top + height / 2 < 0.5 ? .top : .bottom
    return text
  }

  /// One number of a rectangle as a share of the canvas's height.
  private func share(_ rectangle: [Substring], _ index: Int) -> Double {
    guard rectangle.indices.contains(index) else { return 1 }
    let text = rectangle[index]
    if text.hasSuffix("%") { return (Double(text.dropLast()) ?? 100) / 100 }
    return (Double(text) ?? 0) / Double(size?.height ?? 576)
  }
}

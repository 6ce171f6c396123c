import Bytes
import Markup
import Timeline

/// Reads projects of MLT, as Shotcut and Kdenlive write them, as cuts.
///
/// Times count in frames or as clocks; an `out` is the last frame that is seen.
struct MLTReader {
  /// How deep tractors may lie in one another.
  static let deepest = 32

  /// Counts entries and tracks: tractors may multiply.
  private var budget = ImportBudget()
  var log: ImportLog
  /// Producers, chains, playlists and tractors by their names.
  private(set) var services: [String: MarkupElement] = [:]
  let rate: FrameRate
  let size: CutSize?
  /// What stands before relative paths.
  let folder: String
  /// The name of the project's file.
  let project: String

  static func read(_ source: SourceText) -> (cut: CutTimeline, log: ImportLog) {
    var log = ImportLog()
    guard let root = log.root(of: source) else { return (CutTimeline(), log) }
    guard root.name == "mlt", let main = Self.main(root), let usual = FrameRate(25, 1) else {
      log.error("this is no project of MLT with something to play", at: root.place)
      return (CutTimeline(), log)
    }
    let profile = root.first("profile")
    let number = { (name: String) in profile?.attributes[name].flatMap { Int($0) } }
    var rate: FrameRate?
    if let up = number("frame_rate_num"), let down = number("frame_rate_den") {
      rate = FrameRate(up, down)
    }
    if rate == nil {
      log.warn(
        "the project does not say how many frames a second it has; 25 are taken", at: root.place)
    }
    var size: CutSize?
    if let width = number("width"), let height = number("height") { size = CutSize(width, height) }
    var reader = MLTReader(
      log: log, rate: rate ?? usual, size: size, folder: root.attributes["root"] ?? "",
      project: source.name)
    reader.define(root)
    var cut = reader.cut(main)
    reader.attach(reader.guides(root), to: &cut)
    cut.name = root.attributes["title"].flatMap { $0.hasPrefix("Shotcut version") ? nil : $0 } ?? ""
    (cut.rate, cut.size) = (rate ?? usual, size)
    return (cut, reader.log)
  }

  /// What is played: the last tractor, or else the last playlist or producer.
  private static func main(_ root: MarkupElement) -> MarkupElement? {
    for names in [["tractor"], ["playlist"], ["producer", "chain"]] {
      if let last = root.children.last(where: { names.contains($0.name) }) { return last }
    }
    return nil
  }

  private init(
    log: ImportLog, rate: FrameRate, size: CutSize?, folder: String, project: String
  ) {
    (self.log, self.rate, self.size, self.project) = (log, rate, size, project)
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
  }

  private mutating func define(_ root: MarkupElement) {
    var open = [root]
    while let element = open.popLast() {
      if let id = element.attributes["id"],
        ["producer", "chain", "playlist", "tractor"].contains(element.name)
      {
        services[id] = element
      }
      open += element.children
    }
  }

  func service(_ element: MarkupElement) -> MarkupElement? {
    if let id = element.attributes["producer"] { return services[id] }
    return element.children.first {
      ["producer", "chain", "playlist", "tractor"].contains($0.name)
    }
  }

  private mutating func cut(_ main: MarkupElement) -> CutTimeline {
    if main.name == "tractor" { return tractor(main, depth: 0) }
    var cut = CutTimeline()
    let row =
      main.name == "playlist"
      ? playlist(main, depth: 0) : [entry(main, main, depth: 0)].compactMap { $0 }
    cut.tracks = tracks(row, name: "", hidden: "")
    return cut
  }

  /// Counts an entry or a track; false where there are too many.
  mutating func count(at place: Range<Int>) -> Bool {
    budget.take("entries and tracks", at: place, sayingIn: &log)
  }

  /// A time in frames: `25`, `00:00:01.000`, `00:00:01:00`; nil for anything else.
  func frames(_ text: String?) -> Int? {
    guard let text, !text.isEmpty else { return nil }
    if let count = Int(text) { return count.magnitude <= 1_000_000_000 ? count : nil }
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == ";" }).map(String.init)
    guard parts.count <= 4, let last = parts.last else { return nil }
    let whole = parts.dropLast().map { Int($0) ?? -1 }
    guard whole.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
    if parts.count == 4 {
      guard let count = Int(last), (0...1000).contains(count) else { return nil }
      return ((whole[0] * 60 + whole[1]) * 60 + whole[2]) * rate.timecodeBase + count
    }
    guard let seconds = Double(String(last.map { $0 == "," ? "." : $0 })), seconds >= 0,
      seconds <= 1e7
    else {
      return nil
    }
    let minutes = whole.reduce(0) { $0 * 60 + $1 }
    let time = Double(minutes * 60) + seconds
    return Int((time * Double(rate.numerator) / Double(rate.denominator)).rounded())
  }
}

extension MarkupElement {
  /// The `property` elements by their names.
  var properties: [String: String] {
    var properties: [String: String] = [:]
    for property in all("property") {
      if let name = property.attributes["name"] { properties[name] = property.words ?? "" }
    }
    return properties
  }
}

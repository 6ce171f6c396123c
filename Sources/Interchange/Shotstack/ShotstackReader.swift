import Bytes
import Timeline

/// Makes timelines of Shotstack's edits.
///
/// The lowest track becomes the main track where it is a plain row of films and pictures, and else
/// the background's colour does; all other clips become layers, bottom to top, and sounds.
struct ShotstackReader {
  let finder: MediaFinder
  var log: ImportLog
  var draft = TimelineDraft()
  var spelling = TimeSpelling(rate: nil)
  var merge = ShotstackMerge()
  /// The canvas, in pixels.
  var size = (width: 1280.0, height: 720.0)
  var clips: [ShotstackClip] = []
  /// The mattes of each track.
  var lumas: [Int: [ShotstackClip]] = [:]
  /// When the last clip ends whose end is known.
  var end = Rational.zero
  var background = "#000000"

  /// The timeline, and what of the edit is not in it.
  static func draft(
    _ source: SourceText, finder: MediaFinder
  ) -> (draft: TimelineDraft, log: ImportLog) {
    let (json, log) = JSONSource.parse(source, as: .json5)
    guard let json else { return (TimelineDraft(), log) }
    var reader = ShotstackReader(finder: finder, log: log)
    reader.read(json)
    return (reader.draft, reader.log)
  }

  private init(finder: MediaFinder, log: ImportLog) { (self.finder, self.log) = (finder, log) }

  private mutating func read(_ root: JSONNode) {
    // A template of theirs has the edit within it.
    let root = root["template"]?.members != nil ? root["template"] ?? root : root
    guard root["timeline"]?["tracks"]?.elements != nil else {
      return log.error("an edit of Shotstack needs a timeline with tracks", at: root.range.prefix)
    }
    merge = ShotstackMerge(root["merge"], &log)
    var fields = JSONFields(merge.filled(root, &log))
    fields.ignore("merge", "callback", "disk", "instance", "name", "id")
    readOutput(fields.take("output"))
    var timeline = JSONFields(fields.take("timeline"))
    if let color = timeline.color("background", &log) { background = color }
    timeline.ignore("cache")
    if let fonts = timeline.take("fonts")?.elements, !fonts.isEmpty {
      log.warn(
        "fonts are not carried over; texts name them by their families", at: fonts[0].range.prefix)
    }
    let tracks = timeline.take("tracks")?.elements ?? []
    clips = tracks.enumerated().reversed().flatMap { read($0.element, number: $0.offset) }
    place()
    lumas = Dictionary(grouping: clips.filter { $0.kind == "luma" }, by: \.track)
    guard !log.hasErrors else { return }
    write(lowest: tracks.count - 1)
    writeSoundtrack(timeline.take("soundtrack"))
    draft.vars = merge.variables
    timeline.report(&log, in: "the timeline")
    fields.report(&log, in: "the edit")
  }

  private mutating func read(_ track: JSONNode, number: Int) -> [ShotstackClip] {
    var fields = JSONFields(track)
    let nodes = fields.take("clips")?.elements ?? []
    fields.report(&log, in: "a track")
    return nodes.map { ShotstackClip($0, track: number, &log) }
  }

  /// The size and the rate that are asked for, or go by a name.
  private mutating func readOutput(_ node: JSONNode?) {
    var fields = JSONFields(node)
    var names = ("hd", "16:9")
    if let name = fields.text("resolution", &log) { names.0 = name }
    if let ratio = fields.text("aspectRatio", &log) { names.1 = ratio }
    let heights = [
      "preview": 288.0, "mobile": 360, "sd": 576, "hd": 720, "1080": 1080, "4k": 2160,
    ]
    let height = heights[names.0] ?? 720
    let wide = (height * 16 / 9).rounded()
    switch names.1 {
    case "9:16": size = (height, wide)
    case "1:1": size = (height, height)
    case "4:5": size = ((height * 4 / 5 / 2).rounded() * 2, height)
    case "4:3": size = ((height * 4 / 3 / 2).rounded() * 2, height)
    default: size = (wide, height)
    }
    var given = JSONFields(fields.take("size"))
    if let width = given.number("width", &log)?.double,
      let height = given.number("height", &log)?.double,
      let own = CutSize(Int(width.rounded()), Int(height.rounded()))
    {
      size = (Double(own.width), Double(own.height))
    }
    let fallback = names.0 == "preview" ? 15.0 : 25
    let rate =
      fields.number("fps", &log).flatMap { FrameRate(decimal: $0.double) }
      ?? FrameRate(decimal: fallback)
    spelling = TimeSpelling(rate: rate)
    draft.canvas = [("size", .array([.decimal(size.width), .decimal(size.height)]))]
    if let rate { draft.canvas.append(("rate", rate.json)) }
    if fields.flag("mute") { draft.audio.append(("mute", .bool(true))) }
    fields.ignore(
      "format", "quality", "repeat", "destinations", "poster", "thumbnail", "renditions")
    fields.report(&log, in: "the output")
  }

  private mutating func write(lowest: Int) {
    let main = clips.filter { $0.track == lowest }
    let isPlain = !main.isEmpty && isPlainRow(main)
    if isPlain { writeMain(main) }
    for clip in clips where !(isPlain && clip.track == lowest) { write(clip) }
    if !isPlain || end > mainEnd(main) { writeBackground(from: isPlain ? mainEnd(main) : .zero) }
    if background != "#000000" { draft.canvas.append(("background", .string(background))) }
  }

  private func mainEnd(_ clips: [ShotstackClip]) -> Rational {
    clips.last.map { $0.start + ($0.length ?? .zero) } ?? .zero
  }

  private mutating func writeBackground(from start: Rational) {
    guard end > start else { return }
    var members: TimelineDraft.Members = [("source", .object([("color", .string(background))]))]
    if start > .zero { members.append(("start", spelling.time(start))) }
    draft.clips.append(members + [("duration", spelling.time(end - start))])
  }
}

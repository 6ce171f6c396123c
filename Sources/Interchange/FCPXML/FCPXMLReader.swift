import Bytes
import Markup
import Timeline

/// Reads projects of Final Cut Pro's XML as cuts.
///
/// Each element has a time of its own, in which the elements within it have their offsets.
struct FCPXMLReader {
  /// How deep clips may lie in one another.
  static let deepest = 64

  /// Counts elements: compound clips may multiply.
  private var budget = ImportBudget()
  var log: ImportLog
  private var resources: [String: MarkupElement] = [:]
  var size: CutSize?
  /// The frames a second of the timeline that is being read, where it says them.
  var rate: Rational?
  /// The role whose captions are seen: that of the first.
  var captionRole: String?
  /// The tracks of the sequence that is being read, by their lanes.
  var lanes = FCPXMLLanes()

  static func read(_ source: SourceText) -> (cut: CutTimeline, log: ImportLog) {
    var log = ImportLog()
    guard let root = log.root(of: source) else { return (CutTimeline(), log) }
    let projects = Self.projects(root)
    guard root.name == "fcpxml", let project = projects.first,
      let sequence = project.name == "sequence" ? project : project.first("sequence")
    else {
      log.error("this is no XML of Final Cut Pro with a project in it", at: root.place)
      return (CutTimeline(), log)
    }
    if projects.count > 1 {
      log.warn("of several projects only the first is carried over", at: projects[1].place)
    }
    var reader = FCPXMLReader(log: log)
    // Up to version 1.2 of the format, the resources lie in the project.
    for resources in root.all("resources") + project.all("resources") {
      for resource in resources.children {
        if let id = resource.attributes["id"] { reader.resources[id] = resource }
      }
    }
    var cut = reader.sequence(sequence, depth: 0)
    cut.name = project.attributes["name"] ?? ""
    return (cut, reader.log)
  }

  private init(log: ImportLog) { self.log = log }

  /// The projects in an order in which they stand; without any, the compound clips.
  private static func projects(_ root: MarkupElement) -> [MarkupElement] {
    var (projects, open) = ([MarkupElement](), [root])
    while let element = open.popLast() {
      if element.name == "project" {
        projects.append(element)
      } else if ["fcpxml", "library", "event"].contains(element.name) {
        open += element.children.reversed()
      }
    }
    guard projects.isEmpty else { return projects }
    return root.first("resources")?.all("media").filter { $0.first("sequence") != nil } ?? []
  }

  func resource(_ element: MarkupElement) -> MarkupElement? {
    element.attributes["ref"].flatMap { resources[$0] }
  }

  /// Counts an element; false where there are too many.
  mutating func count(at place: Range<Int>) -> Bool {
    budget.take("clips", at: place, sayingIn: &log)
  }

  /// A sequence with what lies in its spine.
  mutating func sequence(_ element: MarkupElement, depth: Int) -> CutTimeline {
    let outer = (size, rate, lanes)
    defer { (size, rate, lanes) = outer }
    lanes = FCPXMLLanes()
    var cut = CutTimeline()
    takeFormat(of: element, &cut)
    let start = element.time("tcStart") ?? .zero
    for spine in element.all("spine") {
      story(spine, at: .zero, from: start, lane: 0, depth: depth)
    }
    (cut.tracks, cut.markers) = (lanes.tracks, [])
    return cut
  }

  /// Takes the size and the rate of what plays clips, where it says them.
  mutating func takeFormat(of element: MarkupElement, _ cut: inout CutTimeline) {
    guard let format = format(element) else { return }
    rate = Self.rate(format)
    cut.rate = rate.flatMap(Self.frameRate)
    if let width = format.attributes["width"].flatMap({ Int($0) }),
      let height = format.attributes["height"].flatMap({ Int($0) })
    {
      size = CutSize(width, height)
      cut.size = size
    }
  }

  /// The frames a second of a format; nil for formats of stills, which have none.
  static func rate(_ format: MarkupElement) -> Rational? {
    guard let duration = format.time("frameDuration"), duration > .zero else { return nil }
    return Rational.one.divided(by: duration)
  }

  private static func frameRate(_ rate: Rational) -> FrameRate? {
    guard let numerator = Int(exactly: rate.numerator),
      let denominator = Int(exactly: rate.denominator)
    else { return nil }
    return FrameRate(numerator, denominator)
  }

  /// The format that an element names.
  func format(_ element: MarkupElement) -> MarkupElement? {
    element.attributes["format"].flatMap { resources[$0] }
  }

  /// The format of an asset, for the shape of its pictures.
  func formatSize(_ asset: MarkupElement?) -> CutSize? {
    guard let format = asset.flatMap(format),
      let width = format.attributes["width"].flatMap({ Int($0) }),
      let height = format.attributes["height"].flatMap({ Int($0) })
    else { return nil }
    return CutSize(width, height)
  }

  /// The elements of a spine, one after another, and the transitions between them.
  mutating func story(
    _ spine: MarkupElement, at position: Rational, from start: Rational, lane: Int, depth: Int
  ) {
    for element in spine.children {
      let offset = element.time("offset") ?? start
      let place = position + offset - start
      if element.name == "transition" {
        addTransition(element, at: place, lane: lane)
      } else {
        add(element, at: place, lane: lane, depth: depth + 1)
      }
    }
  }

  private mutating func addTransition(_ element: MarkupElement, at start: Rational, lane: Int) {
    guard let duration = element.time("duration"), duration > .zero else { return }
    let name = element.attributes["name"] ?? ""
    let lower = name.lowercased()
    var kind = CutChange.dissolve
    if lower.contains("fade to color") || lower.contains("dip to") {
      kind = .named("fadeblack")
    } else if lower == "wipe" {
      kind = .named("wipe", direction: "right")
    } else if !lower.contains("dissolve"), !lower.contains("crossfade"), !name.isEmpty {
      log.warn("the transition \(name.quotedText) is made a dissolve", at: element.place)
    }
    lanes.add(
      FCPXMLLanes.Change(kind: kind, start: start, duration: duration, place: element.place),
      lane: lane)
  }
}

extension MarkupElement {
  /// A time in an attribute: `1001/24000s`, `5s`, `0.5s`; nil where there is none, or beyond a
  /// billion.
  func time(_ name: String) -> Rational? { attributes[name].flatMap(Self.time) }

  /// A time as FCPXML writes it.
  static func time(_ text: String) -> Rational? {
    let body = text.hasSuffix("s") ? text.dropLast() : text[...]
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = Rational(decimal: String(parts[0])) else {
      return nil
    }
    guard parts.count == 2 else { return abs(first.double) <= 1e9 ? first : nil }
    guard let second = Rational(decimal: String(parts[1])), second > .zero,
      let value = first.divided(by: second), abs(value.double) <= 1e9
    else { return nil }
    return value
  }

  /// A number in an attribute, within a trillion.
  func decimal(_ name: String) -> Double? {
    guard let value = attributes[name].flatMap({ Double($0) }), abs(value) <= 1e12 else {
      return nil
    }
    return value
  }
}

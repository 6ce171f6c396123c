import Bytes
import Geometry
import Subtitles
import Text
import Timeline

/// The events of a file, ready to be asked which of them are seen.
struct CueTrack: Sendable {
  /// By their starts; those of one start in the order of the file.
  let events: [CueEvent]
  /// Each event's place in the file.
  let order: [Int]
  private let intervals: CueIntervals
  /// By their layers.
  let lanes: [Int: CueLane]
  /// What `\r` may name.
  let styles: [String: CueStyle]
  /// The margins of these.
  private let margins: [String: CueEvent.Margins]
  let canvas: CueCanvas
  let wrap: Int
  /// What the sizes of SubRip's fonts are multiplied with.
  let emScale: Double
  let isScript: Bool
  /// What takes the place of the defaults' size, in pixels per em.
  var size: Double?

  /// What a layer's parameters say of files other than ASS.
  struct Defaults {
    var style: CueStyle
    /// As on a numeric keypad.
    var alignment: Int
    /// Where the layer's point is, in pixels; nil where `margin` decides.
    var position: Vector?
    var margin: Double
    var room: Double
    /// How high a line is.
    var line: Double
  }

  init(_ file: SubtitleFile, width: Int, height: Int, _ defaults: Defaults) {
    var events: [CueEvent] = []
    if let script = file.script {
      let styles = script.styles.map { CueStyle($0) }
      let layout = script.layoutSize ?? (width, height)
      events = script.events.map { Self.event($0, script, styles, layout) }
      canvas = CueCanvas(
        width: width, height: height, playWidth: script.playWidth, playHeight: script.playHeight,
        layout: script.layoutSize, scalesBorders: script.scalesBorderAndShadow)
      var names: [String: CueStyle] = [:]
      for (style, made) in zip(script.styles, styles) { names[style.name] = made }
      self.styles = names
      margins = Dictionary(
        script.styles.map { ($0.name, CueEvent.Margins($0)) }, uniquingKeysWith: { $1 })
      wrap = script.wrapStyle
      isScript = true
    } else {
      canvas = CueCanvas(width: width, height: height, playWidth: width, playHeight: height)
      let placer = CuePlacer(
        width: Double(width), height: Double(height), defaults: defaults, regions: file.regions)
      events = file.cues.map { placer.event($0, isVTT: file.kind == .webVTT) }
      (styles, margins) = ([:], [:])
      wrap = 0
      isScript = false
    }
    emScale = Double(height) / 288
    let sorted = events.indices.filter { events[$0].start < events[$0].end }.sorted {
      (events[$0].start, $0) < (events[$1].start, $1)
    }
    self.events = sorted.map { events[$0] }
    order = sorted
    let all = self.events
    intervals = CueIntervals(ends: all.map(\.end))
    lanes = Dictionary(grouping: all.indices) { all[$0].layer }.mapValues { CueLane($0, all) }
  }

  private static func event(
    _ event: ASSEvent, _ script: ASSScript, _ styles: [CueStyle],
    _ layout: (width: Int, height: Int)
  ) -> CueEvent {
    let style = script.styles[event.style]
    var effect = event.effect
    if let delay = effect?.delay, let isBanner = effect?.isBanner {
      // Whole milliseconds, at least one, for a pixel of the layout.
      let scale =
        isBanner
        ? Double(layout.width) / Double(script.playWidth)
        : Double(layout.height) / Double(script.playHeight)
      effect?.delay = max((delay / scale).rounded(.towardZero), 1) * scale
    }
    let own = CueEvent.Margins(
      left: event.marginLeft, right: event.marginRight, vertical: event.marginVertical)
    let margins = own.over(CueEvent.Margins(style))
    var made = CueEvent(
      start: event.start, end: event.end, pieces: event.pieces.map { .script($0) },
      style: styles[event.style],
      place: CueEvent.Place(
        left: margins.left, right: margins.right, vertical: margins.vertical),
      effect: effect)
    made.ownMargins = own
    made.layer = event.layer
    made.alignment = style.alignment
    return made
  }

  /// The events that are seen at a time, by their numbers, in the order of their starts.
  func active(at time: Rational) -> [Int] {
    // The first event that starts later.
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    while let index = intervals.last(before: found.last ?? low, endingAfter: time) {
      found.append(index)
    }
    return found.reversed()
  }

  /// What an event looks like at a time at which it is seen.
  func state(of index: Int, at time: Rational) -> CueState {
    var event = events[index]
    if let size { event.style.size = size }
    var reader = CueReader(
      event, at: time, styles: styles, margins: margins, wrap: wrap, emScale: emScale,
      screen: canvas.screen)
    return reader.read()
  }
}

extension CueEvent.Margins {
  fileprivate init(_ style: ASSStyle) {
    self.init(
      left: style.marginLeft, right: style.marginRight, vertical: style.marginVertical)
  }

  fileprivate init(left: Int, right: Int, vertical: Int) {
    func bounded(_ value: Int) -> Double { Double(min(max(value, -100_000), 100_000)) }
    self.init(left: bounded(left), right: bounded(right), vertical: bounded(vertical))
  }
}

/// Turns cues of SubRip and WebVTT into events.
struct CuePlacer {
  let width: Double
  let height: Double
  let defaults: CueTrack.Defaults
  let regions: [WebVTTRegion]

  func event(_ cue: SubtitleCue, isVTT: Bool) -> CueEvent {
    var alignment = defaults.alignment
    for case .alignment(let value?) in cue.overrides.reversed() { alignment = value }
    let settings = isVTT && cue.settings != WebVTTSettings() ? cue.sidedSettings : nil
    if let settings { alignment = self.alignment(settings) }
    let site = settings.map(place) ?? place(alignment)
    var tags = cue.overrides.map(scaled)
    if let index = site.region { tags.append(clip(to: regions[index])) }
    var event = CueEvent(
      start: cue.start, end: cue.end,
      pieces: tags.map { .script(.tag($0)) } + cue.spans.map { .text($0.text, $0.style) },
      style: defaults.style, place: site)
    event.alignment = alignment
    return event
  }

  /// Positions in SubRip are those of a picture of 384 by 288, as players take them.
  private func scaled(_ tag: ASSTag) -> ASSTag {
    let (x, y) = (width / 384, height / 288)
    switch tag {
    case .position(let left, let top): return .position(x: left * x, y: top * y)
    case .move(let fromX, let fromY, let toX, let toY, let start, let end):
      return .move(
        fromX: fromX * x, fromY: fromY * y, toX: toX * x, toY: toY * y, start: start, end: end)
    case .origin(let left, let top): return .origin(x: left * x, y: top * y)
    case .clip(let box, let isInverse):
      return .clip(
        ASSTag.Rectangle(
          left: box.left * x, top: box.top * y, right: box.right * x, bottom: box.bottom * y),
        isInverse: isInverse)
    default: return tag
    }
  }

  private func place(_ alignment: Int) -> CueEvent.Place {
    let side = max((width - defaults.room) / 2, 0)
    guard let point = defaults.position, alignment == defaults.alignment else {
      return CueEvent.Place(left: side, right: side, vertical: defaults.margin)
    }
    let across = Double((alignment + 2) % 3) / 2
    let down = 1 - Double((alignment - 1) / 3) / 2
    let left = point.x - across * defaults.room
    return CueEvent.Place(
      left: left, right: width - left - defaults.room,
      vertical: down == 1 ? height - point.y : point.y,
      line: down == 0.5 ? CueEvent.Line(y: point.y, share: 0.5) : nil)
  }

  // MARK: WebVTT

  private func alignment(_ settings: WebVTTSettings) -> Int {
    if settings.region == nil, let edge = across(settings).edge { return edge }
    return switch settings.alignment {
    case .start, .left: 1
    case .center: 2
    case .end, .right: 3
    }
  }

  /// Where a cue's box begins and how wide it is, in percent. At an edge of the picture there may
  /// be no room on the cue's side of its position; then text is aligned at that edge, as on a
  /// keypad.
  private func across(
    _ settings: WebVTTSettings
  ) -> (left: Double, size: Double, edge: Int?) {
    let side =
      switch settings.alignment {
      case .start, .left: 0.0
      case .center: 0.5
      case .end, .right: 1.0
      }
    let position = settings.position ?? side * 100
    let anchor =
      switch settings.positionAlignment {
      case .lineLeft: 0.0
      case .center: 0.5
      case .lineRight: 1.0
      case nil: side
      }
    let most =
      anchor == 0 ? 100 - position : anchor == 1 ? position : 2 * min(position, 100 - position)
    guard most >= 1 else {
      let size = max(settings.size, 1)
      return position < 50 ? (0, size, 1) : (100 - size, size, 3)
    }
    let size = max(min(settings.size, most), 1)
    return (position - anchor * size, size, nil)
  }

  /// The box of a cue (WebVTT 7.2, "process the cue settings"), with a margin at the bottom.
  private func place(_ settings: WebVTTSettings) -> CueEvent.Place {
    if let index = settings.region, regions.indices.contains(index) {
      var place = place(in: regions[index])
      place.region = index
      return place
    }
    let (start, size, _) = across(settings)
    let left = start / 100 * width
    var place = CueEvent.Place(
      left: left, right: width - left - size / 100 * width, vertical: defaults.margin)
    place.line = line(settings)
    return place
  }

  private func line(_ settings: WebVTTSettings) -> CueEvent.Line? {
    guard let line = settings.line else { return nil }
    let share =
      switch settings.lineAlignment {
      case .start: 0.0
      case .center: 0.5
      case .end: 1.0
      }
    guard settings.snapsToLines else {
      return CueEvent.Line(y: line / 100 * height, share: share, moves: .nearest)
    }
    let number = (min(max(line, -1000), 1000) + 0.5).rounded(.down)
    // Lines count from the top, or, negative, from the bottom, where the last is -1.
    return number >= 0
      ? CueEvent.Line(y: number * defaults.line, share: 0, moves: .steps(defaults.line))
      : CueEvent.Line(
        y: height - defaults.margin + (number + 1) * defaults.line, share: 1,
        moves: .steps(-defaults.line))
  }

  private func place(in region: WebVTTRegion) -> CueEvent.Place {
    let wide = region.width / 100 * width
    let left = region.viewportAnchorX / 100 * width - region.anchorX / 100 * wide
    return CueEvent.Place(
      left: left, right: width - left - wide, vertical: max(height - bottom(of: region), 0))
  }

  private func bottom(of region: WebVTTRegion) -> Double {
    let high = self.high(region)
    return region.viewportAnchorY / 100 * height + (1 - region.anchorY / 100) * high
  }

  private func high(_ region: WebVTTRegion) -> Double {
    Double(min(region.lines, 100)) * defaults.line
  }

  /// Cuts what stands above a region's first line (WebVTT 7.4, "overflow"). Nothing stands below
  /// its last, and outlines may reach over the other sides.
  private func clip(to region: WebVTTRegion) -> ASSTag {
    let bottom = min(bottom(of: region), height)
    return .clip(
      ASSTag.Rectangle(left: 0, top: bottom - high(region), right: width, bottom: height),
      isInverse: false)
  }
}

extension SubtitleCue {
  /// The settings with the sides that start and end mean, by the text's first letter that has a
  /// direction.
  fileprivate var sidedSettings: WebVTTSettings {
    var sided = settings
    guard sided.alignment == .start || sided.alignment == .end else { return sided }
    let letters = spans.filter { $0.style.ruby != .annotation }.flatMap(\.text.unicodeScalars)
    guard Bidi.firstStrong(in: letters) == .rightToLeft else { return sided }
    sided.alignment = sided.alignment == .start ? .right : .left
    return sided
  }
}

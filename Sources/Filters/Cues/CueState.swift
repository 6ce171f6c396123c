import Bytes
import Geometry
import Subtitles

/// A piece of text, or a drawing, with its style at one moment.
struct CueRun: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case text(String)
    /// The commands, the power of two that their coordinates are divided by, plus one, and how far
    /// they are moved below the baseline.
    case drawing(String, scale: Int, offset: Double)
  }

  /// A syllable that is sung.
  struct Syllable: Hashable, Sendable {
    var kind: ASSTag.Karaoke
    /// In milliseconds from the event's start.
    var start: Double
    var end: Double
    /// Its place among the event's, as several may have the same times.
    var number = 0
  }

  var content: Content
  var style: CueStyle
  var syllable: Syllable?

  var isDrawing: Bool { if case .drawing = content { true } else { false } }
}

/// All that decides a picture of an event, but for where it has moved to and how faded it is.
struct CueLook: Hashable, Sendable {
  /// Where an edge of the block is put, whatever else says where it stands, in the script's pixels.
  enum Edge: Hashable, Sendable {
    case left(Double)
    case right(Double)
    case top(Double)
    case bottom(Double)
  }

  var runs: [CueRun] = []
  /// As on a numeric keypad.
  var alignment = 2
  /// `\pos`, or where `\move` begins.
  var position: Vector?
  var origin: Vector?
  /// Where the field Effect has led it.
  var edge: Edge?
  /// What is left free around it in place of its style's margins.
  var margins: CueEvent.Margins?
  /// The style that the text ends with, where that has a box behind all of it.
  var backdrop: CueStyle?
  var wrap = 0
}

extension CueLook {
  /// The place of an event that looks so.
  func place(_ place: CueEvent.Place) -> CueEvent.Place {
    guard let margins else { return place }
    var place = place
    (place.left, place.right, place.vertical) = (margins.left, margins.right, margins.vertical)
    return place
  }
}

/// An event at one moment.
struct CueState: Sendable {
  var look = CueLook()
  /// How far `\move` has led, in the script's pixels.
  var shift = Vector(0, 0)
  var opacity = 1.0
  var clip: (box: ASSTag.Rectangle, isInverse: Bool)?
  var mask: CueMask?
  /// Milliseconds since the event's start.
  var time = 0.0
}

/// What tags of karaoke say of the text behind them, in milliseconds.
private struct SungTags {
  /// Nil where no tag names one.
  var kind: ASSTag.Karaoke?
  /// From the end of what was sung before, or from the event's start after `\kt`.
  var skip = 0.0
  var length = 0.0
  var startsAnew = false
}

/// Follows an event's tags to what they say at a moment.
struct CueReader {
  private let styles: [String: CueStyle]
  private let margins: [String: CueEvent.Margins]
  private let event: CueEvent
  /// Milliseconds since the event's start, and how many there are.
  private let time: Double
  private let length: Double
  private let emScale: Double
  private let wrap: Int
  private let screen: Vector
  private var state = CueState()
  private var style: CueStyle
  private var base: CueStyle
  private var drawing = 0
  private var baseline = 0.0
  private var syllable: CueRun.Syllable?
  /// Where the next syllable begins, in milliseconds.
  private var sung = 0.0
  private var sungTags = SungTags()
  private var has = (alignment: false, position: false, fade: false)

  /// - Parameters:
  ///   - styles: those that `\r` may name.
  ///   - margins: those of these styles.
  ///   - wrap: the script's wrap style.
  ///   - emScale: what sizes of SubRip are multiplied with.
  ///   - screen: how large the picture is, in the script's pixels.
  init(
    _ event: CueEvent, at moment: Rational, styles: [String: CueStyle],
    margins: [String: CueEvent.Margins], wrap: Int, emScale: Double, screen: Vector
  ) {
    self.event = event
    self.styles = styles
    self.margins = margins
    self.emScale = emScale
    self.wrap = wrap
    self.screen = screen
    time = ((moment - event.start) * Rational(1000)).double
    length = ((event.end - event.start) * Rational(1000)).double
    style = event.style
    base = event.style
    state.look.alignment = event.alignment
    state.look.wrap = event.effect?.isBanner == true ? 2 : wrap
    state.time = time
  }

  mutating func read() -> CueState {
    for piece in event.pieces {
      switch piece {
      case .text(let text, let span):
        let style = style.styled(span, emScale: emScale)
        state.look.runs.append(
          CueRun(content: .text(text), style: style, syllable: word(span, style)))
      case .script(.text(let text)): append(.text(text))
      case .script(.drawing(let text)):
        append(.drawing(text, scale: min(max(drawing, 1), 30), offset: baseline))
      case .script(.tag(let tag)): apply(tag)
      }
    }
    if let effect = event.effect { scroll(effect) }
    if style.hasBackdrop { state.look.backdrop = style }
    return state
  }

  /// Leads the block on from an edge of the picture, or from one of the two heights between which
  /// it is seen.
  private mutating func scroll(_ effect: ASSEffect) {
    let way = time / effect.delay
    switch effect.way {
    case .left: state.look.edge = .left(screen.x - way)
    case .right: state.look.edge = .right(way)
    case .up: state.look.edge = .top(effect.bottom - way)
    case .down: state.look.edge = .bottom(effect.top + way)
    }
    guard !effect.isBanner else { return }
    var box =
      state.clip?.box ?? ASSTag.Rectangle(left: 0, top: 0, right: screen.x, bottom: screen.y)
    box.top = max(box.top, effect.top)
    box.bottom = min(box.bottom, effect.bottom)
    state.clip = (box, state.clip?.isInverse ?? false)
  }

  /// A word that looks otherwise before its time: all of it at once, with its outline where it is
  /// not seen before.
  private func word(_ span: MarkupStyle, _ style: CueStyle) -> CueRun.Syllable? {
    guard let time = span.time, let future = style.future else { return nil }
    let start = ((time - event.start) * Rational(1000)).double
    return CueRun.Syllable(
      kind: future.opacity == 0 ? .outline : .jump, start: start, end: start)
  }

  private mutating func append(_ content: CueRun.Content) {
    let run = CueRun(content: content, style: style, syllable: nil)
    let last = state.look.runs.last
    let goesOn = last.map { $0.style == style && !$0.isDrawing && !run.isDrawing } ?? false
    sing(goesOn: goesOn)
    state.look.runs.append(CueRun(content: content, style: style, syllable: syllable))
  }

  /// Finds the syllable of the text that follows, as libass does after VSFilter: tags that ask for
  /// the same kind and no time leave it to the one before, and what looks otherwise without tags is
  /// sung at once, when what is before it has been.
  ///
  /// - Parameter goesOn: whether it looks as what is before it.
  private mutating func sing(goesOn: Bool) {
    let tags = sungTags
    sungTags = SungTags()
    let kind = tags.kind ?? syllable?.kind
    if goesOn, tags.length == 0, kind == syllable?.kind {
      sung = tags.startsAnew ? tags.skip : sung + tags.skip
      return
    }
    guard let kind else { return }
    let start = (tags.startsAnew ? 0 : sung) + tags.skip
    sung = start + tags.length
    syllable = CueRun.Syllable(
      kind: kind, start: start, end: sung, number: (syllable?.number ?? 0) + 1)
  }

  /// - Parameter share: how much of it is reached, within `\t`, of what can be reached in part.
  private mutating func apply(_ tag: ASSTag, share: Double = 1) {
    switch tag {
    case .alignment(let value):
      // Of several, the first one counts.
      if !has.alignment, let value { state.look.alignment = value }
      has.alignment = true
    case .position(let x, let y):
      if !has.position { state.look.position = Vector(x, y) }
      has.position = true
    case .move(let fromX, let fromY, let toX, let toY, let start, let end):
      if !has.position { move(Vector(fromX, fromY), Vector(toX, toY), start, end) }
      has.position = true
    case .origin(let x, let y):
      if state.look.origin == nil { state.look.origin = Vector(x, y) }
    case .fade(let opacities, let times, let isSimple):
      if !has.fade { fade(opacities, times, isSimple) }
      has.fade = true
    case .clip(let box, let isInverse): clip(box, share, isInverse)
    case .clipDrawing(let text, let scale, let isInverse):
      // Of several, the first one counts.
      if state.mask == nil {
        state.mask = CueMask(drawing: text, scale: scale, isInverse: isInverse)
      }
    case .wrap(let value): state.look.wrap = value ?? wrap
    case .reset(let name):
      style = name.flatMap { styles[$0] } ?? event.style
      base = style
      // After VSFilter, the last one says the margins of all of the event.
      let margins = name.flatMap { self.margins[$0] }
      state.look.margins = margins.map { event.ownMargins?.over($0) ?? $0 }
    case .drawing(let scale): drawing = scale
    case .baseline(let offset): baseline = offset
    case .karaoke(let kind, let duration):
      sungTags.kind = kind
      sungTags.skip += sungTags.length
      sungTags.length = duration * 10
    case .karaokeStart(let start):
      (sungTags.skip, sungTags.length, sungTags.startsAnew) = (start * 10, 0, true)
    case .transform(let start, let end, let acceleration, let tags):
      transform(start ?? 0, end ?? 0, acceleration, tags)
    default: style.apply(tag, share: share, base: base)
    }
  }

  /// A box that is reached in part lies, in whole pixels, between the one before and the new one;
  /// the first comes from the whole picture.
  private mutating func clip(_ box: ASSTag.Rectangle, _ share: Double, _ isInverse: Bool) {
    let old = state.clip?.box ?? .init(left: 0, top: 0, right: screen.x, bottom: screen.y)
    func mix(_ a: Double, _ b: Double) -> Double {
      share == 1 ? b : (a + (b - a) * share).rounded(.towardZero)
    }
    let mixed = ASSTag.Rectangle(
      left: mix(old.left, box.left), top: mix(old.top, box.top),
      right: mix(old.right, box.right), bottom: mix(old.bottom, box.bottom))
    state.clip = (mixed, isInverse)
  }

  private mutating func move(_ from: Vector, _ to: Vector, _ start: Double, _ end: Double) {
    state.look.position = from
    let (start, end) = end <= 0 ? (0, length) : (start, end)
    let share = time <= start ? 0 : time >= end ? 1 : (time - start) / (end - start)
    state.shift = Vector((to.x - from.x) * share, (to.y - from.y) * share)
  }

  private mutating func fade(_ opacities: [Double], _ times: [Double], _ isSimple: Bool) {
    let marks = isSimple ? [0, times[0], length - times[1], length] : times
    guard marks.count == 4, opacities.count == 3 else { return }
    let value: Double
    if time < marks[0] {
      value = opacities[0]
    } else if time < marks[1] {
      value =
        opacities[0] + (opacities[1] - opacities[0]) * (time - marks[0]) / (marks[1] - marks[0])
    } else if time < marks[2] {
      value = opacities[1]
    } else if time < marks[3] {
      value =
        opacities[1] + (opacities[2] - opacities[1]) * (time - marks[2]) / (marks[3] - marks[2])
    } else {
      value = opacities[2]
    }
    state.opacity = min(max(value / 255, 0), 1)
  }

  private mutating func transform(
    _ start: Double, _ wanted: Double, _ acceleration: Double, _ tags: [ASSTag]
  ) {
    let end = wanted <= 0 ? length : wanted
    let share: Double
    if time < start {
      share = 0
    } else if time >= end {
      share = 1
    } else {
      let linear = (time - start) / (end - start)
      share = acceleration == 1 ? linear : Maths.pow(linear, max(acceleration, 0))
    }
    for tag in tags { apply(tag, share: share) }
  }
}

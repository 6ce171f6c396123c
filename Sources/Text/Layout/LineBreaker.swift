/// Cuts a paragraph into lines.
struct LineBreaker {
  /// A line of a paragraph.
  struct Line: Hashable {
    var range: Range<Int>
    /// Whether it ends where the text says so, or with the paragraph.
    var endsHard = false
    /// Whether it ends within a word, without a hyphen.
    var breaksWord = false

    /// Whether a soft hyphen at its end is seen.
    var hyphenates: Bool { !endsHard && !breaksWord }
  }

  /// The widths of shaped lines, kept for all line breakers of one paragraph.
  final class ShapedWidths {
    fileprivate var known: [Line: Double] = [:]
  }

  let paragraph: ShapedParagraph
  let width: Double
  /// What is taken for equal.
  let slack: Double
  private let widths: ShapedWidths?
  private let separators: LayoutOptions.Separators
  let breaks: [LineBreak]
  private let tabs: TabStops
  private let spans: [LayoutSpan]
  /// Whether directions mix, so that what stands at a line's end depends on where it ends.
  private let isIntricate: Bool

  /// What is taken for equal, in pixels, so that a block is not too narrow for its own width.
  static let tolerance = 1e-3

  init(
    _ paragraph: ShapedParagraph, _ options: LayoutOptions, tabs: TabStops, spans: [LayoutSpan],
    widths: ShapedWidths? = nil
  ) {
    self.paragraph = paragraph
    self.spans = spans
    self.widths = widths
    separators = options.separators
    breaks = separators == .spaces ? paragraph.breaksBehindSpaces : paragraph.breaks
    slack = options.slack
    width = (options.width ?? .infinity) + slack
    self.tabs = tabs
    isIntricate = paragraph.bidi.levels.contains { $0 != 0 }
  }

  func lines(_ wrapping: LayoutOptions.Wrapping) -> [Line] {
    var lines: [Line] = []
    var start = 0
    repeat {
      let wraps = wrapping != .none
      let longest = next(from: start, wraps: wraps)
      let line = wraps ? narrowed(longest) : longest
      lines.append(line)
      start = line.range.upperBound
    } while start < paragraph.scalars.count
    switch wrapping {
    case .none, .greedy: break
    case .balanced: balance(&lines)
    case .even: even(&lines)
    }
    return lines
  }

  /// The longest line that fits.
  private func next(from start: Int, wraps: Bool) -> Line {
    let scalars = paragraph.scalars
    var pen = 0.0
    var spacing = 0.0
    var lastBreak: Int?
    for index in start..<scalars.count {
      if index > start, breaks[index] != .prohibited {
        if breaks[index] == .mandatory {
          return Line(range: start..<index, endsHard: true)
        }
        // Only a hyphen can make a line too wide here: spaces hang.
        let hyphen = paragraph.hyphens[index - 1]
        if hyphen.map({ pen + $0 <= width }) ?? true { lastBreak = index }
      }
      pen += advance(index, pen)
      // The last grapheme takes no spacing.
      if paragraph.startsGrapheme[index] { spacing = paragraph.spacings[index] }
      guard wraps, pen - spacing > width, !scalars[index].isLayoutSpace, !scalars[index].isHardBreak
      else { continue }
      if let lastBreak { return Line(range: start..<lastBreak) }
      guard separators == .unicode else { continue }
      let end = emergencyBreak(from: start, before: index)
      guard end < scalars.count else { break }
      return cut(start..<end)
    }
    return Line(range: start..<scalars.count, endsHard: true)
  }

  func advance(_ index: Int, _ pen: Double) -> Double {
    paragraph.scalars[index] == "\t" ? tabs.advance(at: index, pen: pen) : paragraph.advances[index]
  }

  /// The width of a line without the spaces at its end.
  func width(of range: Range<Int>) -> Double {
    var pen = 0.0
    let end = paragraph.visibleEnd(of: range)
    var spacing = 0.0
    for index in range.lowerBound..<max(end, range.lowerBound) {
      pen += advance(index, pen)
      if paragraph.startsGrapheme[index] { spacing = paragraph.spacings[index] }
    }
    if end > range.lowerBound, end == range.upperBound, end < paragraph.scalars.count,
      let hyphen = paragraph.hyphens[end - 1]
    {
      return pen + hyphen
    }
    return pen - spacing
  }
}

extension LineBreaker {
  /// Ends a line earlier if its letters, shaped without those that it is cut from, are wider than
  /// they were with them, or if spacing falls differently where directions mix.
  private func narrowed(_ line: Line) -> Line {
    var line = line
    while !fits(line), let shorter = shortened(line) {
      line = shorter
    }
    return line
  }

  /// Whether a line that is narrow enough by its advances is so when it is shaped.
  func fits(_ line: Line) -> Bool {
    !needsShaping(line) || shapedWidth(of: line) <= width
  }

  /// Whether a line's advances do not say how wide it is.
  func needsShaping(_ line: Line) -> Bool {
    isIntricate || isCut(at: line.range.lowerBound) || isCut(at: line.range.upperBound)
  }

  /// Whether a place is within letters that are shaped together.
  private func isCut(at place: Int) -> Bool {
    guard place > 0, place < paragraph.scalars.count,
      !paragraph.scalars[place - 1].isLayoutSpace
    else { return false }
    let item = paragraph.firstItem(at: place)
    return item < paragraph.items.count && paragraph.items[item].range.lowerBound < place
  }

  func shapedWidth(of line: Line) -> Double {
    if let known = widths?.known[line] { return known }
    let pieces = paragraph.pieces(of: line.range, hyphenates: line.hyphenates, spans: spans)
    let placer = LinePlacer(pieces, of: line.range, in: paragraph, spans: spans, tabs: tabs)
    let width = placer.right - placer.left
    widths?.known[line] = width
    return width
  }

  private func shortened(_ line: Line) -> Line? {
    let start = line.range.lowerBound
    if !line.breaksWord, let place = previousBreak(in: line.range) {
      return Line(range: start..<place)
    }
    guard separators == .unicode else { return nil }
    let end = paragraph.visibleEnd(of: line.range)
    guard end > start + 1 else { return nil }
    let place = emergencyBreak(from: start, before: end - 1)
    return place < end ? cut(start..<place) : nil
  }

  /// Moves the last words of lines down, as long as that makes the two lines more alike.
  func balance(_ lines: inout [Line]) {
    guard lines.count > 1 else { return }
    var widths = lines.map { width(of: $0.range) }
    // Two lines are looked at again only when one of them has changed.
    var isOpen = [Bool](repeating: true, count: lines.count)
    for _ in 0..<Self.maximumPasses {
      var hasMoved = false
      for upper in lines.indices.dropLast() where isOpen[upper] {
        isOpen[upper] = false
        guard !lines[upper].endsHard, !lines[upper].breaksWord,
          let place = previousBreak(in: lines[upper].range)
        else { continue }
        let shorter = lines[upper].range.lowerBound..<place
        let longer = place..<lines[upper + 1].range.upperBound
        let old = (widths[upper], widths[upper + 1])
        let new = (width(of: shorter), width(of: longer))
        guard new.0 <= width, new.1 <= width else { continue }
        let isBetter = (new.0 - new.1).magnitude < (old.0 - old.1).magnitude
        guard isBetter else { continue }
        var moved = lines[upper + 1]
        moved.range = longer
        guard fits(moved) else { continue }
        lines[upper].range = shorter
        lines[upper + 1] = moved
        (widths[upper], widths[upper + 1]) = new
        for pair in max(upper - 1, 0)...(upper + 1) { isOpen[pair] = true }
        hasMoved = true
      }
      if !hasMoved { return }
    }
  }

  /// How many words may move from each line, which is more than captions need.
  private static var maximumPasses: Int { 64 }

  private func previousBreak(in range: Range<Int>) -> Int? {
    let end = paragraph.visibleEnd(of: range)
    guard end > range.lowerBound + 1 else { return nil }
    return ((range.lowerBound + 1)..<end).last { breaks[$0] == .allowed }
  }
}

/// Places every eight spaces that tabs lead to.
struct TabStops {
  /// The distance of stops in pixels, for the tab at each index of the paragraph.
  private let distances: [Int: Double]

  init(_ paragraph: ShapedParagraph, spans: [LayoutSpan]) {
    var distances: [Int: Double] = [:]
    for item in paragraph.items where item.kind == .tab {
      let span = spans[item.span]
      guard let font = item.font, let space = font.glyph(for: " ") else { continue }
      let width = font.advance(of: space) * item.unit(span) * span.scaleX
      for index in item.range { distances[index] = 8 * (width + span.letterSpacing) }
    }
    self.distances = distances
  }

  /// How far it is from `pen` to the next stop.
  func advance(at index: Int, pen: Double) -> Double {
    guard let distance = distances[index], distance > 0, pen.isFinite else { return 0 }
    return ((pen / distance).rounded(.down) + 1) * distance - pen
  }
}

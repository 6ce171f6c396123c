import Fonts
import Geometry
import Shapes

// Texts: which letters they have, and what elements say of them.
extension SVGBuilder {
  /// What is drawn of a text.
  mutating func text(_ node: Int, _ context: Context) -> [SVGItem] {
    guard fonts != nil else {
      note("texts")
      return []
    }
    var text = SVGText()
    var lines: [SVGText.Decoration] = []
    var around = tree[node].parent
    while let next = around {
      lines += decorations(next, context)
      around = tree[next].parent
    }
    gather(node, context, lines: lines, rise: 0, way: nil, &text)
    text.finish()
    if text.isCut { note("letters after the first \(SVGLimits.letters)") }
    guard !text.letters.isEmpty else { return [] }
    letters -= text.letters.count
    spend(text.letters.count / 8)
    let style = context.style.letters
    let placing = TextPlacing(text, isRightToLeft: style.isRightToLeft, runsDown: style.runsDown)
    return items(text, placing.clusters)
  }

  private func decorations(_ node: Int, _ context: Context) -> [SVGText.Decoration] {
    let attributes = tree[node].attributes
    guard let value = attributes["text-decoration"] ?? attributes["text-decoration-line"] else {
      return []
    }
    return value.split(whereSeparator: \.isWhitespace)
      .compactMap { SVGText.Decoration.Kind(rawValue: String($0)) }
      .map { SVGText.Decoration(kind: $0, context: context) }
  }

  /// Adds the letters of an element and of those in it.
  private mutating func gather(
    _ node: Int, _ context: Context, lines: [SVGText.Decoration], rise: Double, way: Int?,
    _ text: inout SVGText, depth: Int = 0
  ) {
    let lines = lines + decorations(node, context)
    let style = context.style.letters
    guard depth < SVGLimits.depth, let fonts = fonts?.stack(style, size: context.style.fontSize)
    else { return }
    let start = text.letters.count
    var rise = rise
    if depth > 0 { rise += self.rise(node, fonts, context) }
    var run: Int?
    for piece in tree[node].pieces {
      switch piece {
      case .characters(let characters):
        if run == nil {
          run = text.runs.count
          let baseline = baseline(node, fonts, context)
          text.runs.append(
            SVGText.Run(
              context: context, fonts: fonts, lines: lines, rise: rise - baseline,
              middle: baselineHeight(.central, fonts, context), path: way))
        }
        text.add(
          characters, run: run ?? 0, keepsBlanks: style.keepsBlanks,
          most: min(letters, SVGLimits.letters))
      case .element(let child):
        // What follows has a style of its own again.
        run = nil
        gather(child: child, context, lines: lines, rise: rise, way: way, &text, depth: depth + 1)
      }
    }
    place(node, context, start..<text.letters.count, &text)
  }

  private mutating func gather(
    child: Int, _ context: Context, lines: [SVGText.Decoration], rise: Double, way: Int?,
    _ text: inout SVGText, depth: Int
  ) {
    let name = tree[child].name
    guard ["tspan", "a", "textPath"].contains(name), tree.value("display", of: child) != "none",
      meetsConditions(child)
    else { return }
    spend(1)
    var inner = context
    inner.style = context.style.applying(tree[child].attributes)
    // All lines of a text run one way.
    inner.style.letters.runsDown = context.style.letters.runsDown
    guard name == "textPath" else {
      gather(child, inner, lines: lines, rise: rise, way: way, &text, depth: depth)
      return
    }
    // Text along nothing is not drawn.
    guard depth == 1, let made = self.way(child, inner) else { return }
    text.ways.append(made)
    text.isBroken = true
    gather(child, inner, lines: lines, rise: rise, way: text.ways.count - 1, &text, depth: depth)
    text.isBroken = true
  }

  /// The path of a `textPath`.
  private mutating func way(_ node: Int, _ context: Context) -> SVGText.Way? {
    let attributes = tree[node].attributes
    guard let target = attributes["href"].flatMap({ tree[address: $0] }),
      let map = map(of: target, "transform", context),
      let figure = figure(target, context)
    else { return nil }
    let course = PathCourse(figure.path.mapped(by: map))
    guard course.length > 0, course.length.isFinite else { return nil }
    var start = 0.0
    if let offset = attributes["startOffset"].flatMap({ SVGLength($0) }) {
      start = offset.units(of: course.length, em: context.style.fontSize)
      // Lengths count along the path as its author measured it.
      if offset.unit != .percent, let own = attributes["pathLength"]?.wholeNumber, own > 0 {
        start *= course.length / own
      }
    }
    return SVGText.Way(course: course, start: start)
  }

  /// How far letters are raised by `baseline-shift`, in user units.
  private func rise(_ node: Int, _ fonts: TextFonts.Stack, _ context: Context) -> Double {
    guard let value = tree[node].attributes["baseline-shift"]?.trimmed else { return 0 }
    let em = context.style.fontSize
    if value == "sub" || value == "super" {
      guard let font = fonts.fonts.first else { return 0 }
      let unit = em / Double(max(font.unitsPerEm, 1))
      // OpenType, OS/2: ySubscriptYOffset and ySuperscriptYOffset.
      let table = font.table("OS/2")
      return value == "sub"
        ? -Double(table?.i16(16) ?? font.unitsPerEm / 7) * unit
        : Double(table?.i16(24) ?? font.unitsPerEm / 2) * unit
    }
    return SVGLength(value)?.units(of: em, em: em) ?? 0
  }

  /// How far below what stands on the line letters have their baseline, in user units.
  private func baseline(
    _ node: Int, _ fonts: TextFonts.Stack, _ context: Context
  ) -> Double {
    let own = tree[node].attributes["alignment-baseline"].flatMap { LetterBaseline($0.trimmed) }
    return baselineHeight(own ?? context.style.letters.usualBaseline, fonts, context)
  }

  /// How high a baseline lies above the one that letters stand on, in user units.
  private func baselineHeight(
    _ baseline: LetterBaseline, _ fonts: TextFonts.Stack, _ context: Context
  ) -> Double {
    guard let (metrics, unit) = fonts.measures(em: context.style.fontSize) else { return 0 }
    let height: Double =
      switch baseline {
      case .alphabetic: 0
      case .top: metrics.ascent
      case .bottom: metrics.descent
      case .middle: metrics.xHeight / 2
      case .central: (metrics.ascent + metrics.descent) / 2
      case .hanging: metrics.ascent * 0.8
      case .mathematical: metrics.ascent / 2
      }
    return height * unit
  }

  /// Sets what an element says of its letters, unless elements in it have.
  private func place(_ node: Int, _ context: Context, _ range: Range<Int>, _ text: inout SVGText) {
    guard !range.isEmpty else { return }
    let attributes = tree[node].attributes
    let isAlong = tree[node].name == "textPath"
    func lengths(_ name: String, _ axis: Axis) -> [Double] {
      // Paths have places of their own.
      if isAlong, name == "x" || name == "y" { return [] }
      return (attributes[name].flatMap { SVGLength.list($0) } ?? []).prefix(range.count)
        .map { units($0, axis, context) }
    }
    for (index, value) in zip(range, lengths("x", .across)) where text.letters[index].x == nil {
      text.letters[index].x = value
    }
    for (index, value) in zip(range, lengths("y", .down)) where text.letters[index].y == nil {
      text.letters[index].y = value
    }
    for (index, value) in zip(range, lengths("dx", .across)) where text.letters[index].dx == nil {
      text.letters[index].dx = value
    }
    for (index, value) in zip(range, lengths("dy", .down)) where text.letters[index].dy == nil {
      text.letters[index].dy = value
    }
    let turns = attributes["rotate"].flatMap { SVGLength.list($0) } ?? []
    if let last = turns.last, turns.allSatisfy({ $0.unit == .none }) {
      for (number, index) in range.enumerated() where text.letters[index].turn == nil {
        text.letters[index].turn = (number < turns.count ? turns[number] : last).value
      }
    }
    if let length = length(node, "textLength", .across, context), length > 0,
      tree[node].name != "a", text.fittings.count < SVGLimits.fittings
    {
      text.fittings.append(
        SVGText.Fitting(
          letters: range, length: length,
          stretches: attributes["lengthAdjust"]?.trimmed == "spacingAndGlyphs"))
    }
  }
}

import Bytes
import Fonts
import Geometry
import Text

/// Puts the glyphs of a text where its elements say: SVG 2, section 11.5.
struct TextPlacing {
  /// Glyphs that stand for the same letters.
  struct Cluster {
    var glyphs: Range<Int>
    /// The first of its letters.
    let letter: Int
    /// Along the line, before anything is moved.
    var left: Double
    var right: Double
    /// How much wider its glyphs are.
    var stretch = 1.0
    /// By how much the letters up to it are moved, counted from the start of its piece.
    var step = Vector(0, 0)
    /// Leads from the line, where it starts at the origin, to the text; nil where it is not seen.
    var map: Affine?
    /// The same before letters are turned; of those that stand upright on a line that runs down, of
    /// one that is not turned.
    var line: Affine?
    var standing: Standing?
  }

  /// A cluster that stands upright on a line that runs down.
  struct Standing {
    /// How wide its glyphs are.
    let width: Double
    /// How far below the place of the cluster their baseline is.
    let baseline: Double
  }

  /// What is drawn, from left to right.
  struct Placed {
    let run: Int
    /// The piece that is placed by itself.
    let piece: Int
    /// The number on the line.
    let number: Int
    /// From the origin of its line.
    let glyphs: [PlacedGlyph]
    let width: Double
    let stretch: Double
    let map: Affine
    /// Leads from the line to the text, and how far the cluster reaches along it.
    let line: Affine
    let length: Double
  }

  private let text: SVGText
  private let runsDown: Bool
  /// Whether each letter stands upright on a line that runs down.
  private var uprights: [Bool] = []
  /// Those of all pieces, each piece from left to right, from the origins of their lines.
  private var glyphs: [PlacedGlyph] = []
  private var parts: [Cluster] = []
  /// The piece of each letter.
  private var pieces: [Int] = []
  /// How far all pieces reach so far.
  private var pen = 0.0
  /// Where clusters begin on the line before anything is moved, by their first glyphs.
  private var origins: [Int: Double] = [:]

  init(_ text: SVGText, isRightToLeft: Bool, runsDown: Bool = false) {
    (self.text, self.runsDown) = (text, runsDown)
    uprights = runsDown ? Self.uprights(text) : []
    var starts: [Int] = []
    for (index, letter) in text.letters.enumerated() {
      if letter.x != nil || letter.y != nil || letter.isFirst { starts.append(index) }
      pieces.append(max(starts.count - 1, 0))
    }
    var options = LayoutOptions()
    options.direction = isRightToLeft ? .rightToLeft : .leftToRight
    options.alignment = .left
    // What is placed by itself neither joins nor changes places with what is around.
    for (start, end) in zip(starts, starts.dropFirst() + [text.letters.count]) {
      gather(TextLayout(spans(start..<end), options: options), from: start)
    }
    space()
    for fitting in text.fittings { fit(fitting) }
    step()
    anchor(isRightToLeft: isRightToLeft)
    turn()
  }

  /// The clusters that are seen.
  var clusters: [Placed] {
    parts.enumerated().compactMap { number, part in
      guard let map = part.map, let origin = origins[part.glyphs.lowerBound] else { return nil }
      let own = glyphs[part.glyphs].map { glyph in
        var glyph = glyph
        glyph.x -= origin
        return glyph
      }
      let length = part.right - part.left
      func placed(_ width: Double, _ stretch: Double, _ map: Affine) -> Placed {
        Placed(
          run: text.letters[part.letter].run, piece: pieces[part.letter], number: number,
          glyphs: own, width: width, stretch: stretch, map: map, line: part.line ?? map,
          length: length)
      }
      guard let standing = part.standing else { return placed(length, part.stretch, map) }
      return placed(
        standing.width, 1,
        map.after(.scale(1, part.stretch))
          .after(.translation(-standing.width / 2, standing.baseline)))
    }
  }

  // MARK: Shaping

  /// Text of one look each; what is moved by itself makes no ligatures with what is before it.
  private func spans(_ range: Range<Int>) -> [LayoutSpan] {
    var spans: [LayoutSpan] = []
    var (characters, run, isUpright) = (String.UnicodeScalarView(), 0, false)
    func add() {
      guard !characters.isEmpty else { return }
      let style = text.runs[run].context.style
      let fonts = text.runs[run].fonts
      var span = LayoutSpan(
        String(characters), fonts: fonts.fonts, size: style.fontSize, tag: spans.count,
        fallback: fonts.fallback)
      span.letterSpacing = style.letters.letterSpacing
      if style.letters.hasSmallCapitals { span.features.append(FeatureSetting("smcp", 1)) }
      if !style.letters.kerns || isUpright { span.features.append(FeatureSetting("kern", 0)) }
      if isUpright {
        span.features += [
          FeatureSetting("vert", 1), FeatureSetting("liga", 0), FeatureSetting("clig", 0),
        ]
      }
      spans.append(span)
    }
    for index in range {
      let letter = text.letters[index]
      let stands = runsDown && uprights[index]
      if letter.run != run || letter.dx != nil || letter.dy != nil || stands != isUpright {
        add()
        characters = String.UnicodeScalarView()
        (run, isUpright) = (letter.run, stands)
      }
      characters.append(letter.scalar)
    }
    add()
    return spans
  }

  /// Finds the clusters of a piece, and puts it behind those before.
  private mutating func gather(_ layout: TextLayout, from start: Int) {
    guard let line = layout.lines.first else { return }
    let (first, end) = (parts.count, pen)
    for glyph in layout.glyphs[line.glyphs] {
      let letter = glyph.scalars.lowerBound + start
      guard text.letters.indices.contains(letter) else { continue }
      let index = glyphs.count
      glyphs.append(glyph)
      glyphs[index].x += end
      glyphs[index].y -= line.baseline
      if parts.count > first, parts[parts.count - 1].letter == letter {
        parts[parts.count - 1].glyphs = parts[parts.count - 1].glyphs.lowerBound..<index + 1
        parts[parts.count - 1].right += glyph.advance
      } else {
        parts.append(
          Cluster(glyphs: index..<index + 1, letter: letter, left: 0, right: glyph.advance))
      }
    }
    for index in first..<parts.count {
      // Marks stand beside the pen, and may come before what they stand on.
      let own = glyphs[parts[index].glyphs]
      let base = own.firstIndex { $0.advance > 0 } ?? own.startIndex
      let left = own[base].x - own[..<base].reduce(0) { $0 + $1.advance }
      origins[parts[index].glyphs.lowerBound] = left
      parts[index].left = left
      parts[index].right += left
    }
    if runsDown { stand(from: first) }
    for part in parts[first...] { pen = max(pen, part.right) }
  }

  /// Gives clusters that stand upright the heights of their glyphs for widths.
  private mutating func stand(from first: Int) {
    var sum = 0.0
    for index in first..<parts.count {
      move(index, by: sum)
      let own = glyphs[parts[index].glyphs]
      guard uprights[parts[index].letter], let glyph = own.first(where: { $0.advance > 0 })
      else { continue }
      let measures = VerticalMeasures(glyph)
      let width = parts[index].right - parts[index].left
      parts[index].standing = Standing(width: width, baseline: measures.baseline)
      parts[index].right = parts[index].left + measures.advance
      sum += measures.advance - width
    }
  }

  /// Puts a cluster on a line that runs down.
  ///
  /// - Parameter across: where the baseline of letters that lie on their sides is.
  private mutating func hang(_ index: Int, at place: Double, across: Double) {
    let line = Affine(a: 0, b: 1, c: -1, d: 0, tx: across, ty: place)
    let middle = text.runs[text.letters[parts[index].letter].run].middle
    parts[index].line = line
    parts[index].map =
      parts[index].standing == nil ? line : .translation(across + middle, place)
  }

  // MARK: Along the line

  /// Adds the spacing of words.
  private mutating func space() {
    var sum = 0.0
    for index in parts.indices {
      let letter = text.letters[parts[index].letter]
      move(index, by: sum)
      if letter.scalar == " " || letter.scalar == "\u{A0}" {
        let spacing = text.runs[letter.run].context.style.letters.wordSpacing
        parts[index].right += spacing
        sum += spacing
      }
    }
  }

  private mutating func move(_ index: Int, by step: Double) {
    parts[index].left += step
    parts[index].right += step
  }

  /// Makes letters as long together as they are to be.
  private mutating func fit(_ fitting: SVGText.Fitting) {
    let chosen = parts.indices.filter { fitting.letters.contains(parts[$0].letter) }
    guard let first = chosen.first, let last = chosen.last,
      pieces[parts[first].letter] == pieces[parts[last].letter]
    else { return }
    let left = chosen.reduce(Double.infinity) { min($0, parts[$1].left) }
    let right = chosen.reduce(-Double.infinity) { max($0, parts[$1].right) }
    let missing = fitting.length - (right - left)
    guard missing.isFinite, right > left else { return }
    if fitting.stretches {
      let scale = fitting.length / (right - left)
      for index in chosen {
        let width = (parts[index].right - parts[index].left) * scale
        parts[index].left = left + (parts[index].left - left) * scale
        parts[index].right = parts[index].left + width
        parts[index].stretch *= scale
      }
    } else if chosen.count > 1 {
      for (number, index) in chosen.enumerated() {
        move(index, by: missing * Double(number) / Double(chosen.count - 1))
      }
    }
    for index in last + 1..<max(parts.count, last + 1) { move(index, by: missing) }
  }

  /// Counts the steps of letters within their pieces.
  private mutating func step() {
    var steps: [Vector] = []
    var sum = Vector(0, 0)
    for (index, letter) in text.letters.enumerated() {
      if index > 0, pieces[index] != pieces[index - 1] {
        sum.x = 0
        // Lines go on where they are across their way where only a place along it is told.
        if (runsDown ? letter.x : letter.y) != nil || letter.isFirst { sum.y = 0 }
      }
      let step = Vector(letter.dx ?? 0, letter.dy ?? 0)
      sum = Vector(sum.x + (runsDown ? step.y : step.x), sum.y + (runsDown ? step.x : step.y))
      steps.append(sum)
    }
    for index in parts.indices { parts[index].step = steps[parts[index].letter] }
  }

  /// Puts each piece where it belongs.
  private mutating func anchor(isRightToLeft: Bool) {
    var groups: [[Int]] = Array(repeating: [], count: (pieces.last ?? 0) + 1)
    for index in parts.indices { groups[pieces[parts[index].letter]].append(index) }
    let starts = pieces.indices.filter { $0 == 0 || pieces[$0] != pieces[$0 - 1] }
    var (end, height) = (0.0, 0.0)
    for (group, start) in zip(groups, starts) {
      let letter = text.letters[start]
      let run = text.runs[letter.run]
      if let across = runsDown ? letter.x : letter.y { height = across }
      let way = run.path.map { text.ways[$0] }
      guard !group.isEmpty else { continue }
      var (left, right) = (Double.infinity, -Double.infinity)
      for index in group {
        left = min(left, parts[index].left + parts[index].step.x)
        right = max(right, parts[index].right + parts[index].step.x)
      }
      let (along, step) = runsDown ? (letter.y, letter.dy) : (letter.x, letter.dx)
      let place = (along ?? (way == nil ? end : 0)) + (step ?? 0)
      let share: Double =
        switch run.context.style.letters.anchor {
        case .start: isRightToLeft ? 1 : 0
        case .middle: 0.5
        case .end: isRightToLeft ? 0 : 1
        }
      let shift = place - left - (right - left) * share
      for index in group {
        let part = parts[index]
        let x = part.left + part.step.x + shift
        let rise = text.runs[text.letters[part.letter].run].rise
        let y = part.step.y - rise
        let width = part.right - part.left
        if let way {
          parts[index].map = Self.map(along: way, x, y, width)
        } else if runsDown {
          hang(index, at: x, across: height + part.step.y + rise)
        } else {
          parts[index].map = .translation(x, height + y)
        }
      }
      end = isRightToLeft ? left + shift : right + shift
      if let way, let last = way.course.place(at: 1) {
        (end, height) = (last.point.x, last.point.y)
      }
    }
  }

  /// The map to where the middle of a cluster lies on a path; nil beyond its ends.
  private static func map(
    along way: SVGText.Way, _ x: Double, _ y: Double, _ width: Double
  ) -> Affine? {
    let middle = way.start + x + width / 2
    guard middle >= 0, middle <= way.course.length,
      let (point, direction) = way.course.place(at: middle / way.course.length)
    else { return nil }
    return Affine(
      a: direction.x, b: direction.y, c: -direction.y, d: direction.x, tx: point.x, ty: point.y
    ).after(.translation(-width / 2, y))
  }

  /// Turns letters around where they stand.
  private mutating func turn() {
    for index in parts.indices {
      guard let turn = text.letters[parts[index].letter].turn, turn != 0, turn.isFinite else {
        continue
      }
      parts[index].map = parts[index].map?.after(.rotation(degrees: turn))
    }
  }
}

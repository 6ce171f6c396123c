import Fonts
import Geometry
import Subtitles
import Text
import Timeline

extension String {
  /// The text in pieces, of which each is the end of a line without anything, or has none.
  ///
  /// - Parameter isEmpty: whether nothing stands before it in its line; afterwards, the same for
  ///   what follows.
  func cutAtEmptyLines(isEmpty: inout Bool) -> [(text: String, isEmptyLine: Bool)] {
    var pieces: [(text: String, isEmptyLine: Bool)] = []
    for scalar in unicodeScalars {
      let endsEmptyLine = scalar == "\n" && isEmpty
      isEmpty = scalar == "\n"
      if let last = pieces.last, last.isEmptyLine == endsEmptyLine {
        pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
      } else {
        pieces.append((String(scalar), endsEmptyLine))
      }
    }
    return pieces
  }

  /// Without the spaces that lines begin with, as in libass.
  ///
  /// - Parameter beginsLine: whether nothing but spaces stands before it in its line; afterwards,
  ///   the same for what follows.
  func withoutIndents(beginsLine: inout Bool) -> String {
    guard contains("\n") || beginsLine else { return self }
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == " ", beginsLine { continue }
      beginsLine = scalar == "\n"
      kept.append(scalar)
    }
    return String(kept)
  }

  /// Without the spaces that lines end with.
  ///
  /// - Parameter endsLine: whether nothing but spaces follows in its line; afterwards, the same for
  ///   what stands before.
  fileprivate func withoutEnds(endsLine: inout Bool) -> String {
    guard contains("\n") || endsLine else { return self }
    var kept: [Unicode.Scalar] = []
    for scalar in unicodeScalars.reversed() {
      if scalar == " ", endsLine { continue }
      endsLine = scalar == "\n"
      kept.append(scalar)
    }
    return String(String.UnicodeScalarView(kept.reversed()))
  }
}

extension [LayoutSpan] {
  /// Parts a text with letters from the right where runs look otherwise or are sung anew: after
  /// VSFilter, libass puts the pieces from left to right, each turned by itself. Where letters are
  /// spaced, each is such a piece, so that none are joined.
  mutating func part(_ runs: [CueRun]) {
    guard contains(where: { $0.text.unicodeScalars.contains(where: \.mayTurnText) }) else {
      return
    }
    func begins(_ index: Int) -> Bool {
      let (before, run) = (runs[index - 1], runs[index])
      let goesOn = before.style == run.style && before.syllable == run.syllable
      return !goesOn || before.isDrawing || run.isDrawing
    }
    var parted: [LayoutSpan] = []
    var number = 0
    var last = 0
    for var span in self {
      if span.tag > last, (last + 1...span.tag).contains(where: begins) { number += 1 }
      last = span.tag
      let isSpaced = runs[span.tag].style.spacing != 0 && span.objectWidth == nil
      for text in isSpaced ? span.text.map(String.init) : [span.text] {
        if isSpaced { number += 1 }
        span.text = text
        span.part = number
        parted.append(span)
      }
    }
    self = parted
  }

  /// Takes away the spaces that lines end with: as in libass, they make no line higher.
  mutating func trimEnds() {
    var endsLine = true
    for index in indices.reversed() {
      if self[index].objectWidth == nil {
        self[index].text = self[index].text.withoutEnds(endsLine: &endsLine)
      } else {
        endsLine = false
      }
    }
  }
}

extension GlyphStyle {
  /// Leaves of the outlines the shadows that they throw, as libass does.
  mutating func hideStrokes() {
    for index in strokes.indices { strokes[index].fill = .none }
  }

  /// Makes strokes so many times as wide and as high.
  mutating func scaleStrokes(by scale: Vector) {
    for index in strokes.indices {
      let stroke = strokes[index]
      let sides = Vector(
        stroke.width * stroke.shares.x * scale.x, stroke.width * stroke.shares.y * scale.y)
      let width = max(sides.x, sides.y)
      guard width > 0, width.isFinite else { continue }
      strokes[index].width = min(width, 4 * stroke.width)
      strokes[index].shares = Vector(max(sides.x / width, 0.01), max(sides.y / width, 0.01))
    }
  }
}

extension SubtitleColor {
  /// The nearest colour of 8 bits.
  init(_ color: Color) {
    func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
    self.init(
      byte(color.red), byte(color.green), byte(color.blue), opacity: byte(color.alpha))
  }

  /// The same as a colour of a timeline.
  var color: Color {
    Color(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
      alpha: Double(opacity) / 255)
  }
}

import Geometry

/// All glyphs of the built-in font in one weight, and which character each one is for.
struct GlyphSet {
  private(set) var glyphs: [FontBytes.Glyph] = []
  private(set) var numbers: [Unicode.Scalar: Int] = [:]
  /// The letter under the accent, for those that are composed.
  private(set) var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
  /// Where the middle of a composed letter's accent is, in thousandths of an em, and what the
  /// accent takes, in units of the font; pairs of accents are one.
  private(set) var composed: [Unicode.Scalar: Composed] = [:]
  typealias Composed = (middle: Double, box: GlyphBytes.Box, isPair: Bool)
  private let weight: LetterWeight
  /// How far accents reach beyond their letters' sides, in thousandths of an em.
  private static let overhang = 30.0
  private var shapes: [Unicode.Scalar: LetterShape] = [:]
  private var drawings: [Unicode.Scalar: LetterDrawing] = [:]

  init(_ weight: LetterWeight) {
    self.weight = weight
    addMissing()
    for drawing in Drawings.all(weight) {
      drawings[drawing.character] = drawing
      add(LetterShape(drawing, weight: weight), for: drawing.character)
    }
    addBlanks()
    for assembly in Assemblies.all + Greek.assemblies {
      add(assembled(assembly.parts), for: assembly.whole)
    }
    let pairs = Array((Cyrillic.lookAlikes + Greek.lookAlikes).unicodeScalars)
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      numbers[pairs[index]] = numbers[pairs[index + 1]]
      shapes[pairs[index]] = shapes[pairs[index + 1]]
    }
    let compositions =
      Accents.compositions + Vietnamese.compositions + Greek.compositions
    for composition in compositions {
      let letters = Array(composition.letters)
      for index in stride(from: 0, to: letters.count - 1, by: 2) {
        compose(letters[index], of: letters[index + 1], with: composition.accent)
      }
    }
    // Characters that look the same.
    for (copy, original) in [
      ("\u{2010}", "-"), ("\u{2011}", "-"), ("\u{2219}", "·"), ("\u{387}", "·"), ("\u{37E}", ";"),
      ("\u{3BC}", "µ"), ("\u{2015}", "―"),
      ("`", "\u{300}"), ("´", "\u{301}"), ("ˆ", "\u{302}"), ("ˇ", "\u{30C}"), ("˜", "\u{303}"),
      ("¯", "\u{304}"), ("˘", "\u{306}"), ("˙", "\u{307}"), ("¨", "\u{308}"), ("˚", "\u{30A}"),
      ("˝", "\u{30B}"), ("΅", "\u{344}"), ("¸", "\u{327}"), ("˛", "\u{328}"),
    ] as [(Unicode.Scalar, Unicode.Scalar)] {
      copyGlyph(original, to: copy)
    }
  }

  /// The middle of a letter that is drawn and not composed, in thousandths of an em.
  func middle(of scalar: Unicode.Scalar) -> Double? {
    shapes[scalar].flatMap { $0.contours.isEmpty ? nil : $0.middle }
  }

  /// Characters with their glyphs, ascending.
  var characters: [(scalar: Int, glyph: Int)] {
    numbers.filter { !Vietnamese.isPair($0.key) }.map { (Int($0.key.value), $0.value) }
      .sorted { $0.scalar < $1.scalar }
  }

  private mutating func add(_ shape: LetterShape, for scalar: Unicode.Scalar) {
    shapes[scalar] = shape
    numbers[scalar] = glyphs.count
    glyphs.append(
      .init(
        bytes: GlyphBytes(shape.contours), advance: Int(shape.advance * GlyphBytes.scale)))
  }

  /// The glyph 0: an empty box.
  private mutating func addMissing() {
    let line =
      "\u{FFFD} u 420 S S &0.6 M 0 0 L 0 700; M 420 0 L 420 700; M 0 700 L 420 700; M 0 0 L 420 0"
    var reader = LetterReader(line[...], weight: weight)
    guard let drawing = reader.drawing() else { return }
    add(LetterShape(drawing, weight: weight), for: drawing.character)
  }

  private mutating func addBlanks() {
    let space = 250.0
    let widths: [(Unicode.Scalar, Double)] = [
      (" ", space), ("\u{A0}", space), ("\u{2002}", 500), ("\u{2003}", 1000), ("\u{2004}", 333),
      ("\u{2005}", 250), ("\u{2006}", 167), ("\u{2007}", LetterShape.figureAdvance),
      ("\u{2008}", 224), ("\u{2009}", 160), ("\u{200A}", 80), ("\u{200B}", 0), ("\u{202F}", 160),
      ("\u{AD}", 0),
    ]
    for (scalar, width) in widths { add(LetterShape(blank: width), for: scalar) }
  }

  // MARK: - Glyphs of glyphs

  private func assembled(_ parts: [Assemblies.Part]) -> LetterShape {
    var whole = LetterShape(blank: 0)
    var last = 0.0
    for part in parts {
      guard var drawing = drawings[part.letter] else { continue }
      if part.scale < 1 { drawing.pen *= weight.smallPen }
      let shape = LetterShape(drawing, weight: weight)
      let advance = shape.advance * part.scale
      let x =
        part.isInside
        ? last + (whole.advance - last - advance) / 2 : whole.advance - part.tuck
      let map = Affine(a: part.scale, b: 0, c: 0, d: part.scale, tx: x, ty: part.rise)
      whole.contours += shape.contours.map { $0.map { (map($0.point), $0.isNode) } }
      if !part.isInside {
        last = whole.advance
        whole.advance = (x + advance).rounded()
      }
    }
    whole.middle = whole.advance / 2
    return whole
  }

  /// Puts an accent on a letter.
  private mutating func compose(
    _ whole: Character, of letter: Character, with accent: Unicode.Scalar
  ) {
    guard let base = letter.unicodeScalars.first, let scalar = whole.unicodeScalars.first,
      let shape = shapes[base], let baseNumber = numbers[base], let accentNumber = numbers[accent]
    else { return }
    var offset = Vector(shape.middle, 0)
    var advance = shape.advance
    switch accent {
    case "\u{315}":
      // A comma at the letter's right, as high as its stem.
      if letter == "L" {
        offset.x = shape.advance - 130
      } else {
        offset = Vector(shape.advance + 10 + weight.growth * 0.5, 40)
        advance += 70 + weight.growth * 0.7
      }
    case "\u{328}":
      let (low, high) = shape.extent
      offset.x += (high - low) * Accents.ogonek(under: letter)
    case "\u{326}", "\u{327}": break
    // Beside the tail.
    case "\u{323}": offset.x += letter == "y" ? 130 + weight.growth * 0.5 : 0
    case _ where Vietnamese.isPair(accent): break
    default: offset.y = Accents.lift(over: letter)
    }
    let scale = GlyphBytes.scale
    let (first, second) = (glyphs[baseNumber].bytes, glyphs[accentNumber].bytes)
    // Letters narrower than their accents get room for these.
    let left = max(-Double(second.box.minX) / scale - offset.x - Self.overhang, 0).rounded()
    let right = max(Double(second.box.maxX) / scale + offset.x - advance - Self.overhang, 0)
    offset.x += left
    advance += left + right
    let (x, y) = (Int((offset.x * scale).rounded()), Int((offset.y * scale).rounded()))
    let start = Int(left * scale)
    numbers[scalar] = glyphs.count
    bases[scalar] = base
    composed[scalar] = (offset.x, second.box.moved(x, y), Vietnamese.isPair(accent))
    glyphs.append(
      .init(
        bytes: GlyphBytes(
          [
            .init(glyph: baseNumber, x: start, y: 0, givesMetrics: advance == shape.advance),
            .init(glyph: accentNumber, x: x, y: y, givesMetrics: false),
          ], box: first.box.moved(start, 0).union(second.box.moved(x, y))),
        advance: Int(advance.rounded() * scale)))
  }

  /// Gives a character the glyph of another one; an accent gets room of its own.
  private mutating func copyGlyph(_ original: Unicode.Scalar, to copy: Unicode.Scalar) {
    guard let number = numbers[original], var shape = shapes[original] else { return }
    guard Accents.isMark(original) else {
      numbers[copy] = number
      return
    }
    let (low, high) = shape.extent
    shape.advance = (high - low + 80).rounded()
    for index in shape.contours.indices {
      for node in shape.contours[index].indices {
        shape.contours[index][node].point.x += 40 - low
      }
    }
    add(shape, for: copy)
  }
}

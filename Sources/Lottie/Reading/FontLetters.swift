import Bytes
import Fonts
import Geometry
import Timeline

/// The fonts of a file that does not bring the outlines of its letters.
struct LottieFonts {
  /// The most fonts that are read.
  private static let most = 32

  private let own: [String: Font]
  /// The fonts that there are not, each once, in the order in which letters of them come.
  private(set) var missing: [String] = []

  /// The fonts that lie in a file or beside it, as far as there are some.
  ///
  /// - Parameter files: gives the files beside the animation by their names.
  init(_ list: [JSONNode], _ files: (String) -> [UInt8]?) {
    var own: [String: Font] = [:]
    for node in list.prefix(Self.most) {
      guard let name = node["fName"]?.string, own[name] == nil,
        let path = node["fPath"]?.string, !path.isEmpty,
        let bytes = Base64.data(ofURI: path) ?? (path.contains("://") ? nil : files(path)),
        let font = try? Font(bytes)
      else { continue }
      own[name] = font
    }
    self.own = own
  }

  /// The outline of a letter, by the built-in font where there is none of its own; nil where that
  /// has none either.
  mutating func glyph(_ letter: Character, of node: JSONNode?) -> LottieGlyph? {
    guard let scalar = letter.unicodeScalars.first else { return nil }
    let name = node?["fName"]?.string ?? ""
    if let font = own[name], let glyph = LottieGlyph(scalar, font) { return glyph }
    guard let font = try? BuiltInFont.font(weight: Self.weight(node)) else { return nil }
    let glyph = LottieGlyph(scalar, font)
    if own[name] == nil, !letter.isWhitespace, missing.count < Self.most {
      let family = node?["fFamily"]?.string ?? ""
      let told = family.isEmpty ? name : family
      if !missing.contains(told) { missing.append(told) }
    }
    return glyph
  }

  /// How heavy a font is by the words of its style, from 300 to 800.
  private static func weight(_ node: JSONNode?) -> Double {
    let style = (node?["fStyle"]?.string ?? "").lowercased()
    let words: [(String, Double)] = [
      ("black", 800), ("heavy", 800), ("extrabold", 800), ("extra bold", 800), ("semi", 600),
      ("demi", 600), ("bold", 700), ("medium", 500), ("light", 300), ("thin", 300),
    ]
    return words.first { style.contains($0.0) }?.1 ?? 400
  }
}

extension LottieGlyph {
  /// The outline of a character in a font; nil where that has none.
  fileprivate init?(_ scalar: Unicode.Scalar, _ font: Font) {
    guard let glyph = font.glyph(for: scalar), font.unitsPerEm > 0,
      let outline = try? font.outline(of: glyph)
    else { return nil }
    let unit = 100 / Double(font.unitsPerEm)
    width = font.advance(of: glyph) * unit
    paths = LottieContour.all(of: outline.mapped(by: .scale(unit, -unit))).map {
      .path(LottiePath(figure: .points(LottieTrack($0.numbers)), isReversed: false))
    }
  }
}

extension LottieContour {
  /// The contours of an outline, all of them closed.
  fileprivate static func all(of outline: Outline) -> [LottieContour] {
    var contours: [LottieContour] = []
    for segment in outline.segments {
      if case .move(let place) = segment {
        contours.append(LottieContour([LottiePoint(place: place)], isClosed: true))
      } else if !contours.isEmpty {
        contours[contours.count - 1].add(segment)
      }
    }
    for index in contours.indices { contours[index].joinEnds() }
    return contours.filter { $0.points.count > 1 }
  }

  private mutating func add(_ segment: Outline.Segment) {
    let last = points.count - 1
    let start = points[last].place
    switch segment {
    case .move(let end), .line(let end): points.append(LottiePoint(place: end))
    case .quadratic(let control, let end):
      // The cubic curve that is the same one.
      points[last].out = Vector(0, 0).plus(control.step(from: start), times: 2.0 / 3)
      let into = Vector(0, 0).plus(control.step(from: end), times: 2.0 / 3)
      points.append(LottiePoint(place: end, into: into))
    case .cubic(let first, let second, let end):
      points[last].out = first.step(from: start)
      points.append(LottiePoint(place: end, into: second.step(from: end)))
    }
  }

  /// Makes one point of the last and the first where they are in one place.
  private mutating func joinEnds() {
    guard points.count > 1, let last = points.last, last.place == points[0].place else { return }
    points[0].into = last.into
    points.removeLast()
  }

  /// The contour as the numbers of a track.
  fileprivate var numbers: [Double] {
    points.flatMap { point in
      [point.place, point.into, point.out].flatMap { [$0.x, $0.y] }
    } + [isClosed ? 1 : 0]
  }
}

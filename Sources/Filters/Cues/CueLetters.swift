import Subtitles
import Text

/// The characters of a track that its fonts may lack, without those of ASCII.
struct CueLetters {
  /// The first style of each face, and what is set in it, in the order of the file.
  private(set) var faces: [(style: CueStyle, letters: [Character])] = []
  private var places: [String?: Int] = [:]
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    let face: Int
    let letter: Character
  }

  /// A film has few faces, and no script more letters.
  private static let most = (faces: 64, letters: 50_000)

  init(_ track: CueTrack, _ setter: CueSetter) {
    for event in track.events {
      var style = event.style
      for piece in event.pieces {
        switch piece {
        case .text(let text, let span):
          var own = event.style
          own.face = span.face ?? own.face
          add(setter.shown(text), own)
        case .script(.text(let text)): add(text, style)
        case .script(.tag(.fontName(let name))): style.face = name ?? event.style.face
        case .script(.tag(.reset(let name))):
          style = name.flatMap { track.styles[$0] } ?? event.style
        default: break
        }
      }
    }
  }

  private mutating func add(_ text: String, _ style: CueStyle) {
    let place = places[style.face] ?? faces.count
    if place == faces.count {
      guard faces.count < Self.most.faces else { return }
      places[style.face] = place
      faces.append((style, []))
    }
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return }
    for letter in text where !letter.isASCII && seen.count < Self.most.letters {
      if seen.insert(Key(face: place, letter: letter)).inserted {
        faces[place].letters.append(letter)
      }
    }
  }

  /// What the fonts lack.
  func warnings(_ fonts: CueFonts) throws(RenderError) -> [String] {
    var warnings: [String] = []
    for (style, letters) in faces where !letters.isEmpty {
      let stack = try fonts.stack(for: style)
      let span = LayoutSpan("", fonts: stack.fonts, size: 1, fallback: stack.fallback)
      var choice = FontChoice()
      let companions = FontChoice.companions(of: letters.flatMap { Array($0.unicodeScalars) })
      var place = 0
      for letter in letters {
        let scalars = Array(letter.unicodeScalars)
        defer { place += scalars.count }
        if letter.isNewline { continue }
        _ = choice.font(for: scalars[...], of: span, style: 0, beside: companions[place])
      }
      for line in FontReport.lines(missing: choice.missing, borrowed: choice.borrowed)
      where !warnings.contains(line) {
        warnings.append(line)
      }
    }
    return warnings
  }
}

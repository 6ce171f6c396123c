import Fonts
import Shell
import Timeline

/// Which fonts the parts of a text would be set in.
struct FontCoverage {
  struct Part {
    var text: String
    /// Nil where no font has the characters.
    var face: FontFace?
  }

  let parts: [Part]
  /// Families that are not there.
  let warnings: [String]

  var isComplete: Bool { parts.allSatisfy { $0.face != nil } }

  init(of text: String, in library: FontLibrary, _ request: FontRequest) throws(CommandFailure) {
    let stack: FontStack
    do throws(FontChoiceError) { stack = try library.stack(request) } catch {
      throw CommandFailure(error.message, code: .usage)
    }
    warnings = stack.warnings
    var parts: [Part] = []
    for character in text where !character.isNewline {
      let font = Self.font(for: character, stack.fonts, library, request)
      let face = font.flatMap(library.face)
      if let last = parts.last, last.face == face || character == " " {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append(Part(text: String(character), face: face))
      }
    }
    self.parts = parts
  }

  private static func font(
    for character: Character, _ fonts: FontChain, _ library: FontLibrary, _ request: FontRequest
  ) -> Font? {
    let scalars = Array(character.unicodeScalars)
    let needed = scalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    let isEmoji =
      scalars.contains { $0.properties.isEmojiPresentation } || scalars.contains("\u{FE0F}")
    if isEmoji,
      let font = library.fallback(for: scalars, request: request, wantsEmoji: true),
      library.face(of: font)?.hasColor == true
    {
      return font
    }
    return fonts.first { font in needed.allSatisfy { font.glyph(for: $0) != nil } }
      ?? library.fallback(for: scalars, request: request, wantsEmoji: isEmoji)
  }

  // MARK: - Reports

  /// A line for each part.
  var text: String {
    parts.map { part in
      let font = part.face.map { "\($0.family) \($0.style)  \(FontListing.file(of: $0))" }
      return
        "\(JSONText.quote(part.text))  \(font?.printable ?? "no font has \(Self.points(part.text))")\n"
    }.joined()
  }

  var json: String {
    JSONText.array(
      parts.map { part in
        .object([
          ("text", .string(part.text)), ("font", part.face.map(FontListing.object) ?? .null),
        ])
      }
    ).pretty() + "\n"
  }

  private static func points(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      "U+" + padded(String(scalar.value, radix: 16, uppercase: true), to: 4)
    }.joined(separator: " ")
  }
}

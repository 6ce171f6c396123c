import Bytes
import Fonts
import Shell
import Text
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
    let span = LayoutSpan("", fonts: stack.fonts, size: 1) { cluster, wantsEmoji in
      library.fallback(for: cluster, request: request, wantsEmoji: wantsEmoji)
    }
    var choice = FontChoice()
    var parts: [Part] = []
    let companions = FontChoice.companions(of: Array(text.unicodeScalars))
    var place = 0
    for character in text {
      let scalars = Array(character.unicodeScalars)
      defer { place += scalars.count }
      if character.isNewline { continue }
      var font = choice.font(for: scalars[...], of: span, style: 0, beside: companions[place])
      if choice.missing.contains(where: { scalars.contains($0.scalar) }) { font = nil }
      let face = font.flatMap(library.face)
      if let last = parts.last, last.face == face || character == " " {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append(Part(text: String(character), face: face))
      }
    }
    self.parts = parts
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
    text.unicodeScalars.filter { $0 != " " }.map { scalar in
      "U+" + String(scalar.value, radix: 16, uppercase: true).padded(to: 4)
    }.joined(separator: " ")
  }
}

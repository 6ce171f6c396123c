import Foundation
import Testing

/// One line of a page of the unicode text-rendering-tests: what to draw and what is expected.
struct RenderingCase: CustomTestStringConvertible, Sendable {
  /// A glyph's outline, at 1000 units an em, and where it is put.
  struct Glyph: Sendable {
    var x: Double
    var y: Double
    var path: String
  }

  var id: String
  var font: String
  var text: String
  /// The places along axes, by their tags.
  var variations: [(tag: String, value: Double)]
  var glyphs: [Glyph]

  var testDescription: String { id }

  /// The cases of a page, in its order.
  static func all(in page: String) -> [RenderingCase] {
    let cells = page.components(between: "<td class=\"expected\"", and: "</td>")
    return cells.compactMap { cell in
      guard let id = cell.attribute("ft:id"), let font = cell.attribute("ft:font"),
        let text = cell.attribute("ft:render")
      else { return nil }
      var paths: [String: String] = [:]
      for symbol in cell.components(between: "<symbol ", and: "</symbol>") {
        if let name = symbol.attribute("id") { paths[name] = symbol.attribute(" d") ?? "" }
      }
      let glyphs = cell.components(between: "<use ", and: "/>").compactMap { use in
        use.attribute("xlink:href").flatMap { paths[String($0.dropFirst())] }.map { path in
          Glyph(
            x: use.attribute("x").flatMap(Double.init) ?? 0,
            y: use.attribute("y").flatMap(Double.init) ?? 0, path: path)
        }
      }
      let variations = (cell.attribute("ft:var") ?? "").split(separator: ";").compactMap { part in
        let sides = part.split(separator: ":")
        return sides.count == 2
          ? (tag: String(sides[0]), value: Double(String(sides[1])) ?? 0) : nil
      }
      return RenderingCase(
        id: id, font: font, text: text.withoutEntities, variations: variations, glyphs: glyphs)
    }
  }
}

extension String {
  /// The texts between two marks.
  fileprivate func components(between first: String, and last: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let start = rest.range(of: first) {
      rest = rest[start.upperBound...]
      guard let end = rest.range(of: last) else { break }
      found.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }

  fileprivate func attribute(_ name: String) -> String? {
    guard let start = range(of: "\(name)=\"") else { return nil }
    return String(self[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The text with `&#x20;`, `&amp;` and their like replaced by what they stand for.
  fileprivate var withoutEntities: String {
    var text = ""
    var rest = self[...]
    while let mark = rest.firstIndex(of: "&"), let end = rest[mark...].firstIndex(of: ";") {
      text += rest[..<mark]
      let name = rest[rest.index(after: mark)..<end]
      if name.hasPrefix("#x"), let value = UInt32(name.dropFirst(2), radix: 16) {
        text.unicodeScalars.append(Unicode.Scalar(value) ?? " ")
      } else if name.hasPrefix("#"), let value = UInt32(name.dropFirst()) {
        text.unicodeScalars.append(Unicode.Scalar(value) ?? " ")
      } else {
        text += ["amp": "&", "lt": "<", "gt": ">", "quot": "\""][String(name)] ?? ""
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

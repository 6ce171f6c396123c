import Fonts
import Shell
import Timeline

/// Faces as a table for people, or as objects for programs.
enum FontListing {
  /// Whether a text is a part of one of a face's names, blanks, hyphens and case aside.
  static func name(_ text: String, isIn face: FontFace) -> Bool {
    let wanted = plain(text)
    let names = [
      face.family, face.names.family, face.names.fullName, face.names.postScriptName,
      "\(face.family) \(face.style)",
    ]
    return (names + face.instances.map(\.name)).contains { plain($0).contains(wanted) }
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !" -_".contains($0) }
  }

  // MARK: - For people

  /// Lines in columns, ordered by family, width, slant and weight.
  static func text(_ faces: [FontFace]) -> String {
    let rows = sorted(faces).map { row($0).map(\.printable) }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, min(width, 40) - cell.count))
      }
      return (cells + [row[4]]).joined(separator: "  ") + "\n"
    }.joined()
  }

  /// Files that are no fonts, with the reason.
  static func text(_ skipped: [(path: String, error: FontError)]) -> String {
    skipped.map { "not used: \($0.path.printable): \($0.error.message.printable)\n" }.joined()
  }

  static func file(of face: FontFace) -> String {
    guard let path = face.path else { return "built in" }
    return face.index == 0 ? path : "\(path) (face \(face.index))"
  }

  private static func row(_ face: FontFace) -> [String] {
    var notes: [String] = []
    if face.widths != 100...100 { notes.append("width \(range(face.widths))") }
    if face.canLean { notes.append("italic") }
    if face.traits.isMonospaced { notes.append("mono") }
    if face.hasColor { notes.append("colour") }
    let axes = face.axes.map { "\($0.tag)" }
    if !axes.isEmpty { notes.append("varies: " + axes.joined(separator: " ")) }
    let instances = face.instances.count
    if instances > 0 { notes.append("\(instances) instance\(instances == 1 ? "" : "s")") }
    return [
      face.family, face.style, range(face.weights), notes.joined(separator: ", "), file(of: face),
    ]
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    let ends = (number(range.lowerBound), number(range.upperBound))
    return ends.0 == ends.1 ? ends.0 : "\(ends.0)-\(ends.1)"
  }

  private static func sorted(_ faces: [FontFace]) -> [FontFace] {
    faces.enumerated().map { (index: $0, face: $1, family: plain($1.family)) }.sorted { a, b in
      if a.family != b.family { return a.family < b.family }
      if a.face.traits.width != b.face.traits.width {
        return a.face.traits.width < b.face.traits.width
      }
      if a.face.canStand != b.face.canStand { return a.face.canStand }
      if a.face.traits.weight != b.face.traits.weight {
        return a.face.traits.weight < b.face.traits.weight
      }
      return a.index < b.index
    }.map(\.face)
  }

  /// A number without a point where it needs none.
  static func number(_ value: Double) -> String {
    value == value.rounded() ? fixed(value, 0) : fixed(value, 1)
  }

  // MARK: - For programs

  static func json(_ faces: [FontFace], _ skipped: [(path: String, error: FontError)]) -> String {
    let objects =
      sorted(faces).map(object)
      + skipped.map { file in
        JSONText.object([("file", .string(file.path)), ("error", .string(file.error.message))])
      }
    return JSONText.array(objects).pretty() + "\n"
  }

  static func object(_ face: FontFace) -> JSONText {
    func pair(_ range: ClosedRange<Double>) -> JSONText {
      .array([.number(number(range.lowerBound)), .number(number(range.upperBound))])
    }
    let axes = face.axes.map { axis in
      JSONText.object([
        ("tag", .string("\(axis.tag)")), ("name", .string(axis.name)),
        ("minimum", .number(number(axis.minimum))), ("default", .number(number(axis.default))),
        ("maximum", .number(number(axis.maximum))),
      ])
    }
    let instances = face.instances.map { instance in
      JSONText.object([
        ("name", .string(instance.name)),
        (
          "variations",
          .object(
            face.axes.compactMap { axis in
              instance.values[axis.tag].map { ("\(axis.tag)", .number(number($0))) }
            })
        ),
      ])
    }
    return .object([
      ("family", .string(face.family)), ("style", .string(face.style)),
      ("fullName", .string(face.names.fullName)),
      ("postScriptName", .string(face.names.postScriptName)), ("weight", pair(face.weights)),
      ("width", pair(face.widths)), ("italic", .bool(face.canLean)),
      ("monospaced", .bool(face.traits.isMonospaced)), ("color", .bool(face.hasColor)),
      ("axes", .array(axes)), ("instances", .array(instances)),
      ("file", face.path.map(JSONText.string) ?? .null),
      ("face", .integer(face.index)),
    ])
  }
}

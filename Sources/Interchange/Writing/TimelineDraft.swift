import Bytes
import Timeline

/// A timeline of ours that is being made of another one.
struct TimelineDraft {
  /// The members of an object, in the order in which they are written.
  typealias Members = [(key: String, value: JSONText)]

  var name = ""
  var canvas: Members = []
  var clips: [Members] = []
  var layers: [Members] = []
  /// The members of `audio` but for its tracks.
  var audio: Members = []
  var tracks: [Members] = []
  var vars: Members = []
  /// Whether a timeline in it has a clip that is a file.
  var hasInnerFilm = false

  /// The text, a line for each clip, layer and track that is not too long for it.
  var text: String {
    Self.text(of: [("version", .integer(1))] + members, indent: 0) + "\n"
  }

  /// All of it but the version.
  var members: Members {
    var root: Members = []
    if !name.isEmpty { root.append(("name", .string(name))) }
    if !vars.isEmpty { root.append(("vars", .object(vars))) }
    if !canvas.isEmpty { root.append(("canvas", .object(canvas))) }
    if !clips.isEmpty { root.append(("clips", .array(clips.map(JSONText.object)))) }
    if !layers.isEmpty { root.append(("layers", .array(layers.map(JSONText.object)))) }
    if !tracks.isEmpty || !audio.isEmpty {
      let list: Members = tracks.isEmpty ? [] : [("tracks", .array(tracks.map(JSONText.object)))]
      root.append(("audio", .object(audio + list)))
    }
    return root
  }

  private static func text(of root: Members, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let lines = root.map {
      "\(margin)  \(JSONText.quote($0.key)): " + Self.lines(of: $0.value, indent: indent + 2)
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
  }

  /// The key of a source that is a timeline.
  static let innerKey = "timeline"

  /// How many columns a line has.
  private static let width = 100

  /// Lists with one element a line, and all else as it is usually written.
  private static func lines(of value: JSONText, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let inner = elements.map { margin + "  " + filled($0, indent: indent + 2) }
      return "[\n" + inner.joined(separator: ",\n") + "\n\(margin)]"
    case .object(let members) where members.contains { $0.key == "tracks" }:
      let inner = members.map {
        "\(margin)  \(JSONText.quote($0.key)): " + lines(of: $0.value, indent: indent + 2)
      }
      return "{\n" + inner.joined(separator: ",\n") + "\n\(margin)}"
    default: return value.pretty(indent: indent)
    }
  }

  /// An object whose members fill lines one after another, as people write them.
  private static func filled(_ value: JSONText, indent: Int) -> String {
    guard case .object(let members) = value, !members.isEmpty else {
      return value.pretty(indent: indent)
    }
    let margin = String(repeating: " ", count: indent + 2)
    var (text, column) = ("{ ", indent + 2)
    for (index, member) in members.enumerated() {
      let end = index == members.count - 1 ? " }" : ","
      let key = JSONText.quote(member.key) + ": "
      if case .object(let source) = member.value, source.first?.key == innerKey,
        case .object(let root)? = source.first?.value
      {
        if index > 0 { text += "\n" + margin }
        text += key + "{ \(JSONText.quote(innerKey)): "
        text += Self.text(of: root, indent: indent + 2) + " }" + end
        column = width
        continue
      }
      var word = key + member.value.compact + end
      if index > 0 {
        let fits = column + 1 + word.utf8.count <= width
        text += fits ? " " : "\n" + margin
        column = fits ? column + 1 : margin.utf8.count
      }
      if column + word.utf8.count > width {
        word = key + member.value.pretty(indent: indent + 2, width: width - 2) + end
      }
      text += word
      column =
        word.lastIndex(of: "\n").map { word[$0...].utf8.count - 1 } ?? column + word.utf8.count
    }
    return text
  }
}

extension TimelineDraft {
  /// The member that names a font; none where a timeline would refuse the name.
  static func font(_ name: String?) -> Members {
    guard let name, !name.isEmpty, !name.utf8.contains(0) else { return [] }
    return [("font", .string(name))]
  }
}

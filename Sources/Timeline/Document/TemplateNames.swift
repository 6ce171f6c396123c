import Bytes

/// The names for which templates have texts.
package enum TemplateNames {
  /// The names that are there without `vars`: what they stand for changes with the frame.
  package static let builtIn = [
    "frame", "time", "seconds", "timecode", "countdown", "remaining",
  ]

  /// A stretch of a text.
  package enum Piece: Equatable {
    /// What is shown as it is.
    case text(String)
    /// What stands between `${` and `}`.
    case name(String)
  }

  /// The names that a text shows by `${name}`, in its order; `$${` shows itself.
  package static func all(in text: String) -> [String] {
    pieces(of: text).compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// A text taken apart; its texts have `${` for each `$${`.
  package static func pieces(of text: String) -> [Piece] {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var plain: [UInt8] = []
    var next = bytes.startIndex
    while let start = bytes[next...].firstIndex(of: UInt8(ascii: "$")) {
      plain += bytes[next..<start]
      next = start + 1
      guard bytes[next...].first == UInt8(ascii: "{") else {
        plain.append(bytes[start])
        continue
      }
      // The second `$` of `$${` shows itself; the first is gone.
      if plain.last == UInt8(ascii: "$") {
        continue
      }
      var isFormat = false
      let name = bytes[(next + 1)...].prefix { byte in
        if byte == UInt8(ascii: ":") { isFormat = true }
        return isPart(of: byte) || isFormat && isPartOfFormat(byte)
      }
      guard !name.isEmpty, bytes[name.endIndex...].first == UInt8(ascii: "}") else {
        plain.append(bytes[start])
        continue
      }
      pieces += [.text(String(decoding: plain, as: UTF8.self))]
      pieces += [.name(String(decoding: name, as: UTF8.self))]
      plain = []
      next = name.endIndex + 1
    }
    plain += bytes[next...]
    return pieces + [.text(String(decoding: plain, as: UTF8.self))]
  }

  /// Whether a name, with what follows its colon, is one of ``builtIn``.
  static func isBuiltIn(_ name: String) -> Bool {
    builtIn.contains(String(name.prefix { $0 != ":" }))
  }

  /// A text as a template shows it: with `$${` for each `${`.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    let all = Array(text.utf8)
    for (index, byte) in all.enumerated() {
      if byte == UInt8(ascii: "$"), index + 1 < all.count, all[index + 1] == UInt8(ascii: "{") {
        bytes.append(byte)
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What to do about a name without a value.
  static func hint(for name: String, among known: [String]) -> String {
    nearestName(to: name, in: known).map { "did you mean \($0.quoted)?" }
      ?? "give it one in 'vars' or with --set"
  }

  /// Letters, digits, and what joins them; a colon stands before a number of digits.
  private static func isPart(of byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "_-.: ".utf8.contains(byte)
  }

  /// What patterns of numbers and days have besides.
  private static func isPartOfFormat(_ byte: UInt8) -> Bool { "%,/'()".utf8.contains(byte) }

  /// The error if the timeline does not use a text given for `name`: it is neither in `vars` nor in
  /// a template. Nil if it is used, or if the timeline cannot be read.
  package static func fault(of name: String, in source: SourceText) -> String? {
    if builtIn.contains(name) { return "${\(name)} changes with the frame and cannot be set" }
    var diagnostics = Diagnostics()
    guard let parsed = JSONParser.parse(source.own, reportingTo: &diagnostics),
      !diagnostics.hasErrors
    else { return nil }
    let own = parsed.root.member("vars")?.value.members?.map(\.key) ?? []
    let known =
      own + parsed.root.usedVariables
      + parsed.root.strings.flatMap { all(in: $0) }.flatMap {
        [$0, String($0.prefix { $0 != ":" })]
      }
      .filter { !builtIn.contains(String($0.prefix { $0 != ":" })) }
    guard !known.contains(name) else { return nil }
    let advice =
      nearestName(to: name, in: known).map { "did you mean \($0.quoted)?" }
      ?? (known.isEmpty
        ? "it has no 'vars', and no templates"
        : "it has \(Set(known).sorted().map(\.quoted).listed(joinedBy: "and"))")
    return "the timeline has no text named \(name.quoted); \(advice)"
  }
}

extension JSONNode {
  /// All strings in the value that are no keys.
  fileprivate var strings: [String] {
    switch kind {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.strings)
    case .object(let members): members.flatMap(\.value.strings)
    case .null, .bool, .number, .invalid: []
    }
  }

  /// The names of all variables whose values stand in the value.
  fileprivate var usedVariables: [String] {
    let name = member("var").flatMap(\.value.string).map { [$0] } ?? []
    return name + (elements ?? members?.map(\.value) ?? []).flatMap(\.usedVariables)
  }
}

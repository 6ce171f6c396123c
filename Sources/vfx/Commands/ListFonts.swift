import Fonts
import Options
import Pipes
import Shell
import Timeline

/// `vfx fonts`: which fonts there are, and which one a text would be set in.
enum ListFonts: Subcommand {
  static let text = Option<String?>(
    "for", .text("TEXT"),
    "Show the font that each part of this text would be set in. The operands are then the families "
      + "to try, as in the font of a text layer.")
  static let weight = Option<Double>(
    "weight", .number("N", in: 1...1000), default: 400, shown: "400",
    "The weight to look for with --for.")
  static let italic = Option<Bool>(switch: "italic", "Look for italics with --for.")
  static let all = Option<Bool>(
    switch: "all", short: "a", "Also list files that can't be used, with the reason.")
  static let format = Option<ReportFormat>(
    "format", .choice, default: .text, shown: "text",
    "text is a table for people, json an array of objects for programs.")

  static let command = Command(
    "fonts", "list the fonts that a timeline can use",
    description: [
      "Lists the faces of the font files in the system's folders, and the built-in font, one a "
        + "line: family, style, weight, width, special features, and the file. With operands, it "
        + "lists only the faces whose names contain one of them.",
      "A timeline names a font by its family, its full name, its PostScript name, or a generic "
        + "name of CSS such as serif. Weights of a variable font are a range; its named "
        + "instances, which --json lists, go by family and instance, such as \"Inter Semi Bold\".",
      "With --for, the exit status is 1 if no font has some character of the text.",
    ],
    operands: [
      Operand(
        "NAME", form: .text("NAME"), isOptional: true, isRepeatable: true,
        "A part of a name; with --for, a family.")
    ],
    options: [text, weight, italic, all, format, JSONSwitch.option, FontOptions.fonts],
    examples: [
      Example("vfx fonts noto", "Lists all faces with Noto in their names."),
      Example(
        "vfx fonts --for \"$(cat film.srt)\" 'DejaVu Sans'",
        "Shows which fonts have the characters that DejaVu lacks."),
    ])

  static func run(_ session: Session) throws -> ExitCode {
    let library = try FontOptions.folders(session.value(of: FontOptions.fonts)).library()
    let names = session.invocation.operands
    let isJSON = try session.value(of: JSONSwitch.option) || session.value(of: format) == .json
    if let text = try session.value(of: text) {
      let request = FontRequest(
        names: names, weight: try session.value(of: weight),
        isItalic: try session.value(of: italic))
      return try show(FontCoverage(of: text, in: library, request), isJSON: isJSON)
    }
    let faces = library.faces().filter { face in
      names.isEmpty || names.contains { FontListing.name($0, isIn: face) }
    }
    let skipped = try session.value(of: all) ? library.skipped() : []
    try Console.printVerdict(
      isJSON
        ? FontListing.json(faces, skipped) : FontListing.text(faces) + FontListing.text(skipped))
    if faces.isEmpty, skipped.isEmpty, !isJSON {
      Console.complain(
        "no font has \(names.map { "\"\($0)\"" }.joined(separator: " or ")) in its names")
      return .failure
    }
    return .success
  }

  private static func show(_ coverage: FontCoverage, isJSON: Bool) throws -> ExitCode {
    for warning in coverage.warnings { Console.complain(warning) }
    try Console.printVerdict(isJSON ? coverage.json : coverage.text)
    return coverage.isComplete ? .success : .failure
  }
}

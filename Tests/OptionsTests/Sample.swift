@testable import Options

enum Speed: String, CaseIterable, Sendable {
  case slow, fast
}

/// A program with one of everything.
enum Sample {
  static let rate = Option<Int?>(
    "rate", short: "r", .integer(in: 1...60), "How many pictures a second.")
  static let speed = Option<Speed>(
    "speed", .choice, default: .slow, shown: "slow", "How hard to try: it's up to you.")
  static let input = Option<[String]>(
    "input", short: "i", repeating: .file(), "A file [or a \"pipe\"] to read.")
  static let shape = Option<String?>(
    "shape",
    ValueReader(
      .oneOf(["circle", "ellipse", "triangle", "rectangle", "rhombus", "trapezium"]),
      expected: "a shape"
    ) { $0 }, "What to draw.")
  static let quiet = Option<Bool>(switch: "quiet", short: "q", "Say nothing.")
  static let verbose = Option<Bool>(switch: "verbose", short: "v", "Say more.")
  static let secret = Option<Bool>(switch: "secret", isHidden: true, "Not shown.")
  static let gain = Option<Double>("gain", .number("DB", in: -60...60), default: 0, "Louder.")

  static let program = Program(
    name: "sample", version: "1.2.3", date: "2026-01-31", summary: "shows what a program can say",
    description: [
      "This is long enough to be broken into more than one line, because a page has no more than "
        + "eighty columns; it costs $5.",
      ".A paragraph that starts with a dot and holds a back\\slash.",
    ],
    commands: [
      Command(
        "render", "draw", options: [rate, speed, input, quiet, verbose, secret, gain, shape]),
      Command(
        "compare", "tell two files apart", operands: [Operand("A", "One."), Operand("B", "Two.")],
        options: [quiet], examples: [Example("sample compare a.y4m -", "Compares with stdin.")]),
      Command(
        "completions", "print a completion script",
        operands: [Operand("SHELL", form: .oneOf(["bash", "zsh", "fish"]), "Which shell.")]),
      Command(
        "help", "explain",
        operands: [Operand("WORD", form: .text("WORD"), isOptional: true, "What.")]),
    ],
    defaultCommand: "render",
    exitStatuses: [ExitStatus(0, "All is well."), ExitStatus(2, "The words are wrong.")],
    examples: [Example("sample < a > b", "Does it.")], seeAlso: ["ffmpeg(1)", "sox(1)"])

  static let topics = [
    Topic("vortex", group: "Effects", summary: "Turns the picture.", text: "vortex: turns.\n"),
    Topic("hold", group: "Easings", summary: "Keeps the value.", text: "hold: keeps.\n"),
  ]

  static func invocation(_ arguments: String...) throws(UsageError) -> Invocation {
    try Invocation(arguments, for: program)
  }

  /// The message that `arguments` end in.
  static func complaint(
    _ arguments: String..., reading body: (Invocation) throws(UsageError) -> Void = { _ in }
  ) -> String? {
    do throws(UsageError) {
      try body(try Invocation(arguments, for: program))
      return nil
    } catch {
      return error.message
    }
  }
}

import Options

/// `vfx man`: the manual page.
enum Manual: Subcommand {
  static let command = Command(
    "man", "print the manual page",
    description: ["The page is in the man(7) macros."],
    examples: [Example("vfx man | man -l -", "Reads the page without installing it.")])

  static func run(_ session: Session) throws -> ExitCode {
    try Console.print(ManualPage.text(of: program, topics: topics))
    return .success
  }
}

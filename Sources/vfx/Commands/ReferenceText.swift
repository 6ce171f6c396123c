import Shell
import Options
import Timeline

/// `vfx reference`: the reference of timelines in Markdown.
enum ReferenceText: Subcommand {
  static let command = Command(
    "reference", "print the reference of timelines in Markdown",
    description: ["This is the page docs/reference.md, made from the program's own declarations."],
    examples: [Example("vfx reference > reference.md", "Writes the page to a file.")])

  static func run(_ session: Session) throws -> ExitCode {
    try Console.print(Reference.markdown(of: Language.vocabulary))
    return .success
  }
}

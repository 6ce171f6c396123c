import Shell
import Options
import Timeline

/// `vfx schema`: the JSON Schema of timelines, for editors.
enum SchemaText: Subcommand {
  static let command = Command(
    "schema", "print the JSON Schema of timelines, for editors",
    description: [
      "An editor that is told of the schema completes names, shows what they mean and marks what "
        + "is wrong. A timeline may name it itself, in \"$schema\"."
    ],
    examples: [Example("vfx schema > vfx.schema.json", "Keeps it for an editor.")])

  static func run(_ session: Session) throws -> ExitCode {
    try Console.print(JSONSchema.text(of: Language.vocabulary))
    return .success
  }
}

import Shell
import Options
import Timeline

/// `vfx schema`: the JSON Schema of timelines, for editors.
enum SchemaText: Subcommand {
  static let command = Command(
    "schema", "print the JSON Schema of timelines, for editors",
    description: [
      "With the schema, an editor completes names, shows what they mean and marks errors. A "
        + "timeline can name its schema in \"$schema\"."
    ],
    examples: [Example("vfx schema > vfx.schema.json", "Writes it to a file for an editor.")])

  static func run(_ session: Session) throws -> ExitCode {
    try Console.print(JSONSchema.text(of: Language.vocabulary))
    return .success
  }
}

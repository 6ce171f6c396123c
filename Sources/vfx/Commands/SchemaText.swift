import Options

/// `vfx schema`: the JSON Schema of timelines, for editors.
enum SchemaText: Subcommand {
  static let command = Command(
    "schema", "print the JSON Schema of timelines, for editors",
    examples: [Example("vfx schema > vfx.schema.json", "Keeps it for an editor.")])

  static func run(_ session: Session) throws -> ExitCode {
    throw CommandFailure("the schema is not part of this build")
  }
}

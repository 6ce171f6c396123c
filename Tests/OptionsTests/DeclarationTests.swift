import TestSupport
import Testing

@testable import Options

/// Checks any program's declarations; the program's own tests use the same ones.
@Suite struct DeclarationTests {
  @Test func `no two commands or options share a name`() {
    for fault in duplicates(in: Sample.program) { Issue.record("\(fault)") }
    let twice = Program(
      name: "twice", version: "1", date: "2026-01-31", summary: "", description: [],
      commands: [Command("a", "", options: [Sample.quiet, Sample.quiet]), Command("a", "")],
      defaultCommand: "a", exitStatuses: [])
    #expect(
      duplicates(in: twice) == ["command a", "option a --quiet", "option a -q"])
  }
}

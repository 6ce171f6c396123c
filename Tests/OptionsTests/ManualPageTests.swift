import Testing

@testable import Options

@Suite struct ManualPageTests {
  static let page = ManualPage.text(of: Sample.program, topics: Sample.topics)

  @Test func `the page has every option that is shown`() {
    for command in Sample.program.commands {
      for option in Sample.program.options(of: command) where option.name != "secret" {
        #expect(Self.page.contains("\\fB\\-\\-\(option.name)\\fR"), "\(option.name)")
      }
    }
    #expect(!Self.page.contains("secret"))
  }

  @Test func `what roff would take for its own is escaped`() {
    #expect(Self.page.contains("\n\\&.A paragraph"))
    #expect(Self.page.contains("back\\eslash"))
    #expect(Self.page.contains("it\\(aqs up to you"))
  }

  @Test(.enabled(if: ShellTool.has("mandoc")))
  func `mandoc has nothing to warn of`() throws {
    let (_, output) = try ShellTool.run("mandoc", ["-Tlint", "-Wwarning"], on: Self.page)
    #expect(output.isEmpty)
  }

  @Test(.enabled(if: ShellTool.has("groff")))
  func `groff has nothing to warn of`() throws {
    let (status, output) = try ShellTool.run(
      "groff", ["-man", "-Tascii", "-ww", "-z"], on: Self.page)
    #expect(status == 0)
    #expect(output.isEmpty)
  }
}

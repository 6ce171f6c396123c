import Testing

@testable import Options

@Suite struct CompletionTests {
  static let topics = Sample.topics.map(\.name)
  static let bash = BashCompletion.script(for: Sample.program, topics: topics)
  static let zsh = ZshCompletion.script(for: Sample.program, topics: topics)
  static let fish = FishCompletion.script(for: Sample.program, topics: topics)

  @Test(arguments: [bash, zsh, fish])
  func `every shown option and command is offered`(_ script: String) {
    for command in Sample.program.commands {
      #expect(script.contains(command.name))
      for option in command.shownOptions { #expect(script.contains(option.name)) }
    }
    #expect(!script.contains("secret"))
  }

  @Test(.enabled(if: ShellTool.has("bash")))
  func `bash parses its script`() throws {
    let (status, output) = try ShellTool.run("bash", ["-n"], on: Self.bash)
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test(.enabled(if: ShellTool.has("zsh")))
  func `zsh parses its script`() throws {
    let (status, output) = try ShellTool.run("zsh", ["-n"], on: Self.zsh)
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test(.enabled(if: ShellTool.has("fish")))
  func `fish parses its script`() throws {
    let (status, output) = try ShellTool.run("fish", ["--no-execute"], on: Self.fish)
    #expect(status == 0 && output.isEmpty, "\(output)")
  }

  @Test(
    .enabled(if: ShellTool.has("bash")),
    arguments: [
      ("sample com", "compare completions"),
      ("sample --sp", "--speed"),
      ("sample --speed ", "slow fast"),
      ("sample --speed = f", "fast"),
      ("sample compare --q", "--quiet"),
      ("sample completions z", "zsh"),
      ("sample help vor", "vortex"),
      ("sample -i ", ""),
    ])
  func `bash offers what fits`(_ typed: String, _ offered: String) throws {
    var words = typed.split(separator: " ").map { "'\($0)'" }
    if typed.hasSuffix(" ") { words.append("''") }
    let script =
      Self.bash + """
        COMP_WORDS=(\(words.joined(separator: " ")))
        COMP_CWORD=\(words.count - 1)
        _sample
        echo "${COMPREPLY[*]}"

        """
    let (_, output) = try ShellTool.run("bash", [], on: script)
    #expect(output == offered + "\n")
  }

  @Test(
    .enabled(if: ShellTool.has("fish")),
    arguments: [
      ("sample com", ["compare", "completions"]), ("sample --speed ", ["fast", "slow"]),
      ("sample compare --q", ["--quiet"]), ("sample help vor", ["vortex"]),
    ])
  func `fish offers what fits`(_ typed: String, _ offered: [String]) throws {
    let script = Self.fish + "complete -C '\(typed)'\n"
    let (_, output) = try ShellTool.run("fish", [], on: script)
    let words = output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(words == offered)
  }
}

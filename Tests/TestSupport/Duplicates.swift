import Options

/// Names every command and every option of a command that is declared twice.
package func duplicates(in program: Program) -> [String] {
  func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }
  var faults = repeated(program.commands.map(\.name)).map { "command \($0)" }
  for command in program.commands {
    let options = program.options(of: command)
    let names = options.map { "--\($0.name)" } + options.compactMap { $0.short.map { "-\($0)" } }
    faults += repeated(names).map { "option \(command.name) \($0)" }
  }
  return faults
}

import Foundation
import Options
import Shell
import TestSupport
import Testing

@testable import afx
@testable import vfx

/// Numbers at the ends of what can be written, for every option that takes one: the program ends by
/// itself, or because its reader has gone, and never by a trap.
@Suite struct ExtremeOptionsTests {
  static let values = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "1e-308", "0",
    "-1", "9223372036854775807/1", "1/9223372036854775807", "1000000000/1", "1/1000000000",
    "1000000000f", "1000000000", "99999:59:59.999999999", "65535x65535", "1x65535",
    "9223372036854775807T",
  ]

  /// The words before the option, and what stands behind the command's operands.
  static func setting(_ program: String, _ command: String) -> String? {
    switch (program, command) {
    case ("vfx", "render"): "-t t.json < film.y4m"
    case ("vfx", "verify"): "film.y4m film.y4m -t t.json"
    case ("vfx", "compare"): "film.y4m film.y4m"
    case ("vfx", "still"): "t.json < film.y4m"
    case ("vfx", "check"), ("vfx", "plan"), ("afx", "check"), ("afx", "plan"): "t.json"
    case ("vfx", "hash"), ("vfx", "tags"): "film.y4m"
    case ("vfx", "captions"), ("vfx", "lint"): "cues.srt"
    case ("vfx", "testsrc"): ""
    case ("afx", "render"): "-t t.json < sound.wav"
    case ("afx", "measure"): "sound.wav"
    case ("afx", "wave"): "sound.wav -o wave.png"
    case ("afx", "compare"): "sound.wav sound.wav"
    default: nil
    }
  }

  /// The command lines to try.
  static func lines(_ program: String, _ commands: [Command]) -> [String] {
    commands.flatMap { command -> [String] in
      guard let rest = setting(program, command.name) else { return [] }
      let name = command.name == "render" ? program : "\(program) \(command.name)"
      return command.options.flatMap { option -> [String] in
        guard case .text(let placeholder) = option.form, placeholder != "NAME=TEXT" else {
          return []
        }
        return values.map { "\(name) --\(option.name)=\($0) \(rest)" }
      }
    }
    .enumerated().filter { $0.offset % Thoroughness.share(10) == 0 }.map(\.element)
  }

  @Test(arguments: ["vfx", "afx"])
  func `no option traps`(_ program: String) throws {
    let bench = try Workbench()
    _ = try bench.bash(
      #"""
      vfx testsrc -s 16x12 -n 3 > film.y4m
      printf '1\n00:00:00,000 --> 00:00:02,000\nHi\n' > cues.srt
      echo '{ "version": 1, "layers": [{ "type": "color", "start": 1e9, "duration": 1 }] }' > t.json
      printf 'RIFF\44\1\0\0WAVEfmt \20\0\0\0\1\0\1\0\100\37\0\0\200\76\0\0\2\0\20\0data\0\1\0\0' > sound.wav
      head -c 256 /dev/zero >> sound.wav
      """#)
    let lines = Self.lines(program, program == "vfx" ? VFX.program.commands : AFX.program.commands)
    #expect(lines.count > 40)
    try bench.write(lines.joined(separator: "\n"), to: "lines")
    let outcome = try bench.bash(
      #"""
      while read -r line; do
        timeout 20 bash -c "$line 2>errors | head -c 100000 >/dev/null; exit \${PIPESTATUS[0]}" </dev/null
        code=$?
        [ $code -le 2 ] || { echo "$code: $line"; head -n 3 errors; }
      done < lines
      """#)
    #expect(outcome.text == "")
  }

  @Test func `a still far behind the end takes no memory for the way there`() throws {
    let bench = try Workbench()
    let outcome = try bench.bash(
      #"""
      vfx testsrc -s 16x12 -n 3 > film.y4m; echo '{ "version": 1 }' > t.json
      (ulimit -v 4000000; vfx still t.json --at 1000000000 -o a.png < film.y4m)
      """#)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "vfx: the stream ends after 3 frames, before 0:00.120\n")
  }

  @Test func `stills are numbered as they are asked for`() throws {
    let bench = try Workbench()
    let outcome = try bench.bash(
      #"""
      vfx testsrc -s 16x12 -r 1 -n 3 > film.y4m; echo '{ "version": 1 }' > t.json
      vfx still t.json --at 2 --at 0 --at 2 -o a.png --sheet s.png < film.y4m
      for at in 0 2; do vfx still t.json --at $at -o $at.png < film.y4m; done
      cmp a-1.png 2.png && cmp a-2.png 0.png && cmp a-3.png 2.png && [ -s s.png ]
      """#)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}

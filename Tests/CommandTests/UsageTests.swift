import Foundation
import TestFiles
import TestSupport
import Testing

@testable import Options
@testable import Shell
@testable import afx
@testable import vfx

@Suite struct UsageTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `no two commands or options share a name`() {
    #expect(duplicates(in: VFX.program) == [])
  }

  @Test func `every command is explained the same way by help and by its switch`() throws {
    for command in VFX.program.commands {
      let help = try bench.vfx("help", command.name)
      let page = try bench.vfx(command.name, "--help")
      #expect(help.status == 0 && page.status == 0)
      #expect(page.text == HelpText.page(of: command, in: VFX.program))
      // Pages on words of timelines may follow, as that on captions.
      #expect(help.text.hasPrefix(page.text))
      for option in command.options where !option.isHidden {
        #expect(page.text.contains("--\(option.name)"), "\(command.name) \(option.name)")
      }
      for line in page.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test(arguments: ["vfx check", "afx check", "vfx -t", "vfx golden record"])
  func `a name that is not UTF-8 is not called missing`(_ command: String) throws {
    let name = #"$'\xff\xfe.json'"#
    let outcome = try bench.bash(
      "echo '{ \"version\": 1 }' > \(name); \(command) \(name) < /dev/null")
    #expect(outcome.status == 2)
    let program = command.prefix(3)
    #expect(
      outcome.errors.hasSuffix("is not UTF-8, and \(program) reads no other names and texts\n"),
      "\(outcome.errors)")
  }

  @Test func `the first page documents every exit status`() throws {
    let page = try bench.vfx("help")
    #expect(page.status == 0)
    for code in [0, 1, 2, 129, 130, 143] { #expect(page.text.contains("\n  \(code) "), "\(code)") }
    for line in page.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `help without a command lists all commands, each with a line`() throws {
    for (name, program) in [("vfx", VFX.program), ("afx", AFX.program)] {
      for switchName in ["--help", "-h"] {
        let page = try bench.bash("\(name) \(switchName)")
        #expect(page.status == 0)
        #expect(page.text == (try bench.bash("\(name) help")).text)
        for command in program.commands {
          #expect(page.text.contains("\n  \(command.name) "), "\(name) \(command.name)")
          #expect(page.text.contains(command.summary.split(separator: " ")[0]))
        }
      }
    }
  }

  @Test func `every word of a timeline is explained by both programs`() throws {
    let cases = [
      ("position", "In every layer with a picture:"), ("opacity", "can be animated"),
      ("mask", "mask.feather"), ("mask.invert", "the part outside the shape counts instead"),
      ("invert", "Whether the effect changes the outside instead."),
      ("clips", "clip (timeline):"), ("canvas", "background"), ("audio", "duck"),
      ("vars", "--set name=value"), ("spring", "spring(1, 100, 10, 0)"), ("easings", "ease-in-out"),
      ("karaoke", "animate.type"), ("keys", "In an animation:"), ("limiter", "ceiling"),
    ]
    for (word, text) in cases {
      for program in ["vfx", "afx"] {
        let page = try bench.bash("\(program) help \(word)")
        #expect((page.text + page.errors).contains(text), "\(program) help \(word): \(page.text)")
      }
    }
    let topics = pictureTopics + soundTopics + wordTopics
    for topic in wordTopics.prefix(while: { !$0.name.contains("(") }).prefix(40) {
      let page = HelpText.help(on: topic.name, in: VFX.program, topics: topics)
      #expect(page?.contains(topic.text) == true, "\(topic.name)")
    }
  }

  @Test func `help knows the words of other tools, and the recipes of the cookbook`() throws {
    let cases = [
      ("gaussian", "blur (effect):"), ("gblur", "blur (effect):"), ("mosaic", "pixelate"),
      ("fontSize", "The size of the letters"), ("watermark", "add-a-watermark"),
      ("kenburns", "make-a-slideshow"), ("slow-motion", "Ramp the speed (recipe)."),
      ("pip", "Put a film into a corner of another (recipe)."), ("loudness", "loudness-right"),
    ]
    let topics = pictureTopics + soundTopics + wordTopics
    for (word, text) in cases {
      let page = HelpText.help(on: word, in: VFX.program, topics: topics)
      #expect(page?.contains(text) == true, "\(word): \(page ?? "nothing")")
    }
    let cookbook = try String(
      contentsOf: Checkout.folder.appendingPathComponent("docs/cookbook.md"), encoding: .utf8)
    let headings = cookbook.split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.map { String($0.dropFirst(4)) } == recipes.map(\.heading))
    for topic in recipes.flatMap(\.topics) {
      #expect(HelpText.help(on: topic, in: VFX.program, topics: topics) != nil, "\(topic)")
    }
  }

  @Test func `the version is one line`() throws {
    #expect(try bench.vfx("--version").text == "vfx \(VFX.program.version)\n")
  }

  @Test func `both programs and the changelog say the same version`() throws {
    let log = try String(
      contentsOf: Checkout.folder.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    // What is not out yet has no number.
    let newest = log.split(separator: "\n").first { $0.hasPrefix("## ") && $0 != "## Unreleased" }
    #expect(newest == "## \(Version.number) (\(Version.date))")
    let versions = try bench.bash("vfx --version; afx --version").text
    #expect(versions == "vfx \(Version.number)\nafx \(Version.number)\n")
  }

  @Test(arguments: [
    (["tesstrc"], "vfx: unknown command 'tesstrc'; did you mean 'testsrc'?\n"),
    (["t.json"], "vfx: unknown command 't.json'; did you mean '-t t.json'?\n"),
    (["help", "opacty"], "vfx: there is no help on 'opacty'; did you mean 'opacity'?\n"),
    (
      ["help", "mask.invrt"], "vfx: there is no help on 'mask.invrt'; did you mean 'mask.invert'?\n"
    ),
    (["--timelin", "x"], "vfx: unknown option '--timelin'; did you mean '--timeline'?\n"),
    (["testsrc", "--size"], "vfx: --size needs a value; type: --size WxH\n"),
    (["render", "t.json"], "vfx: unexpected argument 't.json'; did you mean '-t t.json'?\n"),
    (
      ["make", "t.json", "in.mp4"],
      "vfx: unexpected argument 'in.mp4'; type: vfx make [OPTIONS] TIMELINE [-- OPTION ...]\n"
    ),
    (["hash", "a", "b"], "vfx: unexpected argument 'b'; type: vfx hash [OPTIONS] [FILE]\n"),
    (
      ["testsrc", "--rate", "29.97"],
      "vfx: --rate: '29.97' is not a frame rate such as 25 or 30000/1001\n"
    ),
    (
      ["testsrc", "--size", "0x10"],
      "vfx: --size: '0x10' is not a size such as 1920x1080, with sides of 1 to 65535\n"
    ),
    (
      ["testsrc", "-s", "65535x65535"],
      "vfx: --size: a frame of 65535x65535 would be too large; the limit is 2048 MiB\n"
    ),
    (
      ["testsrc", "-d", "1", "-n", "1"],
      "vfx: --frames and --duration both give the length; use one of them\n"
    ),
    (["help", "testscr"], "vfx: there is no help on 'testscr'; did you mean 'testsrc'?\n"),
  ])
  func `a wrong command line is reported in one line and ends with 2`(
    _ arguments: [String], _ message: String
  ) throws {
    let process = bench.process(arguments)
    process.standardInput = FileHandle.nullDevice
    let outcome = try bench.outcome(of: process)
    #expect(outcome.errors == message)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
  }

  @Test func `an unknown pixel format is answered with the nearest`() throws {
    let outcome = try bench.vfx("testsrc", "--format", "420p11")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("vfx: --format: '420p11' is not a pixel format; known are "))
    #expect(outcome.errors.hasSuffix("did you mean '420p10'?\n"))
  }

  @Test(.enabled(if: Tool.isInstalled("mandoc")))
  func `mandoc has nothing to warn of in the manual`() throws {
    let outcome = try bench.bash("vfx man > vfx.1 && mandoc -Tlint -Wwarning vfx.1")
    #expect(outcome.status == 0)
    #expect(outcome.text.isEmpty, "\(outcome.text)")
  }

  @Test(.enabled(if: Tool.isInstalled("groff")))
  func `groff has nothing to warn of in the manual`() throws {
    let outcome = try bench.bash("vfx man | groff -man -Tascii -ww -z")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions name every command and are taken by their shell`(_ shell: String) throws {
    let outcome = try bench.vfx("completions", shell)
    #expect(outcome.status == 0)
    for command in VFX.program.commands { #expect(outcome.text.contains(command.name)) }
    guard Tool.isInstalled(shell) else { return }
    let check = try bench.bash("vfx completions \(shell) > script && \(shell) -n script")
    #expect(check.status == 0)
    #expect(check.errors.isEmpty)
  }

  @Test func `help and manual say how messages begin`() throws {
    for program in ["vfx", "afx"] {
      for page in ["help", "man"] {
        let text = try bench.bash("\(program) \(page)").text.split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
        #expect(text.contains("A message is one line that begins with the program"))
        #expect(
          text.contains("in a timeline begins with the file, the line and the column instead"))
      }
    }
  }
}

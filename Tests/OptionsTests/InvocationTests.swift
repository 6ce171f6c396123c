import Testing

@testable import Options

@Suite struct InvocationTests {
  @Test func `a value follows its option or an equals sign`() throws {
    #expect(try Sample.invocation("--rate", "25").value(of: Sample.rate) == 25)
    #expect(try Sample.invocation("--rate=25").value(of: Sample.rate) == 25)
    #expect(try Sample.invocation("-r", "25").value(of: Sample.rate) == 25)
    #expect(try Sample.invocation("-r25").value(of: Sample.rate) == 25)
  }

  @Test func `an equals sign may be part of a value`() throws {
    #expect(try Sample.invocation("--input=a=b").value(of: Sample.input) == ["a=b"])
  }

  @Test func `defaults stand where nothing is said`() throws {
    let invocation = try Sample.invocation()
    #expect(try invocation.value(of: Sample.rate) == nil)
    #expect(try invocation.value(of: Sample.speed) == .slow)
    #expect(try invocation.value(of: Sample.input) == [])
    #expect(try !invocation.value(of: Sample.quiet))
    #expect(try invocation.value(of: Sample.gain) == 0)
    #expect(!invocation.has(Sample.gain))
  }

  @Test func `the last of several values counts, unless all do`() throws {
    let invocation = try Sample.invocation("-r1", "--rate", "2", "-i", "a", "--input", "b")
    #expect(try invocation.value(of: Sample.rate) == 2)
    #expect(try invocation.value(of: Sample.input) == ["a", "b"])
  }

  @Test func `switches share a hyphen, the last one with a value`() throws {
    let invocation = try Sample.invocation("-qvr7")
    #expect(try invocation.value(of: Sample.quiet))
    #expect(try invocation.value(of: Sample.verbose))
    #expect(try invocation.value(of: Sample.rate) == 7)
  }

  @Test func `two hyphens end the options and one is a word`() throws {
    let invocation = try Sample.invocation("compare", "-", "--", "--quiet")
    #expect(invocation.operands == ["-", "--quiet"])
    #expect(try !invocation.value(of: Sample.quiet))
  }

  @Test func `negative numbers are values`() throws {
    #expect(try Sample.invocation("--gain", "-6.5").value(of: Sample.gain) == -6.5)
  }

  @Test func `help and version win over missing words`() throws {
    #expect(try Sample.invocation("compare", "--help").request == .help)
    #expect(try Sample.invocation("compare", "-h").command.name == "compare")
    #expect(try Sample.invocation("--version").request == .version)
    #expect(try Sample.invocation().request == .run)
  }

  @Test func `misspelt words are answered with the nearest one`() {
    #expect(Sample.complaint("comapre") == "unknown command 'comapre'; did you mean 'compare'?")
    #expect(Sample.complaint("xyzzy") == "unknown command 'xyzzy'; type: sample help")
    #expect(Sample.complaint("--quite") == "unknown option '--quite'; did you mean '--quiet'?")
    #expect(Sample.complaint("-x") == "unknown option '-x'; type: sample help render")
    #expect(Sample.complaint("--secrt") == "unknown option '--secrt'; type: sample help render")
    #expect(
      Sample.complaint("completions", "fihs")
        == "SHELL: 'fihs' is not one of bash, zsh, fish; did you mean 'fish'?")
  }

  @Test func `missing and surplus words say what to type`() {
    #expect(Sample.complaint("--rate") == "--rate needs a value; type: --rate N")
    #expect(Sample.complaint("--rate", "--quiet") == "--rate needs a value; type: --rate N")
    #expect(
      Sample.complaint("--quiet=yes")
        == "--quiet takes no value, but 'yes' was given; type: --quiet")
    #expect(
      Sample.complaint("-vq=1") == "-q takes no value, but '1' was given; type: -q")
    #expect(
      Sample.complaint("-r=3") == "-r takes its value without '='; type: -r 3")
    #expect(
      Sample.complaint("-qr=") == "-r takes its value without '='; type: -r VALUE")
    #expect(
      Sample.complaint("-q", "compare", "-x", "a")
        == "the command comes first, before its options; type: sample compare ...")
    #expect(
      Sample.complaint("compare", "a") == "B is missing; type: sample compare [OPTIONS] A B")
    #expect(
      Sample.complaint("compare", "a", "b", "c")
        == "unexpected argument 'c'; type: sample compare [OPTIONS] A B")
  }

  @Test(arguments: ["0", "61", "", "1.5", "x", "99999999999999999999"])
  func `a bad number is quoted with its range`(_ text: String) {
    let complaint = Sample.complaint("--rate", text) { (it) throws(UsageError) in
      _ = try it.value(of: Sample.rate)
    }
    #expect(complaint == "--rate: '\(text)' is not a whole number from 1 to 60")
  }

  @Test(arguments: ["nan", "inf", "0x10", "61", "", "1e400"])
  func `a number that nobody means is refused`(_ text: String) {
    let complaint = Sample.complaint("--gain", text) { (it) throws(UsageError) in
      _ = try it.value(of: Sample.gain)
    }
    #expect(complaint == "--gain: '\(text)' is not a number from -60 to 60")
  }

  @Test func `a bad choice is answered with the nearest one`() {
    let complaint = Sample.complaint("--speed", "fats") { (it) throws(UsageError) in
      _ = try it.value(of: Sample.speed)
    }
    #expect(complaint == "--speed: 'fats' is not one of slow, fast; did you mean 'fast'?")
  }

  @Test func `a message stays on one line whatever was typed`() {
    let complaint = Sample.complaint("a\nb\u{1B}" + String(repeating: "c", count: 500))
    #expect(complaint?.contains("\n") == false)
    #expect(complaint?.contains("\\x0Ab\\x1B") == true)
    #expect((complaint?.count ?? 999) < 160)
  }

  @Test func `help without a command is on the whole program`() throws {
    #expect(try Sample.invocation("--help").request == .overview)
    #expect(try Sample.invocation("-q", "-h").request == .overview)
    #expect(try Sample.invocation("render", "--help").request == .help)
    #expect(try Sample.invocation("compare", "-h").request == .help)
  }
}

import Testing

@testable import Options

@Suite struct HelpTextTests {
  static let pages =
    Sample.program.commands.map { HelpText.page(of: $0, in: Sample.program) }
    + [HelpText.overview(of: Sample.program, topics: Sample.topics)]

  @Test(arguments: pages)
  func `no line is longer than 80 columns`(_ page: String) {
    for line in page.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `the page of a command has every option it shows, and its default`() {
    for command in Sample.program.commands {
      let page = HelpText.page(of: command, in: Sample.program)
      for option in Sample.program.options(of: command) {
        #expect(page.contains("--\(option.name)") != option.isHidden, "\(option.name)")
        if let text = option.defaultText { #expect(page.contains("Default: \(text).")) }
      }
    }
  }

  @Test func `the first page names every command, topic and exit status`() {
    let page = HelpText.overview(of: Sample.program, topics: Sample.topics)
    for command in Sample.program.commands { #expect(page.contains("  \(command.name) ")) }
    for topic in Sample.topics { #expect(page.contains(topic.name)) }
    for status in Sample.program.exitStatuses { #expect(page.contains(status.meaning)) }
  }

  @Test func `many choices stand in the text and few behind the name`() throws {
    let page = HelpText.page(of: Sample.program.commands[0], in: Sample.program)
    #expect(page.contains("--speed slow|fast  "))
    #expect(page.contains("--shape NAME  "))
    #expect(page.contains("One of circle, ellipse,"))
  }

  @Test func `a column is set as it should be`() {
    let rows = [("-q", "Say nothing at all."), ("--a-very-long-option WITH-A-VALUE", "Short.")]
    #expect(
      columns(rows, width: 42) == """
          -q                          Say nothing
                                      at all.
          --a-very-long-option WITH-A-VALUE
                                      Short.

        """)
  }

  @Test func `help finds commands, topics and groups in either number`() {
    func help(_ word: String) -> String? {
      HelpText.help(on: word, in: Sample.program, topics: Sample.topics)
    }
    #expect(help("compare")?.hasPrefix("sample compare - tell two files apart\n") == true)
    #expect(help("vortex") == "vortex: turns.\n")
    #expect(help("effect") == "Effects:\n  vortex  Turns the picture.\n")
    #expect(help("effects") == help("effect"))
    #expect(help("vortexs") == help("vortex"))
    #expect(help("vortx") == nil)
    let error = HelpText.unknownTopic("vortx", in: Sample.program, topics: Sample.topics)
    #expect(error.message == "there is no help on 'vortx'; did you mean 'vortex'?")
  }

  @Test func `all pages of a name are shown, behind the group that it names`() {
    let topics =
      Sample.topics + [
        Topic("effects", group: "Keys", summary: "In clips", text: "effects: a key.\n"),
        Topic("hold", group: "Keys", summary: "In freezes", text: "hold: a key.\n"),
      ]
    func help(_ word: String) -> String? {
      HelpText.help(on: word, in: Sample.program, topics: topics)
    }
    #expect(help("hold") == "hold: keeps.\n\nhold: a key.\n")
    #expect(help("effects") == "Effects:\n  vortex  Turns the picture.\n\neffects: a key.\n")
  }

  @Test func `topics of a command's name are shown behind it`() {
    let topics = [Topic("compare", group: "Layers", summary: "", text: "compare: a layer.\n")]
    let page = HelpText.help(on: "compare", in: Sample.program, topics: topics)
    #expect(page?.hasPrefix("sample compare - tell two files apart\n") == true)
    #expect(page?.hasSuffix("\n\ncompare: a layer.\n") == true)
  }

  @Test(arguments: [
    ("compare layer", "compare: a layer.\n"), ("layer compare", "compare: a layer.\n"),
    ("compare Layers", "compare: a layer.\n"), ("hold easing", "hold: keeps.\n"),
    ("vortex.turns", "turns: a key.\n"), ("vortex turns", "turns: a key.\n"),
    ("hold.turns", nil), ("vortex.none", nil), ("vortex vortex", nil), (".", nil), (" ", nil),
  ])
  func `two words say which topic is meant`(_ words: String, _ text: String?) {
    let topics = [
      Topic("compare", group: "Layers", summary: "", text: "compare: a layer.\n"),
      Topic("hold", group: "Easings", summary: "", text: "hold: keeps.\n"),
      Topic("vortex", group: "Effects", summary: "", text: "vortex:\n  turns [number]\n"),
      Topic("turns", group: "Keys", summary: "", text: "turns: a key.\n"),
    ]
    #expect(HelpText.help(on: words, in: Sample.program, topics: topics) == text)
  }

  @Test func `another word for one topic shows its page, for several a list`() {
    let topics = [
      Topic("blur", group: "Effects", summary: "Blurs.", aliases: ["gaussian-blur"], text: "b\n"),
      Topic("redact", group: "Effects", summary: "Hides.", aliases: ["mosaic"], text: "r\n"),
      Topic("pixelate", group: "Effects", summary: "Squares.", aliases: ["mosaic"], text: "p\n"),
    ]
    func help(_ word: String) -> String? {
      HelpText.help(on: word, in: Sample.program, topics: topics)
    }
    #expect(help("gaussianBlur") == "b\n")
    #expect(
      help("mosaic") == """
        What comes near to 'mosaic':
          redact    Hides.
          pixelate  Squares.

        """)
    #expect(help("mosaik") == nil)
  }

  @Test func `a group is listed by the families in it`() {
    let topics = [
      Topic("vortex", group: "Effects", family: "Distort", summary: "Turns.", text: ""),
      Topic("blur", group: "Effects", family: "Blur", summary: "Blurs.", text: ""),
      Topic("twirl", group: "Effects", family: "Distort", summary: "Twirls.", text: ""),
    ]
    #expect(
      HelpText.help(on: "effects", in: Sample.program, topics: topics) == """
        Distort:
          vortex  Turns.
          twirl   Twirls.

        Blur:
          blur  Blurs.

        """)
  }
}

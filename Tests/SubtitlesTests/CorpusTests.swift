import TestNumbers
import Testing

@testable import Subtitles

@Suite struct CorpusTests {
  @Test(arguments: [
    ("example-in.srt", "example-out.srt"), ("missing-sequence-in.srt", "example-out.srt"),
    ("example-in-styled.srt", "example-out-styled.srt"),
    ("example-in-html-entities.srt", "example-out-html-entities.srt"),
    ("example-in-html-entities.vtt", "example-out-html-entities.vtt"),
    ("example-in-styled.srt", "example-out-styled.vtt"),
    ("example-in-non-utf8.srt", "example-out.srt"),
  ])
  func `what a library reads is what it wrote of it`(_ input: String, _ output: String) throws {
    let (first, second) = try (
      Fixtures.file("go-astisub/" + input), Fixtures.file("go-astisub/" + output)
    )
    #expect(first.cues.count == second.cues.count)
    for (a, b) in zip(first.cues, second.cues) {
      #expect(a.milliseconds == b.milliseconds)
      #expect(a.plainText == b.plainText)
      #expect(styles(a) == styles(b))
    }
  }

  /// How each letter looks; blanks look like nothing.
  private func styles(_ cue: SubtitleCue) -> [MarkupStyle] {
    cue.spans.flatMap { span in
      var style = span.style
      style.classes = []
      return span.text.filter { !$0.isWhitespace }.map { _ in style }
    }
  }

  @Test func `a carriage return alone ends a line`() throws {
    for ending in ["srt", "vtt"] {
      let file = try Fixtures.file("go-astisub/example-in-carriage-return." + ending)
      #expect(file.cues.count == 3)
      #expect(file.cues[1].milliseconds == [3767, 10732])
      #expect(file.cues[0].plainText.split(separator: "\n").count == 2)
    }
    let file = try Fixtures.file("go-astisub/example-in-carriage-return.ssa")
    #expect(file.script?.events.count == 3)
    #expect(file.script?.styles.count == 3)
  }

  @Test(arguments: [
    ("example-in.ssa", "example-out.ssa"), ("example-in.ssa", "example-out-v4plus.ssa"),
  ])
  func `scripts are read as a library wrote them`(_ input: String, _ output: String) throws {
    let first = try #require(try Fixtures.file("go-astisub/" + input).script)
    let second = try #require(try Fixtures.file("go-astisub/" + output).script)
    #expect(first.playHeight == 600 && second.playHeight == 600)
    #expect(first.events.map(\.start) == second.events.map(\.start))
    #expect(first.events.map(\.end) == second.events.map(\.end))
    // That library does not tell the two kinds of line breaks apart.
    func lines(_ event: ASSEvent) -> [String] {
      event.plainText.split { $0 == "\n" || $0 == "\u{2028}" }.map(String.init)
    }
    #expect(first.events.map(lines) == second.events.map(lines))
    #expect(first.events.map { first.styles[$0.style].name } == ["1", "2", "3", "1", "2", "3"])
    for (a, b) in zip(first.styles, second.styles) {
      #expect(a.primary == b.primary && a.fontName == b.fontName)
      // Shadows of SSA v4 are half transparent.
      #expect([a.back.red, a.back.green, a.back.blue] == [b.back.red, b.back.green, b.back.blue])
      #expect(a.marginVertical == b.marginVertical && a.outlineWidth == b.outlineWidth)
    }
    #expect(first.events[0].pieces.first == .tag(.position(x: 400, y: 570)))
  }

  @Test func `cues that WebVTT does not allow are dropped with a warning`() throws {
    for name in ["example-in.vtt", "example-in-non-utf8.vtt"] {
      let file = try Fixtures.file("go-astisub/" + name)
      #expect(file.cues.isEmpty)
      #expect(file.messages(.timing).count == 6)
    }
    #expect(throws: SubtitleError("the first line is not WEBVTT", line: 1)) {
      try Fixtures.file("go-astisub/broken-1-in.vtt")
    }
  }

  @Test func `what a library writes as WebVTT is read`() throws {
    let file = try Fixtures.file("go-astisub/example-out.vtt")
    #expect(file.cues.map(\.milliseconds).first == [99000, 101_040])
    #expect(file.cues.count == 6)
    #expect(file.cues[1].settings.position == 10)
    #expect(file.cues[1].settings.positionAlignment == .lineLeft)
    #expect(file.cues[1].settings.size == 35)
    #expect(file.styleRules.count == 4)
  }

  @Test func `samples of SubRip keep their lines and tags`() throws {
    let cues = try Fixtures.file("alhadis/cues.srt").cues
    #expect(cues.map(\.milliseconds) == (0..<8).map { [$0 * 1000, $0 * 1000 + 999] })
    #expect(cues[7].overrides.first == .alignment(8))
    #expect(cues[7].plainText == "- Foo\n-Bar")
    let styled = try Fixtures.file("alhadis/styling.srt")
    let last = styled.cues[0].spans.last
    #expect(last?.text == "Altogether now")
    #expect(last?.style.isBold == true && last?.style.isStruck == true)
    #expect(styled.cues[2].spans.map(\.style) == [MarkupStyle()])
    #expect(styled.messages(.markup).count == 2)
    #expect(try Fixtures.file("alhadis/speakers.srt").cues.count == 8)
  }

  @Test func `samples of WebVTT keep their lines and tags`() throws {
    let file = try Fixtures.file("alhadis/styling.vtt")
    #expect(file.cues.count == 6)
    #expect(file.cues[0].spans[1].style.language == "en-AU")
    #expect(file.cues[0].spans[1].style.classes == ["native", "primary"])
    #expect(file.cues[1].spans[0].style.color == SubtitleColor(255, 255, 0))
    #expect(file.cues[1].spans[0].style.background == SubtitleColor(0, 0, 255))
    #expect(file.cues[5].spans[0].style.voice == "David Attenborough")
    #expect(try Fixtures.file("alhadis/dashes.vtt").cues.count == 4)
    let settings = try Fixtures.file("alhadis/settings.vtt")
    #expect(settings.regions.map(\.identifier) == ["editor-comments", "scroll"])
    #expect(settings.cues.map(\.settings.region) == [nil, 0, 1])
    #expect(settings.regions[1].scrollsUp && settings.regions[1].anchorX == 100)
  }

  @Test func `scripts of libass are read without a warning`() throws {
    let file = try Fixtures.file("libass/sub1.ass")
    let script = try #require(file.script)
    #expect(file.warnings.isEmpty)
    #expect(script.playWidth == 320 && script.playHeight == 240 && script.scalesBorderAndShadow)
    #expect(!script.kerns)
    #expect(script.styles[0].fontName == "Aileron" && script.styles[0].alignment == 5)
    #expect(
      script.events[0].pieces == [
        .tag(
          .transform(start: nil, end: nil, acceleration: 1, tags: [.rotation(.z, 180)])),
        .text("A"),
      ])
    #expect(try Fixtures.file("libass/sub2.ass").script?.events[0].pieces[0] == .tag(.blur(1)))
  }

  @Test func `no cut and no changed byte makes a parser trap`() throws {
    var numbers = SeededNumbers(7)
    let letters = Array("{}<>\\/&;:-.,0123456789\r\n tbck()#\0\u{FF}".utf8)
    for path in Fixtures.paths() {
      let bytes = try Fixtures.bytes(path)
      for _ in 0..<12 {
        var damaged = Array(bytes.prefix(numbers.below(bytes.count + 1)))
        for _ in 0..<4 where !damaged.isEmpty {
          damaged[numbers.below(damaged.count)] = letters[numbers.below(letters.count)]
        }
        guard let file = try? SubtitleFile(damaged, kind: SubtitleKind(path: path)) else {
          continue
        }
        let count = file.text.bytes.count
        #expect(file.warnings.allSatisfy { $0.range.upperBound <= count })
        #expect(file.cues.allSatisfy { $0.textRange.upperBound <= count })
      }
    }
  }
}

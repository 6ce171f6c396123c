import Bytes
import Testing
import Timeline

@testable import Filters

@Suite struct TextTemplateTests {
  private func show(
    _ text: String, frame: Int, rate: FrameRate? = FrameRate(25, 1),
    _ variables: [String: String] = [:]
  ) throws -> String {
    let rate = try #require(rate)
    let template = try TextTemplate(parsing: text, variables: variables)
    return template.text(at: .init(time: Time(frame: frame, rate: rate), rate: rate))
  }

  @Test(arguments: [
    ("${frame}", "1537"), ("${frame:0,000}", "1,537"),
    ("${frame:000000}", "001537"), ("${seconds:000.0}", "061.4"), ("${when:%B %-d}", "March 4"),
    ("${price:0.00} €", "12.50 €"), ("[${frame:6}]", "[001537]"), ("${time}", "1:01.480"),
    ("${seconds}", "61"), ("${seconds:2} s", "61.48 s"), ("${timecode}", "00:01:01:12"),
    ("${who} is ${who}", "Ada is Ada"), ("$${who} $5 $$", "${who} $5 $$"), ("", ""),
    ("${a b}", "c\nd"),
  ])
  func `places show what they name`(text: String, shown: String) throws {
    #expect(
      try show(
        text, frame: 1537, ["who": "Ada", "a b": "c\nd", "when": "2026-03-04", "price": "12.5"])
        == shown)
  }

  @Test(arguments: [
    // The first frames of a minute have no number, but for every tenth minute.
    (0, "00:00:00;00"), (1799, "00:00:59;29"), (1800, "00:01:00;02"), (3597, "00:01:59;29"),
    (3598, "00:02:00;02"), (17981, "00:09:59;29"), (17982, "00:10:00;00"),
    (107_892, "01:00:00;00"), (19781, "00:10:59;29"), (19782, "00:11:00;02"),
  ])
  func `timecodes of 29,97 drop numbers`(frame: Int, shown: String) throws {
    #expect(try show("${timecode}", frame: frame, rate: FrameRate(30000, 1001)) == shown)
  }

  @Test func `timecodes of 59,94 drop four, and those of 23,976 none`() throws {
    #expect(try show("${timecode}", frame: 3600, rate: FrameRate(60000, 1001)) == "00:01:00;04")
    #expect(try show("${timecode}", frame: 1440, rate: FrameRate(24000, 1001)) == "00:01:00:00")
    let rate = FrameRate(30000, 1001)
    #expect(try show("${timecode:non-drop}", frame: 1800, rate: rate) == "00:01:00:00")
    #expect(try show("${timecode:drop}", frame: 1500) == "00:01:00:00")
  }

  @Test(arguments: [
    ("a ${fram}", "did you mean 'frame'?", 2), ("${wo}", "did you mean 'who'?", 0),
    ("${zzzzzz}", "--set", 0), ("${frame", "no '}'", 0), ("${frame:x}", "a count", 0),
    ("${timecode:slow}", "non-drop", 0),
  ])
  func `what has no meaning is a fault`(text: String, message: String, scalar: Int) {
    #expect {
      try TextTemplate(parsing: text, variables: ["who": "Ada"])
    } throws: { error in
      let fault = error as? TemplateFault
      return fault?.message.contains(message) == true && fault?.scalar == scalar
    }
  }

  @Test(arguments: [
    ("${countdown}", 0, "4"), ("${countdown}", 1, "4"), ("${countdown}", 25, "3"),
    ("${countdown}", 99, "1"), ("${countdown}", 100, "0"), ("${countdown}", 120, "0"),
    ("${countdown:0.0}", 1, "4.0"), ("${countdown:00}", 1, "04"),
    ("${countdown:1}", 1, "4.0"), ("${countdown:2}", 1, "3.96"), ("${remaining}", 37, "0:02.520"),
  ])
  func `what is left of the layer is counted down`(text: String, frame: Int, shown: String) throws {
    let rate = try #require(FrameRate(25, 1))
    let template = try TextTemplate(parsing: text, variables: [:])
    let moment = TextTemplate.Moment(
      time: Time(frame: frame, rate: rate), rate: rate, end: Time(seconds: 4))
    #expect(template.text(at: moment) == shown && template.nameOfEnd != nil)
  }

  @Test func `only what changes with the frame changes`() throws {
    #expect(try TextTemplate(parsing: "${a}", variables: ["a": "b"]).isStill)
    #expect(try !TextTemplate(parsing: "x${frame}", variables: [:]).isStill)
    #expect(TextTemplate(verbatim: "${frame}").isStill)
  }
}

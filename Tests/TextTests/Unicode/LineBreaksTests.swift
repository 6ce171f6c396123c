import Testing

@testable import Text

@Suite struct LineBreaksTests {
  @Test func `Lines break as Unicode's file of cases says`() throws {
    var (passed, failed) = (0, 0)
    for line in try UnicodeSamples.lines(of: "auxiliary/LineBreakTest.txt") {
      let text = UnicodeSamples.scalars(line)
      let marks = line.filter { $0 == "×" || $0 == "÷" }
      let found = LineBreaks.opportunities(in: text, asIn15: true).map {
        $0 == .prohibited ? "×" : "÷"
      }
      if found.joined() == marks {
        passed += 1
      } else {
        failed += 1
        if failed < 10 { Issue.record("\(line): \(found.joined())") }
      }
    }
    #expect(failed == 0, "\(passed) passed, \(failed) failed")
    #expect(passed > 1000)
    UnicodeSamples.report("LineBreakTest", passed, failed)
  }

  /// The text with a bar wherever a line may end, and two where it must.
  private func marked(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (scalar, place) in zip(scalars, LineBreaks.opportunities(in: scalars)) {
      result += place == .prohibited ? "" : place == .allowed ? "|" : "‖"
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  @Test func `Words, numbers and scripts break where readers expect`() {
    #expect(marked("one two-three") == "one |two-|three")
    #expect(marked("costs $(12.50), or 30 %") == "costs |$(12.50), |or |30 |%")
    #expect(marked("non\u{A0}breaking") == "non\u{A0}breaking")
    #expect(marked("世界。和平") == "世|界。|和|平")
    #expect(marked("a\nb\r\nc") == "a\n‖b\r\n‖c")
    #expect(marked("สวัสดี ครับ") == "สวัสดี |ครับ")
    #expect(marked("👩‍👩‍👧👍🏽") == "👩‍👩‍👧|👍🏽")
    #expect(marked("🇩🇪🇫🇷") == "🇩🇪|🇫🇷")
  }

  @Test func `Hyphens before words, points before digits and quotes go with them`() {
    #expect(marked("well -known -Yes") == "well |-known |-Yes")
    #expect(marked("about .5 or :30") == "about |.5 |or |:30")
    #expect(marked("“one” (two) «trois»") == "“one” |(two) |«trois»")
    #expect(marked("« oui » (non)") == "« oui » |(non)")
    #expect(marked("say \"yes\" (no)") == "say |\"yes\" |(no)")
  }

  // The last cases of LineBreakTest.txt of Unicode 16.0 have the like.
  @Test func `Quotes part from Chinese around them, and from nothing else`() {
    #expect(marked("乃“为各”？") == "乃|“为|各”？")
    #expect(marked("吃“五台”而入“新”") == "吃|“五|台”|而|入|“新”")
    #expect(marked("：‘如切。’其") == "：|‘如|切。’|其")
    #expect(marked("的“Best Game”奖。") == "的“Best |Game”奖。")
    #expect(marked("Z-1“莱马斯”号") == "Z-1“莱|马|斯”|号")
    #expect(marked("的“") == "的“")
    #expect(marked("”的") == "”的")
    #expect(marked("„White“ ‚白人‘ –") == "„White“ |‚白|人‘ |–")
    #expect(marked("한국은“좋다”고") == "한|국|은|“좋|다”|고")
    // A mark belongs to what it stands over.
    #expect(marked("か\u{3099}“き\u{3099}”く") == "か\u{3099}|“き\u{3099}”|く")
  }

  @Test func `Hebrew words part behind a hyphen, but keep what is no word`() {
    #expect(marked("בית־ספר") == "בית־|ספר")
    #expect(marked("ו-Michael") == "ו-Michael")
  }

  @Test func `An empty text ends at once`() {
    #expect(LineBreaks.opportunities(in: []) == [.mandatory])
    #expect(LineBreaks.opportunities(in: ["a"]) == [.prohibited, .mandatory])
  }
}

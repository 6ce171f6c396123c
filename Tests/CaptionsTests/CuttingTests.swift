import Bytes
import Testing

@testable import Captions

/// The rules by which words are cut into cues.
@Suite struct CuttingTests {
  static let rules: [CuttingRules] = {
    var short = CuttingRules()
    (short.maxWords, short.maxLines, short.maxChars) = (4, 1, 14)
    short.pause = Rational(reducing: 1, over: 5)
    var single = CuttingRules()
    single.maxWords = 1
    var held = CuttingRules()
    held.hold = Rational(reducing: 1, over: 4)
    held.minDuration = Rational(2)
    return [CuttingRules(), short, single, held]
  }()

  static let cases = CaptionFixtures.paths.flatMap { path in rules.indices.map { (path, $0) } }

  @Test(arguments: cases)
  func `no rule is broken in the corpus`(_ path: String, _ number: Int) throws {
    let (words, rules) = (try CaptionFixtures.transcript(path).words, Self.rules[number])
    let captions = CueCutter.cut(words, rules)
    // Each word is in one line of one cue.
    #expect(captions.flatMap { $0.lines.flatMap(Array.init) } == Array(words.indices))
    for caption in captions {
      let range = caption.words
      #expect(caption.lines.count <= rules.maxLines)
      #expect(range.count { !words[$0].isAttached } <= rules.maxWords ?? .max)
      for line in caption.lines {
        let text = words[line].reduce("") { $0 + ($1.isAttached ? "" : " ") + $1.text }.dropFirst()
        #expect(text.count <= rules.maxChars || !text.contains(" "), "\(text)")
      }
      for index in range.dropLast() {
        let (word, next) = (words[index], words[index + 1])
        #expect(next.start - word.end < rules.pause)
        #expect(word.speaker == next.speaker)
        let isEnd = "!?".contains(word.text.last ?? "a")
        #expect(!isEnd, "a sentence ends within \(caption.text(words))")
        if word.text.last == ".", let first = next.text.first, first.isUppercase {
          #expect(word.text.count <= 3, "a sentence ends within \(caption.text(words))")
        }
      }
      #expect(caption.start == words[range.lowerBound].start)
      guard range.upperBound < words.count else { continue }
      let next = words[range.upperBound].start
      #expect(caption.end <= next + rules.hold)
      // It is as long as it should be where the next word leaves room.
      #expect(caption.end >= min(next + rules.hold, caption.start + rules.minDuration))
      let spoken = words[range].map(\.end).max() ?? caption.start
      #expect(caption.end >= min(next + rules.hold, spoken))
    }
  }

  private func texts(_ text: String, _ change: (inout CuttingRules) -> Void = { _ in }) -> [String]
  {
    var rules = CuttingRules()
    change(&rules)
    let words = spoken(text)
    return CueCutter.cut(words, rules).map { $0.text(words) }
  }

  @Test func `sentences, silences and limits end cues`() {
    #expect(texts("One two. Three | four five!") == ["One two.", "Three", "four five!"])
    #expect(texts("He is Mr. Smith. J. Doe is no. 5") == ["He is Mr. Smith.", "J. Doe is no. 5"])
    #expect(texts("wait... what? so… then") == ["wait... what?", "so… then"])
  }

  @Test func `cues of a sentence are of one length, and rather end with clauses`() {
    #expect(
      texts("a b c d e f g h i j") { $0.maxWords = 4 }.map { $0.split(separator: " ").count }
        .min() ?? 0 >= 3)
    #expect(
      texts("it was late, and we all went home") { $0.maxWords = 5 }
        == ["it was late,", "and we all\nwent home"]
        || texts("it was late, and we all went home") { $0.maxWords = 5 }
          == ["it was late,", "and we all went home"]
    )
  }

  @Test func `lines are full but of even length`() {
    #expect(
      texts("alpha beta gamma delta eps") { $0.maxChars = 16 } == ["alpha beta\ngamma delta eps"])
    #expect(
      texts("incomprehensibilities yes") { ($0.maxChars, $0.maxLines) = (8, 1) }
        == ["incomprehensibilities", "yes"])
  }

  @Test func `words without blanks are cut between characters, and never before their marks`() {
    let letters = ["今日", "は", "いい", "天気", "です", "ね", "。", "行こう"]
    let words = letters.enumerated().map { index, text in
      CaptionWord(
        text, start: Rational(index), end: Rational(index + 1), isAttached: index > 0)
    }
    var rules = CuttingRules()
    (rules.maxChars, rules.maxLines) = (8, 1)
    let captions = CueCutter.cut(words, rules).map { $0.text(words) }
    #expect(captions == ["今日はいい", "天気ですね。", "行こう"] || captions.allSatisfy { $0.count <= 4 })
    #expect(captions.joined() == letters.joined())
    #expect(captions.allSatisfy { $0.first != "。" })
    #expect(captions.last == "行こう")
  }

  @Test func `a cue stays for its least time, and holds on only so long`() {
    var words = spoken("one two")
    var rules = CuttingRules()
    rules.maxWords = 1
    rules.minDuration = Rational(1)
    var captions = CueCutter.cut(words, rules)
    #expect(captions.map(\.end.ms) == [150, 1150])
    rules.hold = Rational(reducing: 1, over: 10)
    captions = CueCutter.cut(words, rules)
    #expect(captions[0].end.ms == 250)
    words = spoken("one | two")
    captions = CueCutter.cut(words, rules)
    #expect(captions[0].end.ms == 1000)
  }
}

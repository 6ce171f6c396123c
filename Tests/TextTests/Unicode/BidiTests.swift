import Testing

@testable import Text

@Suite struct BidiTests {
  /// What is in the wrong place, if anything is; `levels` has nil for what X9 removes.
  private func mismatch(
    _ text: [Unicode.Scalar], _ direction: Bidi.Direction, levels: [UInt8?], order: [Int]
  ) -> String? {
    let bidi = Bidi(text, direction: direction)
    let found = bidi.levels(ofLine: text.indices)
    let places = levels.indices.filter { levels[$0] != nil }
    guard places.allSatisfy({ found[$0] == levels[$0] }) else { return "levels \(found)" }
    let visual = Bidi.visualOrder(of: places.map { found[$0] }).map { places[$0] }
    return visual == order ? nil : "order \(visual)"
  }

  private func levels(_ list: some StringProtocol) -> [UInt8?] {
    list.split(separator: " ").map { UInt8($0) }
  }

  @Test func `Characters are ordered as Unicode's file of cases says`() throws {
    var (passed, failed) = (0, 0)
    for line in try UnicodeSamples.lines(of: "BidiCharacterTest.txt") {
      let columns = line.split(separator: ";", omittingEmptySubsequences: false)
      let directions: [Bidi.Direction] = [.leftToRight, .rightToLeft, .auto]
      let direction = directions[Int(columns[1]) ?? 2]
      let text = UnicodeSamples.scalars(columns[0])
      let order = columns[4].split(separator: " ").compactMap { Int($0) }
      let base = Bidi(text, direction: direction).baseLevel
      let fault = mismatch(text, direction, levels: levels(columns[3]), order: order)
      if fault == nil, base == UInt8(columns[2]) {
        passed += 1
      } else {
        failed += 1
        if failed < 10 { Issue.record("\(line): \(fault ?? "base \(base)")") }
      }
    }
    #expect(failed == 0, "\(passed) passed, \(failed) failed")
    #expect(passed > 1000)
    UnicodeSamples.report("BidiCharacterTest", passed, failed)
  }

  private static let examples: [Substring: Unicode.Scalar] = [
    "L": "a", "R": "\u{5D0}", "AL": "\u{627}", "EN": "1", "ES": "+", "ET": "%", "AN": "\u{661}",
    "CS": ",", "NSM": "\u{300}", "BN": "\u{AD}", "B": "\u{2029}", "S": "\t", "WS": " ",
    "ON": "!", "LRE": "\u{202A}", "RLE": "\u{202B}", "PDF": "\u{202C}", "LRO": "\u{202D}",
    "RLO": "\u{202E}", "LRI": "\u{2066}", "RLI": "\u{2067}", "FSI": "\u{2068}",
    "PDI": "\u{2069}",
  ]

  @Test func `Classes are ordered as Unicode's file of cases says`() throws {
    var (passed, failed) = (0, 0)
    var expected: [UInt8?] = []
    var order: [Int] = []
    for line in try UnicodeSamples.lines(of: "BidiTest.txt") {
      if line.hasPrefix("@Levels:") {
        expected = levels(line.dropFirst(8).split(separator: "\t").last ?? "")
      } else if line.hasPrefix("@Reorder:") {
        order = line.dropFirst(9).split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }
      } else {
        let columns = line.split(separator: ";")
        let text = columns[0].split(separator: " ").compactMap { Self.examples[$0] }
        let bits = Int(columns[1].filter { $0 != " " }, radix: 16) ?? 0
        let directions: [(Int, Bidi.Direction)] = [
          (1, .auto), (2, .leftToRight), (4, .rightToLeft),
        ]
        for (bit, direction) in directions where bits & bit != 0 {
          if let fault = mismatch(text, direction, levels: expected, order: order) {
            failed += 1
            if failed < 10 { Issue.record("\(line) \(direction): \(fault)") }
          } else {
            passed += 1
          }
        }
      }
    }
    #expect(failed == 0, "\(passed) passed, \(failed) failed")
    #expect(passed > 1000)
    UnicodeSamples.report("BidiTest", passed, failed)
  }

  @Test func `White space at the end of a line goes with the paragraph`() {
    let text = Array("abc \u{5D0}\u{5D1} \u{5D2}".unicodeScalars)
    let bidi = Bidi(text)
    #expect(bidi.levels == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(bidi.levels(ofLine: 0..<7) == [0, 0, 0, 0, 1, 1, 0])
  }

  @Test func `Deep nesting takes time in proportion`() {
    let isolates = [Unicode.Scalar](repeating: "\u{2068}", count: 20_000)
    #expect(Bidi(isolates + ["\u{5D0}"]).levels.count == 20_001)
    let brackets = [Unicode.Scalar](repeating: "(", count: 20_000)
    #expect(Bidi(["\u{5D0}"] + brackets).levels.allSatisfy { $0 <= 1 })
  }
}

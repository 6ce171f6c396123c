import Testing

@testable import Options

@Suite struct NearestNameTests {
  static let names = ["testsrc", "tags", "hash", "help", "compare", "completions"]

  @Test(arguments: [
    ("tesstrc", "testsrc"), ("hsah", "hash"), ("tag", "tags"), ("COMPARE", "compare"),
    ("completion", "completions"), ("hepl", "help"),
  ])
  func `a slip finds the word that was meant`(_ slip: String, _ meant: String) {
    #expect(nearestName(to: slip, in: Self.names) == meant)
  }

  @Test(arguments: ["", "zzzzzzz", "render", "-"])
  func `nothing near is nothing`(_ word: String) {
    #expect(nearestName(to: word, in: Self.names) == nil)
  }

  @Test func `of two equally near the first is given`() {
    #expect(nearestName(to: "cat", in: ["car", "bat", "cot"]) == "car")
  }

  @Test func `a very long word costs no more than a long one`() {
    #expect(nearestName(to: String(repeating: "x", count: 1_000_000), in: Self.names) == nil)
  }
}

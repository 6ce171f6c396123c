import TestNumbers
import Testing

@testable import Bytes

@Suite struct NearestNameTests {
  @Test func `swaps count once`() {
    #expect(editDistance(Array("opactiy"), Array("opacity")) == 1)
    #expect(editDistance(Array("kitten"), Array("sitting")) == 3)
    #expect(editDistance(Array(""), Array("abc")) == 3)
    #expect(editDistance(Array("ca"), Array("abc")) == 3)
  }

  @Test func `a distance is the same both ways and zero only for equals`() {
    var numbers = SeededNumbers(7)
    for _ in 0..<300 {
      func word() -> [Int] {
        (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
          Int.random(in: 0...2, using: &numbers)
        }
      }
      let (first, second) = (word(), word())
      #expect(editDistance(first, second) == editDistance(second, first))
      #expect((editDistance(first, second) == 0) == (first == second))
      #expect(editDistance(first, second) >= abs(first.count - second.count))
      #expect(editDistance(first, second) <= max(first.count, second.count))
    }
  }

  static let names = ["opacity", "position", "rotation", "ease-in-out", "center", "x", "y", "end"]

  @Test(arguments: [
    ("opactiy", "opacity"), ("Opacity", "opacity"), ("centre", "center"), ("postion", "position"),
    ("easeInOut", "ease-in-out"), ("ease_in_out", "ease-in-out"), ("rotaton", "rotation"),
    ("ends", "end"),
  ]) func `near names are found`(_ word: String, _ name: String) {
    #expect(nearestName(to: word, in: Self.names) == name)
  }

  @Test(arguments: ["", "z", "blur", "e", String(repeating: "opacity", count: 1000)])
  func `far names are not`(_ word: String) {
    #expect(nearestName(to: word, in: Self.names) == nil)
  }

  @Test func `short words that begin differently are other words`() {
    let keys = ["in", "out", "end", "fit", "mix", "size"]
    for word in ["lut", "cut", "bit", "six", "own"] {
      #expect(nearestName(to: word, in: keys) == nil, "\(word)")
    }
    let slips = [("otu", "out"), ("ned", "end"), ("fir", "fit"), ("ize", "size"), ("fi", "fit")]
    for (slip, meant) in slips { #expect(nearestName(to: slip, in: keys) == meant) }
  }

  static let commands = ["testsrc", "tags", "hash", "help", "compare", "completions"]

  @Test(arguments: [
    ("tesstrc", "testsrc"), ("hsah", "hash"), ("tag", "tags"), ("COMPARE", "compare"),
    ("completion", "completions"), ("hepl", "help"),
  ])
  func `a slip finds the word that was meant`(_ slip: String, _ meant: String) {
    #expect(nearestName(to: slip, in: Self.commands) == meant)
  }

  @Test(arguments: ["", "zzzzzzz", "render", "-"])
  func `nothing near is nothing`(_ word: String) {
    #expect(nearestName(to: word, in: Self.commands) == nil)
  }

  @Test(arguments: [("--quite", "--quiet"), ("--outptu", "--output"), ("--nostats", "--no-stats")])
  func `hyphens before an option do not count as letters`(_ slip: String, _ meant: String) {
    #expect(nearestName(to: slip, in: ["--output", "--quiet", "--no-stats"]) == meant)
    #expect(nearestName(to: "--x", in: ["--output", "--quiet", "--no-stats"]) == nil)
  }

  @Test func `of two equally near the first is given`() {
    #expect(nearestName(to: "cat", in: ["car", "bat", "cot"]) == "car")
  }

  @Test func `a very long word costs no more than a long one`() {
    #expect(nearestName(to: String(repeating: "x", count: 1_000_000), in: Self.commands) == nil)
  }
}

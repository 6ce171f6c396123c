import Testing

@testable import Timeline

@Suite struct NearestNameTests {
  @Test func `swaps count once`() {
    #expect(editDistance(Array("opactiy"), Array("opacity")) == 1)
    #expect(editDistance(Array("kitten"), Array("sitting")) == 3)
    #expect(editDistance(Array(""), Array("abc")) == 3)
    #expect(editDistance(Array("ca"), Array("abc")) == 3)
  }

  @Test func `a distance is the same both ways and zero only for equals`() {
    var numbers = SeededNumbers(seed: 7)
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
}

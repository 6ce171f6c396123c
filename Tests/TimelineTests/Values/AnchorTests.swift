import Testing

@testable import Timeline

@Suite struct AnchorTests {
  @Test func `the nine names are the nine places`() throws {
    #expect(try Anchor(parsing: "top-left") == .topLeft)
    #expect(try Anchor(parsing: "center") == .center)
    #expect(try Anchor(parsing: "top") == Anchor(x: 0.5, y: 0))
    #expect(try Anchor(parsing: "left") == Anchor(x: 0, y: 0.5))
    #expect(try Anchor(parsing: "right") == Anchor(x: 1, y: 0.5))
    #expect(try Anchor(parsing: "bottom-left") == Anchor(x: 0, y: 1))
    #expect(try Anchor(parsing: "bottom-right") == Anchor(x: 1, y: 1))
    #expect(Set(try Anchor.allNames.map { try Anchor(parsing: $0) }).count == 9)
  }

  @Test func `other names are refused with those nine`() {
    let error = valueError { () throws(ValueError) in try Anchor(parsing: "middle") }
    #expect(error?.kind == .unknownName("middle", names: Anchor.allNames))
    #expect(error?.message.hasSuffix("bottom-right, or [x, y] from 0 to 1") == true)
  }

  @Test func `scales are factors or percentages`() throws {
    #expect(try Scale.factor(parsing: "150%") == 1.5)
    #expect(try Scale.factor(parsing: "-2") == -2)
    #expect(Scale(2) == Scale(x: 2, y: 2))
  }

  @Test(arguments: [
    ("2x", #"a scale is a factor, or text such as "150%""#),
    ("large", #"a scale is a factor, or text such as "150%""#),
    ("1e99", "a scale must be a factor within a billion"),
    ("1e99%", "a scale must be within a billion percent"),
  ])
  func `faults of scales say what is allowed`(text: String, message: String) {
    let error = valueError { () throws(ValueError) in try Scale.factor(parsing: text) }
    #expect(error?.message == message)
  }
}

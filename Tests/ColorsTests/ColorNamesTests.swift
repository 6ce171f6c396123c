import Testing

@testable import Colors

@Suite struct ColorNamesTests {
  @Test func `names are those of CSS, each once and in alphabetical order`() {
    let names = ColorNames.all.map(\.name)
    #expect(names.count == 148 && Set(names).count == 148)
    #expect(names == names.sorted() && names.allSatisfy { $0 == $0.lowercased() })
  }

  @Test func `a name leads to its colour, and no other word does`() {
    for (name, value) in ColorNames.all { #expect(ColorNames.value(of: name) == value) }
    #expect(ColorNames.value(of: "rebeccapurple") == 0x66_33_99)
    #expect(ColorNames.value(of: "Red") == nil && ColorNames.value(of: "") == nil)
  }
}

import Testing

@testable import AudioFilters

@Suite struct AudioRegistryTests {
  @Test func `no two effects share a name, and each is documented`() {
    let names = AudioRegistry.declarations.map(\.name)
    #expect(Set(names).count == names.count && !names.isEmpty)
    for declaration in AudioRegistry.declarations {
      #expect(declaration.summary.hasSuffix("."))
      #expect(declaration.example.contains(#""effect": "\#(declaration.name)""#))
    }
  }
}

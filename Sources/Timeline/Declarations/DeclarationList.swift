/// Declarations by their names, each made when it is read: a timeline names few of many, and making
/// them all takes longer than reading the timeline.
package struct DeclarationList: RandomAccessCollection, Sendable {
  /// The names of all, which make none.
  package let names: [String]
  private let make: @Sendable (Int) -> Declaration

  /// Declarations that are made by their numbers.
  ///
  /// - Parameters:
  ///   - names: those of the declarations, each another.
  ///   - make: gives the declaration of a number from 0.
  package init(names: [String], make: @escaping @Sendable (Int) -> Declaration) {
    (self.names, self.make) = (names, make)
  }

  /// The number of the first, which is 0.
  package var startIndex: Int { 0 }
  /// How many there are.
  package var endIndex: Int { names.count }
  /// The declaration of a number.
  package subscript(index: Int) -> Declaration { make(index) }

  /// The declaration of a name, without making others; nil where there is none.
  package func named(_ name: String) -> Declaration? {
    names.firstIndex(of: name).map(make)
  }
}

extension DeclarationList: ExpressibleByArrayLiteral {
  /// Declarations that are made already.
  package init(arrayLiteral elements: Declaration...) {
    self.init(names: elements.map(\.name), make: { elements[$0] })
  }
}

import Foundation
import TestFiles

/// The tables in `Tests/Fixtures/colors`.
enum ColorFixtures {
  /// The rows of a table behind its heading.
  static func rows(_ name: String) throws -> [[String]] {
    let text = try String(contentsOf: Checkout.fixture("colors/" + name), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").map(String.init)
    }
  }
}

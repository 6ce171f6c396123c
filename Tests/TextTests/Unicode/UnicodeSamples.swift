import Foundation
import TestFiles
import Testing

/// Unicode's conformance files: the samples of the fixtures, or the whole ones of the folder that
/// the environment names in `UNICODE_DATA`.
enum UnicodeSamples {
  private static let whole = ProcessInfo.processInfo.environment["UNICODE_DATA"]

  /// The lines without comments and empty ones; `name` may have a folder, which samples have not.
  static func lines(of name: String) throws -> [Substring] {
    let path: String
    if let whole {
      path = "\(whole)/\(name)"
    } else {
      let file = name.split(separator: "/").last ?? ""
      path = Checkout.fixture("unicode/\(file)").path
    }
    let url = URL(fileURLWithPath: path).standardized
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
      .split(separator: "\n")
      .compactMap { line in
        let content = line.prefix { $0 != "#" }
        return content.allSatisfy(\.isWhitespace) ? nil : content
      }
  }

  /// Says how a whole file came out.
  static func report(_ name: String, _ passed: Int, _ failed: Int) {
    if whole != nil { print("\(name): \(passed) passed, \(failed) failed") }
  }

  /// The scalars of a list of numbers in hexadecimal.
  static func scalars(_ list: some StringProtocol) -> [Unicode.Scalar] {
    list.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
  }
}

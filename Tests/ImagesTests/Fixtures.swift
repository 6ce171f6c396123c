import Bytes
import Foundation
import TestFiles

@testable import Images

/// The files in `Tests/Fixtures`, and what is needed to compare pictures with them.
enum Fixtures {
  static let folder = Checkout.fixture("")

  static func bytes(_ path: String) throws -> [UInt8] {
    try Checkout.bytes(path)
  }

  /// The files of a folder with this ending, in order.
  static func names(_ area: String, _ ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: area).path)
      .filter { $0.hasSuffix(ending) }.sorted()
  }

  /// The rows of a table behind its heading.
  static func table(_ path: String) throws -> [[String]] {
    String(decoding: try bytes(path), as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }
}

extension Rational {
  /// A fraction as a file would say it; `denominator` is positive.
  init(_ numerator: Int, over denominator: Int) {
    self.init(reducing: Int128(numerator), over: Int128(denominator))
  }
}

extension Picture {
  /// The checksum of the samples as 8-bit numbers; 16-bit ones lose their lower half.
  var checksum8: String {
    var checksum = CRC32()
    switch samples {
    case .eight(let values): checksum.update(values)
    case .sixteen(let values): checksum.update(values.map { UInt8($0 >> 8) })
    }
    return checksum.text
  }

  /// The checksum of the samples as 16-bit numbers, lower half first.
  var checksum16: String {
    var checksum = CRC32()
    switch samples {
    case .eight(let values): checksum.update(values.flatMap { [$0, $0] })
    case .sixteen(let values):
      checksum.update(values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }
    return checksum.text
  }

  /// The samples of one pixel; those of 16 bits lose their lower half.
  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return switch samples {
    case .eight(let values): Array(values[start..<start + 4])
    case .sixteen(let values): values[start..<start + 4].map { UInt8($0 >> 8) }
    }
  }
}

extension CRC32 {
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

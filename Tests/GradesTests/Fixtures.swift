import Foundation
import Images
import TestFiles

@testable import Grades

/// The files in `Tests/Fixtures/grades`, and what is needed to compare tables with them.
enum Fixtures {
  static let folder = Checkout.fixture("grades")

  static func bytes(_ path: String) throws -> [UInt8] {
    try Checkout.bytes("grades/\(path)")
  }

  /// The files that end so, in order.
  static func paths(ending endings: String...) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
  }

  /// The rows of a table behind its heading.
  static func rows(_ path: String) throws -> [[String]] {
    String(decoding: try bytes(path), as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The numbers of such a table.
  static func numbers(_ path: String) throws -> [[Double]] {
    try rows(path).map { row in row.compactMap { Double($0) } }
  }

  /// Reads a table of any kind by its file's ending.
  static func table(_ path: String) throws -> LookupTable {
    let bytes = try bytes(path)
    if path.hasSuffix(".cube") { return try LookupTable(cubeFile: bytes) }
    if path.hasSuffix(".3dl") { return try LookupTable(meshFile: bytes) }
    return try hald(try PictureSequence(try ImageFile(parsing: bytes)).picture(0))
  }

  private static func hald(_ picture: Picture) throws -> LookupTable {
    let samples: [Float] =
      switch picture.samples {
      case .eight(let values): values.map { Float($0) / 255 }
      case .sixteen(let values): values.map { Float($0) / 65535 }
      }
    return try LookupTable(haldWidth: picture.width, height: picture.height) { x, y in
      let at = (y * picture.width + x) * 4
      return SIMD3(samples[at], samples[at + 1], samples[at + 2])
    }
  }
}

/// A `.cube` or `.3dl` file that stands in a test.
func cube(_ text: String) throws -> LookupTable { try LookupTable(cubeFile: Array(text.utf8)) }

func mesh(_ text: String) throws -> LookupTable { try LookupTable(meshFile: Array(text.utf8)) }

/// The error that a text gives, as a line.
func fault(_ read: () throws -> some Any) -> String {
  do {
    _ = try read()
    return "no error"
  } catch let error as GradeError {
    return "\(error.kind): \(error)"
  } catch {
    return "\(error)"
  }
}

/// Colours as rows, changed as loops over frames do it.
func applied(
  _ colors: [SIMD3<Float>], _ change: (ChannelRow, ChannelRow, ChannelRow, Int) -> Void
) -> [SIMD3<Float>] {
  var (red, green, blue) = (colors.map(\.x), colors.map(\.y), colors.map(\.z))
  red.withUnsafeMutableBufferPointer { red in
    green.withUnsafeMutableBufferPointer { green in
      blue.withUnsafeMutableBufferPointer { blue in
        guard let r = red.baseAddress, let g = green.baseAddress, let b = blue.baseAddress else {
          return
        }
        change(r, g, b, colors.count)
      }
    }
  }
  return zip(zip(red, green), blue).map { SIMD3($0.0, $0.1, $1) }
}

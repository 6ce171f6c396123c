import Fonts
import Foundation
import TestFiles
import Testing

@testable import Text

/// Fonts and expected values of Tests/Fixtures/fonts/shaping.
enum ShapingFixture {
  static let folder = Checkout.fixture("fonts/shaping")

  static func bytes(_ name: String) throws -> [UInt8] {
    try Checkout.bytes("fonts/shaping/\(name)")
  }

  static func font(_ name: String) throws -> Font { try Font(bytes(name)) }

  /// A line that HarfBuzz has shaped too.
  struct Line: Sendable {
    let font: String
    let script: Script
    let language: String?
    let isRightToLeft: Bool
    let features: [FeatureSetting]
    let text: [Unicode.Scalar]
    let expected: String

    init(_ line: Substring) throws {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 7)
      font = fields[0]
      script = try #require(Script.allCases.first { $0.tag == fields[1] })
      language = fields[2] == "-" ? nil : fields[2]
      isRightToLeft = fields[3] == "rtl"
      features = fields[4].split(separator: ",").compactMap { setting in
        let parts = setting.split(separator: "=")
        return parts.count == 2
          ? FeatureSetting(Fonts.Tag(String(parts[0])), Int(parts[1]) ?? 0) : nil
      }
      text = Array(fields[5].unicodeScalars)
      expected = fields[6]
    }

    func run(_ font: Font) -> ShapingRun {
      ShapingRun(
        text: text, font: font, script: script, language: language,
        isRightToLeft: isRightToLeft, features: features)
    }
  }

  /// The lines of one font.
  static func lines(_ font: String) throws -> [Line] {
    try String(decoding: bytes("expected.txt"), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix(font + "\t") }.map(Line.init)
  }
}

extension [ShapedGlyph] {
  /// glyph=cluster+advance@x,y of each, between bars.
  var described: String {
    map { glyph in
      let (advance, x, y) = (Int(glyph.advance), Int(glyph.xOffset), Int(glyph.yOffset))
      return "\(glyph.glyph)=\(glyph.cluster)+\(advance)@\(x),\(y)"
    }.joined(separator: "|")
  }
}

import Foundation
import Images
import Testing

@testable import SVG

/// Pictures against those of resvg.
@Suite struct ReferenceTests {
  /// The most by which a picture may differ in the mean, in codes of 8 bits.
  static let tolerance = 1.0

  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: Fixtures.folder.path)) ?? [])
    .filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(4)) }.sorted()

  @Test func `there are more than forty references`() { #expect(Self.names.count > 40) }

  @Test(arguments: names)
  func `a picture is what resvg draws`(_ name: String) throws {
    let drawing = try SVGPicture(parsing: try Fixtures.bytes(name + ".svg"))
    let wanted = try PictureSequence(ImageFile(parsing: try Fixtures.bytes(name + ".png"))).picture(
      0)
    let drawn = drawing.picture(0, width: wanted.width, height: wanted.height)
    let (mean, hasPatch) = drawn.difference(wanted)
    #expect(mean < Self.tolerance)
    #expect(!hasPatch)
    #expect(drawing.lacks.isEmpty)
  }
}

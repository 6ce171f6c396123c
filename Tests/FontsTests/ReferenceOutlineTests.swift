import Foundation
import Geometry
import Testing

@testable import Fonts

/// Outlines as FreeType 2.13.0 gives them, without hints, in font units and at two sizes, at the
/// default and at other places of the design space.
@Suite struct ReferenceOutlineTests {
  struct Record {
    var glyph: GlyphID
    /// Pixels an em; 0 for font units.
    var size: Double
    var coordinates: [Double] = []
    var segments: [Outline.Segment] = []
  }

  static let names = Fixture.names(ending: "-glyphs.txt", in: "outlines")

  @Test func `there are ten files of them`() { #expect(Self.names.count == 10) }

  @Test(arguments: names)
  func `outlines are FreeType's`(_ name: String) throws {
    let font = try Font(
      Fixture.bytes(name.replacingOccurrences(of: "-glyphs.txt", with: ".ttf")))
    let records = Self.records(try Fixture.text(name))
    #expect(!records.isEmpty)
    for record in records where !Self.isCubic(name, record) {
      let placed =
        record.coordinates.isEmpty ? font : font.placed(at: record.coordinates.map(onGrid))
      let scale = record.size == 0 ? 1 : record.size / Double(font.unitsPerEm)
      let ours = Contours.normalized(
        try placed.outline(of: record.glyph).mapped(by: .scale(scale, scale)).segments)
      let theirs = Contours.normalized(record.segments)
      // FreeType rounds changes and implied points to whole font units or 1/64 of a pixel, and
      // what CFF2 blends to whole units, one after another.
      var tolerance = record.size == 0 ? 1 : 1.51 / 64
      if font.table("CFF2") != nil, !record.coordinates.isEmpty { tolerance += 1.2 * scale }
      // It draws accents before their letters.
      let distance =
        Contours.distance(ours, theirs)
        ?? Contours.distance(Contours.sorted(ours), Contours.sorted(theirs))
      #expect(
        distance ?? .infinity <= tolerance,
        "glyph \(record.glyph), size \(record.size), at \(record.coordinates)")
    }
  }

  /// Whether FreeType 2.13 takes cubic curves of `glyf` for quadratic ones.
  private static func isCubic(_ name: String, _ record: Record) -> Bool {
    name.contains("cubic_glyf") && record.glyph == 2
  }

  @Test func `a TrueType glyph may have cubic curves`() throws {
    let font = try Font(Fixture.bytes("outlines/cubic_glyf.ttf"))
    #expect(
      try font.outline(of: 2).segments.contains(
        .cubic(Vector(300, 500), Vector(800, 500), Vector(998, 470))))
  }

  static func records(_ text: String) -> [Record] {
    var records: [Record] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let first = words.first else { continue }
      if first == "glyph", words.count > 2, let glyph = GlyphID(words[1]) {
        records.append(Record(glyph: glyph, size: Double(words[2]) ?? 0))
      } else if first == "coords", !records.isEmpty {
        records[records.count - 1].coordinates = words.dropFirst().compactMap { Double($0) }
      } else if first.count == 1, first != "-", !records.isEmpty {
        records[records.count - 1].segments += Contours.parse(String(line))
      }
    }
    return records
  }
}

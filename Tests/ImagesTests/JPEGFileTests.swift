import Bytes
import Testing

@testable import Images

@Suite struct JPEGFileTests {
  @Test func `every file of the collection gives the pixels of libjpeg`() throws {
    let rows = try Fixtures.table("jpeg/expected.tsv")
    for row in rows {
      let file = try ImageFile(
        parsing: Fixtures.bytes("jpeg/" + row[0]), convertingColors: false)
      #expect(file.format == .jpeg && file.frameCount == 1 && file.loopCount == 1)
      #expect("\(file.width) \(file.height)" == "\(row[1]) \(row[2])", "\(row[0])")
      let sequence = PictureSequence(file)
      #expect(try sequence.picture(0).checksum8 == row[3], "\(row[0])")
      #expect(file.damage == nil && file.oddities.isEmpty, "\(row[0])")
      #expect(sequence.flaw == nil && sequence.damage == nil, "\(row[0])")
    }
    #expect(rows.count == 38)
  }

  /// The judge rounds after its conversion from 12 bits of luma and chroma.
  @Test func `a picture of 12 bits is that of libjpeg, in 8`() throws {
    let deep = try PictureSequence(ImageFile(parsing: Fixtures.bytes("jpeg/12-bits.jpg")))
    let expected = try PictureSequence(ImageFile(parsing: Fixtures.bytes("jpeg/12-bits.png")))
    let (picture, other) = try (deep.picture(0), expected.picture(0))
    #expect(picture.width == other.width && picture.height == other.height)
    for y in 0..<other.height {
      for x in 0..<other.width {
        for (sample, wanted) in zip(picture[x, y], other[x, y]) {
          #expect(abs(Int(sample) - Int(wanted)) <= 2, "\(x) \(y)")
        }
      }
    }
    #expect(deep.flaw == nil)
  }

  @Test func `a profile makes of colours what it makes of those of a PNG`() throws {
    func picture(_ path: String) throws -> Picture {
      try PictureSequence(ImageFile(parsing: Fixtures.bytes(path))).picture(0)
    }
    let converted = try picture("jpeg/display-p3.jpg")
    #expect(try converted == picture("jpeg/display-p3.png"))
    let stored = try ImageFile(
      parsing: Fixtures.bytes("jpeg/display-p3.jpg"), convertingColors: false)
    #expect(try converted != PictureSequence(stored).picture(0))
  }

  /// The rows of units that are there are those of the whole picture, but for the last, and the
  /// others are grey.
  @Test(arguments: ["420.jpg", "restart.jpg", "444.jpg"])
  func `what is left of a picture is shown`(_ name: String) throws {
    let whole = try Fixtures.bytes("jpeg/" + name)
    let picture = try PictureSequence(ImageFile(parsing: whole)).picture(0)
    for length in 0..<whole.count {
      let bytes = Array(whole[..<length])
      guard let file = try? ImageFile(parsing: bytes) else { continue }
      let end = ImageError.truncated(at: .byte(length))
      #expect(file.oddities == [ImageOddity(end, .partsMissing)], "\(length) bytes")
      let left = try PictureSequence(file).picture(0)
      #expect(left.width == picture.width && left.height == picture.height)
      if length == whole.count - 2 { #expect(left == picture) }
    }
    let half = try PictureSequence(ImageFile(parsing: Array(whole[..<(whole.count - 20)]))).picture(
      0)
    for x in 0..<picture.width { #expect(half[x, 0] == picture[x, 0], "\(x)") }
  }
}

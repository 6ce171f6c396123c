import Testing

@testable import Images

@Suite struct PNGFileTests {
  @Test func `every valid file of PngSuite gives the reference samples`() throws {
    let rows = try Fixtures.table("png/expected.tsv")
    #expect(rows.count == 161)
    for row in rows {
      let file = try ImageFile(
        parsing: Fixtures.bytes("png/" + row[0]), convertingColors: false)
      #expect(file.frameCount == 1 && file.damage == nil, "\(row[0])")
      let picture = try PictureSequence(file).picture(0)
      #expect("\(picture.width) \(picture.height)" == "\(row[1]) \(row[2])", "\(row[0])")
      #expect(picture.checksum16 == row[3], "\(row[0])")
    }
  }
}

import Bytes
import Testing

@testable import Images

@Suite struct GIFFileTests {
  @Test func `every file of the collections gives the reference frames`() throws {
    let rows = try Fixtures.table("gif/expected.tsv")
    var shown = 0
    var refused = 0
    for row in rows {
      let bytes = try Fixtures.bytes("gif/" + row[0])
      if row[3] == "0" {
        #expect(throws: ImageError.self, "\(row[0])") { try ImageFile(parsing: bytes) }
        refused += 1
        continue
      }
      let file = try ImageFile(parsing: bytes)
      let index = try #require(Int(row[5]))
      let picture = try PictureSequence(file).picture(index)
      #expect("\(file.width) \(file.height)" == "\(row[1]) \(row[2])", "\(row[0])")
      #expect(picture.checksum8 == row[7], "\(row[0]) frame \(index)")
      shown += 1
      if row[3] == "-" { continue }
      #expect(file.frameCount == Int(row[3]), "\(row[0])")
      #expect(file.delays[index] == Rational(Int(row[6]) ?? -1, over: 100), "\(row[0])")
      // Version 87a has no extensions; the suite lets such files play for ever, as few do.
      if row[0] == "gif87a-animation.gif" { continue }
      let loops = row[4] == "infinite" ? nil : Int(row[4]).map { $0 + 1 }
      #expect(file.loopCount == loops, "\(row[0])")
    }
    #expect(shown == 90)
    #expect(refused == 5)
  }
}

import Bytes
import Testing

@testable import Images

@Suite struct WebPFileTests {
  @Test func `every file of the collection gives the frames of libwebp`() throws {
    let rows = try Fixtures.table("webp/expected.tsv")
    var sequences: [String: PictureSequence] = [:]
    var (shown, refused) = (0, 0)
    for row in rows {
      let bytes = try Fixtures.bytes("webp/" + row[0])
      if row[3] == "0" {
        #expect(throws: ImageError.self, "\(row[0])") {
          try PictureSequence(ImageFile(parsing: bytes)).picture(0)
        }
        refused += 1
        continue
      }
      let sequence =
        try sequences[row[0]] ?? PictureSequence(ImageFile(parsing: bytes, convertingColors: false))
      sequences[row[0]] = sequence
      let file = sequence.file
      let index = try #require(Int(row[5]))
      #expect(file.format == .webp)
      #expect("\(file.width) \(file.height)" == "\(row[1]) \(row[2])", "\(row[0])")
      #expect(file.frameCount == Int(row[3]), "\(row[0])")
      #expect(file.loopCount == (row[4] == "0" ? nil : Int(row[4])), "\(row[0])")
      #expect(file.delays[index] == Rational(Int(row[6]) ?? -1, over: 1000), "\(row[0]) \(index)")
      #expect(try sequence.picture(index).checksum8 == row[7], "\(row[0]) frame \(index)")
      #expect(file.damage == nil && file.oddities.isEmpty, "\(row[0])")
      shown += 1
    }
    #expect(shown == 66)
    #expect(refused == 2)
  }

  /// Frames that are laid over others need those, whichever is asked for first.
  @Test(arguments: 0..<4) func `frames are the same in any order`(_ number: Int) throws {
    let file = try ImageFile(parsing: Fixtures.bytes("webp/animation-\(number).webp"))
    let all = PictureSequence(file)
    let forward = try (0..<file.frameCount).map { try all.picture($0) }
    let kept = PictureSequence(file, keeping: 0)
    for index in (0..<file.frameCount).reversed() {
      #expect(try kept.picture(index) == forward[index], "frame \(index)")
    }
  }

  @Test func `an animation that is cut off keeps the frames that are whole`() throws {
    let whole = try Fixtures.bytes("webp/animation-0.webp")
    let pictures = PictureSequence(try ImageFile(parsing: whole))
    var counts: Set<Int> = []
    for length in 0..<whole.count {
      guard let file = try? ImageFile(parsing: Array(whole[..<length])) else { continue }
      counts.insert(file.frameCount)
      #expect(file.damage == .truncated(at: .byte(length)))
      let last = file.frameCount - 1
      #expect(try PictureSequence(file).picture(last) == pictures.picture(last), "\(length) bytes")
    }
    #expect(counts.isSuperset(of: 1..<pictures.file.frameCount))
  }

  @Test func `a profile makes of colours what it makes of those of a PNG`() throws {
    func picture(_ path: String) throws -> Picture {
      try PictureSequence(ImageFile(parsing: Fixtures.bytes(path))).picture(0)
    }
    let converted = try picture("webp/display-p3.webp")
    #expect(try converted == picture("profiles/display-p3.png"))
    let stored = try ImageFile(
      parsing: Fixtures.bytes("webp/display-p3.webp"), convertingColors: false)
    #expect(try converted != PictureSequence(stored).picture(0))
  }
}

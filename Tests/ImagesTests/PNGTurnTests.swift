import Testing

@testable import Images

/// PNG pictures with Exif data that say how they are turned.
@Suite struct PNGTurnTests {
  /// TIFF data of one directory with a note of 16 bits and the orientation.
  private func exif(_ turn: UInt8, isBig: Bool) -> [UInt8] {
    func number(_ bytes: [UInt8]) -> [UInt8] { isBig ? bytes : bytes.reversed() }
    func entry(_ tag: [UInt8], _ value: UInt8) -> [UInt8] {
      number(tag) + number([0, 3]) + number([0, 0, 0, 1]) + number([0, value]) + [0, 0]
    }
    var bytes = Array((isBig ? "MM" : "II").utf8) + number([0, 42]) + number([0, 0, 0, 8])
    bytes += number([0, 2]) + entry([1, 0], 5) + entry([1, 18], turn)
    return bytes + [0, 0, 0, 0]
  }

  /// Red of each pixel, row by row.
  private func reds(_ picture: Picture) -> [[Int]] {
    let reds: [Int] =
      switch picture.samples {
      case .eight(let samples): stride(from: 0, to: samples.count, by: 4).map { Int(samples[$0]) }
      case .sixteen(let samples):
        stride(from: 0, to: samples.count, by: 4).map { Int(samples[$0] >> 8) }
      }
    return (0..<picture.height).map { row in
      Array(reds[row * picture.width..<(row + 1) * picture.width])
    }
  }

  /// What Pillow 11 makes of them with `ImageOps.exif_transpose`.
  static let turns: [(UInt8, [[Int]])] = [
    (0, [[1, 2, 3], [4, 5, 6]]), (1, [[1, 2, 3], [4, 5, 6]]), (2, [[3, 2, 1], [6, 5, 4]]),
    (3, [[6, 5, 4], [3, 2, 1]]), (4, [[4, 5, 6], [1, 2, 3]]), (5, [[1, 4], [2, 5], [3, 6]]),
    (6, [[4, 1], [5, 2], [6, 3]]), (7, [[6, 3], [5, 2], [4, 1]]), (8, [[3, 6], [2, 5], [1, 4]]),
    (9, [[1, 2, 3], [4, 5, 6]]),
  ]

  @Test(arguments: turns)
  func `pictures are turned as their Exif data say`(_ turn: UInt8, _ rows: [[Int]]) throws {
    for isBig in [false, true] {
      let exif = exif(turn, isBig: isBig)
      let eight = PNGBuilder(width: 3, height: 2)
      let sixteen = PNGBuilder(width: 3, height: 2, depth: 16)
      let files = [
        eight.adding("eXIf", exif).adding(rows: [0, 1, 2, 3, 0, 4, 5, 6]).ended,
        eight.adding(rows: [0, 1, 2, 3, 0, 4, 5, 6]).adding("eXIf", exif).ended,
        sixteen.adding("eXIf", exif)
          .adding(rows: [0, 1, 0, 2, 0, 3, 0, 0, 4, 0, 5, 0, 6, 0]).ended,
      ]
      for bytes in files {
        let file = try ImageFile(parsing: bytes)
        let picture = try PictureSequence(file).picture(0)
        #expect(reds(picture) == rows)
        #expect(file.width == rows[0].count && file.height == rows.count)
      }
    }
  }

  @Test(arguments: turns)
  func `parts of frames are where they belong`(_ turn: UInt8, _ rows: [[Int]]) throws {
    let bytes = PNGBuilder(width: 3, height: 2).adding("eXIf", exif(turn, isBig: true)).animated(2)
      .frame(0, 3, 2).adding(rows: [0, 1, 2, 3, 0, 4, 5, 6])
      .frame(1, 2, 1, x: 1, y: 1).data(2, rows: [0, 15, 16]).ended
    let frames = PictureSequence(try ImageFile(parsing: bytes))
    #expect(reds(try frames.picture(0)) == rows)
    let later = rows.map { row in row.map { $0 > 4 ? $0 + 10 : $0 } }
    #expect(reds(try frames.picture(1)) == later)
  }

  @Test func `what can't be read says nothing`() throws {
    let whole = exif(6, isBig: false)
    for length in 0..<whole.count - 4 {
      let bytes = PNGBuilder(width: 3, height: 2).adding("eXIf", Array(whole[..<length]))
        .adding(rows: [0, 1, 2, 3, 0, 4, 5, 6]).ended
      let file = try ImageFile(parsing: bytes)
      #expect(file.width == (length < 34 ? 3 : 2), "\(length)")
    }
    let wrong = PNGBuilder(width: 3, height: 2).adding("eXIf", whole, checksumError: 1)
      .adding(rows: [0, 1, 2, 3, 0, 4, 5, 6]).ended
    #expect(try ImageFile(parsing: wrong).width == 3)
  }
}

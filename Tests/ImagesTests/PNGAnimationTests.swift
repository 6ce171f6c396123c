import Bytes
import Testing

@testable import Images

@Suite struct PNGAnimationTests {
  @Test func `every composited frame is that of the reference`() throws {
    let rows = try Fixtures.table("apng/expected.tsv")
    #expect(rows.count == 18)
    for row in rows {
      let file = try ImageFile(parsing: Fixtures.bytes("apng/\(row[0])"))
      let index = try #require(Int(row[3]))
      let picture = try PictureSequence(file).picture(index)
      #expect("\(file.width) \(file.height)" == "\(row[1]) \(row[2])", "\(row[0])")
      #expect(picture.checksum8 == row[4], "\(row[0]) frame \(index)")
      #expect(file.damage == nil, "\(row[0])")
    }
  }

  /// The table is left as it came, so the rows that Pillow sees in its own way are named here.
  @Test func `the points that Pillow's tests look at have the colours they ask for`() throws {
    var points = 0
    for row in try Fixtures.table("apng/points.tsv") where row[2].hasPrefix("px") {
      // Pillow thins solid green with every layer of nearly transparent green; the formula of
      // the specification keeps it solid. The row of frame 1 belongs to another file.
      if row[0] == "blend_op_over_near_transparent.png", row[3] != "(0, 255, 0, 255)" { continue }
      let bytes = try Fixtures.bytes("apng/\(row[0])")
      let file = try ImageFile(parsing: bytes)
      let index =
        row[1].hasSuffix("n_frames - 1")
        ? file.frameCount - 1 : Self.number(row[1]) - Self.picturesOutside(bytes)
      if index < 0 { continue }
      let place = Self.numbers(row[2])
      let color = Self.numbers(row[3])
      let picture = try PictureSequence(file).picture(index)
      #expect(picture[place[0], place[1]].map { Int($0) } == color, "\(row)")
      points += 1
    }
    #expect(points == 36)
  }

  @Test func `delays are those that Pillow reads, exactly`() throws {
    var count = 0
    for row in try Fixtures.table("apng/points.tsv") where row[2] == "duration" {
      let bytes = try Fixtures.bytes("apng/\(row[0])")
      let file = try ImageFile(parsing: bytes)
      let index = Self.number(row[1]) - Self.picturesOutside(bytes)
      let milliseconds = try #require(row[3].split(separator: ".").first.flatMap { Int($0) })
      let delay = file.delays[index]
      // Pillow rounds to milliseconds.
      #expect(
        (delay.numerator * 1000 + delay.denominator / 2) / delay.denominator == milliseconds,
        "\(row) \(delay)")
      count += 1
    }
    #expect(count == 14)
  }

  @Test func `a picture outside the animation is not shown`() throws {
    let file = try ImageFile(parsing: Fixtures.bytes("apng/single_frame_default.png"))
    #expect(file.frameCount == 1)
    #expect(try PictureSequence(file).picture(0)[0, 0] == [0, 255, 0, 255])
  }

  @Test func `a delay over zero counts hundredths`() throws {
    let file = try ImageFile(parsing: Fixtures.bytes("apng/delay_zero_denom.png"))
    #expect(file.delays.contains(Rational(1, over: 2)))
  }

  /// Pillow counts a picture that is not part of the animation as its first frame: 1 or 0.
  private static func picturesOutside(_ bytes: [UInt8]) -> Int {
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    guard let picture = text.firstRange(of: "IDAT"), let control = text.firstRange(of: "fcTL")
    else { return 0 }
    return picture.lowerBound < control.lowerBound ? 1 : 0
  }

  private static func number(_ text: String) -> Int { numbers(text).last ?? 0 }

  private static func numbers(_ text: String) -> [Int] {
    text.split { !$0.isNumber }.compactMap { Int($0) }
  }
}

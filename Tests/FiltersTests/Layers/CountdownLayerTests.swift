import Filters
import TestSupport
import Testing
import Timeline
import Y4M

@Suite struct CountdownLayerTests {
  private static let format = PixelFormat.named("mono", 64, 48)

  private func luma(
    _ keys: String, at seconds: Double = 0, _ format: PixelFormat = Self.format
  ) throws -> Frame {
    try Film("[{ \"type\": \"countdown\", \(keys) }]", format, range: .full)
      .frame(.flat(format, [60, 128, 128]), at: seconds)
  }

  @Test func `it shows the number of the second, and nothing after the last`() throws {
    let keys = #""style": "plain", "from": 3"#
    let three = try luma(keys)
    let two = try luma(keys, at: 1)
    #expect(try luma(keys, at: 0.99).isIdentical(to: three))
    #expect(!two.isIdentical(to: three))
    #expect(two.isIdentical(to: try luma(#""style": "plain", "from": 2"#)))
    #expect(try luma(keys, at: 2.99).samples(0).contains(255))
    #expect(try luma(keys, at: 3).samples(0).allSatisfy { $0 == 60 })
    // Upwards, and by other intervals.
    let up = try luma(#""style": "plain", "from": 1, "to": 2, "interval": 0.5"#, at: 0.5)
    #expect(up.isIdentical(to: two))
  }

  @Test func `frames of 24 a second begin a number on time`() throws {
    let keys = #""style": "plain", "from": 9, "interval": 0.041666667"#
    let film = try Film("[{ \"type\": \"countdown\", \(keys) }]", Self.format, range: .full)
    let source = Frame.flat(Self.format, [60])
    var seen: [Frame] = []
    for frame in 0..<9 {
      let time = try #require(Time(frame, 24))
      seen.append(try film.frame(source, at: time))
    }
    for (one, two) in zip(seen, seen.dropFirst()) { #expect(!one.isIdentical(to: two)) }
  }

  @Test func `the hand of a leader sweeps clockwise from the top`() throws {
    let format = PixelFormat.named("mono", 64, 64)
    func isDark(_ frame: Frame, _ x: Int, _ y: Int) -> Bool { frame[0, x, y] < 140 }
    let quarter = try luma(#""from": 1"#, at: 0.25, format)
    #expect(isDark(quarter, 60, 4))
    #expect(!isDark(quarter, 60, 60) && !isDark(quarter, 3, 60) && !isDark(quarter, 3, 4))
    let late = try luma(#""from": 1"#, at: 0.75, format)
    #expect(isDark(late, 60, 4) && isDark(late, 60, 60) && isDark(late, 3, 60))
    #expect(!isDark(late, 3, 4))
  }

  @Test func `the ring of a circle becomes empty`() throws {
    let format = PixelFormat.named("mono", 100, 100)
    let early = try luma(#""style": "circle", "from": 1"#, at: 0.1, format)
    let late = try luma(#""style": "circle", "from": 1"#, at: 0.9, format)
    // Its middle lies at 40 % from the centre.
    #expect(early[0, 89, 50] == 255 && early[0, 10, 50] == 255)
    #expect(late[0, 89, 50] < 120 && late[0, 89, 50] > 60 && late[0, 50, 89] < 120)
  }

  @Test(arguments: ["leader", "circle", "plain"])
  func `every format has it, at any size`(_ style: String) throws {
    for name in ["420mpeg2", "422p10", "444alpha", "411"] {
      for (width, height) in [(1, 1), (3, 2), (33, 17)] {
        let format = PixelFormat.named(name, width, height)
        for keys in [
          #""from": 999, "to": 0"#, #""rotation": 20, "opacity": 0.4"#, #""size": [500, 0.5]"#,
        ] {
          let frame = try Film(
            "[{ \"type\": \"countdown\", \"style\": \"\(style)\", \(keys) }]", format
          ).frame(.noise(format), at: 0.6)
          #expect(!frame.exceedsPeak)
        }
      }
    }
  }
}

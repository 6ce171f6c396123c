import TestSupport
import Testing
import Y4M

@Suite struct PixelateTests {
  @Test(arguments: everyFormat)
  func `a plain picture stays as it is`(_ format: PixelFormat) throws {
    let source = Frame.flat(format, [50, 100, 150, 200])
    for keys in [#""size": 2.3"#, #""size": "500%""#, #""size": 7, "shape": "hexagon""#] {
      let film = try Film("[{ \"type\": \"effect\", \"effect\": \"pixelate\", \(keys) }]", format)
      #expect(try film.frame(source).isIdentical(to: source))
    }
  }

  @Test func `a cell of any size has the mean of its area, in chroma too`() throws {
    let format = PixelFormat.named("420jpeg", 48, 32)
    let source = Frame.noise(format)
    let film = try Film(
      #"[{ "type": "effect", "effect": "pixelate", "size": 9, "origin": "corner" }]"#, format)
    let result = try film.frame(source)
    // Cell (1, 1) is 9 to 18, which is 4.5 to 9 in samples of chroma.
    var (sum, area) = (0.0, 0.0)
    for y in 4..<9 {
      for x in 4..<9 {
        let share = (x == 4 ? 0.5 : 1) * (y == 4 ? 0.5 : 1)
        sum += share * Double(source[1, x, y])
        area += share
      }
    }
    #expect(abs(Double(result[1, 6, 6]) - sum / area) <= 0.51)
    #expect(result[0, 9, 9] == result[0, 17, 17])
    #expect(result[0, 9, 9] != result[0, 18, 17])
  }

  @Test func `squares meet in the middle of the canvas`() throws {
    let format = PixelFormat.named("444p16", 40, 30)
    let source = Frame.noise(format)
    let result = try Film(
      #"[{ "type": "effect", "effect": "pixelate", "size": 12 }]"#, format
    ).frame(source)
    #expect(result[0, 19, 14] == result[0, 8, 3])
    #expect(result[0, 19, 14] != result[0, 20, 14])
    #expect(result[0, 19, 14] != result[0, 19, 15])
  }

  @Test func `sizes beyond all bounds draw the mean of everything`() throws {
    let format = PixelFormat.named("mono", 9, 7)
    let source = Frame(format)
    for y in 0..<7 { for x in 0..<9 { source[0, x, y] = 100 + x - 4 } }
    for keys in [#""size": 16384, "origin": "corner""#, #""size": 16384, "shape": "hexagon""#] {
      let film = try Film("[{ \"type\": \"effect\", \"effect\": \"pixelate\", \(keys) }]", format)
      #expect(try film.frame(source).samples(0).allSatisfy { $0 == 100 })
    }
  }
}

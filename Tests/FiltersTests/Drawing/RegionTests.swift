import Filters
import TestSupport
import Testing
import Y4M

@Suite struct RegionTests {
  static let effect = #""type": "effect", "effect": "pointillize", "radius": 3"#

  @Test(arguments: everyFormat)
  func `a region of the whole canvas is no region`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let free = try Film("[{ \(Self.effect) }]", format).frame(source)
    for region in [
      "{}", #"{ "size": ["100%", "100%"] }"#, #"{ "position": [-5, -5], "size": [900, 900] }"#,
    ] {
      let film = try Film(#"[{ \#(Self.effect), "region": \#(region) }]"#, format)
      #expect(try film.frame(source).isIdentical(to: free), "\(region)")
      let inverse = region.dropLast() + (region == "{}" ? "" : ",") + #" "invert": true }"#
      let none = try Film(#"[{ \#(Self.effect), "region": \#(inverse) }]"#, format)
      #expect(try none.frame(source).isIdentical(to: source), "\(inverse)")
    }
  }

  @Test(arguments: everyFormat)
  func `a region and its inverse make up the whole`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    let free = try Film("[{ \(Self.effect) }]", format).frame(source)
    for region in [
      #""position": [3.25, 2.5], "size": [6, 4.5]"#,
      #""position": [2, 1], "size": [9, 7], "radius": 3"#,
      #""shape": "ellipse", "position": [1, 1], "size": [11, 7], "feather": 3"#,
      #""position": [4, 3], "size": [5, 5], "feather": 6"#,
    ] {
      let inside = try Film(#"[{ \#(Self.effect), "region": { \#(region) } }]"#, format)
      let outside = try Film(
        #"[{ \#(Self.effect), "region": { \#(region), "invert": true } }]"#, format)
      let (one, other) = (try inside.frame(source), try outside.frame(source))
      for plane in format.planes.indices {
        let planes = [one, other, source, free].map { $0.samples(plane) }
        for index in planes[0].indices {
          let sum = planes[0][index] + planes[1][index] - planes[2][index]
          #expect(abs(sum - planes[3][index]) <= (format.depth == 16 ? 2 : 1))
        }
      }
    }
  }

  @Test func `a rectangle is as sharp as its place allows`() throws {
    let format = PixelFormat.named("422", 24, 16)
    let source = Frame.flat(format, [100, 60, 200])
    source[0, 0, 0] = 101
    let film = try Film(
      """
      [{ "type": "effect", "effect": "pointillize", "radius": 400,
         "region": { "position": [8, 4], "size": [8, 8] } }]
      """, format)
    // A chequered ground of 0 and 200, whose mean is 100 everywhere.
    for plane in 0..<3 {
      for y in 0..<16 {
        for x in 0..<format.planes[plane].width { source[plane, x, y] = (x + y) % 2 * 200 }
      }
    }
    let result = try film.frame(source)
    for y in 0..<16 {
      for x in 0..<24 where !((8..<16).contains(x) && (4..<12).contains(y)) {
        #expect(result[0, x, y] == source[0, x, y])
      }
      // Rows of chroma are whole in 4:2:2, so its edges are sharp down.
      let isInside = (4..<12).contains(y)
      #expect((result[1, 6, y] == source[1, 6, y]) == !isInside)
    }
    #expect(abs(result[0, 10, 6] - 100) <= 3)
    #expect(abs(result[1, 6, 4] - 100) <= 3 && abs(result[1, 6, 11] - 100) <= 3)
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func `mix is a share of the effect`(_ mix: Double) throws {
    let format = PixelFormat.named("420p10", 20, 14)
    let source = Frame.noise(format)
    let whole = try Film("[{ \(Self.effect) }]", format).frame(source)
    let mixed = try Film("[{ \(Self.effect), \"mix\": \(mix) }]", format).frame(source)
    let inRegion = try Film(
      "[{ \(Self.effect), \"mix\": \(mix), \"region\": { \"size\": [900, 900] } }]", format
    ).frame(source)
    #expect(inRegion.greatestDifference(from: mixed) <= 1)
    for plane in 0..<3 {
      for ((old, new), found) in zip(
        zip(source.samples(plane), whole.samples(plane)), mixed.samples(plane))
      {
        let exact = Double(old) + (Double(new) - Double(old)) * mix
        #expect(abs(Double(found) - exact) <= 1)
      }
    }
  }
}

import Images
import TestSupport
import Testing
import Y4M

@testable import Filters

@Suite struct ColorCodingTests {
  struct Row {
    let matrix: Matrix
    let range: ColorRange
    let depth: Int
    let codes: [[Int]]
  }

  static let rows: [Row] = ColorTable.rows.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: ":")
    let head = parts[0].split(separator: " ").map(String.init)
    guard parts.count == 2, let matrix = Matrix(rawValue: head[0]), let depth = Int(head[2]) else {
      return nil
    }
    let codes = parts[1].split(separator: ",").map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
    return Row(
      matrix: matrix, range: head[1] == "full" ? .full : .limited, depth: depth, codes: codes)
  }

  @Test func `every matrix, range and depth gives the exact code values`() throws {
    #expect(Self.rows.count == 40)
    var differing = 0
    for row in Self.rows {
      let format = try #require(
        PixelFormat(width: 2, height: 2, depth: row.depth, chroma: .planes(x: 1, y: 1)))
      for (name, expected) in zip(ColorTable.names, row.codes) {
        let film = try Film(
          #"[{ "type": "color", "color": "\#(name)" }]"#, format, range: row.range,
          matrix: row.matrix)
        let result = try film.frame(.noise(format))
        let codes = [result[0, 1, 1], result[1, 0, 0], result[2, 0, 0]]
        if codes != expected { differing += 1 }
        // Sixteen bits of precision are rounded to the depth: a value at the very half may go up.
        let isExact = row.depth == 8
        for (code, exact) in zip(codes, expected) {
          #expect(
            abs(code - exact) <= (isExact ? 0 : 1),
            "\(name) \(row.matrix) \(row.range) \(row.depth)")
        }
      }
    }
    #expect(differing <= 8)
  }

  @Test func `opaque pixels of 8 bits are converted to what colours are, exactly`() {
    var noise = Noise(seed: 3)
    let count = 300
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * count)
    let row = UnsafeMutablePointer<UInt16>.allocate(capacity: count)
    defer {
      pixels.deallocate()
      row.deallocate()
    }
    for index in 0..<4 * count {
      pixels[index] = index < 32 ? UInt8(255 * (index >> index % 4 & 1)) : UInt8(noise.next(256))
    }
    for known in Self.rows {
      let coding = ColorCoding(matrix: known.matrix, range: known.range, depth: known.depth)
      for channel in 0..<3 {
        coding.convert(pixels, channel: channel, to: row, count: count)
        for x in 0..<count {
          let (r, g, b) = (Int(pixels[4 * x]), Int(pixels[4 * x + 1]), Int(pixels[4 * x + 2]))
          let units = coding.units(257 * r, 257 * g, 257 * b)
          #expect(row[x] == [units.y, units.u, units.v][channel], "\(known.matrix) \(r) \(g) \(b)")
        }
      }
    }
  }

  @Test func `pictures have the same code values as colours`() throws {
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 0, 255, 255], [255, 99, 71, 255]]
    for row in Self.rows where row.matrix == .bt709 && row.depth < 16 {
      let format = try #require(
        PixelFormat(width: 6, height: 2, depth: row.depth, chroma: .planes(x: 1, y: 1)))
      let film = try Film(
        #"[{ "type": "image", "source": "p.png" }]"#, format, range: row.range, matrix: row.matrix,
        pictures: ["p.png": .painted(6, 2) { x, _ in colors[x / 2] }])
      let result = try film.frame(.noise(format))
      for (index, name) in ["red", "blue", "tomato"].enumerated() {
        let expected = row.codes[try #require(ColorTable.names.firstIndex(of: name))]
        #expect(result[0, 2 * index, 0] == expected[0])
        // A cell on the left of two colours' meeting has a quarter of its footprint on the other.
        if index == 0 { #expect(result[2, 0, 0] == expected[2]) }
      }
    }
  }

  /// Fact 6 of the peers: what is transparent has no colour.
  @Test func `hidden colour under transparency stays hidden`() throws {
    let format = PixelFormat.named("420jpeg", 4, 4)
    let film = try Film(
      #"[{ "type": "image", "source": "p.png" }]"#, format,
      pictures: [
        "p.png": .painted(4, 4) { x, _ in x % 2 == 0 ? [255, 0, 0, 255] : [0, 255, 0, 0] }
      ])
    let result = try film.frame(.flat(format, [126, 128, 128]))
    #expect(Set(result.samples(1)) == [109])
    #expect(Set(result.samples(2)) == [184])
    #expect(result[0, 0, 0] == 81 && result[0, 1, 0] == 126)
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct RedactTests {
  static let formats = [
    PixelFormat.named("420mpeg2", 49, 33), .named("422p10", 40, 30), .named("444p16", 31, 37),
    .named("mono", 20, 44), .named("411", 45, 23), .named("444alpha", 24, 24),
    .named("420jpeg", 1, 1), .named("420paldv", 3, 2),
  ]

  private func film(
    _ keys: String, _ format: PixelFormat, files: [String: String] = [:]
  ) throws -> Film {
    try Film(
      #"[{ "type": "effect", "effect": "redact", "duration": 9, \#(keys) }]"#, format,
      files: files.mapValues { Array($0.utf8) })
  }

  @Test(arguments: formats)
  func `nothing of a picture is left but the means of cells`(_ format: PixelFormat) throws {
    // Two pictures that differ, and whose cells of 8 samples of luma have the same means.
    let levels = [100, 128, 128, 255].map { $0 << (format.depth - 8) }
    let (one, two) = (Frame.flat(format, levels), Frame.flat(format, levels))
    for (plane, layout) in format.planes.enumerated() where format.roles[plane] != .alpha {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          // The pattern stands at the middle of the picture, where a cell begins.
          let cell = layout.map
          let (u, v) = (
            Double(x) - (Double(format.width) / 2).rounded() * cell.a - cell.tx,
            Double(y) - (Double(format.height) / 2).rounded() * cell.d - cell.ty
          )
          let isOdd = (Int(u.rounded()) + Int(v.rounded())) & 1 != 0
          two[plane, x, y] += (isOdd ? 1 : -1) << (format.depth - 8)
        }
      }
    }
    for mode in ["pixelate", "blur", "fill"] {
      let film = try film(#""mode": "\#(mode)", "size": 8"#, format)
      let (first, second) = (try film.frame(one), try film.frame(two))
      for plane in format.planes.indices where format.roles[plane] != .alpha {
        let layout = format.planes[plane]
        // A cell that the picture's edge cuts may have one more of one kind.
        let off = zip(first.samples(plane), second.samples(plane)).map { abs($0 - $1) }.max() ?? 0
        let isWhole = layout.width >= 16 && layout.height >= 16
        #expect(off <= (isWhole ? 1 : 2) << (format.depth - 8), "\(mode) \(plane)")
      }
    }
  }

  @Test(arguments: formats)
  func `what a shape meets is wholly covered, and all else beyond its feather stays`(
    _ format: PixelFormat
  ) throws {
    let source = Frame.noise(format)
    for shape in ["rectangle", "ellipse"] {
      for feather in [0.0, 5] {
        let film = try film(
          #"""
          "mode": "fill", "color": "white", "feather": \#(feather),
          "regions": [{ "shape": "\#(shape)", "position": [5.25, 6], "size": [17.5, 13] }]
          """#, format)
        let result = try film.frame(source)
        let layout = format.planes[0]
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            let (dx, dy) = (Double(x) + 0.5 - 14, Double(y) + 0.5 - 12.5)
            let isRound = shape == "ellipse"
            func isIn(_ more: Double) -> Bool {
              let (w, h) = (8.75 + more, 6.5 + more)
              return isRound
                ? dx * dx / (w * w) + dy * dy / (h * h) < 1 : abs(dx) < w && abs(dy) < h
            }
            if isIn(isRound ? 0.25 : 0.5) { #expect(result[0, x, y] == 235 << (format.depth - 8)) }
            if !isIn(feather + 3) { #expect(result[0, x, y] == source[0, x, y]) }
          }
        }
      }
    }
  }

  @Test(arguments: formats)
  func `a part of it is the same as in the whole`(_ format: PixelFormat) throws {
    let source = Frame.noise(format)
    for mode in ["pixelate", "blur", "fill"] {
      let keys = #""mode": "\#(mode)", "size": 9.5, "shape": "ellipse", "regions": {}"#
      let whole = try film(keys, format).frame(source)
      let region = #""region": { "position": [8, 8], "size": [8, 8] }"#
      let part = try film("\(keys), \(region)", format).frame(source)
      for y in 8..<max(min(16, format.height), 8) {
        for x in 8..<max(min(16, format.width), 8) { #expect(part[0, x, y] == whole[0, x, y]) }
      }
    }
  }

  @Test func `a flat picture stays as it is, at every depth and at its ends`() throws {
    for format in [
      PixelFormat.named("444", 40, 30), .named("422p10", 40, 30), .named("444p16", 40, 30),
    ] {
      for level in [0, 16 << (format.depth - 8), format.peak] {
        let source = Frame.flat(
          format, [level, 128 << (format.depth - 8), 128 << (format.depth - 8)])
        for mode in ["pixelate", "blur"] {
          let result = try film(#""mode": "\#(mode)""#, format).frame(source)
          #expect(result.isIdentical(to: source), "\(mode) \(level)")
        }
      }
    }
  }

  @Test func `regions move, and later ones lie above`() throws {
    let format = PixelFormat.named("mono", 64, 32)
    let source = Frame.flat(format, [50])
    let film = try film(
      #"""
      "mode": "fill", "color": "white",
      "regions": [{ "size": [8, 8], "position": { "from": [0, 4], "to": [40, 4], "duration": 2 } }]
      """#, format)
    for (seconds, left) in [(0.0, 0), (1, 20), (2, 40), (3, 40)] {
      let result = try film.frame(source, at: seconds)
      let changed = (0..<64).filter { result[0, $0, 5] != 50 }
      #expect(changed == Array(left..<left + 8), "\(seconds)")
    }
  }

  @Test func `a track's boxes move between its times, and end after the gap`() throws {
    let format = PixelFormat.named("mono", 64, 32)
    let source = Frame.flat(format, [50])
    let track = "time,x,y,width,height\n1,0,0,8,8\n2,10,0,8,8\n5,40,0,4,4\n"
    func columns(_ keys: String, _ seconds: Double) throws -> [Int] {
      let film = try film(
        #""mode": "fill", "color": "white", "track": "t.csv", \#(keys)"#, format,
        files: ["t.csv": track])
      let result = try film.frame(source, at: seconds)
      return (0..<64).filter { result[0, $0, 2] != 50 }
    }
    let one = #""gap": 1"#
    #expect(try columns(one, 0.9) == [])
    #expect(try columns(one, 1) == Array(0..<8))
    #expect(try columns(one, 1.5) == Array(5..<13))
    #expect(try columns(one, 2.9) == Array(10..<18))
    #expect(try columns(one, 3.5) == [])
    #expect(try columns(one, 5.5) == Array(40..<44))
    #expect(try columns(one, 6.5) == [])
    #expect(try columns(#""gap": 3"#, 3.5) == Array(25..<31))
    #expect(try columns(#""gap": 1, "expand": 2"#, 1) == Array(0..<10))
    #expect(
      try columns(#""gap": 1, "regions": { "position": [60, 0], "size": [2, 9] }"#, 0) == [60, 61])
  }

  @Test func `a faulty track is reported with its place`() throws {
    do {
      _ = try film(
        #""track": "t.csv""#, .named("mono", 8, 8),
        files: ["t.csv": "time,x,y,width,height\n0,0,0,1,1\n1, 2,3,x,5\n"])
      Issue.record("there is no fault")
    } catch let fault as TimelineFault {
      #expect(fault.description.contains("t.csv:3:8: width 'x' is not a number"))
    }
  }
}

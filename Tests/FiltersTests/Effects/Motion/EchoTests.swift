import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct EchoTests {
  private static let rate = FrameRate(25, 1)

  /// Frames of noise of one format.
  private static func noise(_ format: PixelFormat, _ count: Int) -> [Frame] {
    (0..<count).map { Frame.noise(format, seed: UInt64($0 + 1)) }
  }

  /// R'G'B' of a place of a frame of 4:4:4 and limited BT.601.
  private static func color(_ frame: Frame, _ x: Int, _ y: Int) -> [Double] {
    let unit = Double(1 << (frame.format.depth - 8))
    let luma = (Double(frame[0, x, y]) - 16 * unit) / (219 * unit)
    let cb = (Double(frame[1, x, y]) - 128 * unit) / (224 * unit)
    let cr = (Double(frame[2, x, y]) - 128 * unit) / (224 * unit)
    let (red, blue) = (luma + 1.402 * cr, luma + 1.772 * cb)
    return [red, (luma - 0.299 * red - 0.114 * blue) / 0.587, blue]
  }

  /// Samples of a colour.
  private static func samples(_ c: [Double], _ depth: Int) -> [Double] {
    let unit = Double(1 << (depth - 8))
    let luma = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
    let peak = Double(1 << depth - 1)
    return [
      (16 + 219 * luma) * unit, (128 + 224 * (c[2] - luma) / 1.772) * unit,
      (128 + 224 * (c[0] - luma) / 1.402) * unit,
    ].map { min(max($0, 0), peak) }
  }

  @Test(arguments: ["add", "lighten", "darken"], ["444", "444p10"])
  func `an echo folds channels of earlier pictures`(_ mode: String, _ name: String) throws {
    let rate = try #require(Self.rate)
    let format = PixelFormat.named(name, 24, 10)
    let sources = Self.noise(format, 6)
    let film = try Film(
      #"[{ "type": "effect", "effect": "echo", "count": 2, "delay": 0.08, "decay": 0.5, "mode": "\#(mode)" }]"#,
      format, rate: rate)
    #expect(film.renderer.history(at: .zero) == 4)
    let results = try film.frames(sources, rate: rate)
    for (number, result) in results.enumerated() {
      for y in 0..<10 {
        for x in 0..<24 {
          let own = Self.color(sources[number], x, y)
          var sum = own
          for (echo, share) in [(number - 2, 0.5), (number - 4, 0.25)] where echo >= 0 {
            let past = Self.color(sources[echo], x, y)
            for c in 0..<3 {
              switch mode {
              case "add": sum[c] += share * past[c]
              case "lighten": sum[c] = max(sum[c], share * past[c])
              default: sum[c] = min(sum[c], 1 - share * (1 - past[c]))
              }
            }
          }
          for c in 0..<3 { sum[c] = min(max(sum[c], min(own[c], 0)), max(own[c], 1)) }
          let wanted = Self.samples(sum, format.depth)
          for plane in 0..<3 {
            #expect(
              abs(Double(result[plane, x, y]) - wanted[plane]) <= 0.51,
              "\(mode), frame \(number), plane \(plane), \(x), \(y)")
          }
        }
      }
    }
  }

  @Test(arguments: ["420mpeg2", "422p10", "mono", "444p16", "411"])
  func `a blend is the weighted mean of those that there are`(_ name: String) throws {
    let rate = try #require(Self.rate)
    let format = PixelFormat.named(name, 21, 13)
    let sources = Self.noise(format, 8)
    let film = try Film(
      #"[{ "type": "effect", "effect": "echo", "count": 3, "delay": 0.08, "decay": 0.6 }]"#,
      format, rate: rate)
    let results = try film.frames(sources, rate: rate)
    for (number, result) in results.enumerated() {
      let echoes = (0...3).filter { number - 2 * $0 >= 0 }
      let shares = [1, 0.6, 0.36, 0.216]
      let total = echoes.reduce(0) { $0 + shares[$1] }
      for plane in 0..<format.planes.count {
        for y in 0..<format.planes[plane].height {
          for x in 0..<format.planes[plane].width {
            let sum = echoes.reduce(0) {
              $0 + shares[$1] * Double(sources[number - 2 * $1][plane, x, y])
            }
            #expect(abs(Double(result[plane, x, y]) - sum / total) <= 0.51)
          }
        }
      }
    }
  }

  @Test func `an echo is of the composed picture below, and of nothing above`() throws {
    let rate = try #require(Self.rate)
    let format = PixelFormat.named("444", 40, 16)
    let sources = (0..<6).map { _ in Frame.flat(format, [60, 128, 128]) }
    let box =
      #"{ "type": "color", "color": "white", "size": [4, 4], "position": { "from": [0, 4], "to": [36, 4], "duration": 0.36 } }"#
    let above =
      #"{ "type": "color", "color": "white", "size": [2, 2], "position": { "from": [0, 12], "to": [36, 12], "duration": 0.36 } }"#
    let film = try Film(
      #"[\#(box), { "type": "effect", "effect": "echo", "count": 1, "delay": 0.08, "decay": 0.5, "mode": "lighten" }, \#(above)]"#,
      format, rate: rate)
    let results = try film.frames(sources, rate: rate)
    // The box moves by four samples a frame.
    for number in 0..<6 {
      for x in stride(from: 1, to: 40, by: 4) {
        let place = x / 4
        // Half of white is 126 and a half.
        let wanted = place == number ? 235...235 : place == number - 2 ? 126...127 : 60...60
        #expect(wanted.contains(results[number][0, x, 6]), "frame \(number), \(x)")
      }
      let bright = (0..<40).filter { results[number][0, $0, 13] > 200 }
      #expect(bright.count == 2, "what is above has no trail")
    }
  }

  @Test func `behind shows the trail of a layer where it is transparent`() throws {
    let rate = try #require(Self.rate)
    let format = PixelFormat.named("444", 40, 16)
    let sources = (0..<6).map { _ in Frame.flat(format, [16, 128, 128]) }
    let echo = #"{ "effect": "echo", "count": 2, "delay": 0.04, "decay": 0.5, "mode": "behind" }"#
    let film = try Film(
      #"""
      [{ "type": "color", "color": "white", "size": [6, 4],
         "position": { "from": [0, 4], "to": [36, 4], "duration": 0.36 }, "effects": [\#(echo)] }]
      """#, format, rate: rate)
    let plain = try Film(
      #"""
      [{ "type": "color", "color": "white", "size": [6, 4],
         "position": { "from": [0, 4], "to": [36, 4], "duration": 0.36 } }]
      """#, format, rate: rate)
    let (results, without) = (
      try film.frames(sources, rate: rate), try plain.frames(sources, rate: rate)
    )
    for number in 0..<6 {
      for x in 0..<40 {
        func isIn(_ frame: Int) -> Bool { frame >= 0 && (4 * frame..<4 * frame + 6).contains(x) }
        var cover = isIn(number) ? 1.0 : 0
        if isIn(number - 1) { cover += (1 - cover) * 0.5 }
        if isIn(number - 2) { cover += (1 - cover) * 0.25 }
        #expect(abs(Double(results[number][0, x, 6]) - 16 - 219 * cover) <= 0.51, "\(number) \(x)")
        if isIn(number) { #expect(results[number][0, x, 6] == without[number][0, x, 6]) }
      }
    }
  }
}

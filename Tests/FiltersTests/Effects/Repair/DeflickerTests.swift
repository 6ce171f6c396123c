import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct DeflickerTests {
  private func play(_ keys: String, _ levels: [Int], _ format: PixelFormat) throws -> [Frame] {
    let rate = try #require(FrameRate(25, 1))
    let unit = 1 << (format.depth - 8)
    let film = try Film(
      #"[{ "type": "effect", "effect": "deflicker", \#(keys) }]"#, format, rate: rate)
    let sources = levels.map { level in
      Frame.flat(format, [level * unit, 100 * unit, 150 * unit])
    }
    return try film.frames(sources, rate: rate)
  }

  @Test(arguments: ["420mpeg2", "444p10"], ["mean", "median"])
  func `brightness becomes that of the latest pictures`(_ name: String, _ mode: String) throws {
    let format = PixelFormat.named(name, 8, 8)
    let unit = Double(1 << (format.depth - 8))
    let levels = [100, 120, 90, 110, 100, 130, 95]
    let results = try play(#""size": 4, "mode": "\#(mode)""#, levels, format)
    for (number, result) in results.enumerated() {
      let window = levels[max(number - 3, 0)...number].map { Double($0 - 16) }.sorted()
      let middle = (window[(window.count - 1) / 2] + window[window.count / 2]) / 2
      let target = mode == "mean" ? window.reduce(0, +) / Double(window.count) : middle
      let gain = target / Double(levels[number] - 16)
      let wanted = [16 + Double(levels[number] - 16) * gain, 128 - 28 * gain, 128 + 22 * gain]
      for plane in 0..<3 {
        #expect(
          abs(Double(result[plane, 3, 3]) / unit - wanted[plane]) <= 0.51,
          "frame \(number), plane \(plane)")
      }
    }
  }

  @Test func `nothing beyond a cut counts`() throws {
    let format = PixelFormat.named("444", 4, 4)
    let results = try play(#""size": 5"#, [40, 40, 40, 200, 200, 200], format)
    #expect(results.map { $0[0, 1, 1] } == [40, 40, 40, 200, 200, 200])
    let all = try play(#""size": 2, "cut": 1"#, [40, 40, 60], format)
    #expect(all[2][0, 1, 1] == 50)
  }

  @Test func `by half the amount, half of it is taken away`() throws {
    let format = PixelFormat.named("444", 4, 4)
    let results = try play(#""size": 2, "amount": 0.5"#, [100, 120], format)
    #expect(results[1][0, 1, 1] == 115)
    // Up to twice as bright, and no more.
    let dark = try play(#""size": 2, "cut": 1"#, [200, 20], format)
    #expect(dark[1][0, 1, 1] == 24)
  }
}

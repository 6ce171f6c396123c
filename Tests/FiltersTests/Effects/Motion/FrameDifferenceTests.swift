import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct FrameDifferenceTests {
  @Test(arguments: [("absolute", 3.0), ("signed", 2.0)])
  func `a difference of greys is that of their codes`(_ mode: String, _ gain: Double) throws {
    let rate = try #require(FrameRate(25, 1))
    for (name, unit) in [("420mpeg2", 1), ("444p10", 4)] {
      let format = PixelFormat.named(name, 12, 8)
      let levels = [60, 100, 90, 90, 200, 30]
      let sources = levels.map { Frame.flat(format, [$0 * unit, 128 * unit, 128 * unit]) }
      let film = try Film(
        #"[{ "type": "effect", "effect": "frame-difference", "delay": 0.08, "mode": "\#(mode)", "gain": \#(gain) }]"#,
        format, rate: rate)
      #expect(film.renderer.history(at: .zero) == 2)
      let results = try film.frames(sources, rate: rate)
      for (number, result) in results.enumerated() {
        let change = Double(levels[number] - levels[max(number - 2, 0)]) / 219
        let value = mode == "absolute" ? abs(change) * gain : 0.5 + change * gain / 2
        let wanted = (16 + 219 * min(max(value, 0), 1)) * Double(unit)
        #expect(abs(Double(result[0, 5, 5]) - wanted) <= 0.51, "\(name) \(mode) \(number)")
        #expect(result[1, 2, 2] == 128 * unit && result[2, 2, 2] == 128 * unit)
      }
    }
  }

  @Test func `what stands still is black, and what moved is not`() throws {
    let rate = try #require(FrameRate(10, 1))
    let format = PixelFormat.named("420mpeg2", 32, 16)
    let source = Frame.noise(format)
    let film = try Film(
      #"""
      [{ "type": "color", "color": "red", "size": [4, 4], "position": { "from": [0, 4], "to": [20, 4], "duration": 0.5 } },
       { "type": "effect", "effect": "frame-difference", "delay": 0.1 }]
      """#, format, rate: rate)
    let result = try film.frames(Array(repeating: source, count: 4), rate: rate)[3]
    #expect(result[0, 2, 2] == 16 && result[0, 28, 12] == 16 && result[1, 14, 6] == 128)
    let changed = (0..<32).filter { result[0, $0, 6] > 16 }
    #expect(changed.contains(9) && changed.contains(13) && !changed.contains(18))
  }
}

import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct PosterizeTimeTests {
  @Test(arguments: [
    (8.0, 25, 1), (12, 30, 1), (5, 30000, 1001), (24, 24, 1), (100, 25, 1), (3.3, 25, 1),
  ])
  func `the picture at the beginning of a step is held`(_ rate: Double, _ upper: Int, _ lower: Int)
    throws
  {
    let frames = try #require(FrameRate(upper, lower))
    let format = PixelFormat.named("420mpeg2", 9, 7)
    let sources = (0..<30).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    let film = try Film(
      #"[{ "type": "effect", "effect": "posterize-time", "rate": \#(rate) }]"#, format, rate: frames
    )
    let results = try film.frames(sources, rate: frames)
    let second = Double(upper) / Double(lower)
    for (number, result) in results.enumerated() {
      let begin = (Double(number) / second * rate + 1e-9).rounded(.down) / rate
      // The frame whose interval holds that moment.
      let held = Int((begin * second + 1e-9).rounded(.down))
      #expect(result.isIdentical(to: sources[held]), "frame \(number) shows \(held)")
    }
  }

  @Test(arguments: [
    (60.0, 24, 1), (240, 25, 1), (30, 30000, 1001), (24, 24000, 1001), (100, 30, 1),
  ])
  func `a rate above the film's changes nothing`(_ rate: Double, _ upper: Int, _ lower: Int) throws
  {
    let frames = try #require(FrameRate(upper, lower))
    let format = PixelFormat.named("420mpeg2", 9, 7)
    let sources = (0..<12).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    let film = try Film(
      #"[{ "type": "effect", "effect": "posterize-time", "rate": \#(rate) }]"#, format, rate: frames
    )
    let results = try film.frames(sources, rate: frames)
    #expect(results.count == sources.count)
    for (result, source) in zip(results, sources) {
      #expect(result.isIdentical(to: source))
    }
  }

  @Test func `steps begin with the effect, and the picture before it is not held`() throws {
    let rate = try #require(FrameRate(10, 1))
    let format = PixelFormat.named("444", 5, 5)
    let sources = (0..<12).map { Frame.noise(format, seed: UInt64($0 + 1)) }
    let film = try Film(
      #"[{ "type": "effect", "effect": "posterize-time", "rate": 2.5, "start": 0.3, "duration": 0.6 }]"#,
      format, rate: rate)
    let results = try film.frames(sources, rate: rate)
    for (number, held) in [0, 1, 2, 3, 3, 3, 3, 7, 7, 9, 10, 11].enumerated() {
      #expect(results[number].isIdentical(to: sources[held]), "frame \(number)")
    }
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct TransitionAlphaTests {
  @Test(arguments: ["crossfade", "smoothleft", "swipe", "circleopen"])
  func `what is transparent gives no colour`(_ name: String) throws {
    let format = PixelFormat.named("444alpha", 24, 10)
    // The next picture is black and cannot be seen.
    let frames = TransitionFrames(
      format, .flat(format, [180, 90, 140, 255]), .flat(format, [16, 128, 128, 0]))
    let drawn = try frames.frame(name, at: 0.5)
    #expect(Set(drawn.samples(3)).count > 1 || abs(drawn[3, 3, 3] - 128) <= 1)
    for y in 0..<10 {
      for x in 0..<24 where drawn[3, x, y] > 0 {
        #expect(drawn[0, x, y] == 180 && drawn[1, x, y] == 90 && drawn[2, x, y] == 140)
      }
    }
  }

  @Test(arguments: ["crossfade", "wipebr", "dissolve", "circlecrop", "hlwind"])
  func `opaque pictures are mixed as if there were no alpha`(_ name: String) throws {
    let (plain, alpha) = (PixelFormat.named("444", 30, 20), PixelFormat.named("444alpha", 30, 20))
    func opaque(_ frame: Frame) -> Frame {
      let result = Frame.flat(alpha, [0, 0, 0, 255])
      for plane in 0..<3 {
        for y in 0..<20 { for x in 0..<30 { result[plane, x, y] = frame[plane, x, y] } }
      }
      return result
    }
    let frames = TransitionFrames(plain)
    let both = TransitionFrames(alpha, opaque(frames.from), opaque(frames.to))
    let drawn = try both.frame(name, at: 0.4)
    #expect(drawn.isIdentical(to: opaque(try frames.frame(name, at: 0.4))))
  }

  @Test(arguments: mixingTransitions)
  func `premultiplied colours stay below their alpha`(_ name: String) throws {
    let format = try #require(
      PixelFormat(width: 23, height: 17, depth: 16, chroma: .planes(x: 0, y: 0), hasAlpha: true))
    func layer(_ seed: UInt64) -> Frame {
      let frame = Frame.noise(format, seed: seed)
      for y in 0..<17 {
        for x in 0..<23 {
          for plane in 0..<3 { frame[plane, x, y] = frame[plane, x, y] * frame[3, x, y] / 65_535 }
        }
      }
      return frame
    }
    let frames = TransitionFrames(format, layer(3), layer(4))
    let stage = try frames.stage(name, includesAlpha: true)
    for share in [0.2, 0.6] {
      let drawn = frames.frame(stage, at: share)
      for plane in 0..<3 {
        for (color, alpha) in zip(drawn.samples(plane), drawn.samples(3)) {
          #expect(color <= alpha + 2)
        }
      }
    }
  }
}

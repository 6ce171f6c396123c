import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct SlideTests {
  /// What each place of a moved picture shows: which picture, and which place of it.
  ///
  /// - Parameters:
  ///   - rest: how much of the way is left, in samples of the side.
  private func place(
    _ family: String, _ direction: TransitionDirection, _ index: Int, side: Int, rest: Int
  ) -> (isNext: Bool, index: Int) {
    let isBackward = direction.isBackward
    let moved = isBackward ? index - rest : index + rest
    let isNext = (0..<side).contains(moved)
    let next = family == "reveal" ? index : moved
    let other = family == "cover" ? index : isBackward ? moved + side : moved - side
    return (isNext, isNext ? next : other)
  }

  @Test(arguments: ["slide", "cover", "reveal"], TransitionDirection.allCases)
  func `luma is moved by whole samples`(_ family: String, _ direction: TransitionDirection) throws {
    let format = PixelFormat.named("444", 24, 18)
    let frames = TransitionFrames(format)
    let side = direction.isHorizontal ? 24 : 18
    for share in [0.1, 0.35, 0.5, 0.85] {
      let drawn = try frames.frame(family + direction.rawValue, at: share)
      let rest = Int((1 - share) * Double(side) + 1e-6)
      for plane in 0..<3 {
        for y in 0..<18 {
          for x in 0..<24 {
            let index = direction.isHorizontal ? x : y
            let (isNext, place) = place(family, direction, index, side: side, rest: rest)
            let source = isNext ? frames.to : frames.from
            let wanted =
              direction.isHorizontal ? source[plane, place, y] : source[plane, x, place]
            #expect(drawn[plane, x, y] == wanted, "\(share), \(plane), \(x), \(y)")
          }
        }
      }
    }
  }

  @Test(arguments: ["420mpeg2", "420jpeg", "422", "440", "411", "410", "420paldv"])
  func `chroma moves with luma, half samples too`(_ name: String) throws {
    // A ramp in all planes, as steep in chroma as in luma: it shows how far a plane has moved.
    let format = PixelFormat.named(name, 64, 64)
    func ramp(_ offset: Int) -> Frame {
      let frame = Frame(format)
      for (plane, layout) in format.planes.enumerated() {
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            frame[plane, x, y] = offset + x << layout.shiftX + y << layout.shiftY
          }
        }
      }
      return frame
    }
    let frames = TransitionFrames(format, ramp(0), ramp(100))
    // 25 of 64 samples are left, which no subsampling divides.
    for (direction, isAcross) in [("left", true), ("up", false)] {
      let drawn = try frames.frame("slide" + direction, at: 39.0 / 64)
      for (plane, layout) in format.planes.enumerated() {
        let (x, y) = (layout.width / 8, layout.height / 8)
        let moved = frames.from[plane, x, y] + 39
        #expect(abs(drawn[plane, x, y] - moved) <= 1, "\(direction), plane \(plane)")
        let (late, low) = isAcross ? (layout.width - 4, y) : (x, layout.height - 4)
        let came = frames.to[plane, late, low] - 25
        #expect(abs(drawn[plane, late, low] - came) <= 1, "\(direction), plane \(plane)")
      }
    }
  }

  @Test func `push starts and ends gently`() throws {
    let frames = TransitionFrames(.named("420p10", 64, 32))
    let right = try frames.frame("slideright", at: 0.125)
    #expect(try frames.frame("push", at: 0.25).isIdentical(to: right))
    let up = Arguments().setting(Slide.pushDirection, to: .up)
    #expect(
      try frames.frame("push", at: 0.75, up).isIdentical(to: frames.frame("slideup", at: 0.875)))
  }

  @Test func `bounding up moves both pictures and enlarges the one that comes`() throws {
    let format = PixelFormat.named("mono16", 40, 400)
    let frames = TransitionFrames(format, .flat(format, [10_000]), .flat(format, [50_000]))
    let drawn = try frames.frame("bounding-up", at: 0.5)
    // Half way, the next picture is 1.1 times as high and its foot is half a picture below.
    let top = (0..<400).first { drawn[0, 0, $0] > 30_000 }
    #expect(top == 160)
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Where the next picture is seen first.
@Suite struct ShapeTests {
  private static let format = PixelFormat.named("mono16", 81, 61)

  /// The shares of the picture that comes.
  private func shares(
    _ name: String, at share: Double, _ arguments: Arguments = Arguments()
  ) throws -> (Int, Int) -> Double {
    let format = Self.format
    let frames = TransitionFrames(format, .flat(format, [0]), .flat(format, [65_535]))
    let drawn = try frames.frame(name, at: share, arguments)
    return { Double(drawn[0, $0, $1]) / 65_535 }
  }

  @Test(arguments: ["circleopen", "vertopen", "horzopen"])
  func `what opens is seen in the middle first`(_ name: String) throws {
    let share = try shares(name, at: 0.4)
    #expect(share(40, 30) > 0.5)
    #expect(share(0, 0) == 0)
  }

  @Test(arguments: ["circleclose", "vertclose", "horzclose"])
  func `what closes is seen at the edges first`(_ name: String) throws {
    let share = try shares(name, at: 0.4)
    #expect(share(40, 30) == 0)
    #expect(share(0, 0) > 0.5)
  }

  @Test func `a sharp circle has the radius that the progress says`() throws {
    let arguments = Arguments().setting(Opening.softness, to: 0)
    let share = try shares("circleopen", at: 0.5, arguments)
    // Half of the 50 samples to a corner.
    for x in 0..<81 {
      let distance = abs(x - 40)
      if distance < 24 { #expect(share(x, 30) == 1) }
      if distance > 26 { #expect(share(x, 30) == 0) }
    }
  }

  @Test func `a shape stands where it is put`() throws {
    let corner = Point(x: Length(pixels: 10), y: Length(fraction: 0.25))
    let arguments = Arguments().setting(Opening.center, to: corner).setting(
      Opening.softness, to: 0.1)
    let share = try shares("open", at: 0.2, arguments)
    #expect(share(10, 15) == 1)
    #expect(share(70, 50) == 0)
  }

  @Test func `a hand goes round`() throws {
    // It starts upwards and goes counterclockwise.
    let early = try shares("radial", at: 0.35)
    #expect(early(70, 20) > 0.7)
    #expect(early(10, 40) == 0)
    let late = try shares("radial", at: 0.65)
    #expect(late(70, 20) == 1)
    #expect(late(10, 20) < 0.5)
  }

  @Test func `a swipe goes where its angle says`() throws {
    let arguments = Arguments().setting(Swipe.angle, to: Angle(degrees: 90))
      .setting(Swipe.softness, to: 0)
    let share = try shares("swipe", at: 0.5, arguments)
    #expect(share(5, 5) == 1)
    #expect(share(75, 5) == 1)
    #expect(share(5, 55) == 0)
    let right = try shares("swipe", at: 0.5)
    #expect(right(0, 30) == 1)
    #expect(abs(right(40, 30) - 0.5) < 0.01)
    #expect(right(80, 30) == 0)
  }

  @Test func `slices are as many as are asked for`() throws {
    let format = PixelFormat.named("mono", 120, 2)
    let frames = TransitionFrames(format, .flat(format, [0]), .flat(format, [255]))
    let arguments = Arguments().setting(Slices.count, to: 6)
    let drawn = try frames.frame("hlslice", at: 0.66, arguments).samples(0).prefix(120)
    let steps = zip(drawn, drawn.dropFirst()).filter { $0 != $1 }.count
    #expect((3...12).contains(steps))
  }

  @Test func `a crop shows its colour round the picture in the stream's own coding`() throws {
    let format = PixelFormat.named("444", 40, 30)
    let frames = TransitionFrames(
      format, .flat(format, [200, 90, 90]), .flat(format, [40, 200, 90]))
    for (share, luma) in [(0.2, 200), (0.8, 40)] {
      let drawn = try frames.frame("rectcrop", at: share)
      #expect(drawn[0, 20, 15] == luma)
      #expect([0, 1, 2].map { drawn[$0, 0, 0] } == [16, 128, 128])
      let red = Arguments().setting(Crop.color, to: Color(red: 1, green: 0, blue: 0))
      let tinted = try frames.frame("circlecrop", at: share, red)
      #expect([0, 1, 2].map { tinted[$0, 0, 0] } == [81, 90, 240])
    }
  }
}

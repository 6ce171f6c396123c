import Bytes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Transitions of clips where light is mixed.
@Suite struct LinearTransitionTests {
  /// Transitions that show both pictures in their places.
  static let kept = [
    "crossfade", "wipe", "radial", "wipebr", "circleopen", "dissolve", "hlslice", "hlwind",
  ]
  static let formats = everyFormat.filter { !$0.hasAlpha }

  @Test(arguments: [0.1, 0.25, 0.5, 0.8])
  func `a crossfade from black to white is so much of the light`(_ share: Double) throws {
    let format = PixelFormat.named("444", 16, 8)
    let frames = TransitionFrames(
      format, .flat(format, [16, 128, 128]), .flat(format, [235, 128, 128]))
    let stage = try frames.stage("crossfade", light: LightCurve(.bt709))
    let drawn = frames.frame(stage, at: share)
    let expected = 16 + 219 * Maths.pow(share, 1 / 2.4)
    for x in 0..<16 {
      #expect(abs(Double(drawn[0, x, 3]) - expected) <= 0.51)
      #expect(drawn[1, x, 3] == 128 && drawn[2, x, 3] == 128)
    }
  }

  @Test(arguments: formats)
  func `a picture that goes over into itself stays as it is`(_ format: PixelFormat) throws {
    let noise = Frame.noise(format, seed: 5)
    let frames = TransitionFrames(format, noise, noise)
    for name in Self.kept {
      let stage = try frames.stage(name, light: LightCurve(.bt709))
      for share in [0, 0.3, 0.5, 0.9, 1] {
        #expect(frames.frame(stage, at: share).isSame(as: noise), "\(name) at \(share)")
      }
    }
  }

  @Test(arguments: formats.filter { $0.width == 13 })
  func `what is seen of one picture alone is that picture`(_ format: PixelFormat) throws {
    let frames = TransitionFrames(format)
    let stage = try frames.stage("wipe", light: LightCurve(.bt709))
    let (drawn, plain) = (
      frames.frame(stage, at: 0.5), frames.frame(try frames.stage("wipe"), at: 0.5)
    )
    for (plane, layout) in format.planes.enumerated() {
      for x in [0, layout.width - 1] { #expect(drawn[plane, x, 1] == plain[plane, x, 1]) }
    }
    let fade = frames.frame(try frames.stage("crossfade", light: LightCurve(.bt709)), at: 0.5)
    #expect(!fade.isSame(as: frames.frame(try frames.stage("crossfade"), at: 0.5)))
  }

  @Test(arguments: formats.filter { $0.width == 13 })
  func `bands make no difference`(_ format: PixelFormat) throws {
    let frames = TransitionFrames(format)
    let workspace = Workspace()
    workspace.bands = OneRowBands()
    for name in Self.kept {
      let stage = try frames.stage(name, light: LightCurve(.bt709))
      let alone = frames.frame(stage, at: 0.4)
      #expect(frames.frame(stage, at: 0.4, workspace).isSame(as: alone), "\(name)")
    }
  }
}

import TestSupport
import Timeline
import Y4M

@testable import Filters

/// A transition between two frames: what its tests need.
struct TransitionFrames {
  let format: PixelFormat
  let from: Frame
  let to: Frame

  /// Two frames of noise.
  init(_ format: PixelFormat) {
    self.init(format, Frame.noise(format, seed: 5), Frame.noise(format, seed: 6))
  }

  init(_ format: PixelFormat, _ from: Frame, _ to: Frame) {
    self.format = format
    self.from = from
    self.to = to
  }

  /// What makes the frames of a transition that is asked for so.
  func stage(
    _ name: String, _ arguments: Arguments = Arguments(), ease: Easing = .linear,
    isReversed: Bool = false, includesAlpha: Bool = false, background: Color = .black,
    light: LightCurve? = nil
  ) throws -> TransitionStage {
    let use = TransitionUse(
      type: name, duration: Time(seconds: 1), ease: ease, isReversed: isReversed,
      arguments: arguments)
    var coding = ColorCoding(matrix: .bt601, range: .limited, depth: format.depth)
    coding.mixing = light
    return try TransitionStage(
      use, format: format, coding: coding, background: background, includesAlpha: includesAlpha,
      loader: .none)
  }

  /// The frame at a share of a transition's time.
  ///
  /// - Parameter seconds: the time, where it is not the share.
  func frame(
    _ stage: TransitionStage, at share: Double, _ workspace: Workspace = Workspace(),
    time seconds: Double? = nil
  ) -> Frame {
    let target = Frame(format)
    // What a recycled frame still holds must never be seen.
    target.bytes.initializeMemory(as: UInt8.self, repeating: 0xA5)
    stage.draw(
      from: SharedFrame(from), to: SharedFrame(to), target: target, at: share,
      time: Time(seconds ?? share), workspace)
    return target
  }

  /// The frame at a share of a transition's time.
  func frame(
    _ name: String, at share: Double, _ arguments: Arguments = Arguments(),
    isReversed: Bool = false
  ) throws -> Frame {
    frame(try stage(name, arguments, isReversed: isReversed), at: share)
  }
}

extension Frame {
  /// Whether every byte is that of `other`, told fast.
  func isSame(as other: Frame) -> Bool {
    guard format == other.format else { return false }
    let (first, second) = (UnsafeRawBufferPointer(bytes), UnsafeRawBufferPointer(other.bytes))
    let words = first.count / 8
    for index in 0..<words {
      let place = 8 * index
      if first.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != second.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      {
        return false
      }
    }
    return first[(8 * words)...].elementsEqual(second[(8 * words)...])
  }
}

/// Every name that needs nothing but itself, in the order of the registry.
let everyTransition: [String] = Registry.vocabulary.transitions
  .filter { !$0.parameters.contains { $0.isRequired } }.map { $0.name }

/// Those that only choose or mix samples of the pictures; the others shade them, too.
let mixingTransitions: [String] = everyTransition.filter {
  !OwnTransitionTests.names.contains($0)
}

/// Formats of every kind, as small as they may be, odd, and larger.
let transitionFormats: [PixelFormat] = [
  .named("mono", 1, 1), .named("420jpeg", 1, 1), .named("444", 2, 2), .named("420mpeg2", 3, 5),
  .named("410", 3, 5), .named("420paldv", 33, 21), .named("411", 35, 9), .named("422", 17, 16),
  .named("440", 15, 17), .named("444alpha", 20, 14), .named("420p10", 31, 18),
  .named("444p16", 18, 11), .named("mono12", 19, 3), .named("422p9", 1, 40),
]

/// Two frames of noise in each of the formats.
let transitionNoise: [TransitionFrames] = transitionFormats.map { TransitionFrames($0) }

import Filters
import Pipes
import Serving
import Shell
import Timeline
import Y4M

/// Plays a film into an answer: frame after frame at the film's rate, with those left out that
/// would come too late.
final class PreviewPlaying {
  /// How many frames are sent before they are due.
  private static let ahead: UInt64 = 6
  /// A frame later than this is left out, in frames.
  private static let patience: UInt64 = 2

  /// A frame on its way.
  private final class PlayedFrame {
    let item: FrameItem
    var index = 0
    /// How late it was when it was begun, in milliseconds.
    var lateness = 0
    var bytes: [UInt8] = []

    init(_ item: FrameItem) { self.item = item }
  }

  private let edition: Edition
  private let input: PreviewInput
  private let conversion: BrowserPicture
  private let isWanted: () -> Bool
  /// When the first frame was sent; 0 before that. Written by one thread and read by another.
  private let began = UncheckedLock(UInt64(0))
  private var next: Int

  /// - Parameter isWanted: asked before each frame, whether to go on.
  init(
    _ edition: Edition, _ input: PreviewInput, _ conversion: BrowserPicture, from first: Int,
    isWanted: @escaping () -> Bool
  ) {
    (self.edition, self.input, self.conversion) = (edition, input, conversion)
    (next, self.isWanted) = (first, isWanted)
  }

  /// Plays to the end of the film, or until it is not wanted any more.
  func run(_ interrupt: Interrupt, _ send: ([UInt8]) throws -> Void) throws {
    let first = next
    let playback = try Playback(edition.scene, from: first, input: input.film)
    defer { playback.stop() }
    let workers = Host.processorCount
    let stage = SceneStage(edition.scene, workers: workers)
    try OrderedWorkers.run(
      workers: workers, makeItem: { PlayedFrame(self.edition.scene.makeItem()) },
      produce: { [self] picture, _ in
        try choose(picture, first, interrupt) && read(picture, playback)
      },
      transform: { [self] picture, _, worker in
        try stage.draw(picture.item, worker)
        picture.bytes = conversion.bytes(
          of: picture.item.frame,
          header: PreviewHeader(
            index: picture.index, edition: edition.number, lateness: picture.lateness,
            size: conversion.size(of: edition.scene.renderer.output)
          ).bytes)
      },
      consume: { [self] picture, _ in
        try send(picture.bytes)
        picture.bytes = []
        began.withLock { if $0 == 0 { $0 = Host.monotonicTime } }
      })
  }

  /// Decides which frame comes next, and waits until it is time for it; false at the end.
  private func choose(_ picture: PlayedFrame, _ first: Int, _ interrupt: Interrupt) throws -> Bool {
    if let reason = interrupt.reason { throw reason }
    guard isWanted() else { return false }
    let length = Self.nanoseconds(edition)
    let began = began.withLock { $0 }
    picture.lateness = 0
    if began > 0 {
      let now = Host.monotonicTime
      // Rates at their ends wrap round, and play at no certain speed.
      let due = began &+ UInt64(next - first) &* length
      if now > due &+ Self.patience &* length {
        picture.lateness = Int((now &- due) / 1_000_000)
        next = max(next, first + Int((now - began) / length) + 1)
      } else if due > now &+ Self.ahead &* length {
        let wait = (due &- now &- Self.ahead &* length) / 1_000_000
        interrupt.wait(milliseconds: Int32(clamping: wait + 1))
      }
    }
    picture.index = next
    next += 1
    return picture.index < edition.frameCount
  }

  private func read(_ picture: PlayedFrame, _ playback: Playback) throws -> Bool {
    guard try playback.read(picture.index, into: picture.item) else { return false }
    input.complete(picture.item, edition, at: picture.index)
    return true
  }

  /// How long a frame is shown.
  private static func nanoseconds(_ edition: Edition) -> UInt64 {
    let rate = edition.scene.rate
    return max(1, UInt64(1_000_000_000 * Double(rate.denominator) / Double(rate.numerator)))
  }
}

/// What stands before the pixels of a frame: six numbers of 32 bits, least byte first.
struct PreviewHeader {
  let index: Int
  let edition: Int
  let lateness: Int
  let size: (width: Int, height: Int)

  var bytes: [UInt8] {
    [index, size.width, size.height, edition, lateness, 4 * size.width * size.height]
      .flatMap { number -> [UInt8] in
        let word = UInt32(clamping: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      }
  }
}

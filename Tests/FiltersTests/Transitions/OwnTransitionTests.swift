import Images
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// What the program's own transitions have in common; each has tests of its own besides.
@Suite struct OwnTransitionTests {
  static let names = ["glitch", "luma", "page-turn", "ripple", "swirl", "zoom-blur"]
  /// Odd and tiny ones among them.
  static let formats: [PixelFormat] = {
    var formats: [PixelFormat] = []
    let names = [
      "420jpeg", "420mpeg2", "420paldv", "410", "411", "422", "440", "444", "444alpha", "mono",
      "420p10", "422p12", "444p16", "mono16",
    ]
    for name in names { formats.append(.named(name, 31, 19)) }
    for (width, height) in [(1, 1), (3, 1), (1, 5)] {
      for name in ["420mpeg2", "410", "444p16"] { formats.append(.named(name, width, height)) }
    }
    return formats
  }()

  static let map = Picture.painted(16, 8) { x, y in
    let level = UInt8(16 * x + y)
    return [level, level, level, 255]
  }

  /// A transition with its defaults, but for what `change` gives it.
  static func stage(
    _ name: String, _ format: PixelFormat, isReversed: Bool = false, includesAlpha: Bool = false,
    pictures: [String: Picture] = ["map.png": map], _ change: (Arguments) -> Arguments = { $0 }
  ) throws -> TransitionStage {
    let files = pictures.mapValues { PNGEncoder.encode($0) }
    let loader = AssetLoader { [files] path in
      files[path].map { .success($0) }
        ?? .failure(AssetFault("no file \(path)"))
    }
    let arguments = change(Arguments().setting(Luma.source, to: Path("map.png")))
    let use = TransitionUse(
      type: name, duration: Time(1), isReversed: isReversed, arguments: arguments)
    return try TransitionStage(
      use, format: format,
      coding: ColorCoding(matrix: .bt709, range: .limited, depth: format.depth),
      includesAlpha: includesAlpha, loader: loader)
  }

  /// What is seen at a share of the transition, on a target full of noise.
  static func draw(
    _ stage: TransitionStage, _ from: Frame, _ to: Frame, at share: Double,
    _ workspace: Workspace = Workspace(), noise: UInt64 = 99
  ) -> Frame {
    let target = Frame(from.format)
    target.fill(Noise(seed: noise))
    stage.draw(
      from: SharedFrame(from), to: SharedFrame(to), target: target, at: share,
      time: Time(share), workspace)
    return target
  }

  @Test(arguments: names, formats)
  func `all of the target is written, and the ends are the pictures`(
    _ name: String, _ format: PixelFormat
  ) throws {
    let stage = try Self.stage(name, format)
    let (from, to) = (Frame.noise(format, seed: 3), Frame.noise(format, seed: 4))
    let workspace = Workspace()
    for share in [-0.2, 0, 0.25, 0.5, 0.75, 1, 1.3] {
      let result = Self.draw(stage, from, to, at: share, workspace)
      // Another workspace, and other samples in the target.
      if share == 0.5 || share == 0.75 {
        let other = Self.draw(stage, from, to, at: share, noise: 7)
        #expect(result.isIdentical(to: other), "\(share)")
      }
      for plane in format.planes.indices {
        #expect(result.samples(plane).allSatisfy { $0 <= format.peak })
      }
      if share <= 0 { #expect(result.isIdentical(to: from)) }
      if share >= 1 { #expect(result.isIdentical(to: to)) }
    }
  }

  /// Runs bands one after another, the last one first, with any worker's memory.
  private struct Backwards: BandRunner {
    let count: Int

    func run(upTo most: Int, _ body: (Int, Int, Int) -> Void) {
      let count = min(count, most)
      for band in (0..<count).reversed() { body(band, count, (band * 3 + 1) % 7) }
    }
  }

  @Test(arguments: names, ["420mpeg2", "444p10", "444alpha"])
  func `frames drawn in bands are the same`(_ name: String, _ colorspace: String) throws {
    let format = PixelFormat.named(colorspace, 120, 181)
    let stage = try Self.stage(name, format)
    let (from, to) = (Frame.noise(format, seed: 3), Frame.noise(format, seed: 4))
    for share in [0.4] {
      let whole = Self.draw(stage, from, to, at: share)
      for count in [2, 7] {
        let workspace = Workspace.team(of: 7)[0]
        workspace.bands = Backwards(count: count)
        let parted = Self.draw(stage, from, to, at: share, workspace)
        #expect(parted.isIdentical(to: whole), "\(count) bands at \(share)")
      }
    }
  }

  @Test(arguments: names.filter { $0 != "page-turn" })
  func `one colour stays one colour`(_ name: String) throws {
    for colorspace in ["420mpeg2", "444alpha", "422p10", "444p16", "mono"] {
      let format = PixelFormat.named(colorspace, 61, 47)
      let stage = try Self.stage(name, format)
      let peak = format.peak
      let flat = Frame.flat(format, [peak / 3 & ~1, peak / 2 & ~1, peak / 5 & ~1, peak])
      for share in [0.2, 0.5, 0.9] {
        let result = Self.draw(stage, flat, flat, at: share)
        #expect(result.isIdentical(to: flat), "\(colorspace) at \(share)")
      }
    }
  }

  @Test(arguments: names)
  func `depths agree`(_ name: String) throws {
    let (low, high) = (PixelFormat.named("420mpeg2", 90, 60), PixelFormat.named("420p12", 90, 60))
    func picture(_ format: PixelFormat, _ phase: Int) -> Frame {
      let frame = Frame(format)
      for (plane, layout) in format.planes.enumerated() {
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            let value = (x + phase) * 256 / (layout.width + 40) % 256 + y
            frame[plane, x, y] = (16 + value * 3 / 4 % 220) * (format.depth == 8 ? 1 : 16)
          }
        }
      }
      return frame
    }
    let (first, second) = (try Self.stage(name, low), try Self.stage(name, high))
    for share in [0.25, 0.5, 0.75] {
      let coarse = Self.draw(first, picture(low, 0), picture(low, 30), at: share)
      let fine = Self.draw(second, picture(high, 0), picture(high, 30), at: share)
      for plane in low.planes.indices {
        let worst = zip(coarse.samples(plane), fine.samples(plane)).map { abs(16 * $0 - $1) }.max()
        #expect(worst ?? 0 <= 32, "plane \(plane) at \(share)")
      }
    }
  }

  @Test(arguments: names)
  func `premultiplied colours stay within their alpha`(_ name: String) throws {
    let format = try #require(
      PixelFormat(width: 61, height: 47, depth: 16, chroma: .planes(x: 0, y: 0), hasAlpha: true))
    let stage = try Self.stage(name, format, includesAlpha: true)
    let (clear, sticker) = (Frame(format), Frame(format))
    for y in 8..<40 {
      for x in 10..<50 {
        for plane in 0..<4 { sticker[plane, x, y] = [900 * x, 21_845, 43_690, 65535][plane] }
      }
    }
    for (from, to) in [(clear, sticker), (sticker, clear)] {
      for share in [0.25, 0.5, 0.75] {
        let result = Self.draw(stage, from, to, at: share)
        for plane in 0..<3 {
          let isWithin = zip(result.samples(plane), result.samples(3)).allSatisfy { $0 <= $1 + 64 }
          #expect(isWithin, "plane \(plane) at \(share)")
        }
        #expect(!result.isIdentical(to: from) && !result.isIdentical(to: to))
        // What is seen of it has its colours: blue is a third and red two thirds of white here.
        if name == "page-turn" || name == "glitch" { continue }
        for (blue, alpha) in zip(result.samples(1), result.samples(3)) {
          #expect(abs(3 * blue - alpha) <= 600)
        }
      }
    }
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// Effects drawn over one frame.
enum FilmStrip {
  /// The frame that an effect makes of `source` within a box.
  static func draw(
    _ type: any Effect.Type, _ arguments: Arguments, _ source: Frame,
    at seconds: Double = 0, box: Box? = nil, includesAlpha: Bool = false,
    range: ColorRange = .limited
  ) throws -> Frame {
    let format = source.format
    let setting = EffectSetting(
      format: format, coding: ColorCoding(matrix: .bt709, range: range, depth: format.depth),
      includesAlpha: includesAlpha, loader: AssetLoader { _ in .success([]) }, faults: FaultLog(),
      place: 0..<0)
    let effect = try type.init(arguments, setting)
    let target = Frame(format)
    target.copy(from: source)
    let workspace = Workspace()
    let job = EffectJob(
      source: source, target: target, box: box ?? whole(format), includesAlpha: includesAlpha,
      coding: setting.coding, workspace: workspace)
    workspace.scratch.scope { effect.apply(job, at: Time(seconds)) }
    return target
  }

  static func whole(_ format: PixelFormat) -> Box {
    Box(x: 0, y: 0, width: format.width, height: format.height)
  }

  /// The frame in which all samples of luma and chroma beyond a box are others.
  static func scrambled(_ source: Frame, beyond box: Box) -> Frame {
    let frame = Frame.noise(source.format, seed: 77)
    for (plane, layout) in source.format.planes.enumerated() {
      let kept = layout.box(covering: box)
      for y in kept.y..<kept.maxY {
        for x in kept.x..<kept.maxX { frame[plane, x, y] = source[plane, x, y] }
      }
    }
    return frame
  }
}

/// What holds for the effects of film and tape alike.
@Suite struct FilmFamilyTests {
  static let effects: [any Effect.Type] = [
    Grain.self, Letterbox.self, ChromaticAberration.self, RGBSplit.self, GlitchEffect.self,
    FilmDamage.self, CRT.self, VHS.self,
  ]

  static let formats = [
    PixelFormat.named("420mpeg2", 45, 31), .named("420jpeg", 16, 16), .named("422p10", 35, 18),
    .named("444p16", 19, 23), .named("mono", 21, 13), .named("411", 37, 15),
    .named("444alpha", 17, 11), .named("420mpeg2", 1, 1), .named("420paldv", 3, 1),
  ]

  @Test func `a rate that moves is added up`() throws {
    let rate = try Animated<Double>(keys: [.init(.zero, 0), .init(Time(seconds: 2), 4)])
    #expect(rate.step(at: Time(seconds: 1)) == 1)
    #expect(rate.step(at: Time(seconds: 2)) == 4)
    #expect(Animated(24.0).step(at: Time(1.5)) == 36)
  }

  @Test(arguments: formats)
  func `a part is drawn as it is in the whole, from no more than the margin`(
    _ format: PixelFormat
  ) throws {
    let source = Frame.noise(format)
    for type in Self.effects {
      let name = type.declaration.name
      let whole = try FilmStrip.draw(type, Arguments(), source, at: 0.7)
      let setting = EffectSetting.plain(format)
      let margin = try type.init(Arguments(), setting).margin(
        at: Time(0.7), width: format.width, height: format.height)
      let box = Box(x: 4, y: 4, width: 9, height: 8).intersection(FilmStrip.whole(format))
      let known = margin.map { box.grown(by: $0) } ?? FilmStrip.whole(format)
      let part = try FilmStrip.draw(
        type, Arguments(), FilmStrip.scrambled(source, beyond: known), at: 0.7, box: box)
      for (plane, layout) in format.planes.enumerated() where format.roles[plane] != .alpha {
        let inner = layout.cells(of: box)
        for y in inner.y..<inner.maxY {
          for x in inner.x..<inner.maxX {
            #expect(part[plane, x, y] == whole[plane, x, y], "\(name) \(plane) \(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `a premultiplied frame stays one`() throws {
    let format = try #require(PixelFormat.named("444", 24, 20).layered)
    let source = Frame(format)
    for y in 0..<20 {
      for x in 0..<24 {
        let alpha = x < 4 ? 0 : x > 18 ? 65535 : x * 3000
        for (plane, value) in [30000, 40000, 25000].enumerated() {
          source[plane, x, y] = value * alpha / 65535
        }
        source[3, x, y] = alpha
      }
    }
    for type in Self.effects {
      let result = try FilmStrip.draw(type, Arguments(), source, at: 0.7, includesAlpha: true)
      for y in 0..<20 {
        for x in 0..<24 {
          for plane in 0..<3 {
            #expect(result[plane, x, y] <= result[3, x, y], "\(type.declaration.name) \(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `black stays black where nothing is seen on it`() throws {
    let format = PixelFormat.named("420mpeg2", 32, 24)
    let source = Frame.flat(format, [16, 128, 128])
    for type: any Effect.Type in [
      Grain.self, Letterbox.self, ChromaticAberration.self, RGBSplit.self, GlitchEffect.self,
    ] {
      let result = try FilmStrip.draw(type, Arguments(), source, at: 0.7)
      #expect(result.isIdentical(to: source), "\(type.declaration.name)")
    }
  }

  @Test func `what is added stops at the largest sample of a full range`() throws {
    let source = Frame.flat(PixelFormat.named("444", 40, 24), [128, 254, 254])
    let type: any Effect.Type = Grain.self
    let coloured = Arguments().setting(Grain.amount, to: 0.5).setting(Grain.color, to: 1)
    let grain = try FilmStrip.draw(type, coloured, source, range: .full)
    #expect(grain.samples(1).allSatisfy { $0 > 60 } && grain.samples(1).contains(255))
    let noisy = Arguments().setting(VHS.noise, to: 1).setting(VHS.chromaLoss, to: 0)
      .setting(VHS.tracking, to: 0)
    let tape = try FilmStrip.draw(VHS.self, noisy, source, range: .full)
    #expect(tape.samples(2).allSatisfy { $0 > 60 } && tape.samples(2).contains(255))
  }
}

import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// What holds for all distortions that are drawn by one engine.
@Suite struct WarpTests {
  /// An effect with arguments under which it moves much.
  struct Warp: CustomTestStringConvertible {
    let type: any DistortionEffect.Type
    var arguments = Arguments()

    var testDescription: String { type.declaration.name }

    /// The frame that `source` becomes within `part`.
    func draw(
      _ source: Frame, at seconds: Double = 0.3, part: Box? = nil, premultiplied: Bool = false
    ) throws -> Frame {
      let format = source.format
      let setting = EffectSetting(
        format: format,
        coding: ColorCoding(matrix: .bt601, range: .limited, depth: format.depth),
        includesAlpha: premultiplied, loader: .none, faults: FaultLog(), place: 0..<0)
      let effect = try type.init(arguments, setting)
      let target = Frame(format)
      target.copy(from: source)
      let workspace = Workspace()
      let job = EffectJob(
        source: source, target: target,
        box: part ?? Box(x: 0, y: 0, width: format.width, height: format.height),
        includesAlpha: premultiplied, coding: setting.coding, workspace: workspace)
      workspace.scratch.scope { effect.apply(job, at: Time(seconds)) }
      return target
    }

    func with(_ edge: EdgeMode, _ sampling: WarpSampling = .bilinear) -> Warp {
      Warp(
        type: type,
        arguments: arguments.setting(WarpSettings.edge, to: edge)
          .setting(WarpSettings.sampling, to: sampling))
    }

    func effect(_ format: PixelFormat) throws -> any DistortionEffect {
      try type.init(arguments, .plain(format))
    }
  }

  static let radial = [
    Warp(type: Twirl.self),
    Warp(type: Bulge.self),
    Warp(type: Bulge.self, arguments: Arguments().setting(Bulge.amount, to: -1)),
    Warp(type: LensDistortion.self, arguments: Arguments().setting(LensDistortion.k1, to: 0.8)),
    Warp(
      type: LensDistortion.self,
      arguments: Arguments().setting(LensDistortion.k1, to: -0.4)
        .setting(LensDistortion.fit, to: false)),
    Warp(type: RippleEffect.self),
    Warp(type: Glass.self),
  ]

  static let others = [
    Warp(type: WaveEffect.self),
    Warp(
      type: WaveEffect.self,
      arguments: Arguments().setting(WaveEffect.shape, to: .square)
        .setting(WaveEffect.angle, to: Angle(degrees: 70))),
    Warp(
      type: WaveEffect.self, arguments: Arguments().setting(WaveEffect.shape, to: .noise)),
    Warp(type: Glass.self, arguments: GlassTests.arguments(.ribbed)),
    Warp(type: Glass.self, arguments: GlassTests.arguments(.frosted)),
    Warp(type: Turbulence.self),
    Warp(
      type: Turbulence.self,
      arguments: Arguments().setting(Turbulence.octaves, to: 8)
        .setting(Turbulence.size, to: Length(pixels: 25))),
  ]

  static let warps = radial + others

  /// The samples of each depth's arithmetic, each subsampling, odd sides, and hardly any.
  static let formats = [
    PixelFormat.named("420mpeg2", 61, 45), .named("422p10", 35, 18), .named("444p16", 19, 23),
    .named("mono", 21, 13), .named("411", 37, 15), .named("444alpha", 17, 11),
    .named("420jpeg", 1, 1), .named("420jpeg", 2, 1), .named("mono", 3, 40),
  ]

  static let edges: [EdgeMode] = [.clamp, .mirror, .wrap, .transparent, .color]

  @Test(arguments: warps)
  func `every format is drawn, with every edge`(_ warp: Warp) throws {
    for (index, format) in Self.formats.enumerated() {
      let source = Frame.noise(format)
      for edge in [Self.edges[index % 5], Self.edges[(index + 2) % 5]] {
        let result = try warp.with(edge, edge == .wrap ? .bicubic : .bilinear).draw(source)
        #expect(!result.exceedsPeak)
      }
    }
  }

  @Test(arguments: warps)
  func `a plain picture stays as it is, but where another colour lies around it`(
    _ warp: Warp
  ) throws {
    for (index, edge) in Self.edges.prefix(4).enumerated() {
      let format = Self.formats[index]
      let black = Frame.flat(format, [16 << (format.depth - 8), 128 << (format.depth - 8)])
      #expect(try warp.with(edge).draw(black).isIdentical(to: black), "\(edge)")
    }
  }

  @Test(arguments: warps)
  func `parts are drawn as the whole is`(_ warp: Warp) throws {
    let format = PixelFormat.named("420mpeg2", 104, 60)
    let source = Frame.noise(format)
    for edge in [EdgeMode.color] {
      let whole = try warp.with(edge).draw(source)
      let joined = Frame(format)
      for (x, y, width, height) in [(0, 0, 34, 22), (34, 0, 70, 22), (0, 22, 104, 38)] {
        let part = Box(x: x, y: y, width: width, height: height)
        joined.copy(from: try warp.with(edge).draw(source, part: part), within: part)
      }
      #expect(joined.isIdentical(to: whole), "\(edge)")
    }
  }

  /// What lies beyond the margin is something else: its samples don't tell.
  @Test(arguments: warps)
  func `nothing beyond the margin is read`(_ warp: Warp) throws {
    let format = PixelFormat.named("420mpeg2", 160, 90)
    let canvas = Box(x: 0, y: 0, width: 160, height: 90)
    let part = Box(x: 80, y: 40, width: 16, height: 10)
    let source = Frame.noise(format)
    for edge in Self.edges {
      let warp = warp.with(edge, .bicubic)
      let effect = try warp.effect(format)
      let time = Time(0.3)
      guard let margin = effect.margin(at: time, width: 160, height: 90) else { continue }
      let reach = effect.reach(at: time, width: 160, height: 90)
      let other = Frame.noise(format, seed: 2)
      other.copy(from: source, within: (reach ?? part).grown(by: margin).intersection(canvas))
      let (one, two) = (
        try warp.draw(source, part: part), try warp.draw(other, part: part)
      )
      for plane in 0..<3 {
        let shift = plane == 0 ? 0 : 1
        let isSame = (part.y >> shift..<part.maxY >> shift).allSatisfy { y in
          (part.x >> shift..<part.maxX >> shift).allSatisfy {
            one[plane, $0, y] == two[plane, $0, y]
          }
        }
        #expect(isSame, "\(edge), plane \(plane)")
      }
    }
  }

  @Test(arguments: warps)
  func `at its identity nothing changes`(_ warp: Warp) throws {
    guard let identity = warp.type.identity else { return }
    for format in Self.formats {
      let source = Frame.noise(format)
      for edge in [EdgeMode.clamp, .color] {
        let still = Warp(
          type: warp.type, arguments: identity.setting(WarpSettings.edge, to: edge))
        #expect(try still.draw(source, at: 0.7).isIdentical(to: source))
      }
    }
  }

  @Test func `nothing changes beyond the radius`() throws {
    let format = PixelFormat.named("444", 100, 80)
    let source = Frame.noise(format)
    for warp in Self.radial where warp.type != LensDistortion.self {
      let small = Warp(
        type: warp.type,
        arguments: warp.arguments.setting(Twirl.radius, to: Length(pixels: 30)))
      let result = try small.draw(source)
      var changed = 0
      for y in 0..<80 {
        for x in 0..<100 where result[0, x, y] != source[0, x, y] {
          changed += 1
          let (dx, dy) = (Double(x) + 0.5 - 50, Double(y) + 0.5 - 40)
          #expect(dx * dx + dy * dy < 31 * 31, "\(warp.testDescription) \(x) \(y)")
        }
      }
      #expect(changed > 1000, "\(warp.testDescription)")
    }
  }

  @Test(arguments: warps)
  func `numbers beyond all ranges are drawn`(_ warp: Warp) throws {
    let source = Frame.noise(.named("420mpeg2", 30, 20))
    let cases: [(Point, Length, EdgeMode)] = [
      (.pixels(-1e9, 1e9), Length(pixels: 1e9, fraction: 1e9), .mirror),
      (.pixels(15, 1e9), Length(pixels: -1e9), .wrap), (.pixels(15, 10), Length(pixels: 2), .color),
    ]
    for (center, length, edge) in cases {
      var arguments = warp.arguments.setting(WarpSettings.center, to: center)
        .setting(Twirl.angle, to: Angle(degrees: 1e9)).setting(RippleEffect.rate, to: 1e300)
      var lengths = [Twirl.radius, WaveEffect.amplitude, WaveEffect.wavelength]
      // Others have another kind of amount.
      if warp.type == Turbulence.self { lengths += [Turbulence.amount] }
      for parameter in lengths {
        arguments = arguments.setting(parameter, to: length)
      }
      let extreme = Warp(type: warp.type, arguments: arguments).with(edge)
      #expect(try !extreme.draw(source, at: 1e6).exceedsPeak)
    }
  }

  @Test func `what moves by itself is another at another time`() throws {
    let source = Frame.noise(.named("444", 40, 30))
    for warp in [Warp(type: RippleEffect.self)] + Self.others where warp.type != Glass.self {
      let (one, two) = (try warp.draw(source, at: 0.1), try warp.draw(source, at: 0.7))
      #expect(!one.isIdentical(to: two), "\(warp.testDescription)")
      #expect(try warp.draw(source, at: 0.1).isIdentical(to: one))
    }
  }

  @Test func `an inverse lens undoes a lens`() throws {
    let format = PixelFormat.named("444p16", 96, 64)
    let ruler = Frame(format)
    for y in 0..<64 { for x in 0..<96 { ruler[0, x, y] = 400 * x + 1000 } }
    let bent = Arguments().setting(LensDistortion.k1, to: -0.2).setting(LensDistortion.k2, to: 0.1)
      .setting(LensDistortion.fit, to: false)
    let lens = Warp(type: LensDistortion.self, arguments: bent)
    let undone = Warp(
      type: LensDistortion.self, arguments: bent.setting(LensDistortion.inverse, to: true))
    let there = try lens.draw(ruler)
    let back = try undone.draw(there)
    var (most, moved) = (0, 0)
    for y in 12..<52 {
      for x in 16..<80 {
        most = max(most, abs(back[0, x, y] - ruler[0, x, y]))
        moved = max(moved, abs(there[0, x, y] - ruler[0, x, y]))
      }
    }
    #expect(most < 100 && moved > 800, "\(most) of \(moved)")
  }

  @Test func `beyond the picture there is what edge says`() throws {
    let format = try #require(
      PixelFormat(width: 48, height: 32, depth: 16, chroma: .planes(x: 0, y: 0), hasAlpha: true))
    // Luma says the column.
    let source = Frame.flat(format, [0, 30000, 30000, 65535])
    for y in 0..<32 { for x in 0..<48 { source[0, x, y] = 1000 * x } }
    let small = Warp(
      type: LensDistortion.self, arguments: Arguments().setting(LensDistortion.zoom, to: 0.5))
    func left(_ edge: EdgeMode) throws -> [Int] {
      let result = try small.with(edge).draw(source, premultiplied: true)
      return (0..<4).map { result[$0, 4, 16] }
    }
    // Column 4 is read from 24 + (4.5 - 24) * 2 - 0.5 = -15.5.
    #expect(try left(.clamp) == [0, 30000, 30000, 65535])
    #expect(abs(try left(.mirror)[0] - 14_500) <= 8)
    #expect(try left(.wrap)[0] == 32500)
    #expect(try left(.transparent) == [0, 0, 0, 0])
    #expect(try left(.color) == [4096, 32768, 32768, 65535])
  }

  /// Each sample says where in the picture it lies, so that the mirror image tells where it is.
  @Test(arguments: ["444p16", "420jpeg", "420mpeg2", "422p10", "411"])
  func `all planes are mirrored about the same line`(_ name: String) throws {
    let format = PixelFormat.named(name, 64, 48)
    let unit = Double(format.peak) / 80
    let source = Frame(format)
    for (plane, layout) in format.planes.enumerated() {
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          let place = (Double(x) + 0.5 - layout.map.tx) / layout.map.a
          source[plane, x, y] = Int((place * unit).rounded())
        }
      }
    }
    let small = Warp(
      type: LensDistortion.self, arguments: Arguments().setting(LensDistortion.zoom, to: 0.5))
    let result = try small.with(.mirror).draw(source)
    for (plane, layout) in format.planes.enumerated() {
      let first = (0.5 - layout.map.tx) / layout.map.a
      let last = (Double(layout.width) - 0.5 - layout.map.tx) / layout.map.a
      for x in 0..<layout.width {
        let place = 32 + ((Double(x) + 0.5 - layout.map.tx) / layout.map.a - 32) * 2
        let mirrored = place < 0 ? -place : place > 64 ? 128 - place : place
        // Around the mirrors several places are read for a sample, some of which lie behind them.
        if min(mirrored - first, last - mirrored) < 2 / layout.map.a { continue }
        let found = Double(result[plane, x, layout.height / 2]) / unit
        #expect(abs(found - mirrored) < 1 / unit + 0.1, "\(plane): \(x)")
      }
    }
  }

  @Test func `below 0 an amplitude moves the other way`() throws {
    let format = PixelFormat.named("444p16", 64, 48)
    let ruler = Frame(format)
    for y in 0..<48 { for x in 0..<64 { ruler[0, x, y] = 900 * x + 1000 } }
    let upright = Arguments().setting(WaveEffect.angle, to: Angle(degrees: 90))
    let shapes: [WaveShape] = [.sine, .triangle, .square, .noise]
    var warps = shapes.map {
      (WaveEffect.self as any DistortionEffect.Type, upright.setting(WaveEffect.shape, to: $0))
    }
    warps += [(RippleEffect.self, Arguments()), (Turbulence.self, Arguments())]
    for (type, arguments) in warps {
      let amount = type == Turbulence.self ? Turbulence.amount : WaveEffect.amplitude
      func drawn(_ pixels: Double) throws -> Frame {
        try Warp(type: type, arguments: arguments.setting(amount, to: Length(pixels: pixels)))
          .draw(ruler)
      }
      let (there, back) = (try drawn(6), try drawn(-6))
      var (most, moved) = (0, 0)
      for y in 0..<48 {
        for x in 16..<48 {
          moved = max(moved, abs(there[0, x, y] - ruler[0, x, y]))
          most = max(most, abs(there[0, x, y] + back[0, x, y] - 2 * ruler[0, x, y]))
        }
      }
      // An eighth of a pixel, and one and more.
      #expect(most < 113 && moved > 900, "\(type.declaration.name): \(most) of \(moved)")
    }
  }

  @Test(arguments: [
    #""glass", "scatter": -1"#, #""glass", "radius": -1"#, #""glass", "width": -1"#,
    #""wave", "wavelength": -1"#, #""ripple", "wavelength": -3"#, #""ripple", "radius": -3"#,
    #""twirl", "radius": -1"#, #""bulge", "radius": -1"#, #""vortex", "radius": -1"#,
    #""turbulence", "size": -4"#, #""pointillize", "radius": -1"#,
  ])
  func `lengths that mean nothing below 0 are faults there`(_ keys: String) throws {
    #expect(throws: TimelineFault.self) {
      try Film(#"[{ "type": "effect", "effect": \#(keys) }]"#, .named("444", 20, 10))
    }
  }

  @Test func `a rate that moves is added up`() throws {
    let format = PixelFormat.named("444p16", 64, 48)
    let ruler = Frame(format)
    for y in 0..<48 { for x in 0..<64 { ruler[0, x, y] = 900 * x + 1000 } }
    // A second after the start half a wave has passed.
    let moving = #"{ "from": 0, "to": 2, "duration": 2 }"#
    for effect in [#""wave", "angle": 90"#, #""ripple""#, #""turbulence""#] {
      func drawn(_ rate: String, at seconds: Double) throws -> Frame {
        try Film(#"[{ "type": "effect", "effect": \#(effect), "rate": \#(rate) }]"#, format)
          .frame(ruler, at: seconds)
      }
      let (one, other) = (try drawn(moving, at: 1), try drawn("0.5", at: 1))
      let still = try drawn("0", at: 1)
      let pairs = zip(one.samples(0), other.samples(0))
      #expect(pairs.allSatisfy { abs($0 - $1) <= 8 }, "\(effect)")
      #expect(!one.isIdentical(to: still))
    }
  }

  @Test func `distortions of one edge are joined, and others are not`() throws {
    let format = PixelFormat.named("420mpeg2", 100, 80)
    func chain(_ warps: [Warp]) throws -> DistortionChain? {
      var rest = try warps.map { try $0.effect(format) }[...]
      return DistortionChain { rest.popFirst().map { ($0, Time(0.3)) } }
    }
    let (one, other) = (Self.radial[0], Self.radial[5])
    #expect(try chain([one, other])?.count(for: format, Workspace()) == 2)
    #expect(try chain([one.with(.mirror), other.with(.mirror)]) != nil)
    #expect(try chain([one.with(.mirror), other]) == nil)
    #expect(try chain([one.with(.color), other.with(.color)]) == nil)
    #expect(try chain([one]) == nil)
    // Together they are what one after the other is, as far as a smooth picture tells.
    let source = Frame(format)
    source.fill([0, 128])
    for y in 0..<80 { for x in 0..<100 { source[0, x, y] = 40 + x + y / 2 } }
    let twice = try other.draw(one.draw(source))
    let joined = Frame(format)
    joined.copy(from: source)
    let both = try #require(try chain([one, other]))
    #expect(both.draw(on: joined, within: nil, Workspace(), includesAlpha: false) == 2)
    for y in 12..<68 {
      for x in 12..<88 { #expect(abs(joined[0, x, y] - twice[0, x, y]) <= 4) }
    }
  }
}

extension Point {
  fileprivate static func pixels(_ x: Double, _ y: Double) -> Point {
    Point(x: Length(pixels: x), y: Length(pixels: y))
  }
}

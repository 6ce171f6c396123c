import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// How far what is read from a lattice lies from what is computed.
@Suite struct ColorLatticeTests {
  static let runs: [(String, ColorRun)] = [
    ("nothing", ColorRun()),
    ("contrast", run { $0.append(.scaled(SIMD3(repeating: 1.6), adding: SIMD3(repeating: -0.3))) }),
    ("gamma", run { $0.append(curve: .power(1 / 1.8)) }),
    ("cut", run { $0.append(curve: ColorCurve(shape: .power(0.8), isCut: true)) }),
    ("dark", run { $0.append(curve: .power(2.5)) }),
    (
      "bands",
      run { run in
        run.append(
          HueBands([.init(place: 0, hue: 0.4, saturation: 0.5, lightness: -0.2)], overlap: 0.5))
      }
    ),
    (
      "many",
      run { run in
        run.append(.saturation(1.5, .bt709))
        run.append(curve: .power(1 / 2.2))
        run.append(
          ColorMatrix(red: [0.9, 0.1, 0, 0], green: [0, 1, 0, 0.03], blue: [0, 0.2, 0.8, 0]))
        run.append(
          luma: LumaCurve(
            curve: ColorCurve(shape: .balance(ToneBalance(shadows: 0.4, highlights: -0.4))),
            weights: LumaWeights(.bt709), following: .ratio))
        run.append(curve: .power(2.2))
      }
    ),
  ]

  private static func run(_ make: (inout ColorRun) -> Void) -> ColorRun {
    var run = ColorRun()
    make(&run)
    return run
  }

  /// A frame of colours that R'G'B' has: a third are greys.
  private func colors(_ format: PixelFormat, _ range: ColorRange) -> Frame {
    let frame = Frame(format)
    let coding = ColorCoding(matrix: .bt709, range: range, depth: format.depth)
    var noise = Noise(seed: 3)
    for y in 0..<format.height {
      for x in 0..<format.width {
        let red = noise.next(65536)
        let (green, blue) = y % 3 == 0 ? (red, red) : (noise.next(65536), noise.next(65536))
        let units = coding.units(red, green, blue)
        for (plane, value) in [units.y, units.u, units.v].enumerated() {
          let layout = format.planes[plane]
          let (px, py) = (x >> layout.shiftX, y >> layout.shiftY)
          frame[plane, px, py] =
            min(Int(value) + 1 << (15 - format.depth), 65535) >> (16 - format.depth)
        }
      }
    }
    return frame
  }

  private func draw(
    _ run: ColorRun, _ source: Frame, _ range: ColorRange, isExact: Bool
  ) -> Frame {
    let target = Frame(source.format)
    target.copy(from: source)
    let workspace = Workspace()
    let coding = ColorCoding(matrix: .bt709, range: range, depth: source.format.depth)
    let program = ColorProgram(run)
    let lattice = isExact ? nil : ColorLattice(program, coding, workspace)
    lattice?.pair(coding, workspace)
    let box = Box(x: 0, y: 0, width: source.format.width, height: source.format.height)
    Recoloring(
      source: source, target: target, change: program, coding: coding, isPremultiplied: false,
      words: lattice.map { .lattice($0) }
    ).run(box, workspace)
    return target
  }

  @Test(arguments: [
    ("444", ColorRange.limited), ("420mpeg2", .full), ("444p10", .full), ("422p10", .limited),
  ])
  func `it is as close as rounding nearly is`(_ name: String, _ range: ColorRange) {
    let format = PixelFormat.named(name, 96, 60)
    let source = colors(format, range)
    let most = format.depth == 8 ? 1 : 2
    for (title, run) in Self.runs {
      let exact = draw(run, source, range, isExact: true)
      let read = draw(run, source, range, isExact: false)
      #expect(read.greatestDifference(from: exact) <= most, "\(title)")
      for plane in format.planes.indices {
        let off = zip(read.samples(plane), exact.samples(plane)).map { abs($0 - $1) }
        let mean = Double(off.reduce(0, +)) / Double(off.count)
        #expect(mean < (format.depth == 8 ? 0.1 : 0.4), "\(title), plane \(plane): \(mean)")
      }
      if title == "nothing" { #expect(read.isIdentical(to: source)) }
    }
  }

  @Test func `of pale colours few are computed`() {
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    for (title, run) in Self.runs where title != "dark" && title != "bands" {
      let lattice = ColorLattice(ColorProgram(run), coding, Workspace())
      let most = title == "nothing" ? 0 : 0.3
      #expect(lattice.markedShare <= most, "\(title)")
    }
  }

  @Test func `every effect is as close`() throws {
    let format = PixelFormat.named("444", 96, 60)
    let source = colors(format, .limited)
    var count = 0
    for type in Registry.effects {
      guard let type = type as? any ColorEffect.Type else { continue }
      var arguments = Arguments()
      if type is ColorBalance.Type {
        arguments = arguments.setting(ColorBalance.midtones, to: ChannelTriple(0.3, 0, -0.3))
      } else if type is WhiteBalance.Type {
        arguments = arguments.setting(WhiteBalance.temperature, to: 4000)
      } else if type is Wheels.Type {
        arguments = arguments.setting(Wheels.gamma, to: ChannelTriple(1.3, 1, 0.8))
      }
      let effect = try type.init(arguments, .plain(format))
      var run = ColorRun()
      effect.add(to: &run, at: .zero)
      if run.isIdentity || !ColorProgram(run).isSmooth { continue }
      count += 1
      let exact = draw(run, source, .limited, isExact: true)
      let read = draw(run, source, .limited, isExact: false)
      #expect(read.greatestDifference(from: exact) <= 1, "\(type.declaration.name)")
    }
    #expect(count >= 8)
  }

  @Test func `noise beyond all colours is computed as it is`() {
    for name in ["444", "420jpeg", "411", "444p10"] {
      let source = Frame.noise(.named(name, 45, 31))
      for (title, run) in Self.runs {
        let exact = draw(run, source, .limited, isExact: true)
        let read = draw(run, source, .limited, isExact: false)
        let most = source.format.depth == 8 ? 1 : 2
        #expect(read.greatestDifference(from: exact) <= most, "\(title) \(name)")
      }
    }
  }

  @Test func `only large frames, dear changes and few bits have one`() {
    let grade = ColorGrade(
      Self.run { run in
        for _ in 0..<4 {
          run.append(curve: .power(1.03))
          run.append(.saturation(1.1, .bt709))
        }
      })
    func lattice(_ name: String, _ width: Int, _ height: Int, _ grade: ColorGrade) -> ColorLattice?
    {
      let format = PixelFormat.named(name, width, height)
      return grade.lattice(
        for: format, ColorCoding(matrix: .bt709, range: .limited, depth: format.depth), Workspace())
    }
    #expect(lattice("420mpeg2", 1280, 720, grade) != nil)
    #expect(lattice("420mpeg2", 320, 180, grade) == nil)
    #expect(lattice("420p12", 1280, 720, grade) == nil)
    #expect(lattice("mono", 1280, 720, grade) == nil)
    // A matrix is as fast, and a cut has two steep ends.
    #expect(lattice("420mpeg2", 1280, 720, ColorGrade(Self.runs[1].1)) == nil)
    let cut = Self.run { $0.append(curve: ColorCurve(shape: .power(0.8), isCut: true)) }
    #expect(lattice("420mpeg2", 1280, 720, ColorGrade(cut)) == nil)
    let kept = lattice("420p10", 1280, 720, grade)
    #expect(kept === lattice("420p10", 1280, 720, grade))
  }

  @Test func `light that is brought down to next to nothing is computed`() {
    for peak in [1.0, 10, 19, 20, 1000] {
      let effect = ToneMap(
        Arguments().setting(ToneMap.peak, to: peak), .plain(.named("420mpeg2", 1280, 720)))
      var run = ColorRun()
      effect.add(to: &run, at: .zero)
      #expect(ColorProgram(run).isSmooth == (peak >= 20), "\(peak)")
    }
  }
}

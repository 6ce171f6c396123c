import Grades
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

/// How far cubes in numbers of 16 bits lie from exact ones.
@Suite struct CubeWordsTests {
  /// A cube with a bent curve, more colour and some of a channel in others.
  private static func text(_ side: Int, domain: ClosedRange<Double> = 0...1) -> String {
    var text = "LUT_3D_SIZE \(side)\n"
    let (low, high) = (domain.lowerBound, domain.upperBound)
    text += "DOMAIN_MIN \(low) \(low) \(low)\nDOMAIN_MAX \(high) \(high) \(high)\n"
    let last = Double(side - 1)
    for blue in 0..<side {
      for green in 0..<side {
        for red in 0..<side {
          let color = SIMD3(Double(red), Double(green), Double(blue)) / last
          let luma = (color * SIMD3(0.3, 0.6, 0.1)).sum()
          let rich = color + 0.15 * (color - luma)
          let bent = (rich * rich * (3 - 2 * rich)) * SIMD3(0.95, 0.97, 0.9)
          let cut = bent.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
          text += "\(cut.x) \(cut.y) \(cut.z)\n"
        }
      }
    }
    return text
  }

  private struct Step: ColorChange, Hashable, Sendable {
    let table: LookupTable
    var cube: LookupCube? { table.cube }

    func apply(to colors: RGBRow, scratch: Scratch) {
      table.apply(red: colors.red, green: colors.green, blue: colors.blue, count: colors.count)
    }
  }

  private func draw(_ run: ColorRun, _ source: Frame, _ range: ColorRange) throws -> Frame {
    let format = source.format
    let coding = ColorCoding(matrix: .bt709, range: range, depth: format.depth)
    let words = try CubeWords(#require(run.cube), coding)
    let target = Frame(format)
    target.copy(from: source)
    Recoloring(
      source: source, target: target, change: ColorProgram(run), coding: coding,
      isPremultiplied: false, words: try .cube(#require(words))
    ).run(Box(x: 0, y: 0, width: format.width, height: format.height), Workspace())
    return target
  }

  @Test(
    arguments: everyFormat.filter {
      $0.width == 16 && $0.depth <= 10 && $0.chroma != .none && !$0.hasAlpha
    })
  func `samples lie within rounding of exact ones`(_ small: PixelFormat) throws {
    let format = try #require(
      PixelFormat(
        width: 61, height: 21, depth: small.depth, chroma: small.chroma, siting: small.siting))
    let source = Frame.noise(format)
    for (side, amount, domain) in [(2, 1, 0...1), (17, 0.4, 0...1), (33, 1, -0.1...1.2)] {
      let table = try LookupTable(cubeFile: Array(Self.text(side, domain: domain).utf8))
      var run = ColorRun()
      run.append(Step(table: table))
      var mixed = ColorRun()
      mixed.append(run, amount: amount)
      for range in [ColorRange.limited, .full] {
        let drawn = try draw(mixed, source, range)
        let exact = ExactRecoloring(source: source, matrix: .bt709, range: range) { color in
          color + (SIMD3<Double>(table.value(of: SIMD3<Float>(color))) - color) * amount
        }
        for plane in format.planes.indices {
          let off = zip(drawn.samples(plane), exact.samples(of: plane)).map {
            abs(Double($0) - $1)
          }
          let (most, mean) = (off.max() ?? 0, off.reduce(0, +) / Double(off.count))
          #expect(most < (format.depth > 8 ? 0.85 : 0.58), "\(side) \(range) plane \(plane)")
          #expect(mean < 0.31, "\(side) \(range) plane \(plane)")
        }
      }
    }
  }

  @Test func `an affine change before a cube is taken into it`() throws {
    let format = PixelFormat.named("420mpeg2", 90, 40)
    let source = Frame.noise(format)
    let table = try LookupTable(cubeFile: Array(Self.text(17).utf8))
    var run = ColorRun()
    run.append(.scaled(SIMD3(1.3, 1.1, 0.9), adding: SIMD3(repeating: -0.05)))
    run.append(Step(table: table))
    let drawn = try draw(run, source, .limited)
    let exact = ExactRecoloring(source: source, matrix: .bt709, range: .limited) { color in
      let before = color * SIMD3(1.3, 1.1, 0.9) - 0.05
      return SIMD3<Double>(table.value(of: SIMD3<Float>(before)))
    }
    for plane in format.planes.indices {
      let off = zip(drawn.samples(plane), exact.samples(of: plane)).map { abs(Double($0) - $1) }
      #expect((off.max() ?? 0) < 0.6, "plane \(plane)")
    }
  }

  @Test func `only a cube alone, between black and white, has words`() throws {
    let coding = ColorCoding(matrix: .bt709, range: .limited, depth: 8)
    func run(_ text: String, _ more: (inout ColorRun) -> Void = { _ in }) throws -> ColorRun {
      var run = ColorRun()
      run.append(Step(table: try LookupTable(cubeFile: Array(text.utf8))))
      more(&run)
      return run
    }
    let plain = try #require(try run(Self.text(4)).cube)
    #expect(CubeWords(plain, coding) != nil)
    #expect(
      CubeWords(plain, ColorCoding(matrix: .bt709, range: .limited, depth: 12)) == nil)
    #expect(try run(Self.text(4)) { $0.append(curve: .power(2)) }.cube == nil)
    let beyond =
      Self.text(2).split(separator: "\n").dropLast().joined(separator: "\n") + "\n1 1 1.5\n"
    #expect(try CubeWords(#require(try run(beyond).cube), coding) == nil)
    let steep = CubeChange(
      before: .scaled(SIMD3(repeating: 90), adding: SIMD3()), cube: plain.cube, amount: 1)
    #expect(CubeWords(steep, coding) == nil)
  }

  @Test func `a large frame is changed so`() throws {
    let format = PixelFormat.named("420mpeg2", 640, 360)
    let source = Frame.noise(format)
    let files = ["look.cube": Array(Self.text(9).utf8)]
    let film = try Film(
      #"[{ "type": "effect", "effect": "lut", "source": "look.cube" }]"#, format,
      matrix: .bt709, files: files)
    var run = ColorRun()
    run.append(Step(table: try LookupTable(cubeFile: Array(Self.text(9).utf8))))
    #expect(try draw(run, source, .limited).isIdentical(to: film.frame(source)))
  }
}

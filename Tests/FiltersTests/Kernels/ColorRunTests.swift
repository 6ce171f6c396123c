import TestSupport
import Testing
import Timeline
import Y4M

@testable import Filters

@Suite struct ColorRunTests {
  private let contrast = ColorMatrix.scaled(SIMD3(1.5, 1.5, 1.5), adding: SIMD3(-0.2, -0.2, -0.2))

  /// A run's result for colours, in a row.
  private func apply(_ runs: [ColorRun], _ colors: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let scratch = Scratch()
    return scratch.scope {
      let row = RGBRow(count: colors.count, scratch)
      for (x, color) in colors.enumerated() {
        (row.red[x], row.green[x], row.blue[x]) = (color.x, color.y, color.z)
      }
      for run in runs {
        let program = ColorProgram(run)
        scratch.scope { program.apply(to: row, scratch: scratch) }
      }
      return colors.indices.map { SIMD3(row.red[$0], row.green[$0], row.blue[$0]) }
    }
  }

  private var colors: [SIMD3<Float>] {
    var noise = Noise(seed: 5)
    func part() -> Float { Float(noise.next(4000)) / 2000 - 0.5 }
    return (0..<500).map { _ in SIMD3(part(), part(), part()) }
  }

  @Test func `affine neighbours become one`() {
    var run = ColorRun()
    run.append(contrast)
    run.append(.saturation(0.3, .bt709))
    #expect(run.affine != nil && run.allParts.count == 1)
    run.append(curve: .power(2))
    run.append(contrast)
    run.append(contrast)
    #expect(run.affine == nil && run.allParts.count == 3)
  }

  @Test func `what changes nothing leaves no part`() {
    var run = ColorRun()
    run.append(.identity)
    run.append(curve: .power(1))
    run.append(.saturation(1, .bt601))
    run.append(.chroma(turning: (1, 0), .bt601).mixed(0))
    run.append(luma: LumaCurve(curve: .identity, weights: LumaWeights(.bt601)))
    #expect(run.isIdentity)
  }

  @Test func `equal runs are found, others are not`() {
    func run(_ exponent: Double) -> ColorRun {
      var run = ColorRun()
      run.append(curve: .power(exponent))
      run.append(HueBands([.init(place: 0, hue: 1, saturation: 0, lightness: 0)], overlap: 0.5))
      return run
    }
    #expect(run(2) == run(2) && run(2).hashValue == run(2).hashValue)
    #expect(run(2) != run(2.1))
    var grades = ColorGrades()
    let first = grades.grade(run(2))
    #expect(grades.grade(run(2)) === first)
    #expect(grades.grade(run(3)) !== first)
    for exponent in 4..<12 { _ = grades.grade(run(Double(exponent))) }
    #expect(grades.grade(run(2)) !== first)
  }

  @Test func `a run is its parts one after the other`() {
    var first = ColorRun()
    first.append(contrast)
    var second = ColorRun()
    second.append(.saturation(1.7, .bt709))
    second.append(curve: .power(0.7))
    var third = ColorRun()
    third.append(.chroma(turning: (0.5, 0.8), .bt709))
    var all = first
    all.append(second)
    all.append(third)
    let merged = apply([all], colors)
    let apart = apply([first, second, third], colors)
    for (one, other) in zip(merged, apart) {
      #expect((one - other).max() < 2e-5 && (other - one).max() < 2e-5)
    }
  }

  @Test func `part of the way lies between`() {
    var run = ColorRun()
    run.append(curve: .power(2))
    var half = ColorRun()
    half.append(run, amount: 0.5)
    for (color, (mixed, all)) in zip(colors, zip(apply([half], colors), apply([run], colors))) {
      let off = mixed - (color + all) / 2
      #expect(max(off.max(), -off.min()) < 1e-6)
    }
  }

  @Test(arguments: [
    ColorCurve.power(1 / 2.4), .power(2.4), .power(0.1), .power(4), ColorCurve(isCut: true),
    ColorCurve(
      shape: .power(0.6), isCut: true, input: .init(scale: 1.3, offset: -0.1),
      output: .init(scale: 0.9, offset: 0.05)),
    ColorCurve(
      shape: .spline(
        CurveSpline([.init(0, 0), .init(0.4, 0.6), .init(1, 1)], .natural))),
    ColorCurve(shape: .samples([0, 0.2, 0.5, 1])),
    ColorCurve(shape: .balance(ToneBalance(shadows: 0.7, highlights: -0.5))),
  ])
  func `a table is its curve`(_ curve: ColorCurve) {
    let scratch = Scratch()
    let table = CurveTable(curve)
    // All of 10 bits, and what lies around.
    let inputs = (-300...1500).map { Float($0) / 1023 }
    scratch.scope {
      let row = scratch.take(Float.self, inputs.count)
      for (x, input) in inputs.enumerated() { row[x] = input }
      table.apply(to: row, count: inputs.count, scratch: scratch)
      for (x, input) in inputs.enumerated() {
        let exact = curve(Double(input))
        #expect((Double(row[x]) - exact).magnitude < 1e-4 * max(1, exact.magnitude), "\(input)")
      }
      // What is no number stops nothing.
      (row[0], row[1], row[2]) = (.nan, .infinity, -.infinity)
      table.apply(to: row, count: 3, scratch: scratch)
    }
  }

  @Test(arguments: [
    [(0.2, 0.1), (0.21, 0.9), (0.8, 0.5)], [(0, 1), (0.01, 0), (1, 1)], [(0.5, 0.3)],
    [(0.3004, 0), (0.7003, 1)], [(-0.5, 0.2), (0.1, 0.3), (1.4, 0.9)],
  ])
  func `a steep curve is within a code of 16 bits`(_ points: [(Double, Double)]) {
    let spline = CurveSpline(CurvePoints(points).points, .monotone)
    let table = CurveTable(ColorCurve(shape: .spline(spline)))
    let scratch = Scratch()
    let inputs = (-400...2400).map { Float($0) / 2000 }
    scratch.scope {
      let row = scratch.take(Float.self, inputs.count)
      for (x, input) in inputs.enumerated() { row[x] = input }
      table.apply(to: row, count: inputs.count, scratch: scratch)
      for (x, input) in inputs.enumerated() {
        let off = Double(row[x]) - spline.value(at: Double(input))
        #expect(off.magnitude < 1.0 / 65535, "\(input): \(off)")
      }
    }
  }

  /// SciPy 1.17: `PchipInterpolator(x, y)(q)`, and `CubicSpline(x, y, bc_type="natural")(q)`.
  @Test func `splines are SciPy's`() {
    let points = CurvePoints([(0, 0.05), (0.1, 0), (0.3, 0.4), (0.55, 0.7), (1, 0.9)]).points
    let places = [0.02, 0.1, 0.2, 0.42, 0.5, 0.8, 0.97]
    let monotone = [0.0277333, 0.0, 0.1621495, 0.5698143, 0.6592056, 0.8500959, 0.8987181]
    let natural = [0.0307841, 0.0, 0.1564987, 0.5936771, 0.666406, 0.8255858, 0.8893603]
    for (index, place) in places.enumerated() {
      let first = CurveSpline(points, .monotone).value(at: place)
      #expect((first - monotone[index]).magnitude < 2e-7)
      let second = CurveSpline(points, .natural).value(at: place)
      #expect((second - natural[index]).magnitude < 2e-7)
    }
  }

  @Test func `beyond its ends a curve goes on, or holds where they lie within`() {
    let open = CurveSpline([.init(0, 0.1), .init(1, 0.9)], .monotone)
    #expect((open.value(at: 1.5) - 1.3).magnitude < 1e-9)
    #expect((open.value(at: -0.5) + 0.3).magnitude < 1e-9)
    let held = CurveSpline([.init(0.2, 0.1), .init(0.8, 0.9)], .monotone)
    #expect(held.value(at: 1.5) == 0.9 && held.value(at: -1) == 0.1)
    #expect(CurveSpline([.init(0.5, 0.3)], .natural).value(at: 0.9) == 0.3)
  }

  @Test func `a curve without points changes nothing`() {
    let none = CurveSpline([], .monotone)
    #expect(none.points.isEmpty && none.value(at: 0.7) == 0.7 && none.ends == (0, 1, 1, 1))
  }

  @Test func `a closed curve comes to its beginning again`() {
    let curve = CurveSpline(
      closing: [.init(30, 1), .init(200, -1), .init(340, 0.5)], every: 360)
    #expect((curve.value(at: 0) - curve.value(at: 360)).magnitude < 1e-12)
    let slopes = (
      curve.value(at: 0.01) - curve.value(at: 0), curve.value(at: 360) - curve.value(at: 359.99)
    )
    #expect((slopes.0 - slopes.1).magnitude < 1e-6)
    #expect(curve.value(at: 340) == 0.5)
  }
}

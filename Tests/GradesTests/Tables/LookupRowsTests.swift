import Testing

@testable import Grades

@Suite struct LookupRowsTests {
  /// The tables that have values beside them: the others are broken.
  private static let tables = Fixtures.paths(
    ending: ".cube.expected.tsv", ".3dl.expected.tsv", ".png.expected.tsv"
  ).map { String($0.dropLast(".expected.tsv".count)) }

  /// Colours in and around a domain, the points themselves, and what is no number.
  private func colors(_ table: LookupTable) -> [SIMD3<Float>] {
    let domain = table.curves?.domain ?? table.cube?.domain ?? (.zero, .one)
    let span = domain.high - domain.low
    var state: UInt64 = 5
    func share() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 24) * 1.25 - 0.125
    }
    var colors = (0..<1001).map { _ in domain.low + span * SIMD3(share(), share(), share()) }
    for step in 0...16 {
      let place = Float(step) / 16
      colors += [
        domain.low + span * place, domain.low + span * SIMD3(place, 1 - place, 0.5),
        domain.low + span * SIMD3(0.3, place, place), domain.low + span * SIMD3(place, 1, place),
      ]
    }
    let odd: [Float] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, -0.0,
    ]
    for value in odd {
      colors += [SIMD3(value, 0.5, 0.2), SIMD3(0.1, value, 1), SIMD3(0, 1, value)]
    }
    return colors
  }

  @Test(arguments: Self.tables, CubeInterpolation.allCases)
  func `a row is what its colours are`(
    _ path: String, _ interpolation: CubeInterpolation
  ) throws {
    let table = try Fixtures.table(path)
    let colors = colors(table)
    for count in [0, 1, 3, 4, 5, colors.count] {
      let some = Array(colors.suffix(count))
      let row = applied(some) {
        table.apply(red: $0, green: $1, blue: $2, count: $3, interpolation)
      }
      for (value, color) in zip(row, some) {
        let wanted = table.value(of: color, interpolation)
        #expect(all(value .== wanted), "\(color): \(value) and not \(wanted)")
      }
    }
  }

  @Test(arguments: CubeInterpolation.allCases)
  func `a cube that changes nothing changes nothing`(_ interpolation: CubeInterpolation) throws {
    for side in [2, 3, 17, 33, 129] {
      let points = (0..<side * side * side).map { index in
        let top = Float(side - 1)
        return SIMD4(
          Float(index % side) / top, Float(index / side % side) / top,
          Float(index / side / side) / top, 0)
      }
      let cube = LookupCube(axis: TableAxis(count: side), points: points)
      for step in 0...200 {
        let place = Float(step) / 200
        let color = SIMD3(place, 1 - place, place * place)
        let value = cube.value(of: color, interpolation)
        #expect(all((value - color) .< 3e-7) && all((value - color) .> -3e-7))
      }
    }
  }

  @Test func `tetrahedra keep grey and are exact for what is affine`() throws {
    // Only the corners on the diagonal are grey.
    let table = try cube(
      "LUT_3D_SIZE 2\n0 0 0\n.9 .1 0\n0 .8 .1\n.7 .7 0\n0 0 .9\n.8 0 .8\n0 .9 .9\n1 1 1\n")
    for step in 0...64 {
      let grey = Float(step) / 64
      #expect(table.value(of: SIMD3(repeating: grey)) == SIMD3(repeating: grey))
      if step % 64 != 0 {
        let bent = table.value(of: SIMD3(repeating: grey), .trilinear)
        #expect(bent != SIMD3(repeating: grey))
      }
    }
  }

  @Test func `a domain without width in Float traps nowhere`() throws {
    let table = try cube(
      "LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 -3e38\nDOMAIN_MAX 1e-44 1 3e38\n0 0 0\n1 1 1\n")
    let colors = [SIMD3<Float>(0, 0, 0), SIMD3(1, 1, 1), SIMD3(.nan, .infinity, -.infinity)]
    let row = applied(colors) { table.apply(red: $0, green: $1, blue: $2, count: $3) }
    #expect(row.allSatisfy { all($0 .>= 0) && all($0 .<= 1) })
    #expect(row[0].x == 0 && row[1].x == 1 && row[2] == SIMD3(0, 1, 0))
  }

  @Test func `tables are equal where all their numbers are`() throws {
    let text = "LUT_1D_SIZE 3\n0 0 0\n.5 .5 .5\n1 1 1\n"
    let (first, second) = (try cube(text), try cube(text))
    #expect(first == second && first.hashValue == second.hashValue)
    let other = try cube(text.replacing("1 1 1", with: "1 1 .9"))
    #expect(first != other)
    let wider = try cube(text.replacing("SIZE 3", with: "SIZE 3\nDOMAIN_MAX 2 2 2"))
    #expect(first != wider && first.hashValue != wider.hashValue)
  }
}

import Testing

@testable import Grades

/// OpenColorIO's values for every file of the corpus.
@Suite struct ReferenceTests {
  static let tables = Fixtures.paths(ending: ".expected.tsv").filter { $0.hasPrefix("lut/") }

  @Test func `the corpus is there`() {
    #expect(Self.tables.count == 23)
  }

  @Test(arguments: tables)
  func `every file gives what OpenColorIO gives`(_ path: String) throws {
    let table = try Fixtures.table(String(path.dropLast(".expected.tsv".count)))
    let rows = try Fixtures.numbers(path)
    #expect(rows.count == 729)
    let colors = rows.map { SIMD3(Float($0[0]), Float($0[1]), Float($0[2])) }
    for interpolation in CubeInterpolation.allCases {
      let first = interpolation == .tetrahedral ? 3 : 6
      var worst = 0.0
      for (row, color) in zip(rows, colors) {
        let value = SIMD3<Double>(table.value(of: color, interpolation))
        for channel in 0..<3 {
          let wanted = row[first + channel]
          worst = max(worst, (value[channel] - wanted).magnitude / max(1, wanted.magnitude))
        }
      }
      #expect(worst <= 1e-5, "\(interpolation): off by \(worst)")
    }
  }

  @Test(arguments: try Fixtures.rows("lut/outcomes.tsv"))
  func `what is loaded elsewhere is loaded, and what is refused is refused`(
    _ row: [String]
  ) throws {
    let path = row[0]
    if row[2] == "loads" {
      #expect(throws: Never.self) { try Fixtures.table(path) }
    } else {
      #expect(throws: GradeError.self) { try Fixtures.table(path) }
    }
    // The one file whose own test only parses it: with nothing in it to apply.
    if row[1] == "ok", row[2] != "loads" { #expect(path.contains("rounding-down")) }
    if row[1] == "error" { #expect(throws: GradeError.self) { try Fixtures.table(path) } }
  }
}

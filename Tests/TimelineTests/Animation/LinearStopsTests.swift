import Testing

@testable import Timeline

@Suite struct LinearStopsTests {
  /// Rows of an easing and pairs of input and output: missing inputs are spread evenly; two
  /// percentages make a level stretch, before or after the number; an input below an earlier one is
  /// raised to it, which is a jump whose last point counts; inputs may lie outside; one stop is
  /// level.
  private let table = """
    linear(0, 1) | 0 0 | 0.3 0.3 | 1 1 | -1 -1 | 2 2
    linear(0, 0.5, 1, 0.5) | 0.3333333333333333 0.5 | 1 0.5 | 0.5 0.75
    linear(0, 0.25 75%, 1) | 0.375 0.125 | 0.75 0.25 | 0.875 0.625
    linear(0 0%, 1, 0 50%, 1) | 0.25 1 | 0.5 0 | 0.125 0.5 | 0.75 0.5
    linear(0, 0.25 25% 75%, 1) | 0.125 0.125 | 0.25 0.25 | 0.5 0.25 | 0.875 0.625
    linear(0, 25% 75% 0.25, 1) | 0.5 0.25
    linear(0, 0.5 50%, 1 20%, 1) | 0.25 0.25 | 0.5 1 | 0.75 1
    linear(0, 0 50%, 1 50%, 1) | 0.49 0 | 0.5 1 | 0.9 1
    linear(0 -50%, 1 150%) | 0 0.25 | 1 0.75
    linear(0.7) | -1 0.7 | 0.5 0.7 | 1 0.7
    linear(0, 1 100%, 2 100%) | 0.5 0.5 | 1 2 | 1.5 2
    linear(1 0%, 0 0%, 1) | -0.5 1 | 0 0 | 0.5 0.5
    """

  @Test func `lines are those of CSS`() throws {
    for row in referenceRows(table) {
      let easing = try Easing(parsing: row[0])
      for point in row.dropFirst().map(referenceNumbers) {
        let error = (easing(point[0]) - point[1]).magnitude
        #expect(error < 1e-15, "\(row[0]) at \(point[0]): \(easing(point[0]))")
      }
    }
  }
}

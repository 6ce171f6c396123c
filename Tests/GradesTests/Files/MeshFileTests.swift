import Testing

@testable import Grades

@Suite struct MeshFileTests {
  /// A cube of two points a side that changes nothing, blue moving fastest.
  private func unit(_ peak: Int) -> String {
    (0..<8).map { "\(($0 >> 2) * peak) \(($0 >> 1 & 1) * peak) \(($0 & 1) * peak)\n" }.joined()
  }

  @Test(arguments: [255, 1023, 4095, 65535])
  func `the largest number says how many bits there are`(_ peak: Int) throws {
    for text in [
      unit(peak), "3DMESH\nMesh 1 12\n" + unit(peak) + "LUT8\ngamma 1.0\n",
      "3DMESH\n" + unit(peak) + "3DMESHEND\n", unit(peak).replacing("\n", with: " # a colour\n"),
    ] {
      let table = try mesh(text)
      #expect(table.cube?.side == 2 && table.curves == nil)
      #expect(table.value(of: SIMD3(0.25, 0.5, 0.75)) == SIMD3(0.25, 0.5, 0.75))
    }
    #expect(try mesh(unit(peak * 2)).value(of: .one).x >= 1.99)
  }

  @Test func `a line of even steps is no curve`() throws {
    let steps = (0..<17).map { "\($0 * 1023 / 16)" }.joined(separator: " ")
    #expect(try mesh(steps + "\n" + unit(4095)).curves == nil)
    let curve = try mesh("0 10 100 1023\n" + unit(4095))
    #expect(curve.curves?.count == 4)
    #expect(curve.value(of: SIMD3(1 / 3.0, 0, 1)) == SIMD3(10 / 1023.0, 0, 1))
    #expect(try mesh("-8 10 100 1023\n" + unit(4095)).curves?.value(of: .zero).x == -8 / 1023.0)
  }

  @Test(arguments: [
    ("", "truncated: the file is empty, at 1:1"),
    ("# x\n3DMESH\n", "truncated: no rows of red, green and blue, at 3:1"),
    ("0 341 682 1023\n", "truncated: no rows of red, green and blue, at 2:1"),
    (
      "0 0 0\n0 255\n", "malformed: a row has three numbers, red, green and blue, and not 2, at 2:1"
    ),
    ("0 0 0\n0 0.5 1\n", "malformed: \"0.5\" where a whole number should stand, at 2:3"),
    ("0 0 1234567890\n", "malformed: \"1234567890\" where a whole number should stand, at 1:5"),
    ("0 0 --1\n", "malformed: \"--1\" where a whole number should stand, at 1:5"),
    ("<xml>\n", "malformed: \"<xml>\" where a whole number should stand, at 1:1"),
    (
      "0 0 0\n0 0 255\n",
      "truncated: 2 rows are no cube: 4913 would be one of 17 a side, at 3:1"
    ),
    (
      "255 255 255\n", "truncated: 1 rows are no cube: 4913 would be one of 17 a side, at 2:1"
    ),
    (
      "0 1 2 3\n",
      "malformed: the largest number is 3; whole numbers of 8 bits or more are read, at 1:1"
    ),
    ("0 9 99 999\n0 9 99 999\n", "malformed: a second line of more than three numbers, at 2:1"),
  ])
  func `what is broken is named where it stands`(_ text: String, _ error: String) {
    let found = fault { try mesh(text) }
    #expect(found == error)
  }

  @Test func `numbers of less than eight bits are refused`() {
    let found = fault { try mesh(unit(100)) }
    #expect(found.hasPrefix("malformed: the largest number is 100"))
  }
}

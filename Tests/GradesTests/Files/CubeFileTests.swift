import Testing

@testable import Grades

@Suite struct CubeFileTests {
  private static let rows = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"

  @Test(arguments: [
    "LUT_3D_SIZE 2\n", "lut_3d_size 2\n", "LUT_3D_SIZE2\n", "\u{FEFF}LUT_3D_SIZE 2\n",
    "TITLE \"a b\"\nLUT_3D_SIZE\t2\n", "TITLE a b\nLUT_3D_SIZE 2\n", "TITLE\nLUT_3D_SIZE 2 \t\n",
    "LUT_3D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n", "\n # x\n\tLUT_3D_SIZE 2\n\n#\n",
    "LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 1\nDOMAIN_MAX 1 1 1\n",
    "# DaVinci Resolve Cube (3D LUT)\n\nBMD_TITLE \"Gen 5 Film\"\n\nLUT_3D_SIZE 2\n",
    "LUT_3D_SIZE 2 # a side\nDOMAIN_MAX 1 1 1\t#white\n",
  ])
  func `a head may be written in many ways`(_ head: String) throws {
    for ending in ["\n", "\r\n", "\r"] {
      let table = try cube((head + Self.rows).replacing("\n", with: ending))
      #expect(table.cube?.side == 2 && table.curves == nil)
      #expect(table.value(of: SIMD3(0.25, 0.5, 0.75)) == SIMD3(0.25, 0.5, 0.75))
    }
  }

  @Test func `comments may stand behind rows`() throws {
    let table = try cube("LUT_3D_SIZE 2\n" + Self.rows.replacing("\n", with: " # a colour\n"))
    #expect(table.value(of: SIMD3(0.25, 0.5, 0.75)) == SIMD3(0.25, 0.5, 0.75))
  }

  @Test func `a title is what stands between its quotes`() throws {
    #expect(try cube("TITLE \"A \"test\"\"\nLUT_3D_SIZE 2\n" + Self.rows).title == "A \"test\"")
    #expect(try cube("TITLE bare\nLUT_3D_SIZE 2\n" + Self.rows).title == "bare")
    #expect(try cube("LUT_3D_SIZE 2\n" + Self.rows).title == nil)
    #expect(try cube("BMD_TITLE \"Film 5\"\nLUT_3D_SIZE 2\n" + Self.rows).title == "Film 5")
    #expect(try cube("BMD_TITLE a\nTITLE b\nLUT_3D_SIZE 2\n" + Self.rows).title == "b")
    #expect(try cube("TITLE b\nBMD_TITLE a\nLUT_3D_SIZE 2\n" + Self.rows).title == "b")
  }

  @Test(arguments: [
    "LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE 0 2\n" + rows,
    "LUT_1D_INPUT_RANGE 0.0 2.0\nDOMAIN_MAX 1 1 1\nLUT_3D_SIZE 2\n" + rows,
    "LUT_1D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n0 0 0\n1 1 1\n",
  ])
  func `the range of a table that is not there says nothing`(_ text: String) throws {
    #expect(try cube(text).value(of: SIMD3(0.25, 0.5, 0.75)) == SIMD3(0.25, 0.5, 0.75))
  }

  /// Black and white of video range, as signals of the tables.
  private static let (black, white): (Float, Float) = (64.0 / 1023, 940.0 / 1023)

  @Test(
    arguments: [
      ("", 0.25, 0.25), ("LUT_IN_VIDEO_RANGE\n", 0, black), ("LUT_IN_VIDEO_RANGE\n", 1, white),
      ("LUT_IN_VIDEO_RANGE\n", -64.0 / 876, 0), ("LUT_IN_VIDEO_RANGE\n", 1.5, 1),
      ("LUT_OUT_VIDEO_RANGE\n", black, 0), ("LUT_OUT_VIDEO_RANGE\n", white, 1),
      ("LUT_OUT_VIDEO_RANGE\n", 1, 959.0 / 876),
      ("LUT_IN_VIDEO_RANGE\nLUT_OUT_VIDEO_RANGE\n", 0.25, 0.25),
      ("LUT_IN_VIDEO_RANGE\nLUT_OUT_VIDEO_RANGE\n", -0.05, -0.05),
    ] as [(String, Float, Float)])
  func `tables of video range have black at 64 and white at 940 of 1023`(
    _ head: String, _ value: Float, _ result: Float
  ) throws {
    let curves = "LUT_1D_SIZE 2\n"
    let both = curves + "LUT_3D_SIZE 2\n0 0 0\n1 1 1\n" + Self.rows
    for text in [curves + "0 0 0\n1 1 1\n", "LUT_3D_SIZE 2\n" + Self.rows, both] {
      let color = try cube(head + text).value(of: SIMD3(repeating: value))
      for channel in 0..<3 { #expect(abs(color[channel] - result) < 1e-6, "\(text)") }
    }
  }

  @Test(
    arguments: [
      ("1", 1), ("+1", 1), ("-1", -1), ("1.", 1), (".5", 0.5), ("1e2", 100), ("1.5E-2", 0.015),
      ("-.25e+1", -2.5), ("0.1", 0.1), ("123456789012345678901234567890", 1.2345679e29),
      ("0.00000000000000000000000000000000000000001e40", 0.1), ("1e-60", 0), ("3.4e38", 3.4e38),
      ("0.30000001192092896", 0.3), ("00000000000000000000000000.5", 0.5),
    ] as [(String, Float)])
  func `numbers are decimal`(_ text: String, _ value: Float) throws {
    let table = try cube("LUT_1D_SIZE 2\n0 0 0\n\(text) 1 1\n")
    #expect(table.value(of: SIMD3(1, 1, 1)).x == value)
  }

  @Test(arguments: [
    "inf", "nan", "1e39", "0x1", "1x", "1,5", "1e", "e1", ".", "-", "--1", "1.2.3", "\0",
  ])
  func `what is no number is refused where it stands`(_ text: String) {
    let error = fault { try cube("LUT_1D_SIZE 2\n0 0 0\n1 \(text) 1\n") }
    #expect(error.hasPrefix("malformed: "))
    #expect(error.hasSuffix(" where green should stand, at 3:3") || text == "1,5", "\(error)")
  }

  @Test(arguments: [
    ("", "truncated: the file is empty, at 1:1"),
    ("\n", "truncated: no LUT_1D_SIZE and no LUT_3D_SIZE, at 2:1"),
    ("0 0 0\n", "malformed: no LUT_1D_SIZE and no LUT_3D_SIZE, at 1:1"),
    ("LUT_3D_SIZE 1\n", "malformed: LUT_3D_SIZE is 1; 2 to 129 is read, at 1:1"),
    ("LUT_3D_SIZE 130\n", "unsupported: LUT_3D_SIZE is 130; 2 to 129 is read, at 1:1"),
    (
      "LUT_3D_SIZE 129\n",
      "truncated: the file ends after 0 of the 2146689 rows of the cube, at 2:1"
    ),
    ("LUT_3D_SIZE 999999999\n", "unsupported: LUT_3D_SIZE is 999999999; 2 to 129 is read, at 1:1"),
    ("BMD_TITLE x\nBMD_TITLE y\n", "malformed: a second BMD_TITLE, at 2:1"),
    ("LUT_1D_SIZE 65537\n", "unsupported: LUT_1D_SIZE is 65537; 2 to 65536 is read, at 1:1"),
    ("LUT_3D_SIZE 2.0\n", "malformed: \"2.0\" where a whole number should stand, at 1:13"),
    ("LUT_3D_SIZE\n", "malformed: the line ends where a whole number should stand, at 1:12"),
    ("LUT_3D_SIZE 2 2\n", "malformed: \"2\" behind LUT_3D_SIZE, at 1:15"),
    ("LUT_2D_SIZE 2\n", "unsupported: LUT_2D_SIZE is not read, at 1:1"),
    ("LUT_IN_VIDEO_RANGE 1\n", "malformed: \"1\" behind LUT_IN_VIDEO_RANGE, at 1:20"),
    ("LUT_IN_VIDEO_RANGE\n", "truncated: no LUT_1D_SIZE and no LUT_3D_SIZE, at 2:1"),
    ("#\n  SIZE 2\n", "malformed: \"SIZE\" is no keyword of a .cube file, at 2:3"),
    ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n", "malformed: a second LUT_3D_SIZE, at 2:1"),
    (
      "LUT_1D_SIZE 2\n0 0 0\n",
      "truncated: the file ends after 1 of the 2 rows of the curves, at 3:1"
    ),
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n2 2 2\n", "malformed: more rows than the sizes say, at 4:1"),
    (
      "LUT_1D_SIZE 2\n0 0 0\n1 1 1\nTITLE x\n",
      "malformed: \"TITLE\" behind rows; keywords come before them, at 4:1"
    ),
    (
      "LUT_1D_SIZE 2\n0 0 0\n1 1 1\nLUT_3D_SIZE 2\n2 2 2\n",
      "malformed: \"LUT_3D_SIZE\" behind rows; keywords come before them, at 4:1"
    ),
    (
      "LUT_1D_SIZE 2\n0 0 0\n1 1 1\nend\n", "malformed: \"end\" behind the last row, at 4:1"
    ),
    ("LUT_1D_SIZE 2\n0 0 0\nTITLE x\n", "malformed: \"TITLE\" where red should stand, at 3:1"),
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1 x\n", "malformed: \"x\" behind red, green and blue, at 3:7"),
    ("LUT_1D_SIZE 2\n0 0 # 0\n", "malformed: \"#\" where blue should stand, at 2:5"),
    ("LUT_1D_SIZE 2\nnan 0 0\n", "malformed: \"nan\" where red should stand, at 2:1"),
    ("LUT_1D_SIZE 2\n0 0 0\n1 -INF 0\n", "malformed: \"-INF\" where green should stand, at 3:3"),
    ("LUT_1D_SIZE 2\nInfinity 0 0\n", "malformed: \"Infinity\" where red should stand, at 2:1"),
    ("LUT_1D_SIZE 2\n0 0\n", "malformed: the line ends where blue should stand, at 2:4"),
    (
      "LUT_1D_SIZE 2\n0,0,0\n",
      "malformed: \"0,0,0\" where red should stand; decimals have a point, at 2:1"
    ),
    (
      "LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 1\n0 0 0\n1 1 1\n",
      "malformed: DOMAIN_MIN is not below DOMAIN_MAX, at 2:1"
    ),
    (
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 1 1\n0 0 0\n1 1 1\n",
      "malformed: the range is empty, at 2:1"
    ),
    (
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 2\nDOMAIN_MAX 1 1 1\n0 0 0\n1 1 1\n",
      "malformed: the input range is another domain than DOMAIN_MIN and DOMAIN_MAX say, at 2:1"
    ),
    (
      "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\nDOMAIN_MAX 2 2 2\n0 0 0\n1 1 1\n",
      "malformed: DOMAIN_MIN and DOMAIN_MAX stand before two tables; LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE say which is meant, at 3:1"
    ),
  ])
  func `what is broken is named where it stands`(_ text: String, _ error: String) {
    let found = fault { try cube(text) }
    #expect(found == error)
  }

  @Test(arguments: ["\u{0}", "\u{1A}", "\u{1A}\u{0}\u{0}", "\n\u{0}"])
  func `what programs fill files up with is left out`(_ end: String) throws {
    let text = "LUT_3D_SIZE 2\n" + Self.rows
    #expect(try cube(text + end) == cube(text))
    #expect(try cube(text.dropLast() + end) == cube(text))
    let error = fault { try cube("LUT_3D_SIZE 2\n\u{0}" + Self.rows) }
    #expect(error.hasPrefix("malformed: "), "\(error)")
  }

  @Test func `a file in UTF-16 is told from others`() {
    let error = fault { try LookupTable(cubeFile: [0xFF, 0xFE, 0x4C, 0, 0x55, 0]) }
    #expect(error.hasPrefix("unsupported: the file is UTF-16"))
  }

  @Test func `large tables are read`() throws {
    var text = "LUT_1D_SIZE 65536\nLUT_3D_SIZE 33\n"
    for index in 0..<65536 { text += "\(Float(index) / 65535) 0.25 1\n" }
    text += String(repeating: "0 .5 1\n", count: 33 * 33 * 33)
    let table = try cube(text)
    #expect(table.curves?.count == 65536 && table.cube?.side == 33)
    #expect(table.curves?.value(of: SIMD3(0.5, 0.5, 0.5)) == SIMD3(0.5, 0.25, 1))
  }
}

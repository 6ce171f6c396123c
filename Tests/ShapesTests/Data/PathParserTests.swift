import Shapes
import TestNumbers
import Testing

@Suite struct PathParserTests {
  @Test(arguments: [
    ("", ""), (" \n\t", ""), ("M1 2", ""), ("M 1 2 M 3 4 L 5 6", "M3,4 L5,6"),
    // Every command, absolute and relative.
    ("M10 20 L30 40 l1 2", "M10,20 L30,40 L31,42"),
    ("M10 20 H30 h-5 V7 v1", "M10,20 L30,20 L25,20 L25,7 L25,8"),
    ("M10 20 C1 2 3 4 5 6 c1 1 2 2 3 3", "M10,20 C1,2 3,4 5,6 C6,7 7,8 8,9"),
    ("M10 20 Q1 2 3 4 q1 1 2 2", "M10,20 Q1,2 3,4 Q4,5 5,6"),
    // What goes on smoothly, after its like and after something else.
    ("M0 0 C1 2 3 4 5 6 S9 9 8 7 s1 1 2 0", "M0,0 C1,2 3,4 5,6 C7,8 9,9 8,7 C7,5 9,8 10,7"),
    ("M0 0 L5 5 S1 2 3 4", "M0,0 L5,5 C5,5 1,2 3,4"),
    ("M0 0 Q1 2 3 4 T5 6 t1 1", "M0,0 Q1,2 3,4 Q5,6 5,6 Q5,6 6,7"),
    ("M0 0 C1 2 3 4 5 6 T7 8", "M0,0 C1,2 3,4 5,6 Q5,6 7,8"),
    ("M0 0 Q1 2 3 4 S1 2 3 5", "M0,0 Q1,2 3,4 C3,4 1,2 3,5"),
    // Repeated without its letter; behind a move, as lines.
    ("m1 1 2 2 3 3", "M1,1 L3,3 L6,6"), ("M1 1 2 2L3 3 4 4", "M1,1 L2,2 L3,3 L4,4"),
    ("M0 0 h1 2 3", "M0,0 L1,0 L3,0 L6,0"),
    // Numbers that need nothing between them.
    ("M.5.5-1e3-.25", "M0.5,0.5 L-1000,-0.25"), ("M1.-2.L+3+4", "M1,-2 L3,4"),
    ("M1E1 2e+0L3e-1,0", "M10,2 L0.3,0"), ("M1,2L3 ,4", "M1,2 L3,4"),
    // Closing, and what follows it.
    ("M1 1 L5 1 z", "M1,1 L5,1 Z"), ("M1 1 L5 1 Z l2 2", "M1,1 L5,1 Z M1,1 L3,3"),
    ("M1 1 L5 1 z m1 1 l1 0", "M1,1 L5,1 Z M2,2 L3,2"), ("M1 1 L5 1 zz", "M1,1 L5,1 Z"),
    ("M4 4 Z", "M4,4 Z"),
    // Arcs: no radius is a line, no way is nothing.
    ("M0 0 A0 5 0 0 1 3 4", "M0,0 L3,4"), ("M1 1 A5 5 0 0 1 1 1", ""),
  ])
  func `the grammar of SVG is read`(_ data: String, _ expected: String) throws {
    #expect(try spelt(path(data)) == expected)
  }

  @Test func `flags of arcs need nothing around them`() throws {
    let short = try PathData(parsing: "M10-20A5.5.3-4 010-.1")
    #expect(try short == PathData(parsing: "M 10 -20 A 5.5 0.3 -4 0 1 0 -0.1"))
    #expect(try PathData(parsing: "M0 0a5 5 0 1110 0") == PathData(parsing: "M0,0 a5,5,0,1,1,10,0"))
  }

  @Test(arguments: [
    ("L1 2", 0..<1, "path data must begin with 'M' or 'm'"),
    ("1 2", 0..<1, "path data must begin with 'M' or 'm'"),
    ("M1 2 X3", 5..<6, "'X' is no command of path data"),
    ("M1 2 ä3", 5..<7, "'ä' is no command of path data"),
    ("M1 2L3 4;", 8..<9, "';' is no command of path data"),
    ("M1", 2..<2, "'M' needs two numbers for each point"),
    ("M1 L2 3", 3..<4, "'M' needs two numbers for each point"),
    ("M1 2 L3 4 5", 11..<11, "'L' needs two numbers for each point"),
    ("M1 2 h", 6..<6, "'h' needs a number"),
    ("M0 0 C1 2 3 4 5", 15..<15, "'C' needs six numbers for each curve"),
    ("M0 0 A1 1 0 2 0 3 3", 12..<13, "an arc's flag must be 0 or 1, not '2'"),
    ("M0 0 A1 1 0 0", 13..<13, "'A' needs seven numbers for each arc"),
    ("M1 2 Z 3 4", 7..<8, "'Z' takes no numbers; a command is missing before this one"),
    ("M1 -", 3..<4, "'-' is not a number"), ("M1 .", 3..<4, "'.' is not a number"),
    ("M1 2e", 3..<5, "'2e' is not a number"), ("M1 2e-L3 4", 3..<6, "'2e-' is not a number"),
    ("M1 1e99", 3..<7, "1e99 is too large for a place"),
    ("M1 1e999", 3..<8, "1e999 is too large for a place"),
    ("M,1 2", 1..<2, "'M' needs two numbers for each point"),
    ("M1,,2", 2..<3, "no number stands beside this comma"),
    ("M1 2,", 4..<5, "no number stands beside this comma"),
    ("M1 2,L3 4", 4..<5, "no number stands beside this comma"),
    (",M1 2", 0..<1, "no number stands beside this comma"),
  ])
  func `what breaks the grammar is reported with its place`(
    _ data: String, _ range: Range<Int>, _ message: String
  ) throws {
    let error = try #require(throws: PathDataError.self) { try PathData(parsing: data) }
    #expect(error.range == range)
    #expect(error.message == message)
  }

  @Test func `a character with many accents is reported in part`() throws {
    let accents = String(repeating: "\u{301}", count: 1000)
    let error = try #require(throws: PathDataError.self) {
      try PathData(parsing: "M1 2 x" + accents)
    }
    #expect(error.range.lowerBound == 5 && error.message.utf8.count < 120)
  }

  /// A release build takes a few hundredths of a second; what grows with the square of the letters
  /// would take a minute in any build.
  @Test(.timeLimit(.minutes(10))) func `many letters are read soon`() throws {
    let data = "M0 0L1 1" + String(repeating: "z", count: 400_000)
    #expect(try PathData(parsing: data).path.contours.count == 1)
  }

  @Test func `no bytes stop the parser`() {
    // Each text is spliced from what paths are made of.
    var numbers = SeededNumbers(7)
    let parts = [
      "M", "l", "A", "Z", "c", "1", "-.5", "e", "9e9", ",", " ", "0", "t", "S", "é", ".",
    ]
    var read = 0
    for _ in 0..<4000 {
      let text =
        "M0 0 L1 1" + (0..<numbers.below(6)).map { _ in parts[numbers.below(parts.count)] }.joined()
      do throws(PathDataError) {
        read += try PathData(parsing: text).path.contours.count
      } catch {
        #expect(error.range.upperBound <= text.utf8.count && error.range.lowerBound >= 0, "\(text)")
      }
    }
    #expect(read > 100)
  }
}

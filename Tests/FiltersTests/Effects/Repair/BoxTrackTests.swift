import Testing
import Timeline

@testable import Filters

/// Track files, and what is said of those that are none.
@Suite struct BoxTrackTests {
  private func track(_ text: String) throws(TrackError) -> BoxTrack {
    try BoxTrack(parsing: SourceText(name: "track", text: text))
  }

  /// Where the boxes of a text are at some times.
  private func boxes(_ text: String, at time: Double, gap: Double = 1) throws -> [SIMD4<Double>] {
    try track(text).courses.compactMap { $0.box(at: time, gap: gap) }
  }

  /// What is wrong with a text, as line, column and message.
  private func fault(_ text: String) -> String {
    let source = SourceText(name: "track", text: text)
    do throws(TrackError) {
      _ = try BoxTrack(parsing: source)
      return "none"
    } catch {
      let place = source.place(of: error.offset)
      return "\(place.line):\(place.column): \(error.message)"
    }
  }

  private let box = SIMD4<Double>(1, 2, 3, 4)

  @Test(arguments: [
    "0,1,2,3,4", "\u{FEFF}0,1,2,3,4\n", "\n# boxes\r\n  \r\n0, 1 ,2,\t3,4\r\n",
    "0;1;2;3;4", "0\t1\t2\t3\t4", "0,1,2,3,4,face\n", "0:00,1,2,3,4", "0:0:0.0,1e0,+2,3.0,4",
    "time,x,y,width,height\n0,1,2,3,4", "H,W,Top,Left,T\n4,3,2,1,0",
    "id,score,time,\"x\",y,width,height\n\"a \"\"b\"\", c\",0.9,0,1,2,3,4",
    #"[{ "time": 0, "x": 1, "y": 2, "width": 3, "height": 4 }]"#,
    #" { "a": [{ "t": "0:00", "left": 1, "top": 2, "w": 3, "h": 4, "score": [1, {}] }] }"#,
    #"[{ "time": 0, "x": 1, "y": 2, "width": 3, "height": 4, "id": 7 },]"#,
  ])
  func `a box may be written in many ways`(_ text: String) throws {
    #expect(try boxes(text, at: 0) == [box])
  }

  @Test func `boxes of one id follow each other, in any order of lines`() throws {
    let text = "time,id,x,y,width,height\n2,a,20,0,4,4\n0,b,5,5,5,5\n0,a,0,0,2,2\n"
    #expect(try boxes(text, at: 1, gap: 2) == [SIMD4(10, 0, 3, 3), SIMD4(5, 5, 5, 5)])
    #expect(try boxes(text, at: 1.5, gap: 1.75) == [SIMD4(0, 0, 2, 2), SIMD4(5, 5, 5, 5)])
    #expect(try boxes(text, at: 1.9, gap: 1.75) == [])
    #expect(try boxes(text, at: 2, gap: 0) == [SIMD4(20, 0, 4, 4)])
    #expect(try boxes(text, at: -0.1) == [])
    #expect(try boxes("60,0,0,1,1\n1:02,2,0,1,1", at: 61, gap: 2) == [SIMD4(1, 0, 1, 1)])
  }

  static let faults: [(text: String, fault: String)] = [
    ("", "1:1: the file is empty"),
    (" \n\t\n", "1:1: the file is empty"),
    ("time,x,y,width\n0,1,2,3", "1:1: there is no column 'height'"),
    ("\n\n face,x,y\n", "3:1: there is no column 'time'"),
    ("time,x,y,width,height,left\n", "1:23: there is a second column of x"),
    ("0,1,2,3,4\n1,2,3,4\n", "2:1: the line has no height"),
    ("0,1,2,3,4\n1,2,,4,5\n", "2:5: the line has no y"),
    ("0,1,2,3,4\n1,2,3,4,5%\n", "2:9: height '5%' is not a number"),
    ("0,1,2,3,4\n1,nan,3,4,5\n", "2:3: x 'nan' is not a number"),
    ("0,1,2,3,4\n1,0x1F,3,4,5\n", "2:3: x '0x1F' is not a number"),
    ("0,1,2,3,4\n1,1:30,3,4,5\n", "2:3: x '1:30' is not a number"),
    ("0,1,2,3,4\n1:2:3:4,1,3,4,5\n", "2:1: time '1:2:3:4' is not a number"),
    ("0,1,2,3,4\n1:-2,1,3,4,5\n", "2:1: time '1:-2' is not a number"),
    ("0,1,2,3,4\n1:,1,3,4,5\n", "2:1: time '1:' is not a number"),
    ("0,1,2,3,4\n1,1,3,-4,5\n", "2:7: width '-4' is less than 0"),
    ("0,1,2,3,4\n1,1,3,4,1e10\n", "2:9: height '1e10' is too large"),
    ("0,1,2,3,4\n1,1e999,3,4,1\n", "2:3: x '1e999' is too large"),
    ("0,1,2,3,4\n\n0.0,1,2,3,4\n", "3:1: there is a second box of the same id at 0 s"),
    (
      "0,1,2,3,4,a\n1,1,2,3,4,b\n1,1,2,3,4,\"b\"\n",
      "3:1: there is a second box of the same id at 1 s"
    ),
    ("time,x,y,width,height,id\n0,1,2,3,4,\"a\n", "2:11: the quote is not closed on its line"),
    ("time,x,y,width,height,id\n0,1,2,3,4,\"a\"b\n", "2:14: text follows a closing quote"),
    ("é,time,x,y,width,height\né,z,2,3,4,5\n", "2:3: time 'z' is not a number"),
    ("[", "1:1: the text ends before ']' closes this array"),
    ("[{ \"time\": 0 }]", "1:2: the box has no x"),
    ("[\n 7]", "2:2: a box is missing here: an object with a time"),
    ("{\n \"a\": 7 }", "2:7: an array of boxes is missing here"),
    ("[{ \"time\": 0,\n \"x\": \"1\" }]", "2:7: x must be a number"),
    ("[{ \"time\": 0,\n \"t\": 1 }]", "2:7: there is a second time"),
    ("[{ \"time\": true }]", "1:12: time must be a number"),
    ("[{ \"id\": [] }]", "1:10: an id must be a string or a number"),
    ("[{ \"width\": -1 }]", "1:13: width '-1' is less than 0"),
    ("[{ \"time\": 0, \"time\": 1 }]", "1:15: the key 'time' is given twice"),
    ("[{ 'time': 0 }]", "1:4: a key must be in double quotes"),
  ]

  @Test(arguments: faults.indices)
  func `every fault has its line and column`(_ index: Int) {
    #expect(fault(Self.faults[index].text) == Self.faults[index].fault)
  }

  @Test func `a line or a file without end is refused`() throws {
    #expect(
      fault(String(repeating: ",", count: 2000)) == "1:1001: the line has more than 1000 fields")
    var builder = BoxTrackBuilder()
    for name in 0..<10_000 { try builder.add("\(name)", at: 0, .zero, offset: name) }
    #expect(throws: TrackError(message: "there are more than 10000 ids", offset: 7)) {
      try builder.add("one more", at: 0, .zero, offset: 7)
    }
  }
}

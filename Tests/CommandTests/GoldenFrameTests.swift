import Foundation
import Images
import Testing

@testable import vfx

/// `vfx golden`: a film is as it was, or it is said what has changed.
@Suite struct GoldenFrameTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try write("red")
  }

  /// A film of 50 frames with a box that moves over a plain colour.
  private func write(_ color: String, duration: Int = 2, to name: String = "t.json") throws {
    let text = """
      { "version": 1, "canvas": { "size": [640, 360], "rate": 25 },
        "clips": [{ "source": { "color": "\(color)" }, "duration": \(duration) }],
        "layers": [{ "type": "shape", "shape": "rectangle", "size": [80, 80], "fill": "white",
          "position": { "keys": [[0, ["10%", "50%"]], [1, ["90%", "50%"]]] } }] }
      """
    try bench.write(text, to: name)
  }

  private func files(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: bench.path(folder))) ?? []).sorted()
  }

  @Test func `what is recorded passes, and is what hash and still make`() throws {
    let recorded = try bench.vfx("golden", "record", "t.json", "--at", "0", "--at", "0.4")
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(files("t.golden") == ["frame-000000.png", "frame-000010.png", "frames.md5"])
    let outcome = try bench.vfx("golden", "check", "t.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.text == """
        TAP version 14
        ok 1 - t.json: stream
        ok 2 - t.json: frame 0 at 0:00:00.000
        ok 3 - t.json: frame 10 at 0:00:00.400
        1..3

        """)
    let film = try bench.bash(
      "vfx -q -t t.json | vfx hash -q | grep -v '#' | grep -c -F -x -f - t.golden/frames.md5")
    #expect(film.text == "2\n", "the lines of both frames are lines of vfx hash")
    let file = try ImageFile(parsing: Array(try bench.contents("t.golden/frame-000010.png")))
    #expect(file.width == 320 && file.height == 180)
  }

  @Test func `a step shorter than a frame leads to each frame`() throws {
    let outcome = try bench.vfx(
      "golden", "record", "t.json", "-n", "4", "--every", "0.000000001", "--golden", "few")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(files("few").filter { $0.hasSuffix(".png") }.count == 4)
  }

  @Test func `what differs is shown, and fails`() throws {
    _ = try bench.vfx("golden", "record", "t.json", "--every", "0.5s")
    #expect(files("t.golden").count == 5)
    try write("#fb0000")
    let outcome = try bench.vfx("golden", "check", "t.json")
    #expect(outcome.status == 1)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("ok 1 - t.json: stream"))
    #expect(lines.contains("not ok 2 - t.json: frame 0 at 0:00:00.000"))
    #expect(lines.contains { $0.hasPrefix(#"  message: "the frame differs: PSNR "#) })
    #expect(lines.contains(#"  picture: "t.golden/failed/frame-000000.png""#))
    #expect(lines.last == "1..5")
    let shown = try ImageFile(
      parsing: Array(try bench.contents("t.golden/failed/frame-000000.png")))
    #expect(shown.width == 3 * 320 + 8 && shown.height == 180)
    // A little less red is far below what can be seen.
    #expect(try bench.vfx("golden", "check", "t.json", "--min-psnr", "38").status == 0)
    #expect(files("t.golden").count == 5, "what was shown before is gone")
    try write("blue")
    #expect(try bench.vfx("golden", "check", "t.json", "--min-psnr", "38").status == 1)
  }

  @Test func `JUnit gets one case for each frame`() throws {
    try write("red", to: "a&b.json")
    _ = try bench.vfx("golden", "record", "a&b.json", "--at", "1")
    try write("blue", to: "a&b.json")
    let outcome = try bench.vfx("golden", "check", "a&b.json", "--format", "junit")
    #expect(outcome.status == 1)
    let elements = outcome.text.split(separator: "<").map { $0.prefix { $0.isLetter } }
    #expect(
      elements.filter { !$0.isEmpty }
        == ["testsuites", "testsuite", "testcase", "testcase", "failure"])
    #expect(outcome.text.contains(#"<testsuite name="a&amp;b.json" tests="2" failures="1">"#))
  }

  @Test func `an update takes the film as it is`() throws {
    _ = try bench.vfx("golden", "record", "t.json", "--at", "0", "--at", "1.9")
    try write("blue", duration: 1)
    let failed = try bench.vfx("golden", "check", "t.json")
    #expect(failed.status == 1)
    #expect(failed.text.contains("640x360 420mpeg2, 25 frames a second, 25 frames, and was "))
    #expect(failed.text.contains("the film has only 25 frames now"))
    let updated = try bench.vfx("golden", "check", "t.json", "--update")
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(updated.text.contains("ok 2 - t.json: frame 0 at 0:00:00.000 (updated)"))
    #expect(files("t.golden") == ["frame-000000.png", "frames.md5"])
    #expect(try bench.vfx("golden", "check", "t.json").status == 0)
  }

  @Test func `what fails half way leaves pictures and list together`() throws {
    // The first frame is there, and none at 0:09.
    func recordTooMuch() throws -> Int32 {
      try bench.vfx("golden", "record", "t.json", "--at", "0", "--at", "9").status
    }
    #expect(try recordTooMuch() == 1)
    #expect(files("t.golden") == [])
    #expect(!FileManager.default.fileExists(atPath: bench.path("t.golden")))
    _ = try bench.vfx("golden", "record", "t.json", "--at", "0")
    let kept = ["frame-000000.png", "frames.md5"]
    let before = try kept.map { try bench.contents("t.golden/\($0)") }
    try write("blue")
    #expect(try recordTooMuch() == 1)
    #expect(files("t.golden") == kept)
    #expect(try kept.map { try bench.contents("t.golden/\($0)") } == before)
    #expect(try bench.vfx("golden", "check", "t.json", "--min-psnr", "38").status == 1)
  }

  @Test func `what a record that was killed has left goes with the next`() throws {
    _ = try bench.bash("mkdir t.golden; touch t.golden/frame-000003.png.part t.golden/notes.part")
    _ = try bench.vfx("golden", "record", "t.json", "--at", "0")
    #expect(files("t.golden") == ["frame-000000.png", "frames.md5", "notes.part"])
  }

  @Test func `new frames take their places together, or not at all`() throws {
    let folder = GoldenFolder(of: "t.json", at: bench.path("g"))
    let picture = Picture(width: 1, height: 1, samples: .eight([9, 9, 9, 255]))
    let entry = GoldenList.Entry(frame: 0, hash: String(repeating: "a", count: 32))
    let list = GoldenList(stream: "1x1", frameBytes: 1, entries: [entry])
    let first = GoldenChange(of: folder)
    try first.add(picture, of: 0)
    #expect(files("g") == ["frame-000000.png.part"])
    first.abandon()
    #expect(!FileManager.default.fileExists(atPath: bench.path("g")))
    let second = GoldenChange(of: folder)
    try second.add(picture, of: 0)
    try second.finish(list)
    second.abandon()
    #expect(files("g") == ["frame-000000.png", "frames.md5"])
  }

  @Test func `a stream on standard input is drawn on`() throws {
    let text = #"{ "version": 1, "layers": [{ "type": "effect", "effect": "invert" }] }"#
    try bench.write(text)
    let source = "vfx testsrc -q -s 64x48 -n 8 |"
    let recorded = try bench.bash("\(source) vfx golden record t.json --at 0 --at 5f")
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(try bench.bash("\(source) vfx golden check t.json").status == 0)
    // Without names of frames, the number of all of them chooses some.
    let counted = try bench.bash("\(source) vfx golden record t.json -n 8 --golden counted")
    #expect(counted.status == 0, "\(counted.errors)")
    #expect(files("counted").contains("frame-000007.png") && files("counted").count == 6)
    #expect(try bench.bash("\(source) vfx golden check t.json --golden counted").status == 0)
    let endless = try bench.bash("\(source) vfx golden record t.json --golden none")
    #expect(endless.status == 2 && endless.errors.contains("-n"), "\(endless.errors)")
    let other = try bench.bash(
      "vfx testsrc -q -s 64x48 -n 8 | vfx -q -t t.json | vfx golden check t.json")
    #expect(other.status == 1)
    let short = try bench.bash("vfx testsrc -q -s 64x48 -n 3 | vfx golden check t.json")
    #expect(short.status == 1 && short.errors.contains("the stream ends after 3 frames"))
  }

  @Test(arguments: [
    (["golden", "check", "t.json"], "t.golden/frames.md5: there is no such file"),
    (["golden", "record", "t.json", "--at", "9"], "the film ends before 0:09"),
    (["golden", "record", "t.json", "--every", "0"], "--every must be a time of more than 0"),
    (["golden", "keep", "t.json"], "record"),
    (["golden", "record", "t.json", "u.json", "--golden", "g"], "--golden is the folder of one"),
  ])
  func `what cannot be done is said`(_ arguments: [String], _ message: String) throws {
    let process = bench.process(arguments)
    let outcome = try bench.outcome(of: process)
    #expect(outcome.status == 2 || arguments.contains("9"), "\(outcome.status)")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `a timeline that is not there is not one without golden frames`() throws {
    let outcome = try bench.vfx("golden", "check", "none.json")
    #expect(outcome.status == 2 && outcome.errors.contains("none.json"))
    #expect(!outcome.errors.contains("golden record"))
  }

  @Test func `a folder that cannot be read is not one without golden frames`() throws {
    // Also where the tests may read everything.
    _ = try bench.bash("touch t.golden")
    let outcome = try bench.vfx("golden", "check", "t.json")
    #expect(outcome.status == 1, "\(outcome.status)")
    #expect(
      outcome.errors.contains("cannot open t.golden/frames.md5: Not a directory"),
      "\(outcome.errors)")
    #expect(!outcome.errors.contains("golden record"))
    let elsewhere = try bench.vfx("golden", "check", "t.json", "--golden", "my frames")
    #expect(elsewhere.status == 2)
    #expect(
      elsewhere.errors.contains("vfx golden record t.json --golden 'my frames' makes it"),
      "\(elsewhere.errors)")
  }

  @Test func `a verdict counts where nobody reads the report`() throws {
    _ = try bench.vfx("golden", "record", "t.json", "--at", "0")
    try write("blue")
    _ = try bench.bash(
      """
      echo '{ "version": 2 }' > bad.json
      printf '1\n00:00:02,000 --> 00:00:01,000\nA\n' > bad.srt
      vfx testsrc -q -s 16x16 -n 1 > a.y4m
      vfx testsrc -q -s 16x16 -n 2 > b.y4m
      echo '{ "version": 1 }' > empty.json
      """)
    let commands = [
      ("golden check t.json", "1"), ("compare -q a.y4m b.y4m", "1"),
      ("verify -q -t empty.json a.y4m b.y4m", "1"), ("lint bad.srt", "1"),
      ("check --format json bad.json", "2"),
    ]
    for (command, status) in commands {
      let outcome = try bench.bash(
        "{ sleep 0.1; vfx \(command); echo $? > status; } 2> errors | true; cat status errors")
      #expect(outcome.text.hasPrefix("\(status)\n"), "\(command): \(outcome.text)")
    }
  }

  @Test func `a faulty timeline has its faults in the results`() throws {
    _ = try bench.vfx("golden", "record", "t.json", "--at", "0")
    let film =
      #"{ "version": 1, "canvas": { "size": [16, 16], "rate": 10 }, "#
      + #""layers": [{ "type": "<&>" }] }"#
    try bench.write(film)
    let tap = try bench.vfx("golden", "check", "t.json")
    #expect(tap.status == 2)
    #expect(
      tap.text.contains("  message: \"t.json: 1 error\"\n  details: \"t.json:1:"), "\(tap.text)")
    let xml = try bench.vfx("golden", "check", "t.json", "--format", "junit").text
    #expect(xml.contains(#"<failure message="t.json: 1 error">message: t.json: 1 error"#), "\(xml)")
    #expect(xml.contains("\ndetails:\nt.json:1:"), "\(xml)")
    #expect(xml.contains("&lt;&amp;&gt;") && !xml.contains("<&>"), "\(xml)")
  }

  @Test func `one timeline without golden frames has results, too`() throws {
    let outcome = try bench.vfx("golden", "check", "t.json")
    #expect(outcome.status == 2 && outcome.errors.contains("golden record t.json"))
    #expect(outcome.text.hasPrefix("TAP version 14\nnot ok 1 - t.json: timeline\n  ---\n"))
    #expect(outcome.text.hasSuffix("  ...\n1..1\n"), "\(outcome.text)")
    let xml = try bench.vfx("golden", "check", "none.json", "--format", "junit").text
    #expect(xml.contains(#"<testsuites name="vfx golden" tests="1" failures="1">"#), "\(xml)")
  }

  @Test func `a list that cannot be read leaves the other timelines`() throws {
    _ = try bench.vfx("golden", "record", "t.json", "--at", "0")
    let copy = try bench.bash("cp t.json u.json; mkdir -p u.golden/frames.md5")
    #expect(copy.status == 0)
    let outcome = try bench.vfx("golden", "check", "u.json", "t.json")
    #expect(outcome.status == 1 && outcome.errors.contains("u.golden/frames.md5"))
    #expect(outcome.text.contains("ok 2 - t.json: stream\n") && outcome.text.hasSuffix("1..3\n"))
  }

  @Test func `timelines beside one without golden frames are checked`() throws {
    let film =
      #"{ "version": 1, "canvas": { "size": [16, 16], "rate": 10 }, "#
      + #""clips": [{ "source": { "color": "red" }, "duration": 1 }] }"#
    for name in ["new.json", "old.json"] {
      try bench.write(film, to: name)
    }
    #expect(try bench.vfx("golden", "record", "old.json", "--at", "0").status == 0)
    let outcome = try bench.vfx("golden", "check", "new.json", "old.json")
    #expect(outcome.status == 2 && outcome.errors.contains("golden record new.json"))
    #expect(outcome.text.contains("not ok 1 - new.json: timeline\n"))
    #expect(outcome.text.contains("ok 2 - old.json: stream\n"))
    #expect(outcome.text.hasSuffix("1..3\n"))
  }

  @Test func `timelines that differ only in their ending have no folder together`() throws {
    try write("blue", to: "t.jsonc")
    let both = try bench.vfx("golden", "record", "t.json", "t.jsonc")
    #expect(both.status == 2, "\(both.errors)")
    // A folder that is named is whatever the user takes it for; so is that of a renamed timeline.
    #expect(files("t.golden") == [])
    #expect(try bench.vfx("golden", "record", "t.json", "--at", "0").status == 0)
    let before = try bench.text("t.golden/frames.md5")
    #expect(before.contains("#timeline: t.json\n"))
    let recorded = try bench.vfx("golden", "record", "t.jsonc", "--at", "0")
    #expect(recorded.status == 2 && recorded.errors.contains("--golden DIR"), "\(recorded.errors)")
    #expect(try bench.text("t.golden/frames.md5") == before)
    let checked = try bench.vfx("golden", "check", "t.jsonc")
    #expect(checked.status == 2 && checked.errors.contains("t.json;"), "\(checked.errors)")
    // A folder that is named is whatever the user takes it for, and so is that of a timeline with
    // another name now.
    #expect(try bench.vfx("golden", "check", "t.jsonc", "--golden", "t.golden").status == 1)
    _ = try bench.bash("mv t.json t.jsonc")
    #expect(try bench.vfx("golden", "check", "t.jsonc").status == 0)
    #expect(try bench.vfx("golden", "check", "t.jsonc", "./t.jsonc").status == 0)
  }

  @Test func `a list may come from Windows`() throws {
    let entry = GoldenList.Entry(frame: 3, hash: String(repeating: "a", count: 32))
    let list = GoldenList(stream: "64x48", frameBytes: 10, entries: [entry])
    let text = list.text.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try GoldenList(parsing: text) == list)
    #expect(try GoldenList(parsing: "\u{FEFF}" + text) == list)
    #expect(try GoldenList(parsing: "\u{FEFF}" + list.text) == list)
    let line = "a line of framemd5 is expected, of six columns with commas"
    #expect(throws: GoldenList.Fault(line: 7, message: line)) {
      try GoldenList(parsing: text + "0, 1, 2\r\n")
    }
  }

  @Test func `a list that is damaged gives its line`() throws {
    let entry = GoldenList.Entry(frame: 3, hash: String(repeating: "a", count: 32))
    let text = GoldenList(stream: "64x48", frameBytes: 10, entries: [entry]).text
    #expect(try GoldenList(parsing: text).text == text)
    #expect(throws: GoldenList.Fault(line: 1, message: "there is no frame in it")) {
      try GoldenList(parsing: "")
    }
    #expect(throws: GoldenList.Fault.self) { try GoldenList(parsing: text + "0, 1, 2\n") }
    let twice = text + (text.split(separator: "\n").last ?? "") + "\n"
    #expect(throws: GoldenList.Fault(line: 7, message: "frame 3 is out of order")) {
      try GoldenList(parsing: twice)
    }
  }
}

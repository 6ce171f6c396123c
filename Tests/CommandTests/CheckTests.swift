import Bytes
import Foundation
import TestFiles
import TestSupport
import Testing

/// What `vfx check` says, and what a render says of a faulty timeline.
@Suite struct CheckTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// The lines of `errors` that name a fault.
  private func faults(_ errors: String) -> [Substring] {
    errors.split(separator: "\n").filter { $0.hasPrefix("t.json:") }
  }

  /// Faults of the text and of the files, one beside the other.
  private static let faulty = """
    {"version": 1, "nmae": "x",
     "layers": [
      {"type": "image", "source": "one.png", "opacity": 7},
      {"type": "image"},
      {"type": "group", "start": "soon", "layers": [
        {"type": "image", "source": "two.png"}]},
      {"type": "color", "colour": "red"},
      {"type": "image", "source": "one.png"}]}
    """

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      (".", ". is needed to read it, but is a directory, not a program"),
      ("mine", "was not found on the search path (./mine is in this folder)"),
    ])
  func `an ffmpeg that is none is told by a check`(path: String, message: String) throws {
    try bench.write(#"{ "version": 1, "clips": [{ "source": "in.mkv" }] }"#)
    _ = try bench.bash(
      "touch mine; vfx testsrc -q -s 16x16 -n 2 | ffmpeg -v error -i - -c:v ffv1 in.mkv")
    #expect(try bench.vfx("check", "t.json").status == 0)
    let outcome = try bench.vfx("check", "t.json", "--ffmpeg", path)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `a film is no timeline`() throws {
    let film: [UInt8] =
      [0, 0, 0, 0x20] + Array("ftypisom".utf8) + [UInt8](repeating: 0x96, count: 64)
    try bench.write(film, to: "in.mp4")
    let outcome = try bench.vfx("check", "in.mp4")
    #expect(outcome.status == 2 && outcome.errors == "vfx: in.mp4 is MP4, not a timeline\n")
  }

  @Test func `all faults of text and files are reported at once, by place`() throws {
    try bench.write(Self.faulty)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    let found = faults(outcome.errors)
    #expect(Set(found).count == found.count)
    let places = found.map { $0.split(separator: ":")[1...2].compactMap { Int($0) } }
    #expect(places.sorted { $0.lexicographicallyPrecedes($1) } == places)
    #expect(places.map(\.first) == [1, 3, 3, 4, 5, 6, 7, 8])
    #expect(found.filter { $0.contains("one.png") }.count == 2)
    #expect(found.filter { $0.contains("two.png") }.count == 1)
  }

  @Test(arguments: [
    ("[99999999, 99999999]", "the canvas must have sides of 1 to 65535 pixels"),
    ("[99999999, 90]", "the canvas must have sides of 1 to 65535 pixels"),
    ("[0, 0]", "the canvas must have sides of 1 to 65535 pixels"),
    ("[60000, 60000]", "frames of this size are too large"),
  ])
  func `a size that no canvas has is named where it stands`(size: String, message: String) throws {
    let canvas = #"{ "version": 1, "canvas": { "rate": 5,"# + "\n" + #"  "size": \#(size) },"#
    try bench.write(canvas + #" "clips": [{ "source": { "color": "red" }, "duration": 1 }] }"#)
    let film = try bench.vfx("check", "t.json")
    #expect(film.status == 2)
    #expect(film.errors.hasPrefix("t.json:2:11: error: \(message)"), "\(film.errors)")
    try bench.write(canvas + #" "layers": [] }"#)
    let stream = try bench.bash("vfx testsrc -q -s 64x48 -n 1 | vfx -q -t t.json")
    #expect(stream.status == 2)
    #expect(stream.errors.contains("t.json:2:11: error: \(message)"), "\(stream.errors)")
  }

  @Test func `a render tells them too, without waiting for a stream`() throws {
    try bench.write(Self.faulty)
    let check = try bench.vfx("check", "t.json")
    let render = try bench.bash(
      """
      mkfifo p; sleep 25 >p 2>&- &
      vfx -t t.json <p; echo $? $((SECONDS < 20)); kill -9 %1
      """)
    #expect(render.text == "2 1\n")
    #expect(faults(render.errors) == faults(check.errors))
    #expect(render.errors.hasSuffix("vfx: t.json: 8 errors\n"))
  }

  @Test func `a file that is only missing is one error`() throws {
    try bench.write(#"{"version": 1, "layers": [{"type": "image", "source": "one.png"}]}"#)
    let check = try bench.vfx("check", "t.json")
    #expect(check.status == 2)
    #expect(faults(check.errors).count == 1)
    let render = try bench.bash("vfx testsrc -n 1 -s 16x16 | vfx -t t.json")
    #expect(render.status == 2)
    #expect(faults(render.errors) == faults(check.errors))
  }

  @Test func `a damaged file is reported beside one that is missing`() throws {
    let whole = try Data(
      contentsOf: Checkout.fixture("apng/delay.png"))
    try bench.write(whole.dropLast(20), to: "cut.png")
    try bench.write(
      """
      {"version": 1, "layers": [
        {"type": "image", "source": "cut.png"},
        {"type": "image", "source": "one.png"}]}
      """)
    let found = faults(try bench.vfx("check", "t.json").errors)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("t.json:2:31: warning: cut.png: ") == true)
    #expect(found.last?.hasPrefix("t.json:3:31: error: ") == true)
  }

  @Test func `a sound timeline has nothing said of it`() throws {
    try bench.write(#"{"version": 1, "layers": [{"type": "color", "end": 1}]}"#)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
    let json = try bench.vfx("check", "--format", "json", "t.json")
    #expect(json.status == 0 && json.text == "[]\n")
  }

  @Test func `faults are an array of objects for programs`() throws {
    try bench.write(Self.faulty)
    let outcome = try bench.vfx("check", "--format", "json", "t.json")
    #expect(outcome.status == 2)
    let found = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
    #expect(found?.map { $0["line"] as? Int } == [1, 3, 3, 4, 5, 6, 7, 8])
    #expect(found?.allSatisfy { $0["severity"] as? String == "error" } == true)
  }

  private func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A picture whose data break half way, under a right checksum: PNG and GIF.
  private func breakPictures() throws {
    let made = try bench.bash(
      "vfx testsrc -s 64x64 -n 1 | vfx still <(echo '{\"version\":1}') -o whole.png")
    try #require(made.status == 0)
    var png = [UInt8](try bench.contents("whole.png"))
    let data = try #require(png.indices.first { png[$0...].starts(with: Array("IDAT".utf8)) })
    let length = png[(data - 4)..<data].reduce(0) { $0 << 8 | Int($1) }
    for index in (data + 4 + length / 2)..<(data + 4 + length) { png[index] ^= 0x5A }
    var checksum = CRC32()
    checksum.update(png[data..<(data + 4 + length)])
    let end = data + 4 + length
    png.replaceSubrange(end..<end + 4, with: number(checksum.value))
    try bench.write(png, to: "broken.png")
    // One pixel, whose first code is in no table.
    var gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    gif += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0xFF, 0xFF, 0, 0x3B]
    try bench.write(gif, to: "broken.gif")
  }

  @Test(arguments: ["broken.png", "broken.gif"])
  func `a picture whose data are broken is reported before the first frame, and once`(
    _ name: String
  ) throws {
    try breakPictures()
    try bench.write(
      #"{"version": 1, "layers": [{"type": "image", "source": "\#(name)", "start": 0.5}]}"#)
    let check = try bench.vfx("check", "t.json")
    #expect(check.status == 2)
    #expect(faults(check.errors).count == 1)
    #expect(check.errors.hasPrefix("t.json:1:55: error: \(name): "))
    let render = try bench.bash("vfx testsrc -n 50 -s 16x16 | vfx -t t.json --threads 4")
    #expect(render.status == 2 && render.output.isEmpty)
    #expect(faults(render.errors) == faults(check.errors))
  }

  @Test func `a large picture is unpacked by a deep check alone, and fails once in a render`()
    throws
  {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      var checksum = CRC32()
      checksum.update(name.utf8 + data)
      return number(UInt32(data.count)) + name.utf8 + data + number(checksum.value)
    }
    // Of all rows there is but one block, which is not packed.
    let rows: [UInt8] =
      [0x78, 0x01, 0x00, 0x10, 0x00, 0xEF, 0xFF] + [UInt8](repeating: 0, count: 16)
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    png += chunk("IHDR", number(3000) + number(3000) + [8, 0, 0, 0, 0])
    png += chunk("IDAT", rows) + chunk("IEND", [])
    try bench.write(png, to: "large.png")
    try bench.write(#"{"version": 1, "layers": [{"type": "image", "source": "large.png"}]}"#)
    #expect(try bench.vfx("check", "t.json").status == 0)
    let deep = try bench.vfx("check", "--deep", "t.json")
    #expect(deep.status == 2)
    #expect(faults(deep.errors).count == 1)
    let render = try bench.bash(
      "vfx testsrc -n 20 -s 16x16 -q | vfx -t t.json --threads 4 >/dev/null")
    #expect(render.status == 1)
    #expect(faults(render.errors) == faults(deep.errors))
    #expect(render.errors.hasSuffix("vfx: t.json: 1 error\n"))
  }

  @Test func `the file that is wrong is marked, and not its layer`() throws {
    try bench.write(
      """
      {"version": 1, "layers": [
        {"type": "image", "opacity": 1, "source": "one.png"},
        {"type": "subtitles", "size": 20, "source": "two.srt"},
        {"type": "color", "color": "red", "duration": 2,
         "in": {"type": "luma", "duration": 1, "source": "three.png"}}]}
      """)
    let errors = try bench.vfx("check", "t.json").errors
    for (name, place) in [("one.png", "2:45"), ("two.srt", "3:47"), ("three.png", "5:52")] {
      #expect(errors.contains("t.json:\(place): error: cannot open \(name)"), "\(errors)")
      #expect(errors.contains("^" + String(repeating: "~", count: name.count + 1) + "\n"))
    }
  }

  @Test func `an untrusted timeline stays in its folder`() throws {
    let outside = try TemporaryFolder()
    let picture = outside.file("a.png")
    try FileManager.default.copyItem(
      atPath: Checkout.fixture("apng/delay.png").path, toPath: picture)
    try bench.write(#"{ "version": 1, "layers": [{ "type": "image", "source": "\#(picture)" }] }"#)
    #expect(try bench.vfx("check", "t.json").status == 0)
    for program in ["vfx", "afx"] {
      let refused = try bench.bash("\(program) check --untrusted t.json")
      #expect(refused.status == 2)
      #expect(refused.errors.contains("lies outside the timeline's folder"))
    }
    let allowed = try bench.vfx(
      "check", "--untrusted", "--allow-read", outside.path, "t.json")
    #expect(allowed.status == 0 && allowed.errors.isEmpty, "\(allowed.errors)")
  }

  @Test func `path data of the wrong type is one fault`() throws {
    try bench.write(
      """
      {"version": 1, "canvas": {"size": [64, 48], "rate": 25},
       "clips": [{"source": {"color": "red"}, "duration": 1}],
       "layers": [{"type": "shape", "shape": "path", "path": 7}]}
      """)
    let errors = try bench.vfx("check", "t.json").errors
    #expect(errors.contains("'path' takes path data, not a number"), "\(errors)")
    #expect(errors.split(separator: ": error: ").count == 2, "\(errors)")
  }

  @Test(arguments: [#""loop": 2"#, #""loop": "forever""#, #""reverse": true"#])
  func `a file that is not there is one fault`(_ use: String) throws {
    try bench.write(
      """
      {"version": 1, "canvas": {"size": [64, 48], "rate": 25},
       "clips": [{"source": {"color": "red"}, "duration": 1}],
       "layers": [{"type": "video", "source": "no.mp4", \(use)}],
       "audio": {"tracks": [{"source": "no.mp3", \(use)}]}}
      """)
    for (program, name) in [("vfx", "no.mp4"), ("afx", "no.mp3")] {
      let outcome = try bench.bash("\(program) check t.json")
      #expect(outcome.errors.contains("cannot open \(name): No such file"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: ": error: ").count == 2, "\(outcome.errors)")
    }
  }

  @Test(arguments: ["--untrusted", "--no-exec"])
  func `the option that forbids other programs is named`(_ option: String) throws {
    try bench.write("no film", to: "a.mp4")
    try bench.write(#"{ "version": 1, "clips": [{ "source": "a.mp4" }] }"#)
    let outcome = try bench.vfx("check", option, "t.json")
    #expect(
      outcome.errors.contains("read by ffmpeg, which \(option) forbids\n"), "\(outcome.errors)")
  }

  @Test func `a text for a name that the timeline does not have is refused`() throws {
    try bench.write(
      """
      {"version": 1, "vars": {"title": "a", "frame": "b"}, "layers": [
        {"type": "text", "text": "${title} ${name} ${frame:3}", "template": true}]}
      """)
    for command in ["vfx check t.json", "vfx -t t.json", "vfx plan t.json", "afx check t.json"] {
      let outcome = try bench.bash("\(command) --set nme=x")
      let program = command.prefix(3)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "\(program): --set: the timeline has no text named 'nme'; did you mean 'name'?\n")
    }
    let right = try bench.vfx("check", "t.json", "--set", "title=x", "--set", "name=y")
    #expect(right.status == 0)
    #expect(right.errors.contains("warning: 'frame' is never shown"))
    #expect(try bench.vfx("check", "t.json", "--set", "frame=1").errors.contains("cannot be set"))
    #expect(try bench.bash("vfx --set a=b").errors.hasPrefix("vfx: --set a: there is no timeline"))
    try bench.write(#"{"version": 1}"#)
    #expect(try bench.vfx("check", "t.json", "--set", "a=b").errors.contains("no templates"))
  }
}

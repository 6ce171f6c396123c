import Foundation
import Testing

/// What `vfx check` says, and what a render says of a faulty timeline.
@Suite struct CheckTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: bench.folder.appendingPathComponent("t.json"))
  }

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

  @Test func `all faults of text and files are told at once, by place`() throws {
    try write(Self.faulty)
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

  @Test func `a render tells them too, without waiting for a stream`() throws {
    try write(Self.faulty)
    let check = try bench.vfx("check", "t.json")
    let render = try bench.bash("vfx -t t.json < <(exec sleep 60); echo $? $((SECONDS < 50))")
    #expect(render.text == "2 1\n")
    #expect(faults(render.errors) == faults(check.errors))
    #expect(render.errors.hasSuffix("vfx: t.json: 8 errors\n"))
  }

  @Test func `a file that is only missing is one error`() throws {
    try write(#"{"version": 1, "layers": [{"type": "image", "source": "one.png"}]}"#)
    let check = try bench.vfx("check", "t.json")
    #expect(check.status == 2)
    #expect(faults(check.errors).count == 1)
    let render = try bench.bash("vfx testsrc -n 1 -s 16x16 | vfx -t t.json")
    #expect(render.status == 2)
    #expect(faults(render.errors) == faults(check.errors))
  }

  @Test func `a damaged file is told beside one that is missing`() throws {
    let whole = try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Fixtures/apng/delay.png"))
    try whole.dropLast(20).write(to: bench.folder.appendingPathComponent("cut.png"))
    try write(
      """
      {"version": 1, "layers": [
        {"type": "image", "source": "cut.png"},
        {"type": "image", "source": "one.png"}]}
      """)
    let found = faults(try bench.vfx("check", "t.json").errors)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("t.json:2:3: warning: cut.png: ") == true)
    #expect(found.last?.hasPrefix("t.json:3:3: error: ") == true)
  }

  @Test func `a sound timeline has nothing said of it`() throws {
    try write(#"{"version": 1, "layers": [{"type": "color", "end": 1}]}"#)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
    let json = try bench.vfx("check", "--format", "json", "t.json")
    #expect(json.status == 0 && json.text == "[]\n")
  }

  @Test func `faults are an array of objects for programs`() throws {
    try write(Self.faulty)
    let outcome = try bench.vfx("check", "--format", "json", "t.json")
    #expect(outcome.status == 2)
    let found = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
    #expect(found?.map { $0["line"] as? Int } == [1, 3, 3, 4, 5, 6, 7, 8])
    #expect(found?.allSatisfy { $0["severity"] as? String == "error" } == true)
  }
}

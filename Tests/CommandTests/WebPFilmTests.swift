import Foundation
import TestFiles
import Testing

/// WebP pictures in films: no other program is asked about them.
@Suite(.timeLimit(.minutes(10))) struct WebPFilmTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let fixtures = Checkout.fixture("webp")
    for (name, copy) in [
      ("animation-0.webp", "sticker.WEBP"), ("animation-1.webp", "no-ending"),
      ("orientation-5.webp", "photo.jpg"),
    ] {
      try FileManager.default.copyItem(
        atPath: fixtures.appendingPathComponent(name).path, toPath: bench.path(copy))
    }
  }

  /// How often each picture of a film is seen in a row.
  private func runs(_ timeline: String, _ command: String) throws -> [Int] {
    try Data(timeline.utf8).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash("\(command) | vfx hash > hashes; exit ${PIPESTATUS[0]}")
    #expect(outcome.status == 0, "\(outcome.errors)")
    var (counts, last) = ([Int](), Substring())
    for line in try bench.text("hashes").split(separator: "\n") where !line.hasPrefix("#") {
      let hash = line.split(separator: ",").last ?? ""
      if hash == last { counts[counts.count - 1] += 1 } else { counts.append(1) }
      last = hash
    }
    return counts
  }

  @Test func `an animation plays as a clip`() throws {
    let found = try runs(
      #"""
      { "version": 1, "canvas": { "size": [41, 30], "rate": 100 },
        "clips": [ { "source": "sticker.WEBP" } ] }
      """#, "vfx -q --no-exec -t t.json")
    // 100, 40, 0, 10, 11 and 1000 milliseconds; those of at most 10 are shown for 100.
    #expect(found.prefix(5) == [10, 4, 10, 10, 2])
    #expect(found.count == 6)
  }

  @Test func `an animation plays as a layer, once as its file says`() throws {
    let found = try runs(
      #"""
      { "version": 1, "canvas": { "size": [64, 48], "rate": 100 },
        "clips": [ { "source": { "color": "#102030" }, "duration": 1 } ],
        "layers": [ { "type": "image", "source": "no-ending", "speed": 2 } ] }
      """#, "vfx -q --no-exec -t t.json")
    #expect(found.prefix(4) == [5, 2, 5, 5])
    #expect(found.reduce(0, +) == 100)
  }

  @Test func `a photograph is turned as it says, whatever its name`() throws {
    try Data(#"{ "version": 1, "clips": [ { "source": "photo.jpg", "duration": 1 } ] }"#.utf8)
      .write(to: URL(fileURLWithPath: bench.path("t.json")))
    let outcome = try bench.bash("vfx -q --no-exec -t t.json | head -n 1")
    #expect(outcome.text.hasPrefix("YUV4MPEG2 W100 H80 "), "\(outcome.text) \(outcome.errors)")
  }
}

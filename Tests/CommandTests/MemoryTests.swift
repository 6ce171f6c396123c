import Foundation
import Testing

/// `--memory`: what would take more is an error at its place, before anything of it is taken.
@Suite struct MemoryTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ layers: String) throws {
    try bench.write(#"{ "version": 1, "layers": [\#(layers)] }"#)
  }

  @Test func `more layers than fit are an error at the first of them`() throws {
    let layer = "\n" + #"{ "type": "color", "size": [1, 1] }"#
    try write([String](repeating: layer, count: 400).joined(separator: ","))
    for command in ["check", "plan"] {
      let fine = try bench.vfx(command, "t.json", "--memory", "2G")
      #expect(fine.status == 0, "\(fine.errors)")
      let outcome = try bench.vfx(command, "t.json", "--memory", "1M")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains(
          "t.json:258:1: error: there are more "
            + "layers than fit into the memory that --memory allows"))
    }
  }

  @Test func `groups in one another that take too much are an error at the outermost`() throws {
    let color = #"{ "type": "color" }"#
    let below = #"{ "type": "color", "color": "red" }, "#
    for (isDeep, status) in [(false, 0), (true, 2)] {
      var layer = color
      for _ in 0..<12 {
        layer = #"{ "type": "group", "layers": [\#(isDeep ? below : "")\#(layer)] }"#
      }
      try write(layer)
      let outcome = try bench.bash(
        """
        vfx testsrc -q -s 3840x2160 -n 0 | vfx -q -j 2 --memory 512M -t t.json >/dev/null
        exit ${PIPESTATUS[1]}
        """)
      #expect(outcome.status == Int32(status), "\(outcome.errors)")
      guard isDeep else { continue }
      #expect(outcome.errors.contains("t.json:1:28: error: frames of 3840x2160 on 2 threads"))
      #expect(outcome.errors.contains("--memory allows 512.0 MiB"))
    }
  }

  @Test func `what is kept of sounds counts`() throws {
    // 30 bands of 60 numbers a second of two bytes, for ten minutes: 2.1 MiB; 200 levels a second
    // of four bytes: 0.5 MiB.
    try write(
      #"""
      { "type": "spectrum", "source": "a.wav", "count": 30, "size": [64, 64] },
      { "type": "color", "color": "red", "opacity": { "sound": "a.wav", "from": 0, "to": 1 }, "size": [9, 9] }
      """#)
    let sound = try bench.bash(
      "ffmpeg -v error -f lavfi -i sine=sample_rate=8000:duration=600 -ac 1 -y a.wav")
    #expect(sound.status == 0, "\(sound.errors)")
    func check(_ memory: String) throws -> (status: Int32, errors: String) {
      let outcome = try bench.bash(
        """
        vfx testsrc -q -s 640x640 -n 1 | vfx -q -j 1 --memory \(memory) -t t.json >/dev/null
        exit ${PIPESTATUS[1]}
        """)
      return (outcome.status, outcome.errors)
    }
    #expect(try check("16M").status == 0)
    let heard = try check("2M")
    #expect(heard.status == 2)
    #expect(
      heard.errors.contains("what is kept of this sound takes more memory than --memory allows"),
      "\(heard.errors)")
    let frames = try check("3500K")
    #expect(frames.status == 2)
    #expect(
      frames.errors.contains(
        "and what is kept of sounds need 4.3 MiB, but --memory allows 3.4 MiB"),
      "\(frames.errors)")
  }

  @Test func `frames that are too large for the memory are refused without a timeline, too`() throws
  {
    let outcome = try bench.bash(
      "vfx testsrc -s 4000x4000 -n 1 | vfx -j 2 --memory 64M >/dev/null; exit ${PIPESTATUS[1]}")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "vfx: frames of 4000x4000 on 2 threads need 91.6 MiB, but --memory allows 64.0 MiB\n"
      ))
  }
}

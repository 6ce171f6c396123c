import Foundation
import Testing

/// Times in frames and lengths in parts of the canvas are judged by the stream, and not by what
/// stands in for it before it is there.
@Suite(.timeLimit(.minutes(10))) struct StreamValuesTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func write(_ layers: String) throws {
    try bench.write(#"{ "version": 1, "layers": [\#(layers)] }"#)
  }

  @Test(arguments: [
    (
      #"{ "type": "color", "color": "red", "opacity": { "keys": [["7f", 1], [0.2, 0]] } }"#, "-r 60"
    ),
    (#"{ "type": "color", "color": "red", "start": "5f", "end": 0.15 }"#, "-r 60"),
    (
      #"""
      { "type": "color", "color": "red", "position": { "from": [0, 0], "to": [4, 4], "delay": 1 },
        "duration": "4f" }
      """#, "-r 1"
    ),
    (#"{ "type": "effect", "effect": "chroma-key", "shrink": "5vmin" }"#, "-s 320x180"),
    (#"{ "type": "effect", "effect": "blur", "sigma": "95vmin" }"#, "-s 64x36"),
  ])
  func `what is right for the stream is drawn`(_ layer: String, _ stream: String) throws {
    try write(layer)
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x18 -n 3 \(stream) > in.y4m
      vfx -q -t t.json < in.y4m > out.y4m && vfx verify -q in.y4m out.y4m -t t.json
      vfx still t.json < in.y4m > still.png
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `streams that cannot be verified are told with their formats`() throws {
    try write(#"{ "type": "color", "color": "red", "size": [4, 4] }"#)
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 32x18 -n 1 > a.y4m && vfx testsrc -q -s 16x18 -n 1 -f 444 > b.y4m
      vfx verify -q a.y4m b.y4m -t t.json
      """)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "vfx: cannot verify: a.y4m is 32x18, 4:2:0, 8 bits (C420mpeg2), "
        + "b.y4m is 16x18, 4:4:4, 8 bits (C444)\n", "\(outcome.errors)")
  }

  @Test func `a size that is too large is told with the limit`() throws {
    try write(#"{ "type": "color", "color": "red", "size": [4, 4] }"#)
    for command in ["tags -f 444p16", "plan t.json"] {
      let outcome = try bench.bash("vfx \(command) -s 65535x65535")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "vfx: --size: a frame of 65535x65535 would be too large; the limit is 2048 MiB\n",
        "\(outcome.errors)")
    }
  }

  @Test func `what is wrong for the stream has its place`() throws {
    try write(#"{ "type": "color", "color": "red", "start": "5f", "end": 0.15 }"#)
    let outcome = try bench.bash("vfx testsrc -q -s 32x18 -r 24 -n 3 | vfx -q -t t.json > out.y4m")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("t.json:1:"), "\(outcome.errors)")
  }

  /// Without a stream: standard input is a terminal's, or waits.
  @Test func `what is wrong for any stream is reported before there is one`() throws {
    for layer in [
      #"{ "type": "color", "color": "rde", "start": "5f", "end": 0.15 }"#,
      #"{ "type": "color", "color": "red", "start": "5f", "end": "4f" }"#,
      #"{ "type": "effect", "effect": "blur", "sigma": "5vmin", "mix": 2 }"#,
    ] {
      try write(layer)
      let outcome = try bench.bash(
        "vfx -q -t t.json < <(sleep 0.3) > out.y4m; echo $? > code")
      #expect(try bench.text("code") == "2\n")
      #expect(outcome.errors.hasPrefix("t.json:1:"), "\(outcome.errors)")
    }
  }

  @Test func `a plan is made for the size that is said`() throws {
    try write(#"{ "type": "effect", "effect": "chroma-key", "shrink": "5vmin" }"#)
    #expect(try bench.vfx("plan", "-s", "320x180", bench.path("t.json")).status == 0)
    #expect(try bench.vfx("plan", bench.path("t.json")).status == 2)
  }
}

import Foundation
import Testing

/// Effects that read frames before their own, in films as `vfx` renders them: any number of
/// workers, any part, and single frames give the same bytes.
@Suite struct HistoryCommandTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let layers = #"""
    { "type": "text", "text": "echo", "size": 20, "color": "white",
      "position": { "from": [0, 20], "to": [60, 40], "duration": 3 } },
    { "type": "effect", "effect": "echo", "count": 3, "delay": "2f", "decay": 0.8, "mode": "lighten" },
    { "type": "effect", "effect": "posterize-time", "rate": 8, "start": 1 },
    { "type": "effect", "effect": "slit-scan", "span": 0.2, "start": 2.1, "duration": 0.5 },
    { "type": "group", "start": 0.5, "layers": [
      { "type": "color", "color": "red", "size": [10, 10],
        "position": { "from": [0, 0], "to": [80, 0], "duration": 2 } },
      { "type": "effect", "effect": "echo", "mode": "behind", "delay": "1f" } ] }
    """#

  /// A film of its own clips: with history below layers and on a clip, across a transition.
  private func makeClips() throws {
    #expect(try bench.bash("vfx testsrc -q -n 60 -s 96x64 -r 20 > a.y4m").status == 0)
    try bench.write(
      #"""
      { "version": 1, "clips": [
          { "source": "a.y4m", "in": 0, "out": 1.5, "transition": { "type": "wipeleft", "duration": 0.5 },
            "effects": [{ "effect": "echo", "count": 2, "delay": "2f" }] },
          { "source": "a.y4m", "in": 1, "out": 3, "speed": 0.7 } ],
        "layers": [ \#(Self.layers) ] }
      """#, to: "clips.json")
  }

  private func makeStream() throws {
    #expect(try bench.bash("vfx testsrc -q -n 60 -s 96x64 -r 20 > a.y4m").status == 0)
    try bench.write(#"{ "version": 1, "layers": [ \#(Self.layers) ] }"#)
  }

  @Test func `any number of workers draws the same film`() throws {
    try makeClips()
    try makeStream()
    let outcome = try bench.bash(
      """
      set -e
      vfx -q -t clips.json -j 1 > one.y4m
      vfx -q -t t.json -j 1 < a.y4m > stream.y4m
      for j in 2 7; do
        vfx -q -t clips.json -j $j | cmp - one.y4m
        vfx -q -t t.json -j $j < a.y4m | cmp - stream.y4m
      done
      vfx -q -t t.json --latency low < a.y4m | cmp - stream.y4m
      cmp -s a.y4m stream.y4m && echo nothing is drawn
      echo same
      """)
    #expect(outcome.text == "same\n", "\(outcome.errors)")
  }

  @Test func `any part of a film of clips has the bytes of the whole`() throws {
    try makeClips()
    let outcome = try bench.bash(
      """
      set -e
      vfx -q -t clips.json | tail -n +1 > whole.y4m
      size=$((96 * 64 * 3 / 2 + 6))
      head=$(head -n 1 whole.y4m | wc -c)
      for start in 1 7 20 23 29 30 42 50 59; do
        tail -c +$((head + 1 + start * size)) whole.y4m | head -c $((3 * size)) > wanted
        vfx -q -t clips.json --start ${start}f -n 3 -j 2 | tail -c +$((head + 1)) | cmp - wanted
      done
      echo same
      """)
    #expect(outcome.text == "same\n", "\(outcome.errors)")
  }

  @Test func `a part of standard input has them with its preroll`() throws {
    try makeStream()
    let outcome = try bench.bash(
      """
      set -e
      vfx -q -t t.json < a.y4m > whole.y4m
      size=$((96 * 64 * 3 / 2 + 6))
      head=$(head -n 1 whole.y4m | wc -c)
      for start in 12 30 45; do
        roll=$((start < 24 ? start : 24))
        tail -c +$((head + 1 + start * size)) whole.y4m | head -c $((5 * size)) > wanted
        { head -n 1 a.y4m; tail -c +$((head + 1 + (start - roll) * size)) a.y4m; } |
          vfx -q -t t.json --start ${start}f --preroll ${roll}f -n 5 -j 3 |
          tail -c +$((head + 1)) | cmp - wanted
      done
      echo same
      """)
    #expect(outcome.text == "same\n", "\(outcome.errors)")
  }

  @Test func `preroll is refused where it has no meaning, and missed where it is needed`() throws {
    try makeClips()
    try makeStream()
    let clips = try bench.bash("vfx -t clips.json --start 1 --preroll 3f > out.y4m")
    #expect(clips.status == 2 && clips.errors.contains("--preroll is for a film on standard input"))
    let early = try bench.bash("vfx -t t.json --start 2f --preroll 3f < a.y4m > out.y4m")
    #expect(early.status == 2 && early.errors.contains("reaches back before the film's beginning"))
    let missed = try bench.bash("vfx -t t.json --start 1 -n 2 < a.y4m > out.y4m")
    #expect(missed.status == 0)
    #expect(missed.errors.contains("t.json:3:1: warning: effects read"))
    let plain = try bench.bash(
      #"""
      echo '{"version": 1}' > p.json
      vfx -q -t p.json --start 1 --preroll 3f -n 2 < a.y4m > out.y4m
      { head -n 1 a.y4m; tail -n +2 a.y4m | tail -c +$((1 + 3 * (96 * 64 * 3 / 2 + 6))) |
        head -c $((2 * (96 * 64 * 3 / 2 + 6))); } | cmp - out.y4m && echo same
      """#)
    #expect(plain.text == "same\n", "\(plain.errors)")
  }

  @Test func `a still is the frame of the film`() throws {
    try makeClips()
    try makeStream()
    let outcome = try bench.bash(
      """
      set -e
      vfx still t.json --at 50f --at 13f --at 14f -o s.png < a.y4m
      vfx still clips.json --at 50f --at 13f --at 14f -o c.png
      for n in 50 13 14; do
        vfx -q -t t.json < a.y4m > whole.y4m
        echo '{"version": 1}' > p.json
        case $n in 50) i=1 ;; 13) i=2 ;; 14) i=3 ;; esac
        vfx still p.json --at ${n}f < whole.y4m | cmp - s-$i.png
        vfx -q -t clips.json > film.y4m
        vfx still p.json --at ${n}f < film.y4m | cmp - c-$i.png
      done
      echo same
      """)
    #expect(outcome.text == "same\n", "\(outcome.errors)")
  }

  @Test func `a history that is too long is refused at its place`() throws {
    #expect(try bench.bash("vfx testsrc -q -n 2 -s 32x32 -r 25 > a.y4m").status == 0)
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "effect", "effect": "echo", "count": 32, "delay": "10f" }] }"#
    )
    let long = try bench.bash("vfx -t t.json < a.y4m > out.y4m")
    #expect(long.status != 0)
    #expect(long.errors.contains("t.json:1:"))
    #expect(long.errors.contains("reads 320 frames before its own, and at most 256 are kept"))
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "effect", "effect": "echo", "count": 32, "delay": "5f" }] }"#
    )
    let large = try bench.bash(
      "vfx testsrc -q -n 1 -s 1920x1080 -r 25 | vfx -t t.json -j 2 --memory 256M > out.y4m")
    #expect(large.status == 2 && large.errors.contains("--memory allows"))
  }

  @Test func `a key and a history do not go together on a clip`() throws {
    try makeClips()
    try bench.write(
      #"""
      { "version": 1, "clips": [ { "source": "a.y4m",
          "effects": [{ "effect": "chroma-key" }, { "effect": "echo" }] } ] }
      """#, to: "key.json")
    let outcome = try bench.bash("vfx check key.json")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains("does not go with a key on a clip")
        || outcome.text.contains("does not go with a key on a clip"))
  }
}

import Foundation
import Testing

/// `--latency low` and threads that share a frame.
@Suite(.timeLimit(.minutes(20))) struct LatencyTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      #"""
      { "version": 1, "layers": [
        { "type": "effect", "effect": "vortex", "angle": { "from": 40, "to": 400, "duration": 1 } },
        { "type": "gradient", "opacity": 0.4, "rotation": { "from": 0, "to": 90, "duration": 1 } },
        { "type": "effect", "effect": "pointillize", "radius": 9, "region": { "size": [300, 200] } } ] }
      """#)
  }

  @Test func `the output does not depend on threads and latency`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 320x240 -n 2 > in.y4m
      for latency in normal low; do
        for threads in 1 2 7; do
          vfx -q -t t.json --latency $latency -j $threads < in.y4m | vfx hash -q | tail -n 2 > \
            $latency$threads
          cmp $latency$threads normal1 || exit 1
        done
      done
      tail -n 1 normal1
      """)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(!outcome.text.isEmpty)
  }

  @Test(arguments: ["low", "normal"], [1, 3])
  func `a feeder may wait for each frame before it gives the next`(
    _ latency: String, _ threads: Int
  ) throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 64x48 -n 5 > clip.y4m
      vfx -q -t t.json < clip.y4m > expected.y4m
      header=$(head -n 1 clip.y4m | wc -c) frame=$((6 + 64 * 48 * 3 / 2))
      mkfifo in out
      vfx -q -t t.json --latency \(latency) -j \(threads) < in > out &
      exec 3> in 4< out
      head -n 1 clip.y4m >&3
      head -c $header <&4 > got.y4m
      for index in 0 1 2 3 4; do
        tail -c +$((header + index * frame + 1)) clip.y4m | head -c $frame >&3
        head -c $frame <&4 >> got.y4m
      done
      exec 3>&-
      wait $! && cmp got.y4m expected.y4m && echo same
      """)
    #expect(outcome.text == "same\n", "\(outcome.errors)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fdinfo/0")))
  func `at low latency nothing is read before the frame before is written`() throws {
    // A frame is larger than a pipe, so it is not written before someone reads.
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 1280x1280 -n 4 > in.y4m
      size=$(head -n 1 in.y4m | wc -c)
      size=$((size + 6 + 1280 * 1280 * 3 / 2))
      mkfifo out
      exec 3< in.y4m
      vfx -q --latency low <&3 > out &
      exec 4< out
      place() { sed -n 's/^pos:[^0-9]*//p' /proc/$$/fdinfo/3; }
      while [ $(place) -lt $size ]; do sleep 0.01; done
      sleep 0.2
      echo $(($(place) - size))
      exec 4<&-
      wait $!
      """)
    #expect(outcome.text == "0\n", "\(outcome.errors)")
  }
}

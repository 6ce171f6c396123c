import Foundation
import Testing

/// Timelines that are clips, as the program draws them.
@Suite struct NestedClipFilmTests {
  static let part = #"""
    { "version": 1, "vars": { "color": "#c03020" }, "layers": [
      { "type": "color", "color": { "var": "color" }, "size": ["50%", "50%"], "start": 0.2, "end": 1,
        "position": { "from": [0, 0], "to": ["50%", "50%"] }, "opacity": 0.7 },
      { "type": "text", "text": "${frame}", "template": true, "size": 20, "start": 0.4, "end": 2 },
      { "type": "effect", "effect": "blur", "sigma": 2, "start": 1.2, "end": 2 } ] }
    """#

  /// The frames of a timeline of 64 by 48, one after the other.
  private func frames(_ bench: Workbench, _ timeline: String, _ options: String = "") throws
    -> [Data]
  {
    try bench.write(timeline)
    let outcome = try bench.bash("vfx -q -t t.json --fps 10 \(options)")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let size = 64 * 48 * 3 / 2 + 6
    guard let header = outcome.output.firstIndex(of: 0x0A) else { return [] }
    let body = outcome.output[(header + 1)...]
    return stride(from: body.startIndex, to: body.endIndex, by: size).map {
      Data(body[$0..<min($0 + size, body.endIndex)])
    }
  }

  private func bench(_ part: String = part) throws -> Workbench {
    let bench = try Workbench()
    try bench.write(part, to: "p.json")
    return bench
  }

  private func film(_ clips: String, _ layers: String = "") -> String {
    #"{ "version": 1, "canvas": { "size": [64, 48] }, "clips": [\#(clips)], "layers": [\#(layers)] }"#
  }

  @Test func `it is what the same timeline draws as a layer over black`() throws {
    let bench = try bench()
    let clip = try frames(bench, film(#"{ "source": "p.json", "vars": { "color": "teal" } }"#))
    let layer = try frames(
      bench,
      film(
        #"{ "source": { "color": "black" }, "duration": 2 }"#,
        #"{ "type": "timeline", "source": "p.json", "vars": { "color": "teal" } }"#))
    #expect(clip.count == 20 && clip == layer)
    #expect(Set(clip).count > 12)
    let chunk = try frames(
      bench, film(#"{ "source": "p.json", "vars": { "color": "teal" } }"#), "--start 1.3 -j 2")
    #expect(chunk == Array(clip[13...]))
  }

  @Test func `its part, its passes, its direction and its speed are those of a film`() throws {
    let steps = (0..<8).map {
      #"{ "type": "color", "color": "rgb(\#($0 * 30), 90, 60)", "start": \#(Double($0) / 10), "duration": 0.1 }"#
    }
    let bench = try bench(
      #"{ "version": 1, "layers": [\#(steps.joined(separator: ", "))] }"#)
    let all = try frames(bench, film(#"{ "source": "p.json" }"#))
    #expect(all.count == 8 && Set(all).count == 8)
    let part = try frames(
      bench, film(#"{ "source": "p.json", "in": 0.2, "out": 0.6, "loop": 2 }"#))
    #expect(part == Array(all[2..<6] + all[2..<6]))
    let back = try frames(bench, film(#"{ "source": "p.json", "reverse": true }"#))
    #expect(back == Array(all.reversed()))
    let fast = try frames(bench, film(#"{ "source": "p.json", "speed": 2 }"#))
    #expect(fast == [all[0], all[2], all[4], all[6]])
    let still = try frames(
      bench, film(#"{ "source": "p.json", "freeze": { "at": "100%", "duration": 0.2 } }"#))
    #expect(still == all + [all[7], all[7]])
  }

  @Test func `films in it are supplied in its time`() throws {
    let bench = try bench(
      #"{ "version": 1, "layers": [{ "type": "video", "source": "b.y4m", "start": 0.5, "end": 1.5 }] }"#
    )
    let made = try bench.bash(
      #"""
      for n in 1 2; do vfx testsrc -q -r 10 -s 64x48 -d $((n + 1)) > $n.y4m; done; mv 2.y4m b.y4m
      """#)
    #expect(made.status == 0, "\(made.errors)")
    let source = try frames(bench, film(#"{ "source": "b.y4m" }"#))
    let clip =
      #"{ "source": { "color": "red" }, "duration": 0.3 }, { "source": "p.json", "in": 0.8 }"#
    let film = try frames(bench, film(clip))
    #expect(film.count == 10)
    // The chroma of layers is that of 4:4:4 on its way.
    func luma(_ frames: some Sequence<Data>) -> [Data] { frames.map { $0.prefix(6 + 64 * 48) } }
    #expect(luma(film[3...]) == luma(source[3..<10]) && Set(luma(film[3...])).count == 7)
    #expect(try frames(bench, self.film(clip), "--start 0.6") == Array(film[6...]))
    // At another pace too: every other frame of the film, and all of it from its end on.
    let fast = try frames(bench, self.film(#"{ "source": "p.json", "in": 0.5, "speed": 2 }"#))
    #expect(luma(fast) == (0..<5).map { luma(source)[2 * $0] })
    let back = try frames(
      bench, self.film(#"{ "source": "p.json", "in": 0.5, "reverse": true, "loop": 2 }"#))
    let reversed = luma(source[0..<10].reversed())
    #expect(luma(back) == reversed + reversed)
  }

  @Test func `effects that read earlier frames stand beside it`() throws {
    let bench = try bench(
      #"{ "version": 1, "layers": [{ "type": "effect", "effect": "echo", "end": 1 }] }"#)
    try bench.write(film(#"{ "source": "p.json" }"#))
    let fault = try bench.bash("vfx check t.json")
    #expect(fault.status == 2)
    #expect(fault.errors.contains("p.json:1:28: error: an effect that reads earlier frames"))
  }

  @Test func `it can be cut, blended and fitted as a film`() throws {
    let bench = try bench()
    let frames = try frames(
      bench,
      film(
        #"""
        { "source": "p.json", "out": 1, "zoom": { "from": 1, "to": 1.5 }, "background": "blur",
          "transition": { "type": "wipe", "duration": 0.4 } },
        { "source": "p.json", "rotate": 90, "opacity": 0.5, "blend": "screen", "background": "#224",
          "effects": [{ "effect": "sepia" }] }
        """#))
    #expect(frames.count == 26 && Set(frames).count > 20)
  }
}

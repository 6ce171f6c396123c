import Foundation
import Testing

/// Timelines in timelines of other programs: which frames of the sources are seen.
@Suite(.timeLimit(.minutes(10))) struct NestedImportTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    let made = try bench.bash(
      #"""
      for n in a b c; do vfx testsrc -q -r 10 -s 32x24 -n 40 --seed $((++seed)) > $n.y4m; done
      """#)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The frames of a stream of 32 by 24.
  private func frames(_ stream: Data) -> [Data] {
    let size = 32 * 24 * 3 / 2 + 6
    guard let header = stream.firstIndex(of: 0x0A) else { return [] }
    let body = stream[(header + 1)...]
    return Swift.stride(from: body.startIndex, to: body.endIndex, by: size).map {
      Data(body[$0..<min($0 + size, body.endIndex)])
    }
  }

  /// The frames that are seen, as `a4` for the fifth of the first film.
  private func seen(_ stream: Data) throws -> [String] {
    var names: [Data: String] = [:]
    for film in ["a", "b", "c"] {
      for (number, frame) in frames(try bench.contents("\(film).y4m")).enumerated() {
        names[frame] = "\(film)\(number)"
      }
    }
    return frames(stream).map { names[$0] ?? "?" }
  }

  private static func range(_ start: Int, _ duration: Int) -> String {
    func time(_ value: Int) -> String {
      #"{"OTIO_SCHEMA": "RationalTime.1", "rate": 10, "value": \#(value)}"#
    }
    return
      #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(start)), "duration": \#(time(duration))}"#
  }

  private static func clip(_ film: String, _ start: Int, _ duration: Int) -> String {
    #"""
    {"OTIO_SCHEMA": "Clip.2", "name": "\#(film)", "source_range": \#(range(start, duration)),
      "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1",
        "target_url": "\#(film).y4m", "available_range": \#(range(0, 40))}}}
    """#
  }

  private static func track(_ children: String...) -> String {
    #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(children.joined(separator: ","))]}"#
  }

  /// A stack of two tracks: a5 to a14 and b0 to b9, and over the last three of a's frames c0 to c2.
  private static func stack(_ start: Int, _ duration: Int, _ effects: String = "") -> String {
    let gap = #"{"OTIO_SCHEMA": "Gap.1", "source_range": \#(range(0, 7))}"#
    return #"""
      {"OTIO_SCHEMA": "Stack.1", "name": "inner", "source_range": \#(range(start, duration)),
        "effects": [\#(effects)], "children": [
          \#(track(clip("a", 5, 10), clip("b", 0, 10))), \#(track(gap, clip("c", 0, 3)))]}
      """#
  }

  private static func speed(_ factor: Double) -> String {
    #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "effect_name": "LinearTimeWarp", "time_scalar": \#(factor)}"#
  }

  /// What is imported, and what is seen of it.
  private func imported(_ children: String...) throws -> (text: String, frames: [String]) {
    let (text, stream) = try film([Self.track(children.joined(separator: ","))])
    return (text, try seen(stream))
  }

  /// What is imported of tracks, and its stream.
  private func film(_ tracks: [String]) throws -> (text: String, stream: Data) {
    let text = #"""
      {"OTIO_SCHEMA": "Timeline.1", "name": "film", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
        \#(tracks.joined(separator: ","))]}}
      """#
    try bench.write(text, to: "t.otio")
    let made = try bench.bash("vfx import t.otio > t.json && vfx check t.json && vfx -q -t t.json")
    #expect(made.status == 0 && made.errors == "", "\(made.errors)")
    return (String(decoding: try bench.contents("t.json"), as: UTF8.self), made.output)
  }

  @Test func `a stack keeps its tracks, its part and its speed`() throws {
    let plain = try imported(Self.clip("c", 30, 2), Self.stack(4, 8), Self.clip("c", 38, 2))
    #expect(plain.text.contains(#""source": { "timeline": {"#))
    #expect(
      plain.frames == [
        "c30", "c31", "a9", "a10", "a11", "c0", "c1", "c2", "b0", "b1", "c38", "c39",
      ])
    let fast = try imported(Self.stack(4, 6, Self.speed(2)))
    #expect(fast.text.contains(#""speed": 2"#))
    #expect(fast.frames == ["a9", "a11", "c1", "b0", "b2", "b4"])
    let back = try imported(Self.stack(8, 6, Self.speed(-1)))
    #expect(back.text.contains(#""reverse": true"#))
    #expect(back.frames == ["b3", "b2", "b1", "b0", "c2", "c1"])
    let held = try imported(Self.stack(12, 3, #"{"OTIO_SCHEMA": "FreezeFrame.1"}"#))
    #expect(held.frames == ["b2", "b2", "b2"])
  }

  @Test func `what is played beyond its end is black`() throws {
    let frames = try imported(Self.stack(18, 4), Self.clip("a", 0, 1)).frames
    #expect(frames == ["b8", "b9", "?", "?", "a0"])
  }

  @Test func `a stack in a stack, and one that mixes with its neighbour`() throws {
    let outer = #"""
      {"OTIO_SCHEMA": "Stack.1", "name": "outer", "source_range": \#(Self.range(1, 5)), "children": [
        \#(Self.track(Self.clip("c", 20, 2), Self.stack(11, 6)))]}
      """#
    let deep = try imported(outer, Self.clip("a", 0, 1))
    #expect(deep.text.components(separatedBy: #"{ "timeline": {"#).count == 3)
    #expect(deep.frames == ["c21", "b1", "b2", "b3", "b4", "a0"])
    let dissolve = #"""
      {"OTIO_SCHEMA": "Transition.1", "transition_type": "SMPTE_Dissolve",
        "in_offset": {"OTIO_SCHEMA": "RationalTime.1", "rate": 10, "value": 1},
        "out_offset": {"OTIO_SCHEMA": "RationalTime.1", "rate": 10, "value": 1}}
      """#
    let mixed = try imported(Self.stack(4, 4), dissolve, Self.clip("b", 20, 3))
    #expect(mixed.text.contains(#""source": { "timeline": {"#))
    // In the middle of the dissolve, frame 8 of the stack and frame 20 of the film are mixed.
    #expect(mixed.frames.count == 7 && mixed.frames[0...2] == ["a9", "a10", "a11"])
    #expect(mixed.frames[4] == "?" && mixed.frames[5...] == ["b21", "b22"])
  }

  private static let gap = #"{"OTIO_SCHEMA": "Gap.1", "source_range": \#(range(0, 2))}"#

  @Test func `over other tracks a stack is a layer, through which they are seen where it is over`()
    throws
  {
    // The stack ends after two of these frames.
    let (text, stream) = try film([
      Self.track(Self.clip("c", 0, 8)), Self.track(Self.gap, Self.stack(18, 4)),
    ])
    #expect(text.contains(#""type": "timeline""#) && text.contains(##"{ "color": "#00000000" }"##))
    // What is drawn apart with its alpha keeps the luma of whole frames, and rounds their chroma.
    let luma = { (frame: Data) in frame.dropFirst(6).prefix(32 * 24) }
    let films = try ["b", "c"].map { frames(try bench.contents("\($0).y4m")).map(luma) }
    let expected =
      [0, 1].map { films[1][$0] } + [8, 9].map { films[0][$0] }
      + (4..<8).map { films[1][$0] }
    let found = frames(stream).map(luma)
    #expect(found.count == 8)
    for (a, b) in zip(found, expected) {
      #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test func `what is done to a stack as a whole is done to its picture`() throws {
    let names = ["transformationZoomX", "transformationZoomY"].map {
      #"{"Parameter ID": "\#($0)", "Parameter Value": 0.5, "Key Frames": {}}"#
    }
    let half = #"""
      {"OTIO_SCHEMA": "Effect.1", "effect_name": "Resolve Effect", "metadata": {"Resolve_OTIO":
        {"Effect Name": "Transform", "Enabled": true, "Parameters": [\#(names.joined(separator: ","))]}}}
      """#
    try bench.write(film([Self.track(Self.stack(4, 8))]).stream, to: "s.y4m")
    try bench.write(
      #"""
      { "version": 1, "clips": [{ "source": "c.y4m", "duration": 0.8 }], "layers": [{ "type": "video",
        "source": "s.y4m", "scale": 0.5, "anchor": "center", "position": ["50%", "50%"] }] }
      """#, to: "s.json")
    let drawn = try bench.bash("vfx -q -t s.json")
    #expect(drawn.status == 0, "\(drawn.errors)")
    // On the main track it lies over nothing.
    let alone = frames(
      try film([Self.track(Self.clip("c", 0, 2), Self.stack(4, 8, half))]).stream)
    let upper = try film([Self.track(Self.clip("c", 0, 8)), Self.track(Self.stack(4, 8, half))])
    #expect(upper.text.contains(#""scale": 0.5"#))
    let (found, expected) = (frames(upper.stream), frames(drawn.output))
    #expect(found.count == 8 && alone.count == 10 && expected.count == 8)
    guard found.count == 8, alone.count == 10 else { return }
    for (number, pair) in zip(found, expected).enumerated() {
      let apart = zip(pair.0, pair.1).map { abs(Int($0) - Int($1)) }
      #expect(apart.prefix(6 + 32 * 24).max() ?? 9 <= 2, "frame \(number)")
      let middle = 6 + 32 * 12 + 16
      #expect(alone[number + 2][6] == 16 && alone[number + 2][middle] == pair.0[middle])
    }
  }

  @Test func `it goes out again as a stack, or laid out`() throws {
    let frames = try imported(Self.clip("c", 30, 2), Self.stack(11, 6)).frames
    let back = try bench.bash(
      #"""
      vfx export t.json --to otio > b.otio 2> /dev/null; vfx export t.json --to edl > b.edl
      vfx import b.otio > b.json && vfx -q -t b.json
      """#)
    #expect(back.status == 0, "\(back.errors)")
    #expect(try seen(back.output) == frames)
    let list = String(decoding: try bench.contents("b.edl"), as: UTF8.self)
    #expect(list.contains("b.y4m") && !list.contains("BL "), "\(list)")
  }
}

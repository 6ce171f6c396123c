import Foundation
import TestFiles
import Testing

/// Layers that run on without an end.
@Suite struct MarqueeTests {
  /// Rows of a grey film of 64 by 48, frame by frame.
  private func frames(_ layer: String, _ options: String = "") throws -> [[[UInt8]]] {
    let bench = try Workbench()
    let logo = Checkout.folder.appendingPathComponent("examples/logo.png")
    try FileManager.default.copyItem(
      at: logo, to: bench.folder.appendingPathComponent("logo.png"))
    let timeline = #"""
      { "version": 1, "canvas": { "size": [64, 48], "format": "mono" },
        "clips": [{ "source": { "color": "#404040" }, "duration": 1.2 }], "layers": [\#(layer)] }
      """#
    try bench.write(timeline)
    let outcome = try bench.bash("vfx -q -t t.json --fps 10 \(options)")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    guard let header = outcome.output.firstIndex(of: 0x0A) else { return [] }
    let body = [UInt8](outcome.output[(header + 1)...])
    return stride(from: 0, to: body.count, by: 64 * 48 + 6).map { start in
      (0..<48).map { Array(body[(start + 6 + $0 * 64)..<(start + 70 + $0 * 64)]) }
    }
  }

  private func image(_ marquee: String, _ rest: String = "") -> String {
    #"""
    { "type": "image", "source": "logo.png", "size": [30, 20], "position": [7, 11],
      "marquee": { \#(marquee) }\#(rest) }
    """#
  }

  @Test func `it repeats without a seam, and is where it was after a period`() throws {
    let frames = try frames(image(#""speed": 80, "gap": 10"#))
    #expect(frames.count == 12)
    for (number, frame) in frames.enumerated() {
      let moved = 8 * number % 40
      for (row, first) in zip(frame, frames[0]) {
        #expect(row[..<(64 - moved)].elementsEqual(first[moved...]), "frame \(number)")
        #expect(row[..<24].elementsEqual(row[40...]), "frame \(number)")
      }
    }
    #expect(frames[5] == frames[0] && frames[10] == frames[0] && frames[1] != frames[0])
    // What stands at `position` in the beginning is the layer itself.
    let plain = try self.frames(image("").replacingOccurrences(of: #", "marquee": {  }"#, with: ""))
    #expect(frames[0].map { Array($0[4..<40]) } == plain[0].map { Array($0[4..<40]) })
  }

  @Test func `it runs to all sides`() throws {
    let right = try frames(image(#""speed": "125vw", "gap": "10px", "direction": "right""#))
    for row in 0..<48 {
      #expect(right[1][row][8...].elementsEqual(right[0][row][..<56]))
    }
    let up = try frames(image(#""speed": 40, "gap": 10, "direction": "up""#))
    for row in 0..<44 { #expect(up[1][row] == up[0][row + 4]) }
    let down = try frames(image(#""speed": 40, "gap": 10, "direction": "down""#))
    for row in 4..<48 { #expect(down[1][row] == down[0][row - 4]) }
    #expect(up[0] == down[0] && up[0] != up[1])
  }

  @Test func `parts of a film are as in the whole of it`() throws {
    let text = #"""
      { "type": "text", "text": "news", "size": 21, "position": [3, 20], "rotation": -20,
        "marquee": { "speed": 33.3, "gap": 7 }, "in": { "type": "dissolve", "duration": 0.3 } }
      """#
    let whole = try frames(text, "-j 1")
    #expect(whole.count == 12)
    #expect(Set(whole.dropFirst(4).map { $0.flatMap { $0 } }).count == 8)
    #expect(try frames(text, "--start 0.7 -j 3") == Array(whole[7...]))
  }

  @Test func `what is too short is reported`() throws {
    let bench = try Workbench()
    let timeline = #"""
      { "version": 1, "canvas": { "size": [4000, 20] }, "clips": [{ "source": { "color": "red" }, "duration": 1 }],
        "layers": [{ "type": "text", "text": ".", "size": 4, "marquee": { "gap": 0 } }] }
      """#
    try bench.write(timeline)
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains("t.json:2:14: error: the layer is so short that it would stand"))
  }

  @Test(arguments: ["left", "up"])
  func `a text without words draws nothing, as without a marquee`(direction: String) throws {
    let text = #"""
      { "type": "text", "text": "${news}", "template": true, "size": 4, "position": [3, 20],
        "background": { "color": "red", "padding": 2 },
        "marquee": { "gap": 0, "direction": "\#(direction)" } }
      """#
    let bench = try Workbench()
    try bench.write(
      #"""
      { "version": 1, "vars": { "news": "" }, "canvas": { "size": [300, 2000], "format": "mono" },
        "clips": [{ "source": { "color": "#404040" }, "duration": 0.1 }], "layers": [\#(text)] }
      """#)
    let outcome = try bench.bash("vfx -q -t t.json --fps 10")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let body = outcome.output.suffix(300 * 2000)
    #expect(body.first.map { first in body.allSatisfy { $0 == first } } == true)
  }
}

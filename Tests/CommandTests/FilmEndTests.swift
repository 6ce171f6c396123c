import Foundation
import Testing

/// What moves to the end of the film, where only a part of it is made.
@Suite struct FilmEndTests {
  @Test func `a part moves as the whole film does`() throws {
    let bench = try Workbench()
    let clips = """
      { "version": 1, "canvas": { "size": [64, 36], "rate": 10 }, "clips": [
        { "source": { "color": "red" }, "duration": 4 },
        { "source": { "color": "blue" }, "duration": 6 } ]
      """
    let layer =
      #"{ "type": "color", "color": "white", "size": [8, 8], "position": "#
      + #"{ "keys": [["0%", [0, 0]], ["100%", [56, 28]]] } }"#
    try bench.write((clips + #", "layers": [\#(layer)] }"#))
    func frames(_ arguments: String) throws -> [String] {
      let result = try bench.bash("set -o pipefail; vfx -q -t t.json \(arguments) | vfx hash")
      #expect(result.status == 0, "\(result.errors)")
      return result.text.split(separator: "\n").filter { $0.hasPrefix("0,") }
        .map { String($0.suffix(32)) }
    }
    let whole = try frames("")
    #expect(whole.count == 100 && Set(whole).count > 50)
    #expect(try frames("-n 30") == Array(whole[..<30]))
    #expect(try frames("--start 30f -n 45") == Array(whole[30..<75]))
    #expect(try frames("--start 7.5 -n 25") == Array(whole[75...]))
  }

  /// The picture at `out` is not played, and the one before it stays.
  @Test(.enabled(if: Tool.hasFFmpeg), arguments: ["gif", "apng", "mkv"])
  func `what has been played stays at its last picture`(_ kind: String) throws {
    let bench = try Workbench()
    let options =
      switch kind {
      case "gif": "-pix_fmt gray -f gif"
      case "apng": "-pix_fmt gray -plays 1 -f apng"
      default: "-pix_fmt yuv420p -c:v ffv1 -f matroska"
      }
    func frames(_ part: String) throws -> [String] {
      try bench.write(
        #"""
        { "version": 1, "canvas": { "size": [16, 16], "rate": 10 },
          "clips": [{ "source": { "color": "red" }, "duration": 1 }],
          "layers": [{ "type": "video", "source": "a.\#(kind)", \#(part) }] }
        """#)
      let result = try bench.bash(
        """
        set -o pipefail
        [ -e a.\(kind) ] || ffmpeg -v error -f lavfi -i "color=black:s=16x16:r=10:d=0.8,format=gray,\
        geq=lum='20+N*28'" \(options) a.\(kind)
        vfx -q -t t.json | vfx hash
        """)
      #expect(result.status == 0, "\(result.errors)")
      return result.text.split(separator: "\n").filter { $0.hasPrefix("0,") }
        .map { String($0.suffix(32)) }
    }
    let whole = try frames(#""in": 0"#)
    #expect(Set(whole[..<8]).count == 8 && whole[8] == whole[7] && whole[9] == whole[7])
    let part = try frames(#""in": 0.2, "out": 0.5"#)
    #expect(part == Array(whole[2..<5]) + Array(repeating: whole[4], count: 7))
    let twice = try frames(#""in": 0.2, "out": 0.5, "loop": 2"#)
    #expect(twice == Array(whole[2..<5] + whole[2..<5]) + Array(repeating: whole[4], count: 4))
  }
}

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
    try Data((clips + #", "layers": [\#(layer)] }"#).utf8)
      .write(to: bench.folder.appendingPathComponent("t.json"))
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
}

import Foundation
import Testing

/// `vfx preview`, without a browser.
@Suite(.timeLimit(.minutes(3))) struct PreviewTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// What lets bash ask the server: `ask PATH [FIELD]` prints the answer.
  private static let tools = """
    vfx preview t.json -s 320x180 "$@" > address 2> errors &
    program=$!
    trap 'kill -TERM $program; wait $program; echo "status $?"' EXIT
    until [ -s address ]; do sleep 0.02; done
    address=$(cat address) rest=${address#http://127.0.0.1:}
    port=${rest%%/*} token=${rest#*/}
    ask() {
      exec 3<>/dev/tcp/127.0.0.1/$port
      printf 'GET /%s%s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nConnection: close\\r\\n%s\\r\\n' \
        "$token" "$1" $port "${2:-}" >&3
      cat <&3
      exec 3>&-
    }
    plan() { ask plan | tail -n 1; echo; }
    until_says() { until ask plan | grep -q "$1"; do sleep 0.02; done; }

    """

  private static let sound = """
    { "version": 1,
      "layers": [
        { "type": "color", "name": "lamp", "color": "white", "start": 1, "end": 2 } ] }
    """

  @Test func `the plan has bars, lines and faults, and follows what is saved`() throws {
    try bench.write(Self.sound)
    let outcome = try bench.bash(
      Self.tools + """
        plan
        sed 's/white/whiet/' t.json > new; mv new t.json
        until_says '"severity": "error"'
        plan
        rm t.json
        until_says 'No such file'
        printf '{ "version": 1, "layers": [] }' > t.json
        until_says '"faults": \\[\\]'
        plan
        """)
    let lines = outcome.text.split(whereSeparator: \.isNewline).map(String.init)
    try #require(lines.count == 4, "\(outcome.text) \(outcome.errors)")
    #expect(
      lines[0].contains(#""title": "lamp", "kind": "color", "line": 3, "from": 30, "to": 60"#))
    #expect(
      lines[0].contains(#""width": 320, "height": 180"#) && lines[0].contains(#""faults": []"#))
    #expect(lines[1].contains(#""line": 3"#) && lines[1].contains(#""current": false"#))
    #expect(lines[1].contains("whiet") && lines[2].contains(#""layers": []"#))
    #expect(lines[3] == "status 143")
    let errors = try bench.text("errors")
    #expect(errors.components(separatedBy: "t.json:3:").count == 2, "\(errors)")
  }

  @Test func `frames are drawn in any order, and only those of the film`() throws {
    try bench.write(Self.sound)
    let outcome = try bench.bash(
      Self.tools + """
        shown() { ask "frame?n=$1&size=$2" | tail -c $3 | od -An -v -tu1 -N4 | tr -s ' '; }
        for frame in 30 0 59 60 29; do shown $frame half $((160 * 90 * 4)); done
        shown 45 full $((320 * 180 * 4))
        ask 'frame?n=30' | wc -c
        for path in frame 'frame?n=-1' 'frame?n=x' secrets 'frame/1?n=1' t_json; do
          ask "$path" | head -n 1
        done
        ask '' | grep -c -E 'Content-Security-Policy: default-src .none.;'
        """)
    let lines = outcome.text.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try #require(lines.count == 15, "\(outcome.text) \(outcome.errors)")
    #expect(lines[0] == "255 255 255 255" && lines[2] == lines[0] && lines[5] == lines[0])
    #expect(lines[1] == lines[3] && lines[1] == lines[4] && lines[1] != lines[0])
    #expect((Int(lines[6]) ?? 0) > 24 + 320 * 180 * 4)
    #expect(lines[7...12].allSatisfy { $0.hasPrefix("HTTP/1.1 404") }, "\(lines[7...])")
    #expect(lines[13] == "1" && lines[14] == "status 143")
  }

  @Test func `a film plays to its end, frame by frame`() throws {
    try bench.write(Self.sound)
    let outcome = try bench.bash(
      """
      vfx testsrc -q -s 64x48 -r 50 --duration 1 > in.y4m
      \(Self.tools.replacingOccurrences(of: "\"$@\"", with: "-i in.y4m"))
      ask 'play?n=20&size=half' > film
      size=$(stat -c %s film 2>/dev/null || stat -f %z film)
      head=$(sed '/^\\r$/q' film | wc -c)
      echo $(((size - head) % (24 + 32 * 24 * 4))) $(((size - head) / (24 + 32 * 24 * 4)))
      tail -c +$((head + 1)) film | od -An -v -tu4 -N16 | tr -s ' '
      """)
    let lines = outcome.text.split(whereSeparator: \.isNewline).map(String.init)
    try #require(lines.count == 3, "\(outcome.text) \(outcome.errors)")
    let parts = lines[0].split(separator: " ").compactMap { Int($0) }
    // What came too late was left out.
    #expect(parts.count == 2 && parts[0] == 0 && (1...30).contains(parts[1]), "\(lines[0])")
    #expect(lines[1].split(separator: " ").prefix(3) == ["20", "32", "24"])
  }

  @Test func `what can't be previewed is reported`() throws {
    try bench.write(Self.sound)
    #expect(try bench.vfx("preview", "-").status == 2)
    #expect(try bench.vfx("preview", "none.json").errors.contains("none.json"))
    #expect(try bench.vfx("preview", "t.json", "-i", "none.mp4").status == 2)
  }
}

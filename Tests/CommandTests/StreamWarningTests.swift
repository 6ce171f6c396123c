import Foundation
import Testing

/// What `vfx` says of streams and sources that it can play, but others may not, or not as meant.
@Suite(.timeLimit(.minutes(20))) struct StreamWarningTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// A stream of grey pictures of 2x2 samples.
  private func stream(_ tags: String, line: String = "FRAME", frames: Int = 2) -> Data {
    let frame = Data("\(line)\n".utf8) + Data(repeating: 0x60, count: 4)
    return (0..<frames).reduce(Data("YUV4MPEG2 W2 H2 \(tags) Cmono\n".utf8)) { data, _ in
      data + frame
    }
  }

  // MARK: - Rates

  @Test(arguments: ["1000:1", "90000:1", "2747:100", "25:1", "30000:1001", "2997:100"])
  func `a rate that a film of varying times leaves is told, unless the times are`(
    _ rate: String
  ) throws {
    let isOdd = ["1000:1", "90000:1", "2747:100"].contains(rate)
    try bench.write(stream("F\(rate)"), to: "a.y4m")
    try bench.write(#"{ "version": 1, "layers": [] }"#, to: "t.json")
    try bench.write(#"{ "version": 1, "clips": [{ "source": "a.y4m" }] }"#, to: "clips.json")
    try bench.write("# timestamp format v2\n0\n40\n", to: "a.txt")
    let words = "as of a film whose rate varies"
    let told = try bench.bash("vfx -t t.json < a.y4m > b.y4m")
    #expect(told.status == 0 && told.errors.contains(words) == isOdd, "\(told.errors)")
    #expect(told.errors.contains("--timecodes FILE") == isOdd)
    let checked = try bench.bash("vfx check clips.json")
    #expect(checked.status == 0 && checked.errors.contains(words) == isOdd, "\(checked.errors)")
    #expect(checked.errors.contains("clips.json:1:") == isOdd)
    for options in ["--timecodes a.txt --timecodes-out c.txt", "--fps 25", "-q"] {
      let silent = try bench.bash("vfx -t t.json \(options) < a.y4m > b.y4m")
      #expect(silent.status == 0 && silent.errors.isEmpty, "\(options): \(silent.errors)")
    }
  }

  // MARK: - Colours

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      ("colorspace=ictcp", "matrix is ictcp"), ("colorspace=bt2020c", "matrix is bt2020c"),
      ("color_trc=log100", "transfer is log100"),
      ("color_primaries=smpte431", "primaries are smpte431"),
      ("colorspace=bt709:color_trc=bt709:color_primaries=bt709", ""),
      ("colorspace=bt470bg:color_trc=bt470bg:color_primaries=bt470bg", ""),
      ("colorspace=bt2020nc:color_trc=smpte2084:color_primaries=bt2020", ""), ("range=tv", ""),
    ])
  func `colours that are not read are reported`(_ tags: String, _ words: String) throws {
    try bench.write(#"{ "version": 1, "clips": [{ "source": "a.mkv" }] }"#, to: "t.json")
    let told = try bench.bash(
      """
      ffmpeg -v error -f lavfi -i color=gray:s=16x16:d=0.1,format=yuv420p -vf setparams=\(tags) \
        -c:v ffv1 a.mkv
      vfx check t.json
      """)
    #expect(told.status == 0)
    if words.isEmpty {
      #expect(!told.errors.contains("which is not read"), "\(told.errors)")
    } else {
      #expect(told.errors.contains("t.json:1:39: warning: a.mkv: its "), "\(told.errors)")
      #expect(told.errors.contains("\(words), which is not read"), "\(told.errors)")
    }
  }

  // MARK: - HDR

  /// A film of white and black in HDR, whose white is that of graphics.
  @Test(.enabled(if: Tool.hasFFmpeg), arguments: [("pq", 573), ("hlg", 721)])
  func `films in HDR are converted, and nothing is reported`(_ name: String, _ white: Int) throws {
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "color", "color": "white" }] }"#, to: "white.json")
    try bench.write(#"{ "version": 1, "clips": [{ "source": "hdr.mp4" }] }"#, to: "sdr.json")
    try bench.write(
      #"{ "version": 1, "canvas": { "transfer": "\#(name)" }, "clips": [{ "source": "hdr.mp4" }] }"#,
      to: "hdr.json")
    let made = try bench.bash(
      """
      set -e
      vfx testsrc -n 2 -s 64x48 -f 420p10 | vfx -t white.json --transfer \(name) > a.y4m
      ffmpeg -v error -i a.y4m $(vfx tags --only encode --transfer \(name) a.y4m) \
        -c:v libx264 -qp 0 hdr.mp4
      vfx check sdr.json
      vfx scope sdr.json --json > sdr; vfx scope hdr.json --json > hdr
      """)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    func luma(_ file: String) throws -> (white: Int?, matrix: String?) {
      let report = try JSONSerialization.jsonObject(with: bench.contents(file)) as? [String: Any]
      let frame = (report?["frames"] as? [[String: Any]])?.first
      let channels = frame?["channels"] as? [String: [String: Any]]
      return (channels?["y"]?["max"] as? Int, report?["matrix"] as? String)
    }
    let (hdr, sdr) = (try luma("hdr"), try luma("sdr"))
    #expect(hdr == (white, "2020"))
    // Graphics white is brought down a little, for what may be brighter.
    #expect(sdr.matrix == "601" && (700...940).contains(sdr.white ?? 0), "\(sdr)")
  }

  @Test(.enabled(if: Tool.hasFFmpeg), arguments: [("bt709", "bt709"), ("pq", "bt2020")])
  func `a film of primaries of SDR without a transfer is SDR`(
    _ canvas: String, _ primaries: String
  ) throws {
    let start = #"{ "version": 1, "canvas": { "transfer": "\#(canvas)", "format": "444p10" }, "#
    try bench.write(start + #""clips": [{ "source": "a.mkv" }] }"#, to: "plain.json")
    try bench.write(
      start + #""clips": [{ "source": "a.mkv", "transfer": "bt709", "primaries": "p3-d65" }] }"#,
      to: "said.json")
    try bench.write(
      start + #""clips": [{ "source": "a.mkv", "transfer": "\#(canvas)", "#
        + #""primaries": "\#(primaries)" }] }"#, to: "same.json")
    let made = try bench.bash(
      """
      set -e
      ffmpeg -v error -f lavfi -i testsrc=s=64x48:d=0.1:r=10,format=yuv444p10le -vf \
        setparams=colorspace=bt709:color_primaries=smpte432:color_trc=unknown -c:v ffv1 a.mkv
      for name in plain said same; do vfx -q -t $name.json > $name.y4m; done
      cmp plain.y4m said.y4m; if cmp -s plain.y4m same.y4m; then exit 9; fi
      """)
    #expect(made.status == 0, "\(made.text) \(made.errors)")
  }

  @Test func `a deep stream with the matrix of HDR is reported where something is drawn`() throws {
    try bench.write(
      #"{ "version": 1, "layers": [{ "type": "color", "color": "red" }] }"#, to: "t.json")
    let drawn = try bench.bash(
      """
      vfx testsrc -n 1 -s 16x16 -f 420p10 > a.y4m
      vfx -t t.json --matrix 2020 < a.y4m > b.y4m
      vfx --matrix 2020 < a.y4m > b.y4m; vfx -t t.json < a.y4m > b.y4m
      vfx -q -t t.json --matrix 2020 < a.y4m > b.y4m
      vfx -t t.json --matrix 2020 --transfer bt709 < a.y4m > b.y4m
      vfx -t t.json --matrix 2020 --transfer pq < a.y4m > b.y4m
      """)
    #expect(drawn.errors.split(separator: "\n").count == 1)
    #expect(drawn.errors.hasPrefix("vfx: warning: pictures, text and colours are drawn as if"))
  }

  @Test func `an option that overrules the canvas is reported`() throws {
    try bench.write(
      #"{ "version": 1, "canvas": { "transfer": "hlg" }, "layers": [] }"#, to: "t.json")
    let told = try bench.bash(
      """
      vfx testsrc -n 1 -s 16x16 -f 420p10 > a.y4m
      vfx -t t.json --transfer hlg < a.y4m > b.y4m; vfx -t t.json --transfer pq < a.y4m > b.y4m
      """)
    let warnings = told.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(
      warnings == ["t.json:1:1: warning: --transfer pq overrules the canvas's 'transfer', hlg"])
  }

  @Test func `a white of graphics without HDR is a fault`() throws {
    try bench.write(
      #"{ "version": 1, "canvas": { "graphicsWhite": 100 }, "layers": [] }"#, to: "t.json")
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "error: 'graphicsWhite' of the canvas is for the transfers pq and hlg, not bt709"))
  }

  // MARK: - Rates

  @Test func `a rate that makes no sense is reported with a remedy`() throws {
    let outcome = try bench.vfx("-j", "1", input: stream("F24000:1"))
    #expect(outcome.status == 0 && outcome.output == stream("F24000:1"))
    #expect(
      outcome.errors
        == "vfx: warning: standard input says 24000 frames a second (F24000:1), which is probably "
        + "a mistake; --fps says the true rate, such as --fps 24000/1001\n")
    #expect(try bench.vfx("-q", input: stream("F24000:1")).errors.isEmpty)
    #expect(try bench.vfx("-j", "1", input: stream("F25:1")).errors.isEmpty)
    #expect(try bench.vfx(input: stream("F1:2")).errors.contains("less than one frame a second"))
    // What it advises does it.
    let mended = try bench.vfx("--fps", "24000/1001", input: stream("F24000:1"))
    #expect(mended.errors.isEmpty)
    let header = mended.text.prefix { $0 != "\n" }
    #expect(header == "YUV4MPEG2 W2 H2 F24000:1001 I? A0:0 Cmono")
    // No frame comes or goes by it.
    let faster = try bench.vfx("--fps", "50", input: stream("F25:1", frames: 5))
    #expect(faster.output.suffix(50) == stream("F25:1", frames: 5).suffix(50))
    #expect(faster.text.hasPrefix("YUV4MPEG2 W2 H2 F50:1 "))
    #expect(faster.output.count - faster.text.prefix { $0 != "\n" }.utf8.count == 51)
  }

  @Test func `a rate of a file that makes no sense is reported at its place`() throws {
    try bench.write(
      #"""
      { "version": 1, "canvas": { "rate": 25 }, "clips": [
        { "source": "fast.y4m" }, { "source": "none.y4m" }, { "source": "slow.y4m" },
        { "source": "good.y4m" }, { "source": "none.y4m" }] }
      """#, to: "t.json")
    for (name, rate) in [("fast", "24000:1"), ("none", "0:0"), ("slow", "1:10"), ("good", "25:1")] {
      try bench.write(stream("F\(rate)"), to: "\(name).y4m")
    }
    let outcome = try bench.vfx("check", "t.json")
    #expect(outcome.status == 0)
    let warnings = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("t.json:") }
    let expected: [Substring] = [
      """
      t.json:2:15: warning: fast.y4m: it says 24000 frames a second (F24000:1), which is probably \
      a mistake; vfx --fps 24000/1001 < IN > OUT writes it with another
      """,
      """
      t.json:2:41: warning: none.y4m: it does not say its frame rate (F0:0) and is played at the \
      output's rate; vfx --fps 25 < IN > OUT writes it with another
      """,
      """
      t.json:2:67: warning: slow.y4m: it says less than one frame a second (F1:10), which is \
      probably a mistake; vfx --fps 25 < IN > OUT writes it with another
      """,
    ]
    #expect(warnings == expected)
    let sound = try bench.bash("afx check t.json")
    #expect(sound.status == 0 && sound.errors == outcome.errors, "\(sound.errors)")
  }

  // MARK: - Headers and FRAME lines that ffmpeg does not read

  private let long = "F25:1 XNOTE=\(String(repeating: "x", count: 50)) XCOLORRANGE=FULL XOTHER=1"

  @Test func `a header that ffmpeg can't read is told, and can be shortened`() throws {
    let input = stream(long)
    let told = try bench.vfx("-j", "1", input: input)
    #expect(told.status == 0 && told.output == input)
    #expect(
      told.errors
        == "vfx: warning: the stream's header has 111 bytes, and ffmpeg reads at most 96; "
        + #"--short-header would leave out "XOTHER=1", "XNOTE=\#(String(repeating: "x", count: 34))""#
        + "\n")
    let short = try bench.vfx("--short-header", input: input)
    #expect(short.errors.isEmpty)
    let header = short.text.prefix { $0 != "\n" }
    #expect(header == "YUV4MPEG2 W2 H2 F25:1 I? A0:0 Cmono XCOLORRANGE=FULL")
    #expect(short.output.dropFirst(header.utf8.count) == input.suffix(21))
    // A short header stays as it is.
    #expect(try bench.vfx("--short-header", input: stream("F25:1 Q9")).output == stream("F25:1 Q9"))
    // One that is made anew is short, which is told too.
    try bench.write(#"{ "version": 1, "canvas": { "size": [4, 4] } }"#, to: "t.json")
    let anew = try bench.vfx("-t", "t.json", input: input)
    #expect(anew.errors.contains("these tags were left out: \"XOTHER=1\", \"XNOTE="))
  }

  @Test func `a FRAME line that ffmpeg can't read is told, and can be shortened`() throws {
    let line = "FRAME Ipp XNOTE=\(String(repeating: "x", count: 80))"
    let input = stream("F25:1", line: line)
    let told = try bench.vfx("-j", "1", input: input)
    #expect(told.output == input)
    #expect(
      told.errors
        == "vfx: warning: frame 0: its FRAME line has more than 80 bytes, which ffmpeg can't read; "
        + "--short-header would shorten it\n")
    let short = try bench.vfx("--short-header", input: input)
    #expect(short.output == stream("F25:1", line: "FRAME Ipp"))
    #expect(short.errors.isEmpty)
  }

  @Test(.enabled(if: Tool.hasFFmpeg))
  func `ffmpeg reads what was shortened, and nothing longer`() throws {
    let line = "FRAME XNOTE=\(String(repeating: "x", count: 80))"
    for input in [stream(long), stream("F25:1", line: line)] {
      try bench.write(input, to: "in.y4m")
      let outcome = try bench.bash(
        """
        vfx -q < in.y4m | ffmpeg -v error -i - -f framemd5 - | grep -c ^0,
        vfx -q --short-header < in.y4m | ffmpeg -v error -i - -f framemd5 - | grep -c ^0,
        """)
      #expect(outcome.text == "0\n2\n", "\(outcome.errors)")
    }
  }
}

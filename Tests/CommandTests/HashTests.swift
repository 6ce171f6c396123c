import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct HashTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      "420jpeg", "420mpeg2", "420paldv", "411", "422", "444", "444alpha", "mono", "420p9",
      "420p10", "422p12", "444p14", "444p16", "mono10", "mono16",
    ])
  func `the text is that of ffmpeg, byte for byte`(_ format: String) throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -s 35x17 -n 4 -r 30000/1001 -f \(format) > in.y4m
      vfx hash in.y4m > ours || exit 9
      ffmpeg -v error -i in.y4m -bitexact -f framemd5 theirs && cmp ours theirs
      """)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    let lines = try bench.text("ours").split(separator: "\n")
    #expect(lines.count == 13)
  }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: ["F25:1 A0:0", "F50:2 A16:11", "F0:0", "F24000:1001 It A59:54", "F90000:3003"])
  func `rates and pixel shapes are written as ffmpeg writes them`(_ tags: String) throws {
    let outcome = try bench.bash(
      """
      { printf 'YUV4MPEG2 W4 H2 \(tags)\\nFRAME\\nabcdefghijkl'; } > in.y4m
      vfx hash < in.y4m > ours || exit 9
      ffmpeg -v error -i in.y4m -bitexact -f framemd5 theirs && diff ours theirs
      """)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
  }

  @Test func `any number of threads gives the same text`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -s 64x36 -n 30 > in.y4m
      for threads in 1 2 7; do vfx hash -j $threads < in.y4m > out.$threads; done
      cmp out.1 out.2 && cmp out.1 out.7
      """)
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test func `planes have columns of their own`() throws {
    // RFC 1321's digests of "a" and "abc" are known; here planes of 2x2, 1x1 and 1x1 samples.
    let input = Data("YUV4MPEG2 W1 H1 F25:1 C444\nFRAME\naaa".utf8)
    let outcome = try bench.vfx("hash", "--per-plane", input: input)
    let line = try #require(outcome.text.split(separator: "\n").last)
    let a = "0cc175b9c0f1b6a831c399e269772661"
    #expect(
      line == "0,          0,          0,        1,        3, 47bce5c74f589f4867dbd57e9ca9f808"
        + ", \(a), \(a), \(a)")
    #expect(outcome.text.contains("size, hash, luma, blue, red\n"))
  }

  @Test(arguments: ["hash", "tags"]) func `a faulty file is named`(_ command: String) throws {
    let files: [(bytes: String, message: String)] = [
      ("", "vfx: a.y4m: the file is empty\n"),
      ("YUV4MPEG2 W4", "vfx: a.y4m: the input ends inside the stream header\n"),
      ("text\n", "vfx: a.y4m: the input is not YUV4MPEG2: it starts with \"text\\x0A\"\n"),
    ]
    for (bytes, message) in files {
      try bench.write(bytes, to: "a.y4m")
      let outcome = try bench.vfx(command, "a.y4m")
      #expect(outcome.status == 1 && outcome.errors == message, "\(outcome.errors)")
    }
    let piped = try bench.vfx(command, input: Data("YUV4MPEG2 W4".utf8))
    #expect(piped.errors == "vfx: the input ends inside the stream header\n", "\(piped.errors)")
  }

  @Test func `a stream without frames has only the heading`() throws {
    let outcome = try bench.vfx("hash", input: Data("YUV4MPEG2 W4 H4 F25:1\n".utf8))
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
  }
}

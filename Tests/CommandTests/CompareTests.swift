import Foundation
import Images
import Testing

@Suite(.timeLimit(.minutes(20))) struct CompareTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// Two mono streams of 2x2 samples, one text of four letters a frame.
  private func streams(_ a: [String], _ b: [String], format: String = "mono") throws {
    for (name, frames) in [("a.y4m", a), ("b.y4m", b)] {
      let text = "YUV4MPEG2 W2 H2 F10:1 C\(format)\n" + frames.map { "FRAME\n\($0)" }.joined()
      try bench.write(text, to: name)
    }
  }

  private func report(_ arguments: String...) throws -> (Int32, [String: Any]) {
    let process = bench.process(["compare", "a.y4m", "b.y4m", "--format", "json"] + arguments)
    let outcome = try bench.outcome(of: process)
    let object = try JSONSerialization.jsonObject(with: outcome.output)
    return (outcome.status, try #require(object as? [String: Any]))
  }

  @Test func `equal streams pass`() throws {
    try streams(["abcd", "efgh"], ["abcd", "efgh"])
    let outcome = try bench.vfx("compare", "a.y4m", "b.y4m")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasSuffix("frames  2 compared, 0 differ\nidentical\n"))
    let (status, report) = try report()
    #expect(status == 0)
    #expect(report["identical"] as? Bool == true)
    #expect(report["worst"] is NSNull)
  }

  @Test func `a broken stream is named`() throws {
    try streams(["abcd", "ef"], ["abcd", "efgh"])
    let short = try bench.vfx("compare", "b.y4m", "a.y4m")
    #expect(short.status == 1)
    #expect(short.errors == "vfx: a.y4m: the input ends inside frame 1: 2 bytes are missing\n")
    try bench.write("RIFF....WAVE", to: "a.y4m")
    let other = try bench.vfx("compare", "a.y4m", "b.y4m")
    #expect(other.errors.hasPrefix("vfx: a.y4m: the input is WAV"))
  }

  @Test func `the numbers are those of the formula`() throws {
    // Squares 0, then 1 + 4 = 5, then 9: the mean of 12 samples is 14/12.
    try streams(["abcd", "abcd", "abcd"], ["abcd", "bbed", "abcg"])
    let (status, report) = try report()
    #expect(status == 1)
    let planes = try #require(report["planes"] as? [String: [String: Any]])
    let expected = 10 * log10(255.0 * 255 / (14.0 / 12))
    let ratio = try #require(planes["luma"]?["psnr"] as? Double)
    #expect(abs(ratio - expected) < 0.0001)
    #expect(planes["luma"]?["largest"] as? Int == 3)
    #expect((report["first"] as? [String: Any])?["frame"] as? Int == 1)
    let worst = try #require(report["worst"] as? [String: Any])
    #expect(worst["frame"] as? Int == 2)
    #expect(worst["time"] as? Double == 0.2)
    #expect(report["differing"] as? Int == 2)
  }

  @Test func `gates pass what keeps to all of them`() throws {
    try streams(["abcd"], ["abcg"])
    // One difference of 3 in four samples: 10 log10(255^2 / (9 / 4)) = 44.609 dB.
    #expect(try report("--max-diff", "3").0 == 0)
    #expect(try report("--max-diff", "2").0 == 1)
    #expect(try report("--min-psnr", "44.6").0 == 0)
    #expect(try report("--min-psnr", "44.7").0 == 1)
    #expect(try report("--max-diff", "3", "--min-psnr", "44.7").0 == 1)
    let faults = try report("--max-diff", "2").1["faults"] as? [String]
    #expect(faults == ["a sample differs by 3, more than 2"])
  }

  @Test(arguments: ["--max-diff=255", "--min-psnr=0", "--quiet"])
  func `streams of different length never pass`(_ gate: String) throws {
    try streams(["abcd", "abcd", "abcd"], ["abcd"])
    let (status, report) = try report(gate)
    #expect(status == 1)
    #expect(report["frames"] as? [Int] == [3, 1])
    #expect(report["faults"] as? [String] == ["the streams have 3 and 1 frames"])
  }

  @Test func `streams of other layouts are refused in one line`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -n 1 -s 16x16 > a.y4m; vfx testsrc -n 1 -s 16x16 -f 422p10 > b.y4m
      vfx compare a.y4m b.y4m
      """)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "vfx: cannot compare: a.y4m is 16x16, 4:2:0, 8 bits, b.y4m is 16x16, 4:2:2, 10 bits\n")
    #expect(outcome.output.isEmpty)
  }

  @Test func `other headers are reported and compared`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -n 1 -s 16x16 -f 420jpeg > a.y4m; vfx testsrc -n 1 -s 16x16 -r 30 > b.y4m
      vfx compare a.y4m b.y4m && vfx compare -q a.y4m b.y4m
      """)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        vfx: note: the headers differ in colourspace: 420jpeg and 420mpeg2
        vfx: note: the headers differ in frame rate: 25:1 and 30:1

        """)
  }

  @Test func `one stream may come through standard input`() throws {
    let script = "vfx testsrc -n 3 -s 16x16 > a.y4m; vfx compare a.y4m - < a.y4m | tail -n 1"
    #expect(try bench.bash(script).text == "identical\n")
    let both = try bench.vfx("compare", "-", "-")
    #expect(both.status == 2)
    #expect(both.errors == "vfx: only one of the two streams can be standard input\n")
    try Data(#"{"version": 1}"#.utf8).write(to: URL(fileURLWithPath: bench.path("t.json")))
    let verified = try bench.vfx("verify", "-", "-", "-t", "t.json")
    #expect(verified.status == 2 && verified.errors == both.errors)
  }

  @Test func `the picture shows where the worst frame differs`() throws {
    // 4:4:4, one sample of each plane: Y differs on the left, Cr by half as much on the right.
    let frames = [("a.y4m", "aaaaaa"), ("b.y4m", "iaaaae")]
    for (name, samples) in frames {
      let text = "YUV4MPEG2 W2 H1 F10:1 C444\nFRAME\n\(samples)"
      try bench.write(text, to: name)
    }
    let outcome = try bench.vfx("compare", "a.y4m", "b.y4m", "--diff-image", "worst.png")
    #expect(outcome.status == 1)
    let file = try ImageFile(parsing: Array(try bench.contents("worst.png")))
    let picture = try PictureSequence(file).picture(0)
    guard case .eight(let samples) = picture.samples else {
      Issue.record("not 8 bits")
      return
    }
    // Two frames of 2 pixels and their difference, with 4 between them.
    #expect(picture.width == 14 && picture.height == 1)
    #expect(Array(samples.suffix(8)) == [0, 255, 0, 255, 127, 0, 0, 255])
    let (before, after) = (Array(samples[..<8]), Array(samples[24..<32]))
    #expect(before != after && Set(samples[8..<24]) == [96, 255])
    // 'a' is 97 in all planes: R'G'B' of BT.601 in limited range.
    #expect(before == [45, 132, 32, 255, 45, 132, 32, 255])
  }

  @Test func `equal streams leave no picture`() throws {
    try streams(["abcd"], ["abcd"])
    #expect(try bench.vfx("compare", "a.y4m", "b.y4m", "-i", "worst.png").status == 0)
    #expect(!FileManager.default.fileExists(atPath: bench.path("worst.png")))
  }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: ["420mpeg2", "422p10", "422", "444", "mono", "444p12"])
  func `PSNR and SSIM are those of ffmpeg`(_ format: String) throws {
    let outcome = try bench.bash(
      """
      set -e
      vfx testsrc -n 6 -s 98x57 -f \(format) > a.y4m
      pixels=$(ffprobe -v error -show_entries stream=pix_fmt -of csv=p=0 a.y4m)
      ffmpeg -v error -i a.y4m -vf noise=alls=15:allf=t -pix_fmt $pixels -strict -1 b.y4m
      ffmpeg -nostats -i a.y4m -i b.y4m -lavfi '[0][1]psnr' -f null - 2>&1 | grep -o 'PSNR .*'
      ffmpeg -nostats -i a.y4m -i b.y4m -lavfi '[0][1]ssim' -f null - 2>&1 | grep -o 'SSIM .*'
      vfx compare -q a.y4m b.y4m --format json || true
      """)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(outcome.text) \(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(lines[2].utf8))
    let report = try #require(object as? [String: Any])
    let planes = try #require(report["planes"] as? [String: [String: Any]])
    let names = [("luma", "y:", "Y:"), ("blue", "u:", "U:"), ("red", "v:", "V:")]
    for (name, psnr, ssim) in names + [("all", "average:", "All:")] {
      guard let plane = planes[name] else {
        #expect(format == "mono")
        continue
      }
      let ratio = try #require(number(after: " " + psnr, in: lines[0]))
      let similarity = try #require(number(after: " " + ssim, in: lines[1]))
      #expect(abs(try #require(plane["psnr"] as? Double) - ratio) < 0.0002, "\(name)")
      #expect(abs(try #require(plane["ssim"] as? Double) - similarity) < 0.000_003, "\(name)")
    }
  }

  private func number(after label: String, in line: String) -> Double? {
    line.range(of: label).flatMap { range in
      Double(line[range.upperBound...].prefix { !" (".contains($0) })
    }
  }
}

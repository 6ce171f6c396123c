import Foundation
import TestFiles
import Testing

/// Commands that look at streams, on NUT.
@Suite(.timeLimit(.minutes(20))) struct NUTCommandTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private func film(_ name: String) throws {
    let folder = Checkout.fixture("nut")
    let bytes = try Data(contentsOf: folder.appendingPathComponent(name + ".nut"))
    try bench.write(bytes, to: "in.nut")
  }

  @Test(arguments: ["ffmpeg5-raw-gray16le", "ffmpeg9-vfr", "ffmpeg9-av-s16"])
  func `pictures have the hashes of Y4M`(_ name: String) throws {
    try film(name)
    let outcome = try bench.bash(
      """
      vfx -q --to y4m < in.nut > in.y4m && vfx hash in.y4m > a && vfx hash in.nut > b || exit 1
      vfx hash -j 1 < in.nut > c && cmp a b && cmp a c || exit 2
      vfx compare -q in.nut in.y4m > d && vfx compare -q - in.nut < in.nut > e && cmp d e || exit 3
      """)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    #expect(try bench.text("a").split(separator: "\n").count > 9)
  }

  @Test func `streams of two kinds are compared without notes on what NUT does not say`() throws {
    try film("ffmpeg9-vfr")
    let outcome = try bench.bash("vfx -q --to y4m < in.nut > in.y4m; vfx compare in.nut in.y4m")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `what is drawn at the frames' own times is verified`() throws {
    try film("ffmpeg9-vfr")
    let outcome = try bench.bash(
      """
      echo '{ "version": 1, "layers": [
        { "type": "color", "color": "#f00", "start": 0.3, "end": 0.7 } ] }' > t.json
      echo '{ "version": 1, "layers": [
        { "type": "color", "color": "#f00", "start": 0.3, "end": 0.4 } ] }' > less.json
      vfx -q -t t.json < in.nut > out.nut || exit 1
      vfx verify -q in.nut out.nut -t t.json || exit 2
      vfx verify -q in.nut out.nut -t less.json > faults && exit 3
      vfx verify -q - in.nut -t t.json < in.nut || exit 4
      vfx verify in.nut out.nut -t t.json --start 1 && exit 5
      vfx -q --to y4m -t t.json < in.nut > out.y4m
      vfx verify in.nut out.y4m -t t.json && exit 6
      true
      """)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    #expect(try bench.text("faults").hasPrefix("frame "))
    #expect(outcome.errors.contains("own times say that"))
    #expect(outcome.errors.contains("cannot verify: in.nut is NUT, out.y4m is Y4M"))
  }

  @Test func `packets beside the pictures are verified`() throws {
    try film("ffmpeg9-av-s16")
    try Data(#"{ "version": 1, "layers": [] }"#.utf8).write(
      to: URL(fileURLWithPath: bench.path("t.json")))
    let same = try bench.bash("vfx -q < in.nut > out.nut; vfx verify in.nut out.nut -t t.json")
    #expect(same.status == 0, "\(same.text) \(same.errors)")
    // In the middle of the file are samples of sound.
    var bytes = try bench.contents("out.nut")
    bytes[bytes.startIndex + bytes.count / 2] ^= 1
    try bench.write(bytes, to: "out.nut")
    let other = try bench.vfx("verify", "-q", "in.nut", "out.nut", "-t", "t.json")
    #expect(other.status == 1 && !other.text.isEmpty, "\(other.text) \(other.errors)")
  }

  @Test func `flags are those of a pipe of NUT`() throws {
    try film("ffmpeg5-raw-yuva420p")
    let outcome = try bench.bash("vfx tags --only decode in.nut; vfx tags in.nut")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let decode = "-c:v rawvideo -pix_fmt yuva420p -c:a copy -f nut\n"
    #expect(outcome.text.hasPrefix(decode))
    #expect(outcome.text.contains("that NUT does not carry"))
    #expect(outcome.text.contains("-chroma_sample_location left"))
  }

  @Test func `faults of a file name it`() throws {
    try film("ffmpeg9-vfr")
    let outcome = try bench.bash("head -c 3000 in.nut > cut.nut; vfx hash cut.nut")
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("vfx: cut.nut: "), "\(outcome.errors)")
  }
}

import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct TagsTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `flags come from a header or from options, and are the same`() throws {
    let outcome = try bench.bash(
      """
      vfx testsrc -n 1 -s 720x576 -f 422p10 > a.y4m
      vfx tags a.y4m --only decode; vfx tags --only decode < a.y4m
      vfx tags --only decode -f 422p10
      vfx tags a.y4m --only encode; vfx tags -f 422p10 -s 720x576 --only encode
      """)
    #expect(outcome.status == 0)
    let decode = "-pix_fmt yuv422p10le -strict -1 -f yuv4mpegpipe\n"
    let encode =
      "-vf setparams=colorspace=bt470bg:color_primaries=bt470bg:color_trc=smpte170m:range=limited\n"
    #expect(outcome.text == decode + decode + decode + encode + encode)
  }

  @Test func `the whole line is shown with its reasons`() throws {
    let outcome = try bench.vfx("tags", "-f", "420mpeg2", "--matrix", "709")
    #expect(outcome.text.hasPrefix("# Into the pipe: "))
    #expect(
      outcome.text.contains(
        "ffmpeg -i in.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - | vfx -t t.json --matrix 709 | "))
  }

  @Test func `what ffmpeg cannot read is said`() throws {
    let outcome = try bench.vfx("tags", "-f", "440")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "vfx: ffmpeg reads and writes no C440 streams\n")
  }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      ("420mpeg2", "709", "limited", "yuv420p,tv,bt709,bt709,bt709,left"),
      ("420jpeg", "601", "full", "yuvj420p,pc,smpte170m,smpte170m,smpte170m,center"),
      ("420paldv", "240m", "limited", "yuv420p,tv,smpte240m,smpte240m,smpte240m,topleft"),
      ("422p10", "2020", "limited", "yuv422p10le,tv,bt2020nc,bt2020-10,bt2020,left"),
      ("444", "fcc", "full", "yuvj444p,pc,fcc,bt470m,bt470m,left"),
      ("420p10", "709", "full", "yuv420p10le,pc,bt709,bt709,bt709,left"),
    ])
  func `ffmpeg keeps every sample and every label`(
    _ format: String, _ matrix: String, _ range: String, _ labels: String
  ) throws {
    let outcome = try bench.bash(
      """
      set -e
      vfx testsrc -n 3 -s 160x120 -f \(format) --range \(range) > a.y4m
      encode=$(vfx tags --only encode --matrix \(matrix) < a.y4m)
      decode=$(vfx tags --only decode --matrix \(matrix) < a.y4m)
      ffmpeg -v error -i a.y4m $encode -c:v libx264 -qp 0 film.mp4
      ffmpeg -v error -i film.mp4 $decode - > b.y4m
      entries=pix_fmt,color_range,color_space,color_transfer,color_primaries,chroma_location
      ffprobe -v error -show_entries stream=$entries -of csv=p=0 film.mp4
      vfx compare a.y4m b.y4m | tail -n 1
      """)
    #expect(outcome.text == labels + "\nidentical\n", "\(outcome.errors)")
  }
}

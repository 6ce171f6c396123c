import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct TagsTests {
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

  @Test(arguments: [
    ("--transfer linear", "--matrix 601 --transfer linear"),
    ("--transfer smpte2084", "--matrix 2020 --transfer pq"),
    ("--range full --primaries p3-d65", "--matrix 601 --range full --primaries p3-d65"),
    ("-t hlg.json", "--matrix 2020"),
    ("-t hlg.json --transfer bt709", "--matrix 2020 --transfer bt709"),
  ])
  func `the whole line says to vfx what was said here`(_ options: String, _ said: String) throws {
    let outcome = try bench.bash(
      """
      echo '{ "version": 1, "canvas": { "transfer": "hlg", "primaries": "bt2020" } }' > hlg.json
      vfx tags -f 420p10 -s 640x360 \(options)
      """)
    #expect(outcome.text.contains(".json \(said) | "), "\(outcome.text)\(outcome.errors)")
  }

  @Test func `what ffmpeg cannot read is said`() throws {
    let outcome = try bench.vfx("tags", "-f", "440")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "vfx: ffmpeg reads and writes no C440 streams\n")
  }

  @Test func `a transfer is not guessed where there are several`() throws {
    let silent = try bench.vfx("tags", "-f", "420p10", "--matrix", "2020", "--only", "encode")
    #expect(silent.status == 0 && !silent.text.contains("color_trc"))
    #expect(silent.errors.hasPrefix("vfx: warning: the transfer is not named, as BT.2020 goes"))
    let page = try bench.vfx("tags", "-f", "420p12", "--matrix", "2020").text
    #expect(!page.contains("color_trc") && page.contains("--transfer pq"))
    let named = try bench.vfx(
      "tags", "-f", "420p10", "--matrix", "2020", "--transfer", "bt2020-10", "--only", "encode")
    #expect(named.text.contains(":color_trc=bt2020-10:") && named.errors.isEmpty)
  }

  @Test(arguments: [
    ("pq", "smpte2084"), ("SMPTE2084", "smpte2084"), ("hlg", "arib-std-b67"),
    ("arib_std_b67", "arib-std-b67"), ("srgb", "iec61966-2-1"), ("gamma22", "bt470m"),
    ("linear", "linear"), ("bt2020_10", "bt2020-10"), ("unknown", "unknown"),
  ])
  func `a transfer has ffmpeg's names and the usual ones`(_ name: String, _ word: String) throws {
    let outcome = try bench.vfx("tags", "-f", "420", "--transfer", name, "--only", "encode")
    #expect(outcome.text.contains(":color_trc=\(word):"))
    let wrong = try bench.vfx("tags", "-f", "420", "--transfer", "hgl")
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean 'hlg'?"))
  }

  @Test func `the canvas of a timeline says what it makes`() throws {
    let outcome = try bench.bash(
      """
      echo '{ "version": 1, "canvas": { "transfer": "hlg" }, "layers": [] }' > hlg.json
      echo '{ "version": 1, "canvas": { "primaries": "p3-d65" }, "layers": [] }' > p3.json
      echo '{ "version": 1, "layers": [] }' > plain.json
      for canvas in hlg p3 plain; do vfx tags -f 420p10 -t $canvas.json --only encode; done
      vfx tags -f 420p10 --transfer pq --only encode
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let expected = [
      "colorspace=bt2020nc:color_primaries=bt2020:color_trc=arib-std-b67:",
      "colorspace=bt709:color_primaries=smpte432:color_trc=bt709:",
      "colorspace=bt709:color_primaries=bt709:color_trc=bt709:",
      "colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084:",
    ]
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == expected.count)
    for (line, labels) in zip(lines, expected) { #expect(line.contains(labels), "\(line)") }
  }

  @Test(.enabled(if: Tool.hasFFmpeg))
  func `the clips of a timeline give the matrix of the first film`() throws {
    try bench.write(#"{ "version": 1, "clips": [{ "source": "a.mkv" }, { "source": "b.mkv" }] }"#)
    let outcome = try bench.bash(
      """
      make() { ffmpeg -y -v error -f lavfi -i color=red:s=64x48:d=0.2 -vf format=yuv422p -c:v ffv1 $2 $1; }
      make b.mkv
      make a.mkv "-colorspace bt709"; vfx tags -t t.json --only encode
      make a.mkv "-colorspace smpte170m"; vfx tags -t t.json --only encode
      vfx tags -t t.json --only encode --matrix 709
      vfx -q -t t.json < /dev/null | vfx tags -t t.json --only encode -
      vfx tags -t t.json --only decode
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n")
    let labels = [
      "colorspace=bt709:", "colorspace=smpte170m:", "colorspace=bt709:", "colorspace=smpte170m:",
      "yuv422p",
    ]
    for (line, label) in zip(lines, labels) { #expect(line.contains(label), "\(line)") }
    #expect(lines.count == labels.count)
  }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      ("pq", "bt2020nc,smpte2084,bt2020"), ("hlg", "bt2020nc,arib-std-b67,bt2020"),
      ("bt2020-12", "bt2020nc,bt2020-12,bt2020"),
    ])
  func `ffprobe reports the transfer that was named`(_ name: String, _ labels: String) throws {
    let outcome = try bench.bash(
      """
      set -e
      vfx testsrc -n 2 -s 160x120 -f 420p10 > a.y4m
      ffmpeg -v error -i a.y4m $(vfx tags --only encode --matrix 2020 --transfer \(name) a.y4m) \
        -c:v libx264 film.mp4
      entries=color_space,color_transfer,color_primaries
      ffprobe -v error -show_entries stream=$entries -of csv=p=0 film.mp4
      """)
    #expect(outcome.text == labels + "\n", "\(outcome.errors)")
  }

  @Test func `a canvas that says what stands for nothing else is heard`() throws {
    let outcome = try bench.bash(
      """
      echo '{ "version": 1, "canvas": { "transfer": "bt709", "primaries": "bt709" } }' > t.json
      echo '{ "version": 1 }' > plain.json
      for t in t plain; do vfx tags --only encode -t $t.json -f 420p10 -s 640x360; done
      vfx tags --only encode --transfer gamma24 -f 420p10
      """)
    let lines = outcome.text.split(separator: "\n")
    try #require(outcome.status == 0 && lines.count == 3, "\(outcome.errors)")
    #expect(lines[0].contains("color_primaries=bt709:color_trc=bt709"))
    #expect(lines[1].contains("color_primaries=smpte170m:color_trc=smpte170m"))
    #expect(lines[2].contains("color_trc=bt709"))
  }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      ("420mpeg2", "709", "limited", "yuv420p,tv,bt709,bt709,bt709,left"),
      ("420jpeg", "601", "full", "yuvj420p,pc,smpte170m,smpte170m,smpte170m,center"),
      ("420paldv", "240m", "limited", "yuv420p,tv,smpte240m,smpte240m,smpte240m,topleft"),
      ("422p10", "2020", "limited", "yuv422p10le,tv,bt2020nc,unknown,bt2020,left"),
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

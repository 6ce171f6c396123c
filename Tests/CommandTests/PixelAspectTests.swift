import Foundation
import Testing

/// Films whose pixels are not square, and canvases whose pixels are not.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Tool.hasFFmpeg)) struct PixelAspectTests {
  let bench: Workbench

  /// `wide.mkv` is shown as 192x96 and `square.mkv` as it is, 128x96.
  init() throws {
    bench = try Workbench()
    let made = try bench.bash(
      """
      make() { ffmpeg -y -v error -f lavfi -i "testsrc2=s=$2:r=25:d=0.16,gblur=4,format=yuv420p" -vf setsar=$3 \
        -c:v ffv1 "$1"; }
      make wide.mkv 108x96 16/9 && make square.mkv 128x96 1
      """)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// Compares what a timeline makes with what filters of ffmpeg make of `wide.mkv`.
  private func compare(_ timeline: String, _ filters: String, _ aspect: String) throws {
    try bench.write(timeline, to: "t.json")
    let told = try bench.bash(
      """
      input() { ffmpeg -y -v error -i wide.mkv -f yuv4mpegpipe -strict -1 - ; }
      input | vfx -t t.json > a.y4m && ffmpeg -y -v error -i wide.mkv -vf "\(filters)" -f yuv4mpegpipe b.y4m
      head -1 a.y4m | grep -o ' A[0-9:]*'
      vfx compare a.y4m b.y4m --min-psnr 40
      """)
    #expect(told.status == 0, "\(told.text) \(told.errors)")
    #expect(
      told.text.hasPrefix(" A\(aspect)\n") && told.errors.isEmpty, "\(told.text) \(told.errors)"
    )
  }

  @Test(arguments: [
    (#""clips": [{ "source": "wide.mkv" }]"#, "192:96", "scale=192:96,setsar=1", "1:1"),
    (
      #""clips": [{ "source": "wide.mkv" }]"#, "128:96", "scale=128:64,pad=128:96:0:16,setsar=1",
      "1:1"
    ),
    (
      #""clips": [{ "source": "wide.mkv", "rotate": 90 }]"#, "96:192",
      "scale=192:96,transpose=clock,setsar=1", "1:1"
    ),
    (
      #""clips": [{ "source": "wide.mkv", "fit": "cover" }]"#, "96:96",
      "scale=192:96,crop=96:96:48:0,setsar=1", "1:1"
    ),
    (
      #""clips": [{ "source": "wide.mkv", "sampling": "flow" }]"#, "192:96",
      "scale=192:96,setsar=1", "1:1"
    ),
    (#""layers": []"#, "192:96", "scale=192:96,setsar=1", "1:1"),
    (#""layers": []"#, "108:96", "null", "16:9"),
  ])
  func `on a canvas of so many pixels, films have the shape in which they are shown`(
    _ rest: String, _ size: String, _ filters: String, _ aspect: String
  ) throws {
    let size = size.replacingOccurrences(of: ":", with: ", ")
    try compare(#"{ "version": 1, "canvas": { "size": [\#(size)] }, \#(rest) }"#, filters, aspect)
  }

  @Test func `a canvas that says no size has the pixels of the input, turned where it is`() throws {
    try compare(
      #"{ "version": 1, "canvas": { "size": ["50%", "50%"] }, "layers": [] }"#,
      "scale=54:48,setsar=16/9", "16:9")
    try compare(
      #"{ "version": 1, "canvas": { "rotate": 90 }, "layers": [] }"#, "transpose=clock,setsar=9/16",
      "9:16")
  }

  @Test func `a film that is turned on such pixels keeps its shape`() throws {
    try compare(
      #"{ "version": 1, "clips": [{ "source": "wide.mkv", "rotate": 90, "fit": "none", "position": [40, 0] }] }"#,
      "transpose=clock,scale=54:192,crop=54:96:0:0,pad=108:96:40:0,setsar=16/9", "16:9")
    try compare(
      #"""
      { "version": 1, "layers": [{ "type": "color", "color": "black" },
        { "type": "video", "source": "wide.mkv", "rotation": 90, "size": [36, "auto"], "position": [53, 48], "anchor": "center" }] }
      """#, "transpose=clock,scale=18:64,pad=108:96:44:16,setsar=16/9", "16:9")
  }

  @Test func `among films, each keeps its shape on the pixels of the first`() throws {
    // 128 square pixels are as wide as 72 of 16:9.
    try bench.write(
      #"{ "version": 1, "canvas": { "background": "white" }, "clips": [{ "source": "wide.mkv", "duration": "1f" }, { "source": "square.mkv", "duration": "1f" }] }"#,
      to: "t.json")
    let told = try bench.bash(
      """
      vfx -t t.json < /dev/null > a.y4m
      ffmpeg -y -v error -i square.mkv -vf "scale=72:96,pad=108:96:18:0:white" -frames:v 1 -f yuv4mpegpipe b.y4m
      ffmpeg -y -v error -i a.y4m -vf "select=eq(n\\,1)" -frames:v 1 -f yuv4mpegpipe c.y4m
      vfx compare c.y4m b.y4m --min-psnr 36
      """)
    #expect(told.status == 0, "\(told.text) \(told.errors)")
  }

  @Test func `a video layer and its mask have the shape in which a film is shown`() throws {
    try bench.write(
      #"""
      { "version": 1, "canvas": { "size": [192, 96] }, "clips": [{ "source": { "color": "black" }, "duration": "1f" }],
        "layers": [{ "type": "video", "source": "wide.mkv", "size": [96, "auto"], "position": [8, 8] }] }
      """#, to: "t.json")
    let told = try bench.bash(
      """
      vfx -t t.json < /dev/null > a.y4m
      ffmpeg -y -v error -i wide.mkv -vf "scale=96:48,pad=192:96:8:8,setsar=1" -frames:v 1 -f yuv4mpegpipe b.y4m
      vfx compare a.y4m b.y4m --min-psnr 36
      """)
    #expect(told.status == 0, "\(told.text) \(told.errors)")
  }
}

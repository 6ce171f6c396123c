import Bytes
import Pipes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

@Suite(.enabled(if: RealFFmpeg.isThere)) struct MediaReaderTests {
  let folder: TemporaryFolder
  let tools = MediaTools()

  init() throws { folder = try TemporaryFolder() }

  private func job(_ path: String, canvasRate: FrameRate, pixels: String = "yuv420p") throws
    -> MediaReader.Job
  {
    let info = try MediaProbe.probe(path, tools)
    return MediaReader.Job(
      path: path, info: info, rate: info.gridRate(canvasRate: canvasRate), pixels: pixels)
  }

  /// All frames from `first` on, at most `limit`.
  private func frames(_ job: MediaReader.Job, from first: Int, limit: Int = .max) throws -> [Int] {
    let reader = try MediaReader(job, from: first, tools)
    guard let format = try reader.format() else { return [] }
    let frame = Frame(format)
    var all: [Int] = []
    while all.count < limit, try reader.read(into: frame) {
      all.append(Self.mark(.init(frame.bytes)))
    }
    return all
  }

  /// A number that tells frames apart, in this run.
  private static func mark(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }

  /// What ffmpeg decodes with none of our options.
  private func decoded(_ path: String, options: [String] = []) throws -> [Int] {
    let bytes = try RealFFmpeg.run(
      ["-i", path, "-map", "0:v:0"] + options + ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
    let size = 64 * 48 * 3 / 2
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: size).map {
        Self.mark(.init(rebasing: bytes[$0..<$0 + size]))
      }
    }
  }

  @Test func `alpha is found where a film has it, and read by a decoder that knows it`() throws {
    for (name, options, hasAlpha) in [
      ("opaque.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"], false),
      ("exact.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuva420p"], true),
      ("runs.mov", ["-c:v", "qtrle", "-pix_fmt", "argb"], true),
      ("pro.mov", ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"], true),
      ("web.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"], true),
    ] {
      let path = folder.file(name)
      let source = "testsrc2=s=64x48:r=25:d=0.2,format=yuva420p,colorchannelmixer=aa=0.5"
      _ = try RealFFmpeg.run(["-f", "lavfi", "-i", source] + options + [path])
      let job = try job(path, canvasRate: try #require(FrameRate(25, 1)), pixels: "yuva444p")
      #expect(job.info.hasAlpha == hasAlpha, "\(name)")
      #expect((job.info.alphaDecoder != nil) == (name == "web.webm"))
      guard hasAlpha else { continue }
      let reader = try MediaReader(job, from: 2, tools)
      let format = try #require(try reader.format())
      #expect(format.hasAlpha && format.depth == 8)
      let frame = Frame(format)
      #expect(try reader.read(into: frame))
      let alpha = try #require(format.planes.last)
      #expect((120...136).contains(frame.bytes[alpha.offset]), "\(name)")
    }
  }

  @Test func `alpha comes at 10 and 12 bits, from any frame on`() throws {
    let path = folder.file("deep.mkv")
    let source = "testsrc2=s=65x48:r=25:d=1,format=yuva444p10le,geq=lum='4*X+8*N':cb=512:cr=512"
    _ = try RealFFmpeg.run([
      "-f", "lavfi", "-i", source + ":a='1023-4*X-8*N'", "-c:v", "ffv1", path,
    ])
    let canvasRate = try #require(FrameRate(25, 1))
    for depth in [10, 12] {
      let job = try job(path, canvasRate: canvasRate, pixels: "yuva444p\(depth)le")
      for first in [0, 7, 24] {
        let reader = try MediaReader(job, from: first, tools)
        let format = try #require(try reader.format())
        #expect(format.hasAlpha && format.depth == depth && format.width == 65)
        let frame = Frame(format)
        for number in first..<25 {
          #expect(try reader.read(into: frame) && reader.position == number + 1)
          let wanted = 4 * 64 + 8 * number
          for (plane, wanted) in [(0, wanted), (3, 1023 - wanted)] {
            let place = format.planes[plane].offset + 2 * 64
            let sample = Int(frame.bytes[place]) | Int(frame.bytes[place + 1]) << 8
            #expect(sample >> (depth - 10) == wanted, "\(depth) \(number) \(plane): \(sample)")
          }
        }
        #expect(try !reader.read(into: frame))
      }
    }
  }

  @Test(arguments: ["mp4", "mov", "mkv", "ts"])
  func `a movie begins with exactly the frame that is asked for`(container: String) throws {
    let path = folder.file("a.\(container)")
    try RealFFmpeg.make(path)
    let whole = try decoded(path)
    let job = try job(path, canvasRate: try #require(FrameRate(25, 1)))
    #expect(job.rate == FrameRate(30_000, 1001))
    #expect(whole.count == 90)
    #expect(job.info.frameCount(rate: job.rate) == 90)
    #expect(Set(whole).count == 90)
    for first in container == "mp4" ? [0, 1, 11, 23, 24, 25, 47, 60, 88, 89] : [0, 25, 47, 89] {
      let rest = try frames(job, from: first, limit: 90 - first)
      #expect(rest == Array(whole[first...]), "\(first)")
    }
    #expect(try frames(job, from: 95).isEmpty)
  }

  @Test func `frames that last from before are not lost`() throws {
    let path = folder.file("a.mkv")
    // Every picture from the second to the 30th frame is left out, and later every other one.
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=20:duration=4", "-vf",
      "select='eq(n,0)+gt(n,30)*not(mod(n,2))'", "-fps_mode", "vfr", "-c:v", "mpeg4", "-g", "12",
      path,
    ])
    let job = try job(path, canvasRate: try #require(FrameRate(20, 1)))
    #expect(job.rate == FrameRate(20, 1))
    let whole = try decoded(path, options: ["-vf", "fps=20:start_time=0"])
    #expect(whole.count >= 79)
    #expect(whole[5] == whole[29])
    for first in [0, 5, 29, 32, 33, 77] {
      let wanted = Array(whole[first...].prefix(20))
      #expect(try frames(job, from: first, limit: wanted.count) == wanted, "\(first)")
    }
  }

  @Test func `frames at uneven times are told by their ticks`() throws {
    let path = folder.file("a.mkv")
    let times = (0..<60).map { $0 * 41 + ($0 % 3) * 9 }
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2.4", "-vf",
      "settb=1/1000,setpts='N*41+mod(N,3)*9'", "-vsync", "passthrough", "-enc_time_base", "1/1000",
      "-c:v", "mpeg4", "-g", "12", path,
    ])
    let job = try job(path, canvasRate: try #require(FrameRate(25, 1)))
    // Matroska's clock.
    #expect(job.info.ticks == FrameRate(1000, 1) && job.rate == FrameRate(1000, 1))
    let whole = try decoded(path, options: ["-vsync", "passthrough"])
    #expect(whole.count == times.count)
    for first in [0, 40, 49, 50, 51, 1000, 1599, times[40], 2400] {
      let index = try #require(times.lastIndex { $0 <= first })
      let wanted = Array(whole[index...].prefix(10))
      #expect(try frames(job, from: first, limit: wanted.count) == wanted, "\(first)")
      let reader = try MediaReader(job, from: first, tools)
      let frame = Frame(try #require(try reader.format()))
      #expect(reader.position == first)
      #expect(try reader.read(into: frame))
      #expect(index + 1 >= times.count || reader.position == times[index + 1])
    }
  }

  @Test func `a turned movie is given as it is shown`() throws {
    try RealFFmpeg.make(folder.file("a.mp4"), seconds: "0.2")
    try RealFFmpeg.run([
      "-i", folder.file("a.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=90",
      folder.file("b.mp4"),
    ])
    let job = try job(folder.file("b.mp4"), canvasRate: try #require(FrameRate(25, 1)))
    try #require(job.info.width == 48, "this ffmpeg writes no rotation")
    let reader = try MediaReader(job, from: 0, tools)
    #expect(try reader.format().map { [$0.width, $0.height] } == [48, 64])
    #expect(job.info.height == 64)
  }

  @Test(arguments: [("yuv444p", 8), ("yuv444p10le", 10)])
  func `planes of colours that are called luma and chroma are colours`(
    _ pixels: String, _ bits: Int
  ) throws {
    let path = folder.file("a.mkv")
    let step = 1 << (bits - 8)
    // Green, blue and red.
    for (range, values) in [
      ("tv", [235 * step, 16 * step, 16 * step]), ("pc", [256 * step - 1, 0, 0]),
    ] {
      try RealFFmpeg.run([
        "-f", "lavfi", "-i",
        "color=white:s=16x16:d=0.2,format=\(pixels),geq=lum=\(values[0]):cb=\(values[1])"
          + ":cr=\(values[2]),setparams=range=\(range):colorspace=gbr", "-c:v", "ffv1", "-pix_fmt",
        pixels, "-color_range", range, "-colorspace", "rgb", path,
      ])
      let job = try job(path, canvasRate: try #require(FrameRate(25, 1)), pixels: pixels)
      #expect(job.info.isRGB && job.info.range == .limited)
      let reader = try MediaReader(job, from: 0, tools)
      let format = try #require(try reader.format())
      let frame = Frame(format)
      #expect(try reader.read(into: frame))
      // Green of BT.709: 16 + 219 * 0.7152, 128 - 112 * 0.7152 / 0.9278, 128 - 112 * 0.7152 / 0.7874.
      for (plane, wanted) in [172.63, 41.66, 26.27].enumerated() {
        let offset = format.planes[plane].offset
        let sample =
          bits == 8
          ? Int(frame.bytes[offset])
          : Int(frame.bytes[offset]) | Int(frame.bytes[offset + 1]) << 8
        #expect(abs(Double(sample) - wanted * Double(step)) <= 1.5, "\(range) \(plane) \(sample)")
      }
    }
  }

  @Test func `every layout of a canvas is decoded to`() throws {
    let path = folder.file("a.mp4")
    try RealFFmpeg.make(path, seconds: "0.1", size: "66x48")
    var info = try MediaProbe.probe(path, tools)
    // Of RGB, which has no subsampling of its own.
    info = info.with(pixels: "gbrp")
    let rate = try #require(FrameRate(30_000, 1001))
    var done: Set<String> = []
    for colorspace in Colorspace.all {
      let canvas = try #require(colorspace.format(width: 66, height: 48))
      let pixels = MediaReader.pixels(for: canvas, of: info)
      guard done.insert(pixels).inserted else { continue }
      let job = MediaReader.Job(path: path, info: info, rate: rate, pixels: pixels)
      let format = try #require(try MediaReader(job, from: 0, tools).format())
      #expect(format.depth == canvas.depth)
      #expect(format.hasAlpha == canvas.hasAlpha)
      if case .planes(let x, let y) = canvas.chroma, x + y < 3, y <= x {
        #expect(format.chroma == canvas.chroma, "\(colorspace.name)")
      }
    }
    for (depth, pixels) in [
      (8, "yuva444p"), (9, "yuva444p10le"), (10, "yuva444p10le"), (12, "yuva444p12le"),
      (16, "yuva444p12le"),
    ] {
      let canvas = try #require(
        PixelFormat(width: 8, height: 8, depth: depth, chroma: .planes(x: 1, y: 1), hasAlpha: true))
      #expect(MediaReader.pixels(for: canvas, of: info) == pixels)
    }
    let odd = try #require(PixelFormat(width: 8, height: 8, depth: 10))
    #expect(
      MediaReader.pixels(for: odd, of: info.with(pixels: "yuv420p", width: 65)) == "yuv444p10le")
    for pixels in ["yuv420p", "yuv422p", "yuv444p"] {
      #expect(MediaReader.pixels(for: odd, of: info.with(pixels: pixels)) == "\(pixels)10le")
    }
    #expect(MediaReader.pixels(for: odd, of: info.with(pixels: "gray")) == "yuv420p10le")
  }

  @Test func `pictures of records and sounds are no movies`() throws {
    let path = folder.file("a.m4a")
    try RealFFmpeg.run(["-f", "lavfi", "-i", "sine=duration=0.2", path])
    #expect(throws: ClipError.Fault.self) { try MediaProbe.probe(path, tools) }
  }

  @Test func `a file that is no movie gives ffprobe's last words`() throws {
    let path = folder.file("a.mp4")
    try Files.write(Array("this is no movie at all".utf8), to: path)
    var opener = SourceOpener(tools)
    let error = #expect(throws: ClipError.self) {
      try opener.open("a.mp4", path: path, place: 5..<12)
    }
    guard case .childFailed(program: "ffprobe", .exited(1), let words) = error?.fault else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains("Invalid data"))
    #expect(error?.place == 5..<12)
  }

  @Test func `a list of files is no source, whatever leads to it`() throws {
    let path = folder.file("a.mp4")
    try RealFFmpeg.make(folder.file("b.mp4"))
    for text in ["#EXTM3U\n#EXTINF:1,\nb.mp4\n", "ffconcat version 1.0\nfile b.mp4\n"] {
      try Files.write(Array(text.utf8), to: path)
      var opener = SourceOpener(tools)
      let error = #expect(throws: ClipError.self) {
        try opener.open("a.mp4", path: path, place: 0..<1)
      }
      #expect(error?.fault == .list)
      // Where only ffprobe tells.
      #expect(throws: ClipError.Fault.self) { try MediaProbe.probe(path, tools) }
    }
  }

  @Test(arguments: ["a.bmp", "a.tiff", "-i %d 'x'.bmp"])
  func `pictures become PNG`(name: String) throws {
    let path = folder.file(name)
    let made = folder.file("a.\(name.split(separator: ".").last ?? "")")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=1", "-frames:v", "1", made,
    ])
    if made != path { try Files.write(Files.load(made, limit: 1 << 20), to: path) }
    let kind = try SourceKind(ofFile: path)
    guard case .still(let word) = kind else {
      Issue.record("\(kind)")
      return
    }
    let png = try StillConverter.png(of: path, kind: word, tools)
    #expect(SourceKind(png) == .png)
  }

  @Test func `movies, backwards and mixed, are supplied exactly`() throws {
    let path = folder.file("a.mp4")
    try RealFFmpeg.make(path)
    let whole = try decoded(path)
    var opener = SourceOpener(tools)
    let source = try opener.open("a.mp4", path: path, place: 0..<1)
    func plan(
      _ feed: Int, _ outputs: Range<Int>, isRising: Bool, _ choose: @escaping @Sendable (Int) -> Int
    ) -> FeedPlan {
      FeedPlan(
        feed: feed, source: source,
        demand: Demand(outputs: outputs, isRising: isRising) {
          FrameChoice(first: choose($0), second: choose($0) + 1, weight: 500)
        }, name: "a.mp4", place: 0..<1)
    }
    let chosen: [@Sendable (Int) -> Int] = [{ $0 + 3 }, { 80 - $0 }, { 50 + $0 / 3 }]
    let plans = [
      plan(0, 0..<30, isRising: true, chosen[0]), plan(1, 20..<60, isRising: false, chosen[1]),
      plan(2, 55..<80, isRising: true, chosen[2]),
    ]
    let settings = Supplier.Settings(
      tools: tools, canvas: try #require(PixelFormat(width: 64, height: 48)),
      rate: try #require(FrameRate(30_000, 1001)))
    var supplier = try Supplier(plans, settings)
    var supplies: [Supply] = []
    for index in 0..<80 {
      #expect(try supplier.supply(index, into: &supplies))
      #expect(
        supplies.map(\.feed) == plans.filter { $0.demand.outputs.contains(index) }.map(\.feed))
      for supply in supplies {
        let number = chosen[supply.feed](index)
        let frame = try #require(supply.frame)
        #expect(Self.mark(frame.bytes) == whole[number])
        #expect(supply.second.map { Self.mark($0.bytes) } == whole[number + 1])
      }
    }
  }
}

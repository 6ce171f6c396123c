import Bytes
import Pipes
import TestSupport
import Testing
import Timeline
import Y4M

@testable import Clips

@Suite struct MediaProbeTests {
  private func probe(_ changes: [String: String?] = [:], format: String = "start_time=0.000000")
    throws -> MediaInfo
  {
    var values: [(String, String?)] = [
      ("codec_name", "h264"), ("width", "160"), ("height", "90"), ("pix_fmt", "yuv420p"),
      ("sample_aspect_ratio", "1:1"), ("color_range", "tv"), ("color_space", "bt709"),
      ("chroma_location", "left"),
      ("r_frame_rate", "30000/1001"), ("avg_frame_rate", "30000/1001"), ("start_time", "0.000000"),
      ("duration", "4.004000"), ("nb_frames", "120"),
    ]
    for change in changes.sorted(by: { $0.key < $1.key }) {
      values.removeAll { $0.0 == change.key }
      if let value = change.value { values.append((change.key, value)) }
    }
    let lines = values.map { "\($0.0)=\($0.1 ?? "N/A")\n" }.joined()
    return try MediaProbe.parse("[STREAM]\n\(lines)[/STREAM]\n[FORMAT]\n\(format)\n[/FORMAT]\n")
  }

  @Test func `what ffprobe says is understood`() throws {
    let info = try probe()
    #expect((info.codec, info.width, info.height) == ("h264", 160, 90))
    #expect(info.rate == FrameRate(30_000, 1001))
    #expect(info.length == Time(frame: 120, rate: try #require(info.rate)))
    #expect((info.space, info.statedRange, info.range) == ("bt709", .limited, .limited))
    #expect(info.format == PixelFormat(width: 160, height: 90))
  }

  @Test func `a file that is cut off in its head is no sound`() {
    let error = #expect(throws: ClipError.Fault.self) {
      try MediaProbe.parse("[FORMAT]\nnb_streams=0\nformat_name=mov,mp4\n[/FORMAT]\n")
    }
    #expect(error?.description == "ffmpeg finds nothing in it; it may be cut off or damaged")
    let sound = #expect(throws: ClipError.Fault.self) {
      try MediaProbe.parse("[FORMAT]\nnb_streams=1\nformat_name=mp3\n[/FORMAT]\n")
    }
    #expect(sound?.description.contains("'tracks' of 'audio'") == true)
  }

  @Test func `light is what the file says`() throws {
    let film = try probe(["color_transfer": "smpte2084", "color_primaries": "bt2020"])
    #expect((film.transfer, film.primaries) == ("smpte2084", "bt2020"))
    for silent in ["unknown", "reserved", nil] {
      let film = try probe(["color_transfer": silent, "color_primaries": silent])
      #expect((film.transfer, film.primaries) == (nil, nil))
    }
  }

  @Test func `a rate is kept where there is one`() throws {
    // The last frame lasts longer, or fields are counted.
    #expect(try probe(["avg_frame_rate": "4498/150"]).rate == FrameRate(30_000, 1001))
    #expect(
      try probe(["r_frame_rate": "50/1", "avg_frame_rate": "25/1"]).rate == FrameRate(25, 1))
    for average in ["24/1", "x"] {
      #expect(try probe(["avg_frame_rate": average]).rate == nil)
    }
    // Where nobody has counted, times tell.
    #expect(try probe(["avg_frame_rate": "0/0"]).rate == FrameRate(30_000, 1001))
    #expect(try probe(["r_frame_rate": "1000/1", "avg_frame_rate": "0/0"]).rate == nil)
    for (said, rate) in [
      ("19001/317", 60_000), ("29011/242", 120_000), ("2997/100", nil), ("5994/100", nil),
    ] {
      let found = try probe(["r_frame_rate": said, "avg_frame_rate": said]).rate
      let (upper, lower) = (
        Int(said.prefix { $0 != "/" }) ?? 0, Int(said.drop { $0 != "/" }.dropFirst()) ?? 1
      )
      #expect(found == rate.map { FrameRate($0, 1001) } ?? FrameRate(upper, lower), "\(said)")
    }
    #expect(try probe(["r_frame_rate": "90000/1", "avg_frame_rate": "90000/1"]).rate == nil)
  }

  @Test func `the length is found wherever it stands`() throws {
    let length = Time(frame: 120, rate: try #require(FrameRate(30_000, 1001)))
    #expect(try probe(["duration": nil, "TAG:DURATION": "00:00:04.004000000"]).length == length)
    #expect(try probe(["duration": nil], format: "duration=4.011000").length == length)
    #expect(try probe(["duration": nil]).length == length)
    // Pictures that begin late last as much longer.
    let late = try probe(["start_time": "2.400000"], format: "start_time=1.399000")
    #expect(late.length == Time(frame: 150, rate: try #require(FrameRate(30_000, 1001))))
    // Off the grid of frames, it counts in full.
    let odd = try probe(
      ["start_time": "1.449000", "time_base": "1/1000"], format: "start_time=1.399000")
    #expect(odd.length == Time(Rational(reducing: 4054, over: 1000)), "\(odd.length)")
    #expect(throws: ClipError.Fault.self) { try probe(["duration": nil, "nb_frames": nil]) }
    #expect(throws: ClipError.Fault.self) { try probe(["duration": "0.000000"]) }
    #expect(throws: ClipError.Fault.self) { try probe(["duration": "99999999999.0"]) }
  }

  @Test(arguments: ["-90", "90", "270", "-270.000000"])
  func `a quarter turn swaps the sides`(angle: String) throws {
    let info = try probe(["rotation": angle, "sample_aspect_ratio": "4:3"])
    #expect((info.width, info.height) == (90, 160))
    #expect(info.aspect == PixelAspect(3, 4))
  }

  @Test(arguments: [
    ("progressive", Interlacing.progressive), ("tt", .topFieldFirst), ("bt", .topFieldFirst),
    ("bb", .bottomFieldFirst), ("tb", .bottomFieldFirst), ("unknown", .unknown),
  ])
  func `the field that is shown first is found`(word: String, interlacing: Interlacing) throws {
    #expect(try probe(["field_order": word]).interlacing == interlacing)
    #expect(try probe().interlacing == .unknown)
  }

  @Test func `layouts are understood`() throws {
    func format(_ pixels: String) throws -> PixelFormat? { try probe(["pix_fmt": pixels]).format }
    #expect(try format("yuv422p10le")?.depth == 10)
    #expect(try format("yuv422p10le")?.chroma == .planes(x: 1, y: 0))
    #expect(try format("p010le")?.depth == 10)
    #expect(try probe(["chroma_location": nil]).format?.siting == .center)
    for (pixels, depth, x, y) in [
      ("gray10le", 10, 1, 1), ("gray12be", 12, 1, 1), ("ya16le", 16, 1, 1), ("rgb48le", 16, 0, 0),
      ("rgba64be", 16, 0, 0),
      ("gbrp12le", 12, 0, 0), ("p016le", 16, 1, 1), ("p210le", 10, 1, 0), ("p416le", 16, 0, 0),
      ("y210le", 10, 1, 0),
      ("uyvy422", 8, 1, 0), ("nv24", 8, 0, 0), ("yuv411p", 8, 2, 0), ("yuv440p10le", 10, 0, 0),
      ("pal8", 8, 0, 0),
      ("yuva444p12le", 12, 0, 0), ("yuvj422p", 8, 1, 0),
    ] {
      let found = try format(pixels)
      #expect(found?.depth == depth && found?.chroma == .planes(x: x, y: y), "\(pixels)")
    }
    #expect(try format("yuv420p10le")?.siting == .left)
    #expect(try probe(["pix_fmt": "yuv420p10le", "chroma_location": nil]).format?.siting == .left)
    #expect(
      try probe(["pix_fmt": "yuv420p10le", "chroma_location": "center"]).format?.siting == .center)
    #expect(try format("nv12")?.chroma == .planes(x: 1, y: 1))
    #expect(try format("rgb24")?.chroma == .planes(x: 0, y: 0))
    #expect(try probe(["pix_fmt": "yuvj420p", "color_range": nil]).range == .full)
    let rgb = try probe(["pix_fmt": "gbrp", "color_range": "pc", "color_space": "gbr"])
    #expect((rgb.range, rgb.matrix) == (.limited, "bt709"))
  }

  @Test func `planes of colours are told from luma and chroma`() throws {
    func isRGB(_ codec: String, _ pixels: String, _ space: String) throws -> Bool {
      try probe(["codec_name": codec, "pix_fmt": pixels, "color_space": space]).isRGB
    }
    #expect(try isRGB("av1", "yuv444p", "gbr"))
    #expect(try isRGB("av1", "yuv444p12le", "gbr"))
    // Of such samples the word can't be true, and in ProRes it says that nothing is known.
    #expect(try !isRGB("h264", "yuv420p", "gbr"))
    #expect(try !isRGB("prores", "yuv444p12le", "gbr"))
    #expect(try !isRGB("av1", "yuv444p", "bt709"))
  }

  /// Of a stream without a container, a program stream, and what a recorder writes to a pipe.
  @Test(
    .enabled(if: RealFFmpeg.isThere),
    arguments: [("m4v", ["-c:v", "mpeg4"]), ("mpeg", ["-bf", "2"]), ("matroska", [])])
  func `a film that does not say how long it is is measured`(
    _ kind: String, _ options: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("film")
    // To a pipe, nothing can be written about the end.
    let film = try RealFFmpeg.run(
      ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=3"] + options + ["-f", kind, "-"])
    try Files.write(film, to: path)
    let info = try MediaProbe.probe(path, MediaTools())
    #expect(info.length == Time(seconds: 3), "\(info.length)")
    #expect(try MediaContents.probe(path, MediaTools()).pictures?.length == Time(seconds: 3))
  }

  @Test(arguments: [
    "", "[STREAM]\n", "codec_name", "[STREAM]\ncodec_name=h264\nwidth=0\nheight=9\n",
    "[STREAM]\ncodec_name=h264\nwidth=99999999999999999999\nheight=9\n",
    "[STREAM]\ncodec_name=h264\nwidth=-4\nheight=9\nduration=1\n", "====\n=\n",
    "[FORMAT]\nduration=1",
  ])
  func `what makes no sense is an error`(text: String) {
    #expect(throws: ClipError.Fault.self) { try MediaProbe.parse(text) }
  }
}

import Pipes
import TestSupport
import Testing

@testable import Clips

/// White where ffmpeg converts samples of more than 8 bits.
@Suite struct DeepWhiteTests {
  @Test func `only what is converted in more than 8 bits has a filter`() {
    for pixels in ["rgb24", "gbrp", "gbrap", "yuv444p10le", "gray12le", "pal8"] {
      let depth = MediaInfo.depth(of: pixels)
      #expect(DeepWhite.filter(beforeLumaOf: pixels, depth: depth) == nil, "\(pixels)")
    }
    for pixels in ["yuv420p", "yuvj444p", "yuv410p", "yuva420p", "gbrp10le", "gray10le"] {
      #expect(DeepWhite.filters(afterLumaOf: pixels, isFull: false).isEmpty, "\(pixels)")
    }
    #expect(
      DeepWhite.filters(afterLumaOf: "yuva444p10le", isFull: true).last?.hasSuffix(
        ":aa=\(65535.0 / 65472)") == true)
  }

  @Test(
    .enabled(if: RealFFmpeg.isThere),
    arguments: [
      ("gbrp10le", 10), ("gbrp12le", 12), ("gbrap12le", 12), ("rgb48le", 16), ("gbrp16le", 16),
    ])
  func `white of a film in RGB is white`(_ pixels: String, _ depth: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i",
      "color=white:s=16x16:d=0.2,format=\(pixels),geq=r=\(1 << depth - 1)"
        + ":g=\(1 << depth - 1):b=\(1 << depth - 1)", "-c:v", "ffv1", "-pix_fmt", pixels, path,
    ])
    #expect(MediaInfo.depth(of: pixels) == depth)
    for bits in [10, 12] {
      let filter = try #require(DeepWhite.filter(beforeLumaOf: pixels, depth: depth))
      let samples = try RealFFmpeg.run([
        "-i", path, "-vf", "\(filter),scale=out_range=limited:out_color_matrix=bt709",
        "-sws_flags", "bicubic+accurate_rnd+full_chroma_int", "-frames:v", "1", "-f", "rawvideo",
        "-pix_fmt", "yuv444p\(bits)le", "-",
      ])
      let luma = Int(samples[0]) | Int(samples[1]) << 8
      #expect(luma == 235 << (bits - 8), "\(pixels) \(bits)")
    }
  }

  @Test(
    .enabled(if: RealFFmpeg.isThere),
    arguments: [
      ("yuv444p10le", "tv", 940), ("yuv420p12le", "tv", 3760), ("yuv444p10le", "pc", 1023),
      ("yuva444p10le", "tv", 940),
    ])
  func `white of a deep picture in luma and chroma is white`(
    _ pixels: String, _ range: String, _ white: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    let grey = white > 1023 ? 2048 : 512
    let alpha = pixels.hasPrefix("yuva") ? ":a=1023" : ""
    try RealFFmpeg.run([
      "-f", "lavfi", "-i",
      "color=white:s=16x16:d=0.2,format=\(pixels),geq=lum=\(white)"
        + ":cb=\(grey):cr=\(grey)\(alpha),setparams=range=\(range)", "-c:v", "ffv1", "-pix_fmt",
      pixels, "-color_range", range, path,
    ])
    let png = try StillConverter.png(of: path, kind: StillStore.movie, MediaTools())
    let made = folder.file("made.png")
    try Files.write(png, to: made)
    let samples = try RealFFmpeg.run([
      "-i", made, "-pix_fmt", "rgba64le", "-f", "rawvideo", "-",
    ])
    for channel in 0..<4 {
      let sample = Int(samples[2 * channel]) | Int(samples[2 * channel + 1]) << 8
      #expect(sample >= 65530, "\(pixels) \(channel): \(sample)")
    }
  }

  @Test(
    .enabled(if: RealFFmpeg.isThere), arguments: [("gray", 8), ("gray10le", 10), ("gray12le", 12)])
  func `grey of limited range reaches from black to white`(_ pixels: String, _ bits: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    let step = 1 << (bits - 8)
    for (range, black, white) in [("tv", 16 * step, 235 * step), ("pc", 0, 256 * step - 1)] {
      try RealFFmpeg.run([
        "-f", "lavfi", "-i",
        "color=white:s=16x2:d=0.2,format=\(pixels),geq=lum='if(lt(X,8),\(black),\(white))'"
          + ",setparams=range=\(range)", "-c:v", "ffv1", "-pix_fmt", pixels, "-color_range", range,
        path,
      ])
      let made = folder.file("made.png")
      try Files.write(
        StillConverter.png(of: path, kind: StillStore.movie, MediaTools()), to: made)
      let samples = try RealFFmpeg.run(["-i", made, "-pix_fmt", "gray16be", "-f", "rawvideo", "-"])
      #expect(
        Array(samples.prefix(32)) == [UInt8](repeating: 0, count: 16)
          + [UInt8](repeating: 255, count: 16), "\(range)")
    }
  }

  @Test(
    .enabled(if: RealFFmpeg.isThere), arguments: [("yuv444p", 8), ("yuv444p10le", 10)])
  func `planes of colours that are called luma and chroma are colours`(
    _ pixels: String, _ bits: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    let step = 1 << (bits - 8)
    // Green, blue and red.
    for (range, values) in [
      ("tv", [235 * step, 16 * step, 126 * step]), ("pc", [256 * step - 1, 0, 128 * step]),
    ] {
      try RealFFmpeg.run([
        "-f", "lavfi", "-i",
        "color=white:s=16x16:d=0.2,format=\(pixels),geq=lum=\(values[0]):cb=\(values[1])"
          + ":cr=\(values[2]),setparams=range=\(range):colorspace=gbr", "-c:v", "ffv1", "-pix_fmt",
        pixels, "-color_range", range, "-colorspace", "rgb", path,
      ])
      let made = folder.file("made.png")
      try Files.write(StillConverter.png(of: path, kind: StillStore.movie, MediaTools()), to: made)
      let samples = try RealFFmpeg.run(["-i", made, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
      #expect(abs(Int(samples[0]) - 128) <= 1, "\(range) \(samples[0])")
      #expect(samples[1] >= 254 && samples[2] == 0, "\(range) \(samples.prefix(3))")
    }
  }

  @Test(.enabled(if: RealFFmpeg.isThere))
  func `a matrix that ProRes does not know is no sign of planes of colours`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mov")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "color=red:s=16x16:d=0.04", "-c:v", "prores_ks", "-profile:v", "4444",
      "-pix_fmt", "yuv444p10le", path,
    ])
    let wanted = try StillConverter.png(of: path, kind: StillStore.movie, MediaTools())
    var film = try Files.load(path, limit: 1 << 20)
    // The matrix stands 20 bytes behind the name of a frame.
    let frame = try #require(film.indices.first { film[$0...].starts(with: "icpf".utf8) })
    film[frame + 20] = 0
    try Files.write(film, to: path)
    let info = try MediaProbe.probe(path, MediaTools())
    #expect(info.space == "gbr" && !info.isRGB)
    #expect(try StillConverter.png(of: path, kind: StillStore.movie, MediaTools()) == wanted)
  }
}

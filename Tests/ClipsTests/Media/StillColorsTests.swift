import Pipes
import TestSupport
import Testing

@testable import Clips

/// Pictures whose files say what their colours are, which ffmpeg leaves out of the PNG that it
/// makes.
@Suite struct StillColorsTests {
  /// A signature, a header and the start of pictures, with a chunk between.
  private func png(_ chunk: String? = nil) -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: 8)
    bytes += [0, 0, 0, 13] as [UInt8]
    bytes += Array("IHDR".utf8)
    bytes += [UInt8](repeating: 2, count: 17)
    if let chunk {
      bytes += [0, 0, 0, 1] as [UInt8]
      bytes += Array(chunk.utf8)
      bytes += [9, 0, 0, 0, 0] as [UInt8]
    }
    bytes += [0, 0, 0, 0] as [UInt8]
    bytes += Array("IDAT".utf8)
    bytes += [0, 0, 0, 0] as [UInt8]
    return bytes
  }

  static let cases: [(String, String, [UInt8])] = [
    ("smpte2084", "bt2020", [9, 16]), ("arib-std-b67", "bt2020", [9, 18]),
    ("linear", "bt709", [1, 8]),
    ("iec61966-2-1", "smpte432", [12, 13]), ("unknown", "bt2020", [9, 13]),
    ("bt2020-10", "bt2020", [9, 13]), ("bt470m", "smpte432", [12, 13]),
    ("bt470bg", "bt470bg", []),
    ("iec61966-2-1", "bt709", []),
    ("bt709", "unknown", []), ("bt709", "smpte170m", []), ("log100", "bt709", []),
  ]

  @Test(arguments: cases)
  func `what is not sRGB is written into the PNG`(
    _ transfer: String, _ primaries: String, _ points: [UInt8]
  ) {
    let colors = StillColors(
      "[STREAM]\ncolor_transfer=\(transfer)\ncolor_primaries=\(primaries)\n[/STREAM]\n",
      kind: "AVIF")
    guard !points.isEmpty else {
      #expect(colors == nil)
      return
    }
    let made = colors?.added(to: png()) ?? []
    #expect(Array(made[..<33]) == Array(png()[..<33]) && Array(made[49...]) == Array(png()[33...]))
    var chunk: [UInt8] = [0, 0, 0, 4]
    chunk += Array("cICP".utf8)
    chunk += points
    chunk += [0, 1] as [UInt8]
    #expect(Array(made[33..<45]) == chunk)
    for name in ["cICP", "iCCP"] { #expect(colors?.added(to: png(name)) == png(name)) }
    #expect((colors?.added(to: png("gAMA")) ?? []).count == png("gAMA").count + 16)
    #expect(colors?.added(to: [1, 2, 3]) == [1, 2, 3])
  }

  @Test(.enabled(if: RealFFmpeg.isThere)) func `the first picture of a film in HDR says so`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "color=gray:s=16x16:d=0.1,format=yuv444p10le", "-c:v", "ffv1",
      "-color_primaries", "bt2020",
      "-color_trc", "smpte2084", "-colorspace", "bt2020nc", path,
    ])
    let png = try StillConverter.png(of: path, kind: StillStore.movie, MediaTools())
    let chunk: [UInt8] = Array("cICP".utf8) + [9, 16, 0, 1]
    #expect(png.indices.contains { png[$0...].starts(with: chunk) })
  }

  @Test func `a film that says no matrix has one by its size`() {
    func matrix(_ codec: String, _ space: String, _ width: Int, _ height: Int) -> String? {
      let text = """
        [STREAM]
        codec_name=\(codec)
        width=\(width)
        height=\(height)
        pix_fmt=yuv444p10le
        color_space=\(space)
        [/STREAM]
        """
      let lines = StillConverter.withMatrix(text).split(separator: "\n")
      return lines.first { $0.hasPrefix("color_space=") }.map { String($0.dropFirst(12)) }
    }
    #expect(matrix("h264", "unknown", 1280, 544) == "bt709")
    #expect(matrix("h264", "unknown", 960, 720) == "bt709")
    #expect(matrix("h264", "unknown", 720, 576) == "smpte170m")
    #expect(matrix("h264", "bt2020nc", 720, 576) == "bt2020nc")
    #expect(matrix("prores", "gbr", 1920, 1080) == "bt709")
    #expect(matrix("av1", "gbr", 1920, 1080) == "gbr")
  }

  @Test(.enabled(if: RealFFmpeg.isThere))
  func `the first picture of a large film without a matrix is read by that of BT.709`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    let made = folder.file("made.png")
    // Red of BT.709, and of BT.601.
    for (size, samples) in [("1280x16", [63, 102, 240]), ("64x16", [81, 90, 240])] {
      try RealFFmpeg.run([
        "-f", "lavfi", "-i",
        "color=white:s=\(size):d=0.1,format=yuv444p,geq=lum=\(samples[0]):cb=\(samples[1])"
          + ":cr=\(samples[2])", "-c:v", "ffv1", path,
      ])
      try Files.write(StillConverter.png(of: path, kind: StillStore.movie, MediaTools()), to: made)
      let color = try RealFFmpeg.run(["-i", made, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
      #expect(color[0] >= 253 && color[1] <= 2 && color[2] <= 2, "\(size) \(color.prefix(3))")
    }
  }

  static let films: [(transfer: String, primaries: String, points: [UInt8])] = [
    ("bt709", "bt709", []), ("smpte170m", "smpte170m", []), ("gamma28", "bt470bg", []),
    ("gamma22", "bt709", []), ("bt2020-10", "bt2020", [9, 13]), ("linear", "bt709", [1, 8]),
  ]

  @Test(.enabled(if: RealFFmpeg.isThere), arguments: films)
  func `the curve of a film in SDR is left out`(
    _ transfer: String, _ primaries: String, _ points: [UInt8]
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "color=gray:s=16x16:d=0.1,format=yuv444p", "-c:v", "ffv1",
      "-color_primaries", primaries, "-color_trc", transfer, path,
    ])
    let png = try StillConverter.png(of: path, kind: StillStore.movie, MediaTools())
    for name in ["gAMA", "cHRM"] {
      #expect(!png.indices.contains { png[$0...].starts(with: name.utf8) })
    }
    let chunk = png.indices.first { png[$0...].starts(with: "cICP".utf8) }
    #expect(chunk.map { Array(png[($0 + 4)..<($0 + 6)]) } ?? [] == points)
  }

  @Test func `chunks are taken out before the pictures alone`() {
    let name = Array("gAMA".utf8)
    var twice = png("gAMA")
    twice += png("gAMA")[8...]
    var once = png()
    once += png("gAMA")[8...]
    #expect(StillConverter.without(["eXIf", "gAMA"], twice) == once)
    #expect(StillConverter.without(["eXIf"], twice) == twice)
    #expect(StillConverter.without(["gAMA"], name) == name)
    // The last chunk is cut short.
    let cut = Array(png("gAMA")[..<45])
    #expect(StillConverter.without(["gAMA"], cut) == cut)
  }

  /// The header of an OpenEXR file with these floats as what its light has.
  private func exr(_ numbers: [Float], name: String = "chromaticities") -> [UInt8] {
    var bytes: [UInt8] = [0x76, 0x2F, 0x31, 1, 2, 0, 0, 0]
    bytes += Array("type\0string\0".utf8)
    bytes += [3, 0, 0, 0, 1, 2, 3] as [UInt8]
    bytes += Array("\(name)\0chromaticities\0".utf8)
    bytes += [UInt8(4 * numbers.count), 0, 0, 0] as [UInt8]
    for number in numbers {
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
      }
    }
    return bytes + [0]
  }

  @Test func `the primaries of OpenEXR are written into the PNG`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.exr")
    func primaries(_ bytes: [UInt8], kind: String = "OpenEXR") throws -> StillPrimaries? {
      try Files.write(bytes, to: path)
      return StillPrimaries(ofFile: path, kind: kind)
    }
    // Those of ACES (SMPTE ST 2065-1), and behind them the white.
    let aces: [Float] = [0.7347, 0.2653, 0, 1, 0.0001, -0.077, 0.32168, 0.33767]
    let made = try #require(try primaries(exr(aces))).added(to: png())
    let places: [Int32] = [32_168, 33_767, 73_470, 26_530, 0, 100_000, 10, -7700]
    let wanted = ColorChunk(chromaticities: places).added(to: png())
    #expect(made == ColorChunk(gamma: 100_000).added(to: wanted))
    #expect(made.count == png().count + 12 + 4 + 12 + 32)

    #expect(try primaries(exr(aces), kind: "BMP") == nil)
    #expect(try primaries(exr(aces, name: "other")) == nil)
    #expect(try primaries(exr([0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329])) == nil)
    #expect(try primaries(exr(Array(aces.dropLast()))) == nil)
    for (index, wrong) in [(0, .nan), (2, .infinity), (4, 7), (7, 0)] as [(Int, Float)] {
      var numbers = aces
      numbers[index] = wrong
      #expect(try primaries(exr(numbers)) == nil)
    }
    let whole = exr(aces)
    for length in 0..<whole.count - 1 { #expect(try primaries(Array(whole[..<length])) == nil) }
  }

  /// In sRGB, 0.18 is 117.6 of 255.
  @Test(.enabled(if: RealFFmpeg.isThere)) func `OpenEXR without a transfer is linear light`() throws
  {
    for (transfer, points) in [("unknown", [1, 8]), ("smpte2084", [1, 16])] as [(String, [UInt8])] {
      let made = StillColors("color_transfer=\(transfer)\n", kind: "OpenEXR")?.added(to: png())
      #expect((made ?? []).dropFirst(41).prefix(2).elementsEqual(points))
    }
    #expect(StillColors("color_transfer=iec61966-2-1\n", kind: "OpenEXR") == nil)
    let folder = try TemporaryFolder()
    let path = folder.file("a.exr")
    try RealFFmpeg.run([
      "-f", "lavfi", "-i", "color=gray:s=16x16:d=0.1,format=gbrpf32le", "-frames:v", "1", path,
    ])
    let png = try StillConverter.png(of: path, kind: "OpenEXR", MediaTools())
    let chunk: [UInt8] = Array("vxLt".utf8) + [0]
    #expect(png.indices.contains { png[$0...].starts(with: chunk) })
    // Gray is 128 of 255, whose PQ is 7709 of 16 bits (BT.2100).
    let made = folder.file("made.png")
    try Files.write(png, to: made)
    let child = try MediaTools().startFFmpeg(
      made, before: [], after: ["-pix_fmt", "rgb48le", "-f", "rawvideo", "-"])
    let samples = try child.output(limit: 1 << 16)
    let red = Int(samples[0]) | Int(samples[1]) << 8
    #expect(samples.count == 16 * 16 * 6 && abs(red - 7709) < 60, "\(red)")
  }
}

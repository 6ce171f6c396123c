import Testing
import Y4M

@testable import NUT

/// Names of formats, and what ffmpeg writes and takes them for.
@Suite struct FormatTests {
  private static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(hex.dropFirst($0).prefix(2), radix: 16)
    }
  }

  private static func stream(_ tag: [UInt8], width: Int = 36, height: Int = 24) throws -> NUTStream
  {
    let clock = try #require(TimeBase(1, 25))
    return NUTStream(
      .video(NUTPicture(width: width, height: height)), tag: tag, timeBase: 0, clock: clock)
  }

  /// The formats that are drawn on: those of Y4M, and alpha.
  private static let drawn: Set<String> = {
    var names: Set = ["gray", "yuv410p", "yuv411p", "yuv440p"]
    for layout in ["yuv420p", "yuv422p", "yuv444p"] {
      names.insert(layout)
      for depth in [9, 10, 12, 14, 16] { names.insert("\(layout)\(depth)le") }
    }
    for depth in [9, 10, 12, 14, 16] { names.insert("gray\(depth)le") }
    for layout in ["yuva420p", "yuva422p", "yuva444p"] {
      names.insert(layout)
      for depth in [9, 10, 12, 16] where depth != 12 || layout != "yuva420p" {
        names.insert("\(layout)\(depth)le")
      }
    }
    return names
  }()

  @Test func `formats are those of ffmpeg`() throws {
    var seen: Set<String> = []
    for line in try Sample.table("pixels.tsv") {
      let (name, tag, back) = (line[0], Self.bytes(line[1]), line[2])
      let stream = try Self.stream(tag)
      // Where ffmpeg takes it for another format, that counts: full range is one that it forgets.
      let isOther = back != name && !name.hasPrefix("yuvj")
      guard Self.drawn.contains(back), !isOther else {
        #expect(stream.pixelFormat == nil, "\(name)")
        let refusal = try #require(PixelRefusal(of: stream), "\(name)")
        #expect(refusal.isRaw, "\(name)")
        #expect(refusal.name.hasPrefix(back), "\(name): \(refusal)")
        #expect(Self.drawn.contains(refusal.instead ?? ""), "\(name): \(refusal)")
        continue
      }
      seen.insert(back)
      let format = try #require(stream.pixelFormat, "\(name)")
      #expect(Int(line[3]) == format.frameBytes, "\(name)")
      #expect(RawPixels.tag(of: format) == tag, "\(name)")
      #expect(PixelRefusal(of: stream) == nil)
    }
    #expect(seen == Self.drawn)
  }

  @Test func `planes are halved as the name says`() throws {
    for (tag, chroma, depth, hasAlpha) in [
      ("Y3\u{B}\u{A}", Chroma.planes(x: 1, y: 1), 10, false),
      ("Y3\u{A}\u{C}", .planes(x: 1, y: 0), 12, false),
      ("Y3\0\u{10}", .planes(x: 0, y: 0), 16, false),
      ("Y4\u{B}\u{8}", .planes(x: 1, y: 1), 8, true), ("Y1\0\u{9}", .none, 9, false),
      ("Y41B", .planes(x: 2, y: 0), 8, false), ("YUV9", .planes(x: 2, y: 2), 8, false),
      ("IYUV", .planes(x: 1, y: 1), 8, false), ("GREY", .none, 8, false),
    ] {
      let format = try #require(RawPixels.format(of: Array(tag.utf8), width: 35, height: 23))
      #expect(format.chroma == chroma && format.depth == depth && format.hasAlpha == hasAlpha)
      #expect((format.width, format.height) == (35, 23))
    }
  }

  @Test func `every format has a name of its own or none`() {
    var seen: Set<[UInt8]> = []
    for depth in 8...16 {
      for chroma in [
        Chroma.none, .planes(x: 1, y: 1), .planes(x: 1, y: 0), .planes(x: 0, y: 0),
        .planes(x: 2, y: 0), .planes(x: 2, y: 2), .planes(x: 0, y: 1), .planes(x: 1, y: 2),
      ] {
        for hasAlpha in [false, true] {
          guard
            let format = PixelFormat(
              width: 5, height: 3, depth: depth, chroma: chroma, hasAlpha: hasAlpha),
            let tag = RawPixels.tag(of: format)
          else { continue }
          #expect(seen.insert(tag).inserted)
          #expect(RawPixels.format(of: tag, width: 5, height: 3) == format)
        }
      }
    }
    #expect(seen.count == Self.drawn.count)
  }

  @Test func `refusals say what to ask for`() throws {
    let cases: [(tag: [UInt8], text: String)] = [
      (
        Array("NV12".utf8),
        "the pictures are nv12, which is not drawn on: ask ffmpeg for -c:v rawvideo -pix_fmt yuv420p"
      ),
      (
        Array("RGB\u{F}".utf8),
        "the pictures are rgb555le, or p010le or another that NUT has no name for, which is not drawn on: ask ffmpeg for -c:v rawvideo -pix_fmt yuv420p10le"
      ),
      (
        [10, 11, 0x33, 0x59],
        "the pictures are yuv420p10be, which is not drawn on: ask ffmpeg for -c:v rawvideo -pix_fmt yuv420p10le"
      ),
      (
        Array("FFV1".utf8),
        "the pictures are not raw, but \"FFV1\": ask ffmpeg for -c:v rawvideo -pix_fmt yuv420p"
      ),
    ]
    for (tag, text) in cases {
      #expect(PixelRefusal(of: try Self.stream(tag))?.description == text)
    }
    let huge = try #require(PixelRefusal(of: try Self.stream(Array("I420".utf8), width: 70_000)))
    #expect("\(huge)".hasPrefix("pictures of 70000x24 are too large"))
  }

  @Test func `sounds are those of ffmpeg`() throws {
    var count = 0
    for line in try Sample.table("sounds.tsv") {
      let tag = Self.bytes(line[1])
      let sound = RawSound(tag: tag)
      let parts = line[0].dropFirst(4)
      guard !parts.hasSuffix("_planar") else {
        #expect(sound == nil)
        continue
      }
      count += 1
      let found = try #require(sound)
      #expect(found.tag == tag)
      let law: [String: RawSound.Kind] = ["alaw": .aLaw, "mulaw": .muLaw]
      if let kind = law[String(parts)] {
        #expect(found.kind == kind && found.bits == 8)
        continue
      }
      let kinds: [Character: RawSound.Kind] = ["s": .signed, "u": .unsigned, "f": .float]
      #expect(found.kind == kinds[parts.first ?? " "])
      #expect(found.bits == Int(parts.dropFirst().prefix { $0.isNumber }))
      #expect(found.isBigEndian == parts.hasSuffix("be"))
    }
    #expect(count == 22)
    #expect(RawSound(tag: [0xFF, 0, 0, 0]) == nil)
    #expect(RawSound(tag: []) == nil)
  }
}

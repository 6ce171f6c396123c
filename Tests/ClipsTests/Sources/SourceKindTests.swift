import Pipes
import TestSupport
import Testing

@testable import Clips

@Suite struct SourceKindTests {
  @Test(arguments: [
    ("YUV4MPEG2 W1", SourceKind.y4m), ("GIF89a", .gif), ("GIF87a", .gif), ("", .movie),
    ("RIFF....WEBPVP8 ", .webp), ("RIFF....AVI ", .movie),
    ("....ftypheic", .still("HEIC")),
    ("....ftypavif", .still("AVIF")), ("....ftypavis", .movie), ("....ftypisom", .movie),
    ("BM1234\0\0\0\0", .still("BMP")), ("BMW is no picture", .movie), ("II*\0", .still("TIFF")),
  ])
  func `kinds are told by their first bytes`(start: String, kind: SourceKind) {
    #expect(SourceKind(start.utf8) == kind)
  }

  @Test(arguments: [
    #"{"v":"5.5.7","layers":[]}"#, "\n { \"w\": 8", "\u{1F}\u{8B}\u{8}...",
    "PK\u{3}\u{4}......................\u{D}\0\0\0manifest.json{}",
  ])
  func `animations are told, packed or not`(_ start: String) {
    #expect(SourceKind(start.unicodeScalars.map { UInt8($0.value) }) == .lottie)
  }

  @Test(arguments: ["{1}{25}a line", "[1]", "PK\u{3}\u{4}......................\u{5}\0\0\0a.txt"])
  func `other texts and archives are none`(_ start: String) {
    #expect(SourceKind(start.utf8) == .movie)
  }

  static let stills: [(start: String, name: String)] = [
    ("P6\n2 2\n255\n", "PPM"), ("P5 2 2 255 ", "PGM"), ("P4\n8 1\n", "PBM"),
    ("P7\nWIDTH 2\n", "PAM"), ("PF\n2 2\n", "PFM"), ("qoif\0\0\0\u{2}", "QOI"), ("DDS |", "DDS"),
    ("8BPS\0\u{1}", "PSD"), ("SDPX", "DPX"), ("#?RADIANCE\n", "Radiance HDR"),
    ("v/1\u{1}\u{2}", "OpenEXR"),
    ("\0\0\u{1}\0\u{2}\0  \0\0\u{1}\0 \0............", "ICO"),
  ]

  @Test(arguments: [
    "<?xml version='1.0'?>\n<svg width='2'>", "\u{FEFF}\n<!-- a logo --><svg>",
    "<s:svg xmlns:s='s'>",
  ])
  func `pictures of lines and areas are told from other markup`(_ start: String) {
    #expect(SourceKind(start.utf8) == .svg)
    #expect(SourceKind("<html xmlns:svg='s'>".utf8) == .movie)
  }

  @Test(arguments: stills)
  func `pictures that ffmpeg reads are told, too`(_ start: String, _ name: String) {
    #expect(SourceKind(start.utf8) == .still(name))
  }

  @Test(arguments: ["P66", "P8\n", "<html>", "P6", "\0\0\u{1}\0", "\n\u{5}\u{1}\u{8}"])
  func `what only begins like a picture is none`(_ start: String) {
    #expect(SourceKind(start.utf8) == .movie)
  }

  @Test func `binary marks count too`() {
    #expect(SourceKind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
    #expect(SourceKind([0xFF, 0xD8, 0xFF, 0xE1]) == .jpeg)
    #expect(SourceKind([0x1A, 0x45, 0xDF, 0xA3]) == .movie)
    for count in 0...7 {
      #expect(SourceKind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A].prefix(count)) == .movie)
    }
  }

  @Test(arguments: [
    "-i", "--", "http://a/b.mp4", "concat:a|b", "file:a.mp4", "HTTPS:x", "data:,", "crypto+file:x",
    "subfile,,start,0,end,9,,:a.mp4", "c0:a",
  ])
  func `names that programs would misread are refused`(name: String) {
    #expect(SourceKind.fault(ofName: name) != nil)
  }

  @Test(arguments: [
    "#EXTM3U", "\u{FEFF}#EXTM3U\n", "\n #EXTM3U", "ffconcat version 1.0\nfile b.mp4\n",
    "<?xml version=\"1.0\"?>\n<!-- a comment -->\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">",
    "<CompositionPlaylist xmlns=\"http://www.smpte-ra.org/schemas/2067-3/2016\">",
    "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
    "# VobSub index file, v7\n", "[playlist]\nFile1=a.mp4\n",
  ])
  func `lists of files are told by what stands in them`(text: String) {
    #expect(SourceKind(text.utf8) == .playlist)
    #expect(SourceKind(Array(text.utf8) + [0, 1, 2]) == .playlist)
    #expect(SourceKind([0] + Array(text.utf8)) == .movie, "ffmpeg reads no text behind a NUL")
  }

  @Test(arguments: [
    "a.m3u8", "a.M3U", "b/c.mpd", "a.sdp", "a.ffconcat", "a.vpy", "a.avs", "a.AVSI", "a.mp4.pls",
  ])
  func `lists and scripts are told by their names`(name: String) {
    #expect(SourceKind.fault(ofName: name) == .list)
  }

  @Test(arguments: [
    "hls", "hls,applehttp", "concat", "dash", "imf", "sdp", "vobsub", "vapoursynth",
  ])
  func `lists are told by ffmpeg's word for them`(format: String) {
    #expect(FileLists.includes(format: format))
    #expect(throws: ClipError.Fault.list) {
      try MediaProbe.refuseLists("a", "[FORMAT]\nformat_name=\(format)\n[/FORMAT]\n")
    }
    #expect(!FileLists.includes(format: "mov,mp4,m4a,3gp,3g2,mj2"))
  }

  @Test func `a row of pictures is refused, and a film of such a name is not`() throws {
    #expect(throws: ClipError.Fault.self) {
      try MediaProbe.refuseLists("a%03d.tga", "[FORMAT]\nformat_name=image2\n")
    }
    try MediaProbe.refuseLists("a.tga", "[FORMAT]\nformat_name=image2\n")
    try MediaProbe.refuseLists("a%03d.mp4", "[FORMAT]\nformat_name=mov,mp4\n")
  }

  @Test(arguments: [
    "a.mp4", "m3u8", "a.m3u8.mp4", "./-i", "a b:c.mp4", "c:a", "ä:b", "/x/http:", "./http:", ":a",
    "a/b:c",
  ])
  func `names of files are taken`(name: String) {
    #expect(SourceKind.fault(ofName: name) == nil)
  }

  @Test func `only regular files serve`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: PipeError.notAFile(name: folder.path, kind: .directory)) {
      try SourceKind(ofFile: folder.path)
    }
    #expect(throws: PipeError.notAFile(name: "/dev/zero", kind: .device)) {
      try SourceKind(ofFile: "/dev/zero")
    }
    #expect(throws: PipeError.self) { try SourceKind(ofFile: folder.file("missing")) }
    try Files.write(Array("GIF89a".utf8), to: folder.file("a.mp4"))
    #expect(try SourceKind(ofFile: folder.file("a.mp4")) == .gif)
  }

  @Test func `a name of numbered pictures that is no file is reported as one`() {
    let missing = PipeError.failed(.open, name: "a", code: 2)
    for name in ["a%d.png", "b/shot_%04d.exr", "a.####.dpx", "a*.png", "a[001-100].png"] {
      #expect(ClipError.Fault.opening(name, missing) == .unreadable(FileLists.sequence), "\(name)")
      #expect(ClipError.Fault.opening(name, .cancelled) == .stop(.cancelled))
    }
    for name in ["a.png", "100%.png", "a%x.png", "a#1.png", "*/a.png", "a[1].png", "a[b-c].png"] {
      #expect(ClipError.Fault.opening(name, missing) == .file(missing), "\(name)")
    }
  }
}

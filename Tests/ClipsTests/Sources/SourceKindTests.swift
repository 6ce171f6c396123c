import Pipes
import Testing

@testable import Clips

@Suite struct SourceKindTests {
  @Test(arguments: [
    ("YUV4MPEG2 W1", SourceKind.y4m), ("GIF89a", .gif), ("GIF87a", .gif), ("", .movie),
    ("RIFF....WEBPVP8 ", .still("WebP")), ("RIFF....AVI ", .movie),
    ("....ftypheic", .still("HEIC")),
    ("....ftypavif", .still("AVIF")), ("....ftypavis", .movie), ("....ftypisom", .movie),
    ("BM1234\0\0\0\0", .still("BMP")), ("BMW is no picture", .movie), ("II*\0", .still("TIFF")),
  ])
  func `kinds are told by their first bytes`(start: String, kind: SourceKind) {
    #expect(SourceKind(start.utf8) == kind)
  }

  @Test func `binary marks count too`() {
    #expect(SourceKind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
    #expect(SourceKind([0xFF, 0xD8, 0xFF, 0xE1]) == .still("JPEG"))
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
    "a.mp4", "./-i", "a b:c.mp4", "c:a", "ä:b", "/x/http:", "./http:", ":a", "a/b:c",
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
}

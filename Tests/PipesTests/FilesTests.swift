import Foundation
import TestSupport
import Testing

@testable import Pipes

@Suite struct FilesTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 200_000])
  func `a file comes back as it was written`(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = FileDescriptorTests.noise(count)
    try Files.write(bytes, to: folder.file("a"))
    #expect(try Files.load(folder.file("a"), limit: count) == bytes)
    #expect(try Files.load(folder.file("a"), limit: .max - 1) == bytes)
    if count > 0 {
      #expect(throws: PipeError.tooLarge(name: folder.file("a"), limit: count - 1)) {
        try Files.load(folder.file("a"), limit: count - 1)
      }
    }
  }

  @Test func `only regular files are loaded and nothing blocks`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
    #expect(throws: PipeError.notAFile(name: folder.file("fifo"), kind: .pipe)) {
      try Files.load(folder.file("fifo"), limit: 100)
    }
    #expect(throws: PipeError.notAFile(name: folder.path, kind: .directory)) {
      try Files.load(folder.path, limit: 100)
    }
    #expect(throws: PipeError.notAFile(name: "/dev/zero", kind: .device)) {
      try Files.load("/dev/zero", limit: 100)
    }
    let missing = #expect(throws: PipeError.self) {
      try Files.load(folder.file("none"), limit: 100)
    }
    #expect(
      missing?.description == "cannot open \(folder.file("none")): No such file or directory")
    let noFolder = #expect(throws: PipeError.self) { try Folders.check(folder.file("none/")) }
    #expect(noFolder?.description == "there is no folder \(folder.file("none"))")
  }

  @Test func `messages show the start and the end of long paths`() {
    let whole = "/films/" + String(repeating: "é", count: 193)
    #expect(whole.shownPath == whole)
    let long = "/films/" + String(repeating: "é", count: 5000) + "/a.y4m"
    let shown =
      "/films/" + String(repeating: "é", count: 92) + "…" + String(repeating: "é", count: 94)
      + "/a.y4m"
    #expect(long.shownPath == shown)
    let error = #expect(throws: PipeError.self) { try Files.load(long, limit: 100) }
    #expect(error?.description == "cannot open \(shown): File name too long")
  }

  @Test func `a stream is loaded where one may stand`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let bytes = FileDescriptorTests.noise(300_000)
    let writer = try Thread(name: "writer") { try? Files.write(bytes, to: path) }
    #expect(try Files.load(path, limit: 1 << 20, takesStreams: true) == bytes)
    writer.join()
    #expect(throws: PipeError.tooLarge(name: "/dev/zero", limit: 100_000)) {
      try Files.load("/dev/zero", limit: 100_000, takesStreams: true)
    }
    #expect(throws: PipeError.notAFile(name: folder.path, kind: .directory)) {
      try Files.load(folder.path, limit: 100, takesStreams: true)
    }
  }

  #if os(Linux)
    /// Such files say that they are empty.
    @Test func `a file of unknown size is read to its end`() throws {
      #expect(try Files.load("/proc/self/status", limit: 1 << 16).count > 100)
    }
  #endif
}

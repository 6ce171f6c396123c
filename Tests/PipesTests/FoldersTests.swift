import Foundation
import TestSupport
import Testing

@testable import Pipes

@Suite struct FoldersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let manager = FileManager.default
    for part in ["b", "a/deep/deeper", "c"] {
      try manager.createDirectory(
        atPath: folder.file(part), withIntermediateDirectories: true)
    }
    for name in ["b/2.ttf", "b/1.ttf", "a/deep/deeper/3.ttf", "c/text.txt", "0.ttf"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    // A loop, a second way to a file, and a way to nowhere.
    try manager.createSymbolicLink(
      atPath: folder.file("a/deep/loop"), withDestinationPath: folder.path)
    try manager.createSymbolicLink(
      atPath: folder.file("c/again.ttf"), withDestinationPath: folder.file("b/1.ttf"))
    try manager.createSymbolicLink(
      atPath: folder.file("c/gone.ttf"), withDestinationPath: folder.file("nothing"))
  }

  private func files(_ limits: Folders.Limits = Folders.Limits()) -> [String] {
    Folders.files(in: folder.path, limits: limits) { $0.hasSuffix(".ttf") }
      .map { String($0.dropFirst(folder.path.count + 1)) }
  }

  @Test func `files come in order, each once, and loops end`() {
    #expect(files() == ["0.ttf", "a/deep/deeper/3.ttf", "b/1.ttf", "b/2.ttf"])
  }

  @Test func `limits hold for depth and for entries`() {
    #expect(files(Folders.Limits(depth: 1)) == ["0.ttf", "b/1.ttf", "b/2.ttf"])
    #expect(files(Folders.Limits(entries: 0)) == [])
  }

  @Test func `a folder that is not there has no files`() {
    #expect(Folders.files(in: folder.file("none")) { _ in true } == [])
    #expect(Folders.files(in: folder.path + "/") { $0 == "0.ttf" } == [folder.file("0.ttf")])
  }
}

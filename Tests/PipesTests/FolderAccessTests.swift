import Foundation
import TestSupport
import Testing

@testable import Pipes

/// Which files lie in a folder.
@Suite struct FolderAccessTests {
  @Test func `links and dots are followed`() throws {
    let folder = try TemporaryFolder()
    let root = folder.path
    let files = FileManager.default
    for name in ["in/deep", "out"] {
      try files.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["in/a", "in/deep/b", "out/c"] {
      try Data([1]).write(to: URL(filePath: "\(root)/\(name)"))
    }
    for (link, target) in [("in/leak", "\(root)/out/c"), ("in/up", ".."), ("in/fine", "deep/b")] {
      try files.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
    }
    let inside = [
      "a", "deep/b", "deep/../a", "./deep/./b", "fine", "none", "deep/none", "none/more",
    ]
    let outside = [
      "leak", "up/out/c", "../out/c", "deep/../../out/c", "../none", "up/none", "..", ".",
    ]
    for name in inside {
      #expect(Folders.contains("\(root)/in/\(name)", in: ["\(root)/in/"]), "\(name)")
    }
    for name in outside {
      #expect(!Folders.contains("\(root)/in/\(name)", in: ["\(root)/in/"]), "\(name)")
      guard name != "..", name != "." else { continue }
      #expect(Folders.contains("\(root)/in/\(name)", in: ["\(root)/none", root]), "\(name)")
    }
    // A folder whose name only begins alike is another one.
    try files.createDirectory(atPath: "\(root)/in2", withIntermediateDirectories: true)
    #expect(!Folders.contains("\(root)/in2/a", in: ["\(root)/in"]))
  }
}

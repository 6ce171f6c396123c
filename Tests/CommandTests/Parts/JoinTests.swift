import Foundation
import TestSupport
import Testing

/// `vfx join` with what is no part.
@Suite struct JoinTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(
    .enabled(if: Tool.hasFFmpeg),
    arguments: [
      ("folder.mp4", 1, "folder.mp4 is a directory, not a file"),
      ("t.json", 2, "t.json: it is no film; vfx make --part makes parts"),
      ("cut.mp4", 1, "cut.mp4: it is no whole film; make it again"),
      ("none.mp4", 2, "none.mp4: there is no such file"),
    ])
  func `what is no part is called what it is`(name: String, status: Int32, message: String) throws {
    _ = try bench.bash(
      """
      mkdir folder.mp4
      echo '{ "version": 1 }' > t.json
      printf '\\0\\0\\0\\040ftypisom\\0\\0' > cut.mp4
      """)
    let outcome = try bench.vfx("join", name, "-o", "film.mp4")
    #expect(outcome.status == status, "\(outcome.status)")
    #expect(outcome.errors == "vfx: \(message)\n")
  }
}

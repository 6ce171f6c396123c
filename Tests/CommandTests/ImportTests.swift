import Foundation
import TestFiles
import Testing

/// What `vfx import` writes, as `vfx check` and `afx check` see it.
@Suite struct ImportTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let fixtures = Checkout.fixture("interchange")

  /// The files of all formats: the folder's name, the file's, and what `--from` takes.
  static let files: [(folder: String, name: String, format: String)] = {
    let formats = ["fcp7xml": "fcpxml7"]
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
    return folders.sorted().flatMap { folder -> [(String, String, String)] in
      let path = fixtures.appendingPathComponent(folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.sorted().filter { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".txt") }
        .map { (folder, $0, formats[folder] ?? folder) }
    }
  }()

  @Test(arguments: files)
  func `what is imported has no errors`(
    _ file: (folder: String, name: String, format: String)
  ) throws {
    let path = Self.fixtures.appendingPathComponent(file.folder).appendingPathComponent(file.name)
    let made = try bench.vfx(
      "import", path.path, "--from", file.format, "--rate", "25", "--stand-ins", "--media", ".")
    #expect(made.status == 0, "\(made.errors)")
    try bench.write(made.output)
    let check = try bench.vfx("check", "t.json")
    #expect(check.status == 0, "\(check.errors)")
  }

  @Test(arguments: ["cut.fcpxmld", "cut.fcpxmld/"])
  func `a folder of Final Cut Pro is the file in it`(_ name: String) throws {
    let file = Self.fixtures.appendingPathComponent("fcpxml/fcpx_example.fcpxml")
    let folder = bench.folder.appendingPathComponent("cut.fcpxmld")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent("Info.fcpxml"))
    let made = try bench.vfx("import", name)
    #expect(made.status == 0 && !made.output.isEmpty, "\(made.errors)")
    // A file is what it is, whatever its name.
    try FileManager.default.removeItem(at: folder)
    try FileManager.default.copyItem(at: file, to: folder)
    #expect(try bench.vfx("import", "cut.fcpxmld", "--from", "fcpxml").output == made.output)
  }

  @Test func `there are files of each format`() {
    #expect(Set(Self.files.map(\.format)).count >= 5 && Self.files.count >= 20)
  }
}

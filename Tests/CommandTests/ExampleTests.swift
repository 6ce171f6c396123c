import Foundation
import TestFiles
import Testing

/// The timelines in `examples/` are what newcomers try first.
@Suite struct ExampleTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let folder = Checkout.folder.appendingPathComponent("examples")

  private static func timelines() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
  }

  @Test func `every example is free of faults`() throws {
    let timelines = try Self.timelines()
    #expect(timelines.count >= 6)
    for timeline in timelines {
      let outcome = try bench.vfx("check", timeline.path)
      #expect(outcome.status == 0, "\(timeline.lastPathComponent): \(outcome.errors)")
      #expect(outcome.errors.isEmpty, "\(timeline.lastPathComponent)")
      let sound = try bench.bash("afx check '\(timeline.path)'")
      #expect(sound.status == 0 && sound.errors.isEmpty, "\(sound.errors)")
    }
  }

  @Test func `every example changes the picture`() throws {
    let source = try bench.bash("vfx testsrc -s 64x36 -r 1 -n 4")
    for timeline in try Self.timelines() {
      // The demo and the upright film are large, and a frame of them is enough.
      let isLarge = try String(contentsOf: timeline, encoding: .utf8).contains("\"canvas\"")
      let outcome = try bench.vfx(
        "-q", "-t", timeline.path, "-n", isLarge ? "1" : "4", input: source.output)
      #expect(outcome.status == 0, "\(timeline.lastPathComponent): \(outcome.errors)")
      #expect(outcome.output.starts(with: Data("YUV4MPEG2 ".utf8)))
      #expect(outcome.output != source.output, "\(timeline.lastPathComponent) draws nothing")
    }
  }

  /// A length in pixels, as of a line's `width`, would be another share of each canvas.
  @Test func `every template is free of faults and of lengths in pixels`() throws {
    let folder = Self.folder.appendingPathComponent("templates")
    let templates = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
    #expect(templates.count >= 14)
    for template in templates {
      let name = template.lastPathComponent
      let outcome = try bench.vfx("check", template.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(name): \(outcome.errors)")
      let text = try String(contentsOf: template, encoding: .utf8)
      for key in ["stroke", "border", "shadow", "letterSpacing", "feather"] {
        #expect(!text.contains("\"\(key)\""), "\(name) has a \(key), which is in pixels")
      }
      // Names of the program's own cannot be given by --set.
      for key in ["frame", "time", "seconds", "timecode", "countdown", "remaining"] {
        #expect(!text.contains("{ \"var\": \"\(key)\" }"), "\(name) has a variable \(key)")
      }
    }
  }

  /// What other pages show: patterns, captions and templates.
  private static let elsewhere: Set = [
    "bars", "checkerboard", "countdown", "grid", "noise", "spectrum", "stripes", "waveform",
    "captions",
    "timeline",
  ]

  @Test func `the demo uses every kind of layer but some`() throws {
    let reference = try bench.vfx("reference").text
    let section = try #require(reference.range(of: "\n## Layers\n"))
    let rest = reference[section.upperBound...]
    let end = rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex
    let kinds = rest[..<end].split(separator: "\n")
      .filter { $0.hasPrefix("### ") }
      .map { String($0.dropFirst(4)) }
    #expect(kinds.count >= 5)
    #expect(Self.elsewhere.isSubset(of: kinds))
    let demo = try String(
      contentsOf: Self.folder.appendingPathComponent("demo.json"), encoding: .utf8)
    for kind in kinds where !Self.elsewhere.contains(kind) {
      #expect(demo.contains("\"type\": \"\(kind)\""), "\(kind)")
    }
  }
}

import Foundation
import Shell
import TestFiles
import TestSupport
import Testing
import Timeline

@testable import vfx

/// The parts of whole timelines.
@Suite struct PartPlanTests {
  private static let clips = """
    { "version": 1, "canvas": { "size": [64, 36], "rate": 10 }, "clips": [
      { "source": { "color": "red" }, "duration": 4 },
      { "source": { "color": "blue" }, "duration": 6 } ]
    """

  private func plan(
    _ members: String, _ size: PartPlan.Size, start: Int = 0
  ) throws -> PartPlan {
    var request = Scene.Request()
    request.common.timeline = TimelineFile(
      SourceText(name: "t.json", text: Self.clips + members + " }"), folder: "")
    request.common.start = .seconds(Time(seconds: start))
    let scene = try Scene(request, input: nil)
    return PartPlan(scene, frames: try #require(scene.frameCount), size)
  }

  @Test func `parts begin at frames of the film`() throws {
    let plan = try plan("", .parts(4))
    #expect(plan.parts.map(\.frames) == [0..<25, 25..<50, 50..<75, 75..<100])
    #expect(plan.parts.map(\.start) == [0, 25, 50, 75].map { Time($0, 10) })
    #expect(plan.parts.map(\.number.text) == ["1/4", "2/4", "3/4", "4/4"])
    #expect(plan.parts.allSatisfy { abs($0.share - 0.25) < 1e-9 && $0.warnings.isEmpty })
  }

  @Test func `a cut goes to the beginning of a clip`() throws {
    #expect(try plan("", .frames(41)).parts.map(\.frames) == [0..<40, 40..<81, 81..<100])
  }

  @Test func `times count from where the film is begun`() throws {
    let plan = try plan("", .frames(30), start: 2)
    #expect(plan.parts.map(\.frames) == [0..<30, 30..<60, 60..<80])
    #expect(plan.parts.map(\.start) == [2, 5, 8].map { Time(seconds: $0) })
  }

  @Test func `what is drawn counts`() throws {
    let blurs = (0..<8).map { _ in
      #"{ "type": "effect", "effect": "blur", "start": 5, "end": 10 }"#
    }
    let layers = #", "layers": [\#(blurs.joined(separator: ", "))]"#
    let parts = try plan(layers, .parts(2)).parts
    // Eight effects on all of the picture are four times as dear as a frame: the first half costs
    // 50, the second 250, and half of both is reached 20 frames into it.
    #expect(parts.map(\.frames) == [0..<70, 70..<100])
  }

  @Test func `a part reads the pictures that are seen in it`() throws {
    let folder = try TemporaryFolder()
    let logo = folder.path + "/logo.png"
    let fixture = Checkout.fixture("png")
    let picture = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: fixture.path).sorted()
        .first { $0.hasSuffix("basn2c08.png") })
    try FileManager.default.copyItem(atPath: fixture.path + "/" + picture, toPath: logo)
    let layer = #"{ "type": "image", "source": "\#(logo)", "start": 6, "duration": 2 }"#
    let plan = try plan(#", "layers": [\#(layer)]"#, .frames(50))
    #expect(plan.parts.map { $0.reads.map(\.source) } == [[], [logo]])
  }

  @Test func `every part reads the tables, the words and the timelines that are named`() throws {
    let folder = try TemporaryFolder()
    func write(_ text: String, to name: String) throws -> String {
      let path = folder.path + "/" + name
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
    let points = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }
    let look = try write("LUT_3D_SIZE 2\n" + points.joined(separator: "\n") + "\n", to: "look.cube")
    let words = try write(
      #"{ "words": [{ "word": "So", "start": 0.3, "end": 0.5 }] }"#, to: "words.json")
    let inner = try write(
      #"{ "version": 1, "clips": [{ "source": { "color": "lime" }, "duration": 2 }] }"#,
      to: "inner.json")
    let layers = [
      #"{ "type": "effect", "effect": "lut", "source": "\#(look)" }"#,
      #"{ "type": "captions", "source": "\#(words)" }"#,
      #"{ "type": "timeline", "source": "\#(inner)", "start": 6 }"#,
    ]
    let plan = try plan(
      #", "layers": [\#(layers.joined(separator: ", "))]"#, .frames(50))
    for part in plan.parts {
      #expect(part.reads.map(\.source).sorted() == [inner, look, words])
      #expect(part.reads.allSatisfy { $0.from == nil && $0.to == nil })
    }
  }
}

import Shell
import Testing
import Timeline

@testable import vfx

/// What lines of the chart are called.
@Suite struct PlanChartTests {
  private func scene(_ members: String) throws -> Scene {
    var request = Scene.Request()
    let text = #"{ "version": 1, "canvas": { "size": [64, 36], "rate": 10 }, \#(members) }"#
    request.common.timeline = TimelineFile(SourceText(name: "t.json", text: text), folder: "")
    return try Scene(request, input: nil)
  }

  private static let clips = #"""
    "clips": [{ "source": { "color": "red" }, "duration": 1 },
      { "name": "a very long name of a clip", "source": { "color": "blue" }, "duration": 1 }]
    """#

  @Test func `clips have numbers, and long names both of their ends`() throws {
    let scene = try scene(Self.clips)
    let text = PlanChart(scene, children: nil, frames: 20, width: 100, showsCosts: false).text
    let lines = text.split(separator: "\n")
    #expect(lines[1].hasPrefix("a very lo… of a clip ") && lines[1].hasSuffix(" clip 2"))
    #expect(lines[2].hasSuffix(" clip 1"))
  }

  @Test func `layers that would be called the same have numbers`() throws {
    let layers = #"""
      , "layers": [{ "type": "color", "color": "red" }, { "type": "text", "text": "a" },
        { "type": "color", "color": "lime" }, { "name": "b", "type": "color", "color": "lime" }]
      """#
    let scene = try scene(Self.clips + layers)
    #expect(
      PlanChart.titles(of: scene.plan.document.layers) == ["color 1", "text", "color 2", "b"])
  }

  @Test(arguments: [
    ("short", "short"), ("0123456789", "0123456789"), ("0123456789a", "0123…6789a"),
  ])
  func `a long title loses its middle`(_ text: String, _ fitted: String) {
    #expect(text.fitted(10) == fitted)
  }
}

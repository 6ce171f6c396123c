import Bytes
import Shell
import Testing
import Timeline

/// A timeline's text on its way to what draws it.
@Suite struct PreparationTests {
  private func file(_ start: String) -> TimelineFile {
    let layer = ##"{ "type": "color", "color": "#123456", "start": \##(start) }"##
    let text = #"{ "version": 1, "layers": [\#(layer)] }"#
    return TimelineFile(SourceText(name: "t.json", text: text), folder: "")
  }

  /// Where the layers lie in memory, which are the same ones where nothing was decoded again.
  private func layers(
    _ file: TimelineFile, _ knowledge: Document.Knowledge
  ) throws -> UnsafePointer<Layer>? {
    let layers = try #require(file.decoded(knowing: knowledge).document).layers
    return layers.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test func `a text is decoded once, whatever the rate turns out to be`() throws {
    let file = file("1.5")
    let first = try layers(file, .init())
    #expect(try layers(file, .init(rate: FrameRate(25, 1))) == first)
    #expect(try layers(file, .init(rate: FrameRate(24, 1))) == first)
    #expect(try layers(file, .init(streamLength: Time(seconds: 2))) != first)
  }

  @Test func `a text with times in frames is decoded again at another rate`() throws {
    let file = file(#""45f""#)
    func start(_ rate: FrameRate?) throws -> Time {
      try #require(file.decoded(knowing: .init(rate: rate)).document).layers[0].range.start
    }
    #expect(try start(nil) == Time(3, 2))
    #expect(try start(FrameRate(25, 1)) == Time(9, 5))
    #expect(try start(FrameRate(30, 1)) == Time(3, 2))
    let first = try layers(file, .init(rate: FrameRate(30, 1)))
    #expect(try layers(file, .init()) == first)
  }
}

import Bytes
import Testing
import Timeline

@testable import Interchange

/// Timelines with many clips: as many as a film of three hours has cuts, and more.
@Suite struct SizeTests {
  private static let count = 10_000

  /// A timeline of each kind with ten thousand clips.
  private static func text(_ format: ImportFormat) -> String? {
    let numbers = 0..<count
    switch format {
    case .edl:
      let lines = numbers.map { number -> String in
        let times = [number % 50, number % 50 + 8, number * 8, number * 8 + 8].map {
          SMPTETimecode.text(of: $0, base: 25, isDrop: false)
        }
        return "\(number) AX V C \(times.joined(separator: " "))\n* FROM CLIP NAME: \(number)"
      }
      return lines.joined(separator: "\n")
    case .fcpxml:
      let clips = numbers.map {
        "<asset-clip ref=\"r\" offset=\"\($0)s\" duration=\"1s\" start=\"\($0 % 50)s\"/>"
      }
      return "<fcpxml><resources><asset id=\"r\" hasVideo=\"1\" hasAudio=\"1\" src=\"a.mov\"/>"
        + "</resources><project><sequence><spine>\(clips.joined())</spine></sequence></project></fcpxml>"
    case .mlt:
      let entries = numbers.map { _ in "<entry producer=\"p\" in=\"5\" out=\"30\"/>" }
      return
        "<mlt><producer id=\"p\"><property name=\"resource\">a.mp4</property></producer><playlist>"
        + "\(entries.joined())</playlist></mlt>"
    case .shotstack:
      let clips = numbers.map { _ in
        #"{ "asset": { "type": "video", "src": "a.mp4" }, "start": "auto", "length": 1 }"#
      }
      return #"{ "timeline": { "tracks": [{ "clips": [\#(clips.joined(separator: ", "))] }] } }"#
    case .otio, .fcpxml7, .autoEditor, .editly: return nil
    }
  }

  /// A release build takes about a second for each; what grows with the square of the clips would
  /// take minutes in any build.
  @Test(arguments: [ImportFormat.edl, .fcpxml, .mlt, .shotstack])
  func `ten thousand clips are imported soon`(_ format: ImportFormat) throws {
    let source = SourceText(name: "a", text: try #require(Self.text(format)))
    var text: String?
    let time = ContinuousClock().measure {
      text = Import.timeline(of: source, as: format, ImportSettings()).text
    }
    #expect(time < .seconds(60), "\(format) takes \(time)")
    let lines = (text ?? "").split(separator: "\n").filter { $0.contains("{ \"source\":") }
    #expect(lines.count == Self.count)
  }
}

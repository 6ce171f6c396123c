import Bytes
import Testing
import Timeline

@testable import Interchange

/// What is made of clips of several cameras.
@Suite struct FCPXMLCamerasTests {
  /// A clip of two cameras and a recorder, of which these are chosen.
  private static func cameras(_ sources: String) -> (cut: CutTimeline, log: ImportLog) {
    func asset(_ id: String, _ has: String) -> String {
      #"<asset id="\#(id)" start="0s" duration="100s" \#(has)><media-rep kind="original-media" src="file:///\#(id).mov"/></asset>"#
    }
    func angle(_ id: String, _ offset: Int) -> String {
      #"<mc-angle angleID="\#(id)"><gap offset="10s" duration="\#(offset)s"/><asset-clip ref="\#(id)" offset="\#(10 + offset)s" duration="60s"/></mc-angle>"#
    }
    return FCPXMLReader.read(
      SourceText(
        name: "a.fcpxml",
        text: """
          <fcpxml version="1.11"><resources>
          <format id="r1" frameDuration="1/25s" width="1920" height="1080"/>
          \(asset("a", #"hasVideo="1" hasAudio="1""#))\(asset("b", #"hasVideo="1" hasAudio="1""#))
          \(asset("m", #"hasAudio="1""#))
          <media id="mc"><multicam format="r1" tcStart="10s">\(angle("a", 1))\(angle("b", 2))\(angle("m", 0))
          </multicam></media></resources><project><sequence format="r1"><spine>
          <mc-clip ref="mc" offset="0s" start="30s" duration="4s">\(sources)</mc-clip>
          </spine></sequence></project></fcpxml>
          """))
  }

  @Test func `of a clip of several cameras those are carried over that it names`() throws {
    let chosen =
      #"<mc-source angleID="b" srcEnable="video"><adjust-transform scale="2 2"/></mc-source>"#
    let (cut, log) = Self.cameras(
      chosen
        + #"<mc-source angleID="m" srcEnable="audio"/><mc-source angleID="a" srcEnable="none"/>"#)
    #expect(log.messages.isEmpty)
    guard case .nest(let nest) = try #require(cut.tracks.first?.items.first) else {
      Issue.record("the clip is no timeline")
      return
    }
    #expect(nest.start == Rational(20) && nest.duration == Rational(4))
    #expect(nest.look.scale != nil)
    #expect(nest.cut.tracks.map(\.kind) == [.picture, .sound])
    #expect(nest.cut.clips().map(\.media) == [.file(["file:///b.mov"])])
    guard case .gap(let gap) = nest.cut.tracks[0].items[0] else {
      Issue.record("there is no gap")
      return
    }
    #expect(gap == Rational(2))
    #expect(nest.cut.clips(1).map(\.media) == [.file(["file:///m.mov"])])
  }

  @Test(arguments: [
    ("", ["file:///a.mov"], []), (#"<mc-source angleID="b"/>"#, ["file:///b.mov"], []),
    (
      #"<mc-source angleID="x"/>"#, [String](),
      ["a camera that does not exist is not carried over"]
    ),
  ])
  func `cameras that are not named as they should be`(
    _ sources: String, _ files: [String], _ messages: [String]
  ) throws {
    let (cut, log) = Self.cameras(sources)
    #expect(log.messages == messages)
    guard case .nest(let nest)? = cut.tracks.first?.items.first else {
      Issue.record("the clip is no timeline")
      return
    }
    #expect(nest.cut.tracks.map(\.kind) == (files.isEmpty ? [] : [.picture, .sound]))
    #expect(nest.cut.tracks.isEmpty || nest.cut.clips().map(\.media) == [.file(files)])
  }
}

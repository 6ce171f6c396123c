import Testing
import Timeline

@testable import Interchange

/// Which channels of a file the clips of Final Cut Pro play.
@Suite struct FCPXMLChannelTests {
  private static func read(_ sources: [String]) -> (cut: CutTimeline, log: ImportLog) {
    let inner = sources.filter { !$0.isEmpty }.map { "<audio-channel-source \($0)/>" }.joined()
    return FCPXMLReader.read(
      SourceText(
        name: "a.fcpxml",
        text: """
          <fcpxml version="1.11"><resources>
          <format id="r1" frameDuration="1/25s" width="1920" height="1080"/>
          <asset id="r2" start="0s" duration="9s" hasVideo="1" hasAudio="1" audioSources="1"
          audioChannels="2" format="r1"><media-rep src="file:///a.mov"/></asset></resources>
          <library><event><project><sequence format="r1"><spine><asset-clip ref="r2" offset="0s"
          duration="4s">\(inner)</asset-clip></spine></sequence></project></event></library></fcpxml>
          """))
  }

  @Test(arguments: [
    (#"srcCh="1, 2""#, "", false, ""), (#"srcCh="1""#, #"srcCh="2""#, false, ""),
    (#"srcCh="1, 2" enabled="0""#, "", true, ""),
    (#"srcCh="1" active="0""#, #"srcCh="2" enabled="0""#, true, ""),
    (#"srcCh="2" role="dialogue""#, "", false, "channel 2"),
    (#"srcCh="1""#, #"srcCh="2" enabled="0""#, false, "channel 1"),
  ])
  func `a sound is silent whose channels are all switched off, and a channel alone is told of`(
    _ first: String, _ second: String, _ isMuted: Bool, _ alone: String
  ) {
    let (cut, log) = Self.read([first, second])
    #expect(cut.clips(1).map(\.sound.isMuted) == [isMuted])
    let message = alone + " alone is to be heard of a sound, and all of it is"
    #expect(log.messages == (alone.isEmpty ? [] : [message]))
  }
}

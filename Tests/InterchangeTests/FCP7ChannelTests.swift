import Testing
import Timeline

@testable import Interchange

/// Which channels of a file the clips of Final Cut Pro 7 play.
@Suite struct FCP7ChannelTests {
  /// Two tracks with a clip of a channel on each, the clips with something more in them.
  private static func read(
    _ first: String, _ second: String?, attributes: String = "", channels: String = "2"
  ) -> (cut: CutTimeline, log: ImportLog) {
    func track(_ channel: Int, _ more: String) -> String {
      """
      <track><clipitem id="a\(channel)"\(attributes)><name>a</name><start>0</start><end>50</end>
      <in>0</in><out>50</out><file id="f"><name>a.wav</name><pathurl>a.wav</pathurl><media><audio>
      <channelcount>\(channels)</channelcount></audio></media></file><sourcetrack>
      <mediatype>audio</mediatype><trackindex>\(channel)</trackindex></sourcetrack>\(more)
      </clipitem></track>
      """
    }
    return FCP7Reader.read(
      SourceText(
        name: "a.xml",
        text: """
          <xmeml version="5"><sequence><rate><timebase>25</timebase></rate><media><audio>
          \(track(1, first))\(second.map { track(2, $0) } ?? "")
          </audio></media></sequence></xmeml>
          """))
  }

  private static func pan(_ value: Double) -> String {
    """
    <filter><effect><effectid>audiopan</effectid><parameter><parameterid>pan</parameterid>
    <value>\(value)</value></parameter></effect></filter>
    """
  }

  @Test func `two channels that come from both sides are a sound that is not panned`() {
    let (cut, log) = Self.read(Self.pan(-1), Self.pan(1))
    #expect(log.messages.isEmpty)
    #expect(cut.clips(0)[0].sound.pan == nil && cut.clips(1)[0].sound.pan == nil)
  }

  @Test(arguments: [(0.5, -0.5), (-0.5, 0.5), (1, -1)])
  func `two channels that come from elsewhere at both sides get a warning`(
    _ first: Double, _ second: Double
  ) {
    let (cut, log) = Self.read(Self.pan(first), Self.pan(second))
    #expect(log.messages == ["how wide a stereo sound is, is not carried over"])
    #expect(cut.clips(0)[0].sound.pan == nil)
  }

  @Test func `two channels that are panned alike stay so`() {
    let (cut, log) = Self.read(Self.pan(0.25), Self.pan(0.25))
    #expect(log.messages.isEmpty && cut.clips(0)[0].sound.pan?.constant == [0.25])
  }

  @Test func `a channel alone is told of`() {
    let (cut, log) = Self.read(Self.pan(-1), nil)
    #expect(log.messages == ["channel 1 alone is to be heard of a sound, and all of it is"])
    #expect(cut.clips(0)[0].sound.pan?.constant == [-1])
    // Resolve writes a stereo sound so.
    #expect(Self.read("", nil).log.messages.isEmpty)
    #expect(Self.read(Self.pan(-1), nil, channels: "1").log.messages.isEmpty)
    let stereo = Self.read(Self.pan(-1), nil, attributes: " premiereChannelType=\"stereo\"")
    #expect(stereo.log.messages.isEmpty)
  }
}

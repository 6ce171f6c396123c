import Bytes
import Testing
import Timeline

@testable import Interchange

/// Maps of times in chains; the frames of the first ones are those that melt 7.12 plays.
@Suite struct MLTTimeMapTests {
  private static func frames(_ count: Int) -> Rational {
    Rational(reducing: Int128(count), over: 25)
  }

  /// A clip of a chain whose times are mapped.
  private static func read(
    _ name: String, _ map: String, from first: Int = 0, to last: Int = 49
  ) -> (clips: [CutClip], messages: [String]) {
    let (cut, log) = MLTReader.read(
      SourceText(
        name: "a.mlt",
        text: """
          <mlt><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
          <chain id="a" in="0" out="49"><property name="length">50</property>
          <property name="resource">a.mp4</property><link mlt_service="timeremap" in="0" out="49">
          <property name="\(name)">\(map)</property></link></chain>
          <playlist id="p"><entry producer="a" in="\(first)" out="\(last)"/></playlist></mlt>
          """))
    return (cut.clips(), log.messages)
  }

  @Test(arguments: ["map", "time_map"])
  func `a map of times is a clip for each of its speeds`(_ name: String) {
    let (clips, messages) = Self.read(name, "0=0;25=2;45=2.8")
    #expect(messages.isEmpty && clips.map(\.duration) == [25, 20, 5].map(Self.frames))
    #expect(clips.map(\.start) == [0, 50, 70].map(Self.frames))
    #expect(clips.map(\.speed) == [Rational(2), .one, .zero])
    let part = Self.read(name, "0=0;25=2;45=2.8", from: 10, to: 29).clips
    #expect(part.map(\.start) == [20, 50].map(Self.frames))
    #expect(part.map(\.duration) == [15, 5].map(Self.frames))
  }

  @Test func `a map may run backwards`() {
    let clips = Self.read("time_map", "0=2;25=1").clips
    #expect(clips.map(\.speed) == [-Rational.one, .zero])
    #expect(clips.map(\.start) == [25, 25].map(Self.frames))
  }

  @Test func `speeds add up frame by frame`() {
    let held = Self.read("speed_map", "0|=1;25|=2")
    #expect(held.messages.isEmpty && held.clips.map(\.speed) == [.one, Rational(2)])
    #expect(held.clips.map(\.start) == [0, 25].map(Self.frames))
    // 1 + 1.04 + … + 1.96 are 37 frames.
    let smooth = Self.read("speed_map", "0=1;25=2")
    #expect(smooth.messages == ["a speed that changes smoothly is carried over in steps"])
    #expect(smooth.clips.map(\.start) == [0, 37].map(Self.frames))
    #expect(smooth.clips.map(\.duration) == [25, 25].map(Self.frames))
  }

  @Test(arguments: ["", "x", "0=x"])
  func `a map that says nothing is reported`(_ map: String) {
    let (clips, messages) = Self.read("time_map", map)
    #expect(messages == ["a map of times that says nothing is not carried over"])
    #expect(clips.map(\.duration) == [Self.frames(50)])
  }
}

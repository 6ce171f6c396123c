import Bytes
import Testing
import Timeline

@testable import Interchange

/// What becomes of filters on clips of MLT; the moments are those at which melt 7.12 changes.
@Suite struct MLTFilterTests {
  private static func frames(_ count: Int) -> Rational {
    Rational(reducing: Int128(count), over: 25)
  }

  /// A clip of frames 50 to 74 of 200, with a filter.
  private static func clip(_ filters: String) throws -> (clip: CutClip, messages: [String]) {
    let (cut, log) = MLTReader.read(
      SourceText(
        name: "a.mlt",
        text: """
          <mlt><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
          <producer id="a" in="0" out="199"><property name="length">200</property>
          <property name="resource">a.mp4</property></producer>
          <playlist id="p"><entry producer="a" in="50" out="74">\(filters)</entry></playlist></mlt>
          """))
    return (try #require(cut.clips().first), log.messages)
  }

  private static func filter(
    _ service: String, _ range: String = #"in="50" out="74""#, _ properties: (String, String)...
  ) -> String {
    let inner = properties.map { #"<property name="\#($0.0)">\#($0.1)</property>"# }.joined()
    return
      #"<filter \#(range)><property name="mlt_service">\#(service)</property>\#(inner)</filter>"#
  }

  @Test(arguments: [
    (#"in="50" out="74""#, "0=0;24=1", [0, 24]), (#"in="60" out="74""#, "0=1;14=0", [10, 24]),
    ("", "50=0;74=1", [0, 24]), ("", "0=0;60=1", [-50, 10]),
    (#"in="50" out="74""#, "0=1;-10=1;-1=0", [0, 15, 24]), ("", "0=1;-130=0", [-50, 20]),
  ])
  func `the times of keyframes count from their filter's first frame, below 0 from its end`(
    _ range: String, _ level: String, _ times: [Int]
  ) throws {
    let (clip, messages) = try Self.clip(Self.filter("brightness", range, ("level", level)))
    #expect(messages.isEmpty)
    #expect(clip.look.opacity?.keys.map(\.time) == times.map(Self.frames))
  }

  /// The moments in frames and the values, as melt 7.12 plays a white picture.
  @Test(arguments: [
    (#"in="60" out="64""#, "0=0.2;4=0.6", [0, 10, 14, 15], [1, 0.2, 0.6, 1]),
    (#"in="60" out="64""#, "0.4", [0, 10, 15], [1, 0.4, 1]),
    (#"in="60" out="64""#, "-5=0.2;5=0.7", [0, 10, 14, 15], [1, 0.2, 0.6, 1]),
    (#"in="60""#, "0=0.2;4=0.6", [0, 10, 14], [1, 0.2, 0.6]),
    (#"out="64""#, "0=0.2;4=0.6", [-50, -46, 15], [0.2, 0.6, 1]),
    (#"in="40" out="90""#, "15=0.2;30=0.6", [5, 20], [0.2, 0.6]),
    (#"in="80" out="90""#, "0.4", [0], [1]), (#"in="10" out="49""#, "0.4", [0], [1]),
  ])
  func `outside of its own frames a filter does nothing`(
    _ range: String, _ level: String, _ times: [Int], _ values: [Double]
  ) throws {
    let (clip, messages) = try Self.clip(Self.filter("brightness", range, ("level", level)))
    let keys = clip.look.opacity?.keys ?? []
    #expect(messages.isEmpty && keys.map(\.time) == times.map(Self.frames))
    #expect(zip(keys, values).allSatisfy { abs(($0.values.first ?? -1) - $1) < 1e-9 })
    // Where it begins and ends, the value jumps.
    let jumps = keys.filter { $0.time > .zero && [10, 15].map(Self.frames).contains($0.time) }
    #expect(jumps.allSatisfy { $0.ease == "hold" })
  }

  @Test func `a volume and a place last as long as their filters`() throws {
    let loud = Self.filter("volume", #"in="55" out="59""#, ("level", "-6"))
    let small = Self.filter(
      "affine", #"in="55" out="59""#, ("transition.rect", "0 0 32 18"),
      ("transition.fix_rotate_x", "90"))
    let clip = try Self.clip(loud + small).clip
    #expect(clip.sound.volume?.keys.map(\.values) == [[0], [-6], [0]])
    #expect(clip.look.scale?.keys.map(\.values) == [[1, 1], [0.5, 0.5], [1, 1]])
    #expect(clip.look.rotation?.keys.map(\.values) == [[0], [90], [0]])
    #expect(clip.look.rotation?.keys.map(\.time) == [0, 5, 10].map(Self.frames))
  }

  @Test func `the sign behind a time says how a value goes on from there`() throws {
    let (clip, messages) = try Self.clip(
      Self.filter("brightness", #"in="50" out="74""#, ("level", "0|=0;6!=1;12i=0;18B=1;24=0")))
    #expect(messages.isEmpty)
    #expect(
      clip.look.opacity?.keys.map(\.ease) == [
        nil, "hold", "hold", "easeInOutCubic", "easeInBounce",
      ])
    let smooth = try Self.clip(
      Self.filter("brightness", #"in="50" out="74""#, ("level", "0~=0;12~=1;24~=1")))
    #expect(smooth.messages == ["the smooth way between keyframes is made a line"])
  }

  @Test func `a clip fades in and out by its alpha, as Kdenlive and Shotcut write it`() throws {
    let way = Self.filter(
      "brightness", #"in="50" out="60""#, ("start", "1"), ("level", "1"), ("alpha", "0=0;10=1"))
    let back = Self.filter(
      "brightness", #"in="64" out="74""#, ("level", "1"), ("alpha", "0=1;10=0"))
    let (clip, messages) = try Self.clip(way + back)
    #expect(messages.isEmpty)
    let keys = clip.look.opacity?.keys ?? []
    #expect(keys.map(\.time) == [0, 10, 14, 24].map(Self.frames))
    #expect(keys.map(\.values) == [[0], [1], [1], [0]])
    // Below 0, alpha goes with the level.
    let level = try Self.clip(
      Self.filter("brightness", #"in="50" out="74""#, ("level", "0=0;5=1"), ("alpha", "-1")))
    #expect(level.clip.look.opacity?.keys.map(\.time) == [0, 5].map(Self.frames))
  }

  @Test func `two opacities that move at once are multiplied on their way, too`() throws {
    let rise = Self.filter(
      "brightness", #"in="50" out="74""#, ("level", "1"), ("alpha", "0=0;24=1"))
    let fall = Self.filter(
      "brightness", #"in="50" out="74""#, ("level", "1"), ("alpha", "0=1;24=0"))
    let opacity = try #require(try Self.clip(rise + fall).clip.look.opacity)
    #expect(opacity.keys.map(\.time) == stride(from: 0, through: 24, by: 3).map(Self.frames))
    for frame in 0...24 {
      let share = Double(frame) / 24
      let value = try #require(opacity.values(at: Self.frames(frame)).first)
      #expect(abs(value - share * (1 - share)) < 0.004)
    }
  }

  @Test func `a rectangle has an opacity, and turns with its keyframes`() throws {
    let (clip, messages) = try Self.clip(
      Self.filter(
        "affine", #"in="50" out="74""#, ("transition.rect", "0=0 0 64 36 0.5;24=0 0 64 36 1"),
        ("transition.fix_rotate_x", "0=0;24=90")))
    #expect(messages.isEmpty && clip.look.scale == nil && clip.look.offset == nil)
    #expect(clip.look.opacity?.keys.map(\.values) == [[0.5], [1]])
    #expect(clip.look.rotation?.keys.map(\.values) == [[0], [90]])
  }

  @Test(arguments: [
    ([("distort", "0")], [0.0, 0], [0.5, 0.5]), ([("distort", "1")], [0, 0], [0.5, 1]),
    ([("halign", "left"), ("valign", "bottom")], [0, 0.25], [0.5, 0.5]),
  ])
  func `a picture keeps its shape in a rectangle of another, unless it is stretched`(
    _ settings: [(String, String)], _ offset: [Double], _ scale: [Double]
  ) throws {
    let inner = [("rect", "16 0 32 36")] + settings
    let properties = inner.map { #"<property name="transition.\#($0.0)">\#($0.1)</property>"# }
    let text = #"<filter><property name="mlt_service">affine</property>"# + properties.joined()
    let (clip, messages) = try Self.clip(text + "</filter>")
    #expect(messages.isEmpty && clip.look.scale?.constant == scale)
    #expect(clip.look.offset?.constant ?? [0, 0] == offset)
  }

  @Test(arguments: [("0", [0.5, 0.5]), ("1", [0.5, 0.25])])
  func `a picture that is not of the canvas's shape fills a rectangle of its own`(
    _ distort: String, _ scale: [Double]
  ) throws {
    // A square of 36 by 36 on a canvas of 64 by 36, in one of 18 by 18, and stretched to 18 by 9.
    let rect = distort == "0" ? "23 9 18 18" : "23 13.5 18 9"
    let (cut, log) = MLTReader.read(
      SourceText(
        name: "a.kdenlive",
        text: """
          <mlt><profile frame_rate_num="25" frame_rate_den="1" width="64" height="36"/>
          <chain id="a" out="99"><property name="resource">a.mp4</property>
          <property name="meta.media.width">500</property>
          <property name="meta.media.height">500</property></chain>
          <playlist id="p"><entry producer="a" in="0" out="49"><filter>
          <property name="mlt_service">qtblend</property><property name="rect">\(rect)</property>
          <property name="distort">\(distort)</property></filter></entry></playlist></mlt>
          """))
    let look = try #require(cut.clips().first).look
    #expect(log.messages.isEmpty && look.offset == nil && look.scale?.constant == scale)
  }
}

import Bytes
import Testing

@testable import Timeline

@Suite struct RetimingTests {
  static let film = FrameRate(24, 1)
  static let video = FrameRate(25, 1)

  static func use(
    _ start: Time = .zero, _ end: Time?, duration: Time? = nil,
    speed: Animated<Double> = Animated(1.0),
    isSpeedShared: Bool = false, isReversed: Bool = false, loop: Int? = 1,
    isPingPong: Bool = false, freeze: Freeze? = nil, sampling: FrameSampling = .nearest
  ) -> MediaUse {
    MediaUse(
      source: .stdin, start: start, end: end, duration: duration, speed: speed,
      isSpeedShared: isSpeedShared, isReversed: isReversed, loop: loop, isPingPong: isPingPong,
      freeze: freeze, sampling: sampling)
  }

  /// The numbers of the frames that are seen, one output frame after another.
  static func frames(
    _ use: MediaUse, source: FrameRate? = video, output: FrameRate? = video, count: Int? = nil
  ) throws -> [Int] {
    let (source, output) = (try #require(source), try #require(output))
    let retiming = Retiming(use, length: nil)
    let end = retiming.duration?.frameIndex(rate: output, rounding: .up)
    return (0..<(count ?? end ?? 0)).map {
      retiming.frames(at: Time(frame: $0, rate: output), rate: source).first
    }
  }

  static func time(_ upper: Int, _ lower: Int = 25) -> Time { Time(upper, lower) ?? .zero }

  @Test func `whole frames pass as they are, and reversed in the other order`() throws {
    for sampling in FrameSampling.allCases {
      let forth = Self.use(.zero, Self.time(6), sampling: sampling)
      #expect(try Self.frames(forth) == [0, 1, 2, 3, 4, 5])
      let back = Self.use(.zero, Self.time(6), isReversed: true, sampling: sampling)
      #expect(try Self.frames(back) == [5, 4, 3, 2, 1, 0])
    }
  }

  @Test func `there and back shows the turning frame twice`() throws {
    let use = Self.use(Self.time(2), Self.time(5), loop: 3, isPingPong: true)
    #expect(try Self.frames(use) == [2, 3, 4, 4, 3, 2, 2, 3, 4])
    let back = Self.use(Self.time(2), Self.time(5), isReversed: true, loop: 2, isPingPong: true)
    #expect(try Self.frames(back) == [2, 3, 4, 4, 3, 2])
    let loop = Self.use(Self.time(2), Self.time(5), isReversed: true, loop: 2)
    #expect(try Self.frames(loop) == [4, 3, 2, 4, 3, 2])
  }

  @Test func `passes without end go on, backwards from the last`() throws {
    let forth = Self.use(.zero, Self.time(3), duration: Self.time(8), loop: nil)
    #expect(try Self.frames(forth) == [0, 1, 2, 0, 1, 2, 0, 1])
    let back = Self.use(.zero, Self.time(3), duration: Self.time(8), isReversed: true, loop: nil)
    #expect(try Self.frames(back) == [2, 1, 0, 2, 1, 0, 2, 1])
    let both = Self.use(
      .zero, Self.time(3), duration: Self.time(8), isReversed: true, loop: nil, isPingPong: true)
    #expect(try Self.frames(both) == [2, 1, 0, 0, 1, 2, 2, 1])
  }

  @Test func `rates are conformed`() throws {
    // Film on video of five frames for four: the nearest and the previous frame.
    let output = FrameRate(30, 1)
    let nearest = Self.use(.zero, Self.time(12, 24))
    #expect(
      try Self.frames(nearest, source: Self.film, output: output)
        == [0, 1, 2, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 10, 11])
    let previous = Self.use(.zero, Self.time(12, 24), sampling: .previous)
    #expect(
      try Self.frames(previous, source: Self.film, output: output)
        == [0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11])
  }

  @Test func `a blend weighs by distance`() throws {
    let rate = try #require(Self.video)
    let use = Self.use(.zero, Self.time(4), speed: Animated(0.25), sampling: .blend)
    let retiming = Retiming(use, length: nil)
    let choices = (4..<10).map { retiming.frames(at: Self.time($0), rate: rate) }
    #expect(choices.map(\.first) == [1, 1, 1, 1, 2, 2])
    #expect(choices.map(\.second) == [1, 2, 2, 2, 2, 3])
    #expect(choices.map(\.weight) == [0, 16384, 32768, 49152, 0, 16384])
    // After the last frame there is nothing to mix it with.
    #expect(retiming.frames(at: Self.time(14), rate: rate) == FrameChoice(3))
    let back = Retiming(
      Self.use(.zero, Self.time(4), speed: Animated(0.25), isReversed: true, sampling: .blend),
      length: nil)
    #expect(
      back.frames(at: Self.time(5), rate: rate)
        == FrameChoice(first: 2, second: 1, weight: 16384))
  }

  @Test func `a freeze stops the picture and makes the clip longer`() throws {
    let use = Self.use(
      .zero, Self.time(4), freeze: Freeze(time: Self.time(2), duration: Self.time(3)))
    #expect(try Self.frames(use) == [0, 1, 2, 2, 2, 2, 3])
    let last = Self.use(
      .zero, Self.time(3),
      freeze: Freeze(time: Time(seconds: 1), duration: Self.time(2), isShare: true))
    #expect(try Self.frames(last) == [0, 1, 2, 2, 2])
    let cut = Self.use(
      .zero, Self.time(9), duration: Self.time(6),
      freeze: Freeze(time: Time(1, 2) ?? .zero, duration: Self.time(2), isShare: true))
    #expect(try Self.frames(cut) == [0, 1, 2, 2, 2, 3])
  }

  @Test func `speeds are the fractions that are meant`() throws {
    let third = Retiming(Self.use(.zero, Time(seconds: 1), speed: Animated(1.0 / 3)), length: nil)
    #expect(third.duration == Time(seconds: 3))
    let odd = Retiming(Self.use(.zero, Time(seconds: 137), speed: Animated(1.37)), length: nil)
    #expect(odd.duration == Time(seconds: 100))
    let fine = Retiming(
      Self.use(.zero, Time(seconds: 1), speed: Animated(1.234567891)), length: nil)
    #expect(fine.duration == Time(1_000_000_000, 1_234_567_891))
    let ntsc = Retiming(
      Self.use(.zero, Time(seconds: 1), speed: Animated(24000.0 / 25025)), length: nil)
    #expect(ntsc.duration == Time(25025, 24000))
  }

  @Test func `a ramp covers the way that its area is`() throws {
    // From 1 to 3 in 2 s: 4 s of the source, t + t²/2 at each moment.
    let ramp = try Animated(keys: [.init(.zero, 1), .init(Time(seconds: 2), 3)])
    let retiming = Retiming(Self.use(Time(seconds: 5), Time(seconds: 9), speed: ramp), length: nil)
    #expect(retiming.duration == Time(seconds: 2))
    #expect(retiming.instant(at: Time(1, 2) ?? .zero).time == Time(45, 8))
    // The rest at the last speed.
    let longer = Retiming(Self.use(.zero, Time(seconds: 10), speed: ramp), length: nil)
    #expect(longer.duration == Time(seconds: 4))
    // Half of it in shares takes half as long again.
    let shares = try Animated(keys: [.init(.zero, 1), .init(Time(seconds: 1), 3)])
    let shared = Retiming(
      Self.use(.zero, Time(seconds: 6), speed: shares, isSpeedShared: true), length: nil)
    #expect(shared.duration == Time(seconds: 3))
    #expect(shared.instant(at: Time(3, 2) ?? .zero).time == Time(9, 4))
  }

  @Test func `where a length is no fraction it is a billionth of a second short at most`() throws {
    // t + t²/2 = 1 at the root of 3, less 1.
    let ramp = try Animated(keys: [.init(.zero, 1), .init(Time(seconds: 2), 3)])
    let retiming = Retiming(Self.use(.zero, Time(seconds: 1), speed: ramp), length: nil)
    let length = try #require(retiming.duration)
    let short = 3.0.squareRoot() - 1 - length.seconds
    #expect(short >= 0 && short <= 1.5e-9)
    #expect(retiming.instant(at: length).time <= Time(seconds: 1))
  }

  @Test func `what is known of the source's length ends the part`() throws {
    let open = Self.use(Time(seconds: 2), nil)
    #expect(Retiming(open, length: nil).duration == nil)
    #expect(Retiming(open, length: Time(seconds: 5)).duration == Time(seconds: 3))
    let rate = try #require(Self.video)
    #expect(Retiming(open, length: nil).segmentFrames(rate: rate) == 50..<Int.max)
    #expect(Retiming(open, length: Time(seconds: 5)).segmentFrames(rate: rate) == 50..<125)
  }

  @Test func `a cut narrows the frames that are needed`() throws {
    let rate = try #require(Self.video)
    func needed(_ use: MediaUse) -> Range<Int> {
      Retiming(use, length: nil).segmentFrames(rate: rate)
    }
    let back = Self.use(.zero, Time(seconds: 100), duration: Self.time(10), isReversed: true)
    #expect(needed(back) == 2489..<2500)
    let loop = Self.use(.zero, Self.time(10), duration: Self.time(15), loop: 3)
    #expect(needed(loop) == 0..<10)
    let first = Self.use(.zero, Self.time(10), duration: Self.time(5), loop: 3)
    #expect(needed(first) == 0..<6)
    #expect(Retiming(first, length: nil).isMonotone)
    let whole = Self.use(.zero, Self.time(10), duration: Self.time(10), loop: 3)
    #expect(needed(whole) == 0..<10)
    // A part in which no frame begins shows the one that is seen there.
    let sliver = Self.use(Self.time(3, 250), Self.time(7, 250))
    #expect(needed(sliver) == 0..<1)
    #expect(try Self.frames(sliver) == [0])
  }

  @Test func `outside of its time a clip is like its nearest end`() throws {
    let rate = try #require(Self.video)
    let retiming = Retiming(Self.use(Self.time(2), Self.time(5)), length: nil)
    #expect(retiming.frames(at: Time(seconds: -1), rate: rate) == FrameChoice(2))
    #expect(retiming.frames(at: Time(seconds: 99), rate: rate) == FrameChoice(4))
  }

  @Test func `an animated picture plays on for as long as it is asked for`() {
    let use = MediaUse(source: .image(Path("a.gif")), duration: Time(seconds: 9))
    let retiming = Retiming(use, length: Time(seconds: 2))
    #expect(retiming.duration == Time(seconds: 9))
    #expect(retiming.instant(at: Time(seconds: 7)).time == Time(seconds: 7))
    let own = MediaUse(source: .image(Path("a.gif")))
    #expect(Retiming(own, length: Time(seconds: 2)).duration == Time(seconds: 2))
    #expect(use.picturePlaysOn && !own.picturePlaysOn)
    let loop = MediaUse(source: .file(Path("a.gif")), duration: Time(seconds: 9), loop: nil)
    #expect(!loop.picturePlaysOn)
    #expect(
      Retiming(loop, length: Time(seconds: 2)).instant(at: Time(seconds: 7)).time
        == Time(seconds: 1))
  }
}

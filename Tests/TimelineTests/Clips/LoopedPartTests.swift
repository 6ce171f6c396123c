import Bytes
import Testing

@testable import Timeline

@Suite struct LoopedPartTests {
  private static let second = Rational(1)

  private static func retiming(
    reversed: Bool = false, loop: Int? = 1, pingPong: Bool = false, freeze: Freeze? = nil,
    speed: Animated<Double> = Animated(1)
  ) -> Retiming {
    Retiming(
      RetimingTests.use(
        Time(seconds: 2), Time(seconds: 5), duration: loop == nil ? Time(seconds: 40) : nil,
        speed: speed, isReversed: reversed, loop: loop, isPingPong: pingPong, freeze: freeze),
      length: nil)
  }

  /// Where the passes say that the source stands at a way.
  private static func place(_ loopedPart: LoopedPart, way: Rational) -> SourceInstant? {
    guard let length = loopedPart.length, let passes = way.divided(by: length) else { return nil }
    let pass = Int(clamping: passes.floor)
    let rest = way - Rational(pass) * length
    let isBackward = loopedPart.isBackward(pass)
    return SourceInstant(
      time: loopedPart.part.start + Time(isBackward ? length - rest : rest), isBackward: isBackward)
  }

  @Test(arguments: [false, true], [false, true])
  func `passes agree with the instants that pictures are chosen by`(
    reversed: Bool, pingPong: Bool
  ) throws {
    for loop in [1, 2, 3, 4, nil] {
      let retiming = Self.retiming(reversed: reversed, loop: loop, pingPong: pingPong)
      let end = loop.map { $0 * 3 } ?? 40
      for tenth in 0..<end * 10 where loop != nil || tenth % 30 != 0 {
        let time = Time(Rational(reducing: Int128(tenth) * 2 + 1, over: 20))
        #expect(
          Self.place(retiming.loopedPart, way: retiming.played(at: time))
            == retiming.instant(at: time)
        )
      }
    }
  }

  @Test func `a plain part is played once`() {
    #expect(Self.retiming().loopedPart.isPlain)
    #expect(!Self.retiming(reversed: true).loopedPart.isPlain)
    #expect(!Self.retiming(loop: 2).loopedPart.isPlain)
    #expect(!Self.retiming(loop: nil).loopedPart.isPlain)
    let open = Retiming(RetimingTests.use(Time(seconds: 1), nil), length: nil)
    #expect(
      open.loopedPart == Retiming(RetimingTests.use(Time(seconds: 1), nil), length: nil).loopedPart)
    #expect(open.loopedPart.isPlain && open.loopedPart.length == nil)
  }

  @Test func `what is played goes on beyond both ends`() {
    let plain = Self.retiming()
    #expect(plain.played(at: Time(seconds: -1)) == Rational(-1))
    #expect(plain.played(at: Time(seconds: 9)) == Rational(9))
    #expect(plain.instant(at: Time(seconds: 9)).time == Time(seconds: 5))
    let frozen = Self.retiming(freeze: Freeze(time: Time(seconds: 1), duration: Time(seconds: 2)))
    #expect(frozen.pause == TimeRange(start: Time(seconds: 1), end: Time(seconds: 3)))
    #expect(frozen.played(at: Time(seconds: 2)) == .one)
    #expect(frozen.played(at: Time(seconds: 4)) == Rational(2))
    #expect(plain.pause == nil)
    #expect(
      Self.retiming(freeze: Freeze(time: Time(seconds: 1), duration: .zero)).pause == nil)
  }

  @Test func `a constant speed is known exactly`() throws {
    #expect(Self.retiming().constantSpeed == .one)
    #expect(
      Self.retiming(speed: Animated(0.1)).constantSpeed == Rational(reducing: 1, over: 10))
    let moving = try Animated(keys: [.init(.zero, 1), .init(Time(seconds: 1), 2)])
    #expect(Self.retiming(speed: moving).constantSpeed == nil)
  }

  @Test func `passes that overlap end sooner`() {
    let three = Self.retiming(loop: 3)
    #expect(three.available(crossfade: .zero) == Time(seconds: 9))
    #expect(three.available(crossfade: Time(seconds: 1)) == Time(seconds: 7))
    #expect(three.available(crossfade: Time(seconds: 9)) == Time(seconds: 6))
    #expect(Self.retiming().available(crossfade: Time(seconds: 1)) == Time(seconds: 3))
    #expect(Self.retiming(loop: nil).available(crossfade: Time(seconds: 1)) == nil)
    let freeze = Freeze(time: Time(seconds: 1), duration: Time(seconds: 2))
    let frozen = Self.retiming(loop: 2, freeze: freeze, speed: Animated(2))
    #expect(frozen.available(crossfade: Time(seconds: 1)) == Time(9, 2))
  }
}

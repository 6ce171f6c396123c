@testable import Timeline

/// A fraction for references alone; it traps rather than rounds.
struct Fraction: Comparable, CustomStringConvertible {
  let upper: Int128
  let lower: Int128

  init(_ upper: Int128, _ lower: Int128 = 1) {
    var (a, b) = (upper.magnitude, lower.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let sign: Int128 = lower < 0 ? -1 : 1
    let divisor = Int128(max(a, 1)) * sign
    (self.upper, self.lower) = (upper / divisor, lower / divisor)
  }

  static func + (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.upper * b.lower + b.upper * a.lower, a.lower * b.lower)
  }
  static func - (a: Fraction, b: Fraction) -> Fraction { a + Fraction(-b.upper, b.lower) }
  static func * (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.upper * b.upper, a.lower * b.lower)
  }
  static func / (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.upper * b.lower, a.lower * b.upper)
  }
  static func < (a: Fraction, b: Fraction) -> Bool { a.upper * b.lower < b.upper * a.lower }

  var description: String { "\(upper)/\(lower)" }
  var double: Double { Double(upper) / Double(lower) }
  var time: Time { Time(Int(upper), Int(lower)) ?? .zero }
}

/// What a clip plays, said as plainly as can be, and the frames that follow from it by laying out
/// every frame of every pass and looking it up.
struct ReferenceClip {
  /// Speeds that move from `from` to `to` in `length` seconds; the last one holds for ever.
  struct Ramp {
    var length: Fraction
    var from: Fraction
    var to: Fraction
  }

  var start = Fraction(0)
  var end = Fraction(1)
  var rate = Fraction(25)
  var ramps: [Ramp] = []
  var speed = Fraction(1)
  var passes = 1
  var isPingPong = false
  var isReversed = false
  var freeze: (at: Fraction, length: Fraction)?
  var duration = Fraction(1)
  var sampling = FrameSampling.nearest

  /// A frame and the way at which it comes.
  struct Stop {
    let way: Fraction
    let frame: Int
  }

  /// The numbers of the frames that begin in the part.
  private var frames: [Int] {
    var found: [Int] = []
    var number = 0
    while Fraction(Int128(number)) / rate < end {
      if Fraction(Int128(number)) / rate >= start { found.append(number) }
      number += 1
    }
    return found
  }

  /// The passes in the order in which they are seen; true goes backwards.
  private var directions: [Bool] {
    var all = (0..<passes).map { isPingPong && $0 % 2 == 1 }
    if isReversed { all = all.reversed().map { !$0 } }
    return all
  }

  /// The source's seconds that are played up to `time`, by adding up the ramps.
  func way(at time: Fraction) -> Fraction {
    var rest = time
    if let freeze {
      if rest > freeze.at + freeze.length {
        rest = rest - freeze.length
      } else if rest > freeze.at {
        rest = freeze.at
      }
    }
    var sum = Fraction(0)
    for ramp in ramps {
      let part = min(rest, ramp.length)
      let reached = ramp.from + (ramp.to - ramp.from) * part / ramp.length
      sum = sum + (ramp.from + reached) * part / Fraction(2)
      rest = rest - part
    }
    return sum + (ramps.last?.to ?? speed) * rest
  }

  /// When each frame of each pass comes, in the order in which they are seen.
  func stops() -> [Stop] {
    var base = Fraction(0)
    var stops: [Stop] = []
    for isBackward in directions {
      stops += self.stops(isBackward).map { Stop(way: max(base + $0.way, base), frame: $0.frame) }
      base = base + end - start
    }
    return stops
  }

  /// The frames at `time` from the clip's start; `stops` are those of ``stops()``.
  func choice(at time: Fraction, _ stops: [Stop]) -> FrameChoice {
    let way = way(at: time)
    guard sampling == .blend || sampling == .flow else {
      return FrameChoice(stops.last { $0.way <= way }?.frame ?? stops[0].frame)
    }
    return blend(at: way)
  }

  /// When each frame of a pass comes, in its order.
  private func stops(_ isBackward: Bool) -> [Stop] {
    let early = Fraction(sampling == .nearest ? 1 : 0, 2)
    let list = isBackward ? frames.reversed() : frames
    let stops = list.map { number in
      let edge = Fraction(Int128(isBackward ? number + 1 : number))
      let moment = isBackward ? (edge + early) / rate : (edge - early) / rate
      return Stop(way: isBackward ? end - moment : moment - start, frame: number)
    }
    // The first is seen from the beginning.
    let first = Stop(way: min(stops[0].way, Fraction(0)), frame: stops[0].frame)
    return [first] + stops.dropFirst()
  }

  private func blend(at way: Fraction) -> FrameChoice {
    let length = end - start
    var pass = 0
    var rest = way
    while rest >= length, pass < directions.count - 1 {
      rest = rest - length
      pass += 1
    }
    let isBackward = directions[pass]
    // The way at which each frame is seen alone.
    let alone = (isBackward ? frames.reversed() : frames).map { number in
      let edge = Fraction(Int128(isBackward ? number + 1 : number)) / rate
      return Stop(way: isBackward ? end - edge : edge - start, frame: number)
    }
    guard let next = alone.firstIndex(where: { $0.way > rest }) else {
      return FrameChoice(alone[alone.count - 1].frame)
    }
    guard next > 0 else { return FrameChoice(alone[0].frame) }
    let share = (rest - alone[next - 1].way) / (alone[next].way - alone[next - 1].way)
    let weight = share.upper * 65536 / share.lower
    return weight == 0
      ? FrameChoice(alone[next - 1].frame)
      : FrameChoice(
        first: alone[next - 1].frame, second: alone[next].frame, weight: UInt16(weight))
  }

  /// The same for the program.
  func use(sharing: Bool, cutting: Bool) throws -> MediaUse {
    var speed = Animated(self.speed.double)
    if !ramps.isEmpty {
      var time = Fraction(0)
      let whole = ramps.reduce(Fraction(0)) { $0 + $1.length }
      var keys: [Animated<Double>.Key] = []
      for ramp in ramps {
        keys.append(.init((sharing ? time / whole : time).time, ramp.from.double))
        time = time + ramp.length
        keys.append(.init((sharing ? time / whole : time).time, ramp.to.double))
      }
      speed = try Animated(keys: keys)
    }
    return MediaUse(
      source: .stdin, start: start.time, end: end.time, duration: cutting ? duration.time : nil,
      speed: speed, isSpeedShared: sharing, isReversed: isReversed, loop: passes,
      isPingPong: isPingPong,
      freeze: freeze.map { Freeze(time: $0.at.time, duration: $0.length.time) },
      sampling: sampling)
  }
}

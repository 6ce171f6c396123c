import Bytes
import TestNumbers
import Testing

@testable import Timeline

/// Random edit lists against a reference that lays out every frame.
@Suite struct EditListPropertyTests {
  static let rates: [(Int128, Int128)] = [
    (24000, 1001), (30000, 1001), (25, 1), (24, 1), (30, 1), (60000, 1001), (50, 1), (15, 2),
  ]

  struct Track {
    var clip = ReferenceClip()
    var isShared = false
    var isCut = false
    /// When it starts, and whether the timeline says so.
    var start = Fraction(0)
    var isPlaced = false
    var transition = Fraction(0)
  }

  /// A random number of thirtieths, sevenths or whatever, from `low` to `high`.
  static func number(
    _ low: Int128, _ high: Int128, _ random: inout SeededNumbers
  ) -> Fraction {
    let lower = [1, 2, 3, 7, 10, 24, 30][Int.random(in: 0..<7, using: &random)]
    return Fraction(
      Int128.random(in: low * Int128(lower)...high * Int128(lower), using: &random), Int128(lower))
  }

  static func speed(_ random: inout SeededNumbers) -> Fraction {
    let speeds: [(Int128, Int128)] = [
      (1, 1), (1, 3), (2, 1), (1, 2), (3, 2), (137, 100), (7, 10), (4, 1), (1001, 1000), (9, 8),
    ]
    let (upper, lower) = speeds[Int.random(in: 0..<speeds.count, using: &random)]
    return Fraction(upper, lower)
  }

  static func clip(_ random: inout SeededNumbers) -> Track {
    var track = Track()
    var clip = ReferenceClip()
    let rate = rates[Int.random(in: 0..<rates.count, using: &random)]
    clip.rate = Fraction(rate.0, rate.1)
    clip.start = number(0, 2, &random)
    clip.end = clip.start + number(0, 1, &random) + Fraction(1, 5)
    clip.passes = Bool.random(using: &random) ? 1 : Int.random(in: 2...4, using: &random)
    clip.isPingPong = clip.passes > 1 && Bool.random(using: &random)
    clip.isReversed = Bool.random(using: &random)
    clip.sampling = FrameSampling.allCases[Int.random(in: 0..<4, using: &random)]
    let total = (clip.end - clip.start) * Fraction(Int128(clip.passes))
    clip.speed = speed(&random)
    var length = total / clip.speed
    if Bool.random(using: &random) {
      // Ramps whose lengths are such that all of the source is used up at their end.
      var ramps = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        ReferenceClip.Ramp(
          length: number(1, 3, &random), from: speed(&random), to: speed(&random))
      }
      clip.ramps = ramps
      length = ramps.reduce(Fraction(0)) { $0 + $1.length }
      let scale = total / clip.way(at: length)
      for index in ramps.indices { ramps[index].length = ramps[index].length * scale }
      clip.ramps = ramps
      length = length * scale
      track.isShared = Bool.random(using: &random)
    }
    clip.duration = length
    if Bool.random(using: &random) {
      let stop = length * number(0, 1, &random)
      clip.freeze = (stop, number(0, 1, &random) + Fraction(1, 10))
      clip.duration = length + (clip.freeze?.length ?? Fraction(0))
    }
    if !track.isShared, Bool.random(using: &random) {
      track.isCut = true
      clip.duration = clip.duration * Fraction(Int128.random(in: 3...10, using: &random), 10)
      if let freeze = clip.freeze, freeze.at > clip.duration { clip.freeze = nil }
      clip.duration = min(clip.duration, length + (clip.freeze?.length ?? Fraction(0)))
    }
    track.clip = clip
    return track
  }

  static func tracks(_ random: inout SeededNumbers) -> [Track] {
    var tracks: [Track] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var track = clip(&random)
      if let last = tracks.last {
        let end = last.start + last.clip.duration
        track.start = end
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          track.isPlaced = true
          track.start = end + number(0, 1, &random)
        case 1:
          let room = min(
            last.clip.duration - (tracks.dropLast().last?.transition ?? Fraction(0)),
            track.clip.duration)
          let overlap = room * Fraction(Int128.random(in: 1...10, using: &random), 10)
          tracks[tracks.count - 1].transition = overlap
          track.start = end - overlap
        default: break
        }
      } else if Bool.random(using: &random) {
        track.isPlaced = true
        track.start = number(0, 1, &random)
      }
      tracks.append(track)
    }
    return tracks
  }

  static func list(_ tracks: [Track]) throws -> (list: EditList, faults: Diagnostics) {
    let clips = try tracks.enumerated().map { number, track in
      Clip(
        media: try track.clip.use(sharing: track.isShared, cutting: track.isCut),
        start: track.isPlaced ? track.start.time : nil,
        transition: track.transition > Fraction(0)
          ? TransitionUse(type: "crossfade", duration: track.transition.time) : nil,
        feed: number)
    }
    return EditList.make(clips, lengths: clips.map { _ in nil })
  }

  @Test(arguments: 0..<120)
  func `every frame is the one that the reference says`(seed: Int) throws {
    var random = SeededNumbers(seed)
    let tracks = Self.tracks(&random)
    // Longer fractions are cut to billionths on purpose.
    let ends = tracks.map { $0.start + $0.clip.duration }
    guard ends.allSatisfy({ $0.lower < 1_000_000_000_000 }) else { return }
    let (list, faults) = try Self.list(tracks)
    #expect(faults.isEmpty, "\(faults.sorted)")
    let stops = tracks.map { $0.clip.stops() }
    let output = Self.rates[Int.random(in: 0..<Self.rates.count, using: &random)]
    let last = tracks[tracks.count - 1]
    let end = last.start + last.clip.duration
    #expect(list.end == end.time)
    let step = Fraction(output.1, output.0)
    var time = Fraction(0)
    while time < end + Fraction(1, 5) {
      let seen = tracks.indices.filter { number in
        let track = tracks[number]
        return track.start <= time && time < track.start + track.clip.duration
      }
      let parts = seen.map { EditList.Part(clip: $0, time: (time - tracks[$0].start).time) }
      let point = list.point(at: time.time)
      switch parts.count {
      case 0: #expect(point == .gap, "at \(time)")
      case 1: #expect(point == .clip(parts[0]), "at \(time)")
      default:
        let overlap = tracks[seen[0]].transition
        let start = tracks[seen[0]].start + tracks[seen[0]].clip.duration - overlap
        let progress = ((time - start) / overlap).double
        #expect(
          point == .transition(from: parts[0], to: parts[1], progress: progress), "at \(time)")
      }
      for (number, part) in zip(seen, parts) {
        let clip = tracks[number].clip
        let rate = try #require(FrameRate(Int(clip.rate.upper), Int(clip.rate.lower)))
        let retiming = list.entries[number].retiming
        let found = retiming.frames(at: part.time, rate: rate)
        let wanted = clip.choice(at: time - tracks[number].start, stops[number])
        #expect(found == wanted, "clip \(number) at \(part.time), \(clip)")
        let possible = retiming.segmentFrames(rate: rate)
        #expect(possible.contains(found.first) && possible.contains(found.second))
      }
      time = time + step
    }
  }

  @Test func `frames go the way that the retiming says`() throws {
    var random = SeededNumbers(7)
    var met: [Retiming.Direction: Int] = [:]
    for _ in 0..<100 {
      let track = Self.clip(&random)
      let clip = track.clip
      let retiming = Retiming(
        try clip.use(sharing: track.isShared, cutting: track.isCut), length: nil)
      let stops = clip.stops()
      let numbers = (0..<40).map { clip.duration * Fraction(Int128($0), 40) }.map {
        clip.choice(at: $0, stops).first
      }
      met[retiming.direction, default: 0] += 1
      let isRising = zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      let isFalling = zip(numbers, numbers.dropFirst()).allSatisfy { $0 >= $1 }
      switch retiming.direction {
      case .forward: #expect(isRising, "\(clip)")
      case .backward: #expect(isFalling, "\(clip)")
      case .both: break
      }
      #expect(retiming.isMonotone == (retiming.direction == .forward))
    }
    #expect(met.count == 3)
  }
}

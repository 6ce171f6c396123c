import AudioFilters
import Bytes
import WAV

/// Samples at a speed that moves, and the pitch with it.
final class MovingMotion: Motion {
  /// From one exact place to the next but one; between them lies a parabola, as a speed that moves
  /// in a straight line has it.
  private static let node = 16
  /// Places lie on as many points between two samples: -190 dB of a full tone, and sums of them
  /// with whole numbers are exact.
  private static let grid = Double(1 << 32)
  /// How many places of the course are passed at one go, as far as that can be chosen.
  private static let step = 1 << 12

  /// What stays in sight of what has passed, for the speed may rise at once.
  private static let behind = VariableResampler.reach(speed: VariableResampler.highestSpeed)

  private let clock: Clock
  private let rate: Int
  private let window: Window
  private let resampler = VariableResampler()
  private let output: AudioBlock
  /// The node that was laid last, and the three places that it goes through.
  private var laid: (node: Int, places: Places)?
  private var places: [Double]
  private var speeds: [Double]

  init(_ reader: CourseReader, _ clock: Clock) {
    self.clock = clock
    rate = reader.course.rate
    window = Window(reader)
    let most = 512
    output = AudioBlock(channels: reader.channels, capacity: most)
    places = [Double](repeating: 0, count: most)
    speeds = places
  }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    var done = 0
    while done < part.count {
      let start = first + done
      let count = try make(start, most: min(output.capacity, part.count - done))
      let target = part.lowerBound + done
      block.copy(target..<target + count, from: output, at: 0)
      done += count
    }
  }

  /// Makes samples from number `start` on, at least one, and gives how many.
  private func make(_ start: Int, most: Int) throws(SoundError.Fault) -> Int {
    let base = place(of: start).whole
    var count = 0
    while count < most {
      let sample = start + count
      // Numbers may be below zero, and the nodes are the same in all blocks.
      let node = sample & ~(Self.node - 1)
      let rest = min(most - count, node + Self.node - sample)
      lay(node, from: sample, count: rest, at: count, base: base)
      count += rest
      if places[count - 1] > Double(Self.step) { break }
    }
    let fastest = speeds[..<count].max() ?? 1
    let ahead = VariableResampler.reach(speed: fastest) + 2
    let (low, high) = (Int(places[0]) - 2, Int(places[count - 1]))
    let input = try window.hold(base + low - Self.behind..<base + high + ahead)
    let shift = Double(base - window.start)
    for index in 0..<count { places[index] += shift }
    output.count = count
    let (places, speeds) = (places, speeds)
    resampler.read(
      input, into: output, places: places.span.extracting(..<count),
      speeds: speeds.span.extracting(..<count))
    return count
  }

  /// The places and speeds of the samples of a node, counted from place `base`.
  private func lay(_ node: Int, from sample: Int, count: Int, at index: Int, base: Int) {
    // From the node's own place on, and on a fine grid, so that no rounding depends on the block.
    let exact = exactPlaces(node)
    let first = exact.start.whole
    func distance(_ place: Place) -> Double { Double(place.whole - first) + place.rest }
    let (a, b, c) = (distance(exact.start), distance(exact.middle), distance(exact.end))
    let origin = Double(first - base)
    let (slope, bend) = (4 * b - 3 * a - c, 2 * (a - 2 * b + c))
    for number in 0..<count {
      let share = Double(sample + number - node) / Double(Self.node)
      let way = a + share * (slope + share * bend)
      places[index + number] = origin + (way * Self.grid).rounded() / Self.grid
      speeds[index + number] = (slope + 2 * share * bend) / Double(Self.node)
    }
  }

  /// The places at the start of a node, in its middle, and at the start of the next one.
  private func exactPlaces(_ node: Int) -> Places {
    if let laid, laid.node == node { return laid.places }
    let start: Place
    if let laid, laid.node + Self.node == node {
      start = laid.places.end
    } else {
      start = place(of: node)
    }
    let places = (
      start: start, middle: place(of: node + Self.node / 2), end: place(of: node + Self.node)
    )
    laid = (node, places)
    return places
  }

  private typealias Place = (whole: Int, rest: Double)
  private typealias Places = (start: Place, middle: Place, end: Place)

  /// The place of the course at a sample.
  private func place(of sample: Int) -> Place {
    let exact = clock.second(of: sample) * Rational(rate)
    let limit = Int128(1) << 60
    let whole = min(max(exact.floor, -limit), limit)
    return (Int(whole), (exact - Rational(reducing: whole, over: 1)).double)
  }
}

/// Samples at another speed, whose pitch stays as it is.
final class StretchedMotion: Motion {
  private let clock: Clock
  private let stretch: TimeStretch
  private let reader: CourseReader
  /// The course at the output's rate, where its own is another.
  private let resampled: ResampledMotion?
  private let output: AudioBlock

  init(_ reader: CourseReader, _ clock: Clock) {
    (self.reader, self.clock) = (reader, clock)
    stretch = TimeStretch(
      rate: clock.rate, channels: reader.channels, within: reader.course.range(at: clock.rate))
    let start = ClockAnchor(sample: 0, second: .zero)
    resampled =
      reader.course.rate == clock.rate
      ? nil : ResampledMotion(reader, start, rate: clock.rate, speed: .one)
    output = AudioBlock(channels: reader.channels, capacity: 1 << 10)
  }

  func read(_ first: Int, into block: AudioBlock, _ part: Range<Int>) throws(SoundError.Fault) {
    let clock = clock
    var done = 0
    while done < part.count {
      output.count = min(output.capacity, part.count - done)
      try stretch.render(
        into: output, at: first + done,
        map: { Course.nearest(clock.second(of: $0), clock.rate) },
        source: { (start, block) throws(SoundError.Fault) in
          if let resampled {
            try resampled.read(start, into: block, 0..<block.count)
          } else {
            try reader.read(start, into: block, 0..<block.count)
          }
        })
      let target = part.lowerBound + done
      block.copy(target..<target + output.count, from: output, at: 0)
      done += output.count
    }
  }
}

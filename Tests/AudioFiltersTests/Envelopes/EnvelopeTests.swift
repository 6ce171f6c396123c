import Bytes
import Testing

@testable import AudioFilters
@testable import Timeline

@Suite struct EnvelopeTests {
  private let clock = SampleClock(rate: 8000)

  private func moving(
    _ keys: [(Double, Double, String)], interpolation: Interpolation = .linear,
    repetition: Repetition = .once, autoreverse: Bool = false
  ) throws -> Animated<Double> {
    try Animated(
      keys: keys.map { time, value, ease in
        Animated.Key(
          try #require(Time(Int((time * 1000).rounded()), 1000)), value,
          easing: try Easing(parsing: ease))
      }, interpolation: interpolation, repetition: repetition, autoreverse: autoreverse)
  }

  private func volume(_ from: Gain, _ to: Gain, seconds: Int) throws -> Animated<Gain> {
    try Animated(keys: [.init(.zero, from), .init(Time(seconds: seconds), to)])
  }

  @Test func `a second's ramp has no step larger than one sample's share`() throws {
    let ramp = try volume(Gain(0), Gain(1), seconds: 1)
    var envelope = Envelope(EnvelopeSource(ramp, clock: SampleClock(rate: 48_000)))
    let values = Samples.of(&envelope, 0..<48_001)
    var squares = 0.0
    for sample in 0..<48_000 {
      let step = Double(values[sample + 1]) - Double(values[sample])
      // One sample's share, and the rounding of two floats.
      #expect(step >= 0 && step <= 1 / 48_000.0 + 1.2e-7)
      let error = Double(values[sample]) - Double(sample) / 48_000
      squares += error * error
    }
    #expect((squares / 48_000).squareRoot() < 1e-7)
    #expect(values[0] == 0 && values[24_000] == 0.5 && values[48_000] == 1)
  }

  @Test func `a ramp in decibels is one`() throws {
    let ramp = try volume(Gain(decibels: -60), Gain(decibels: 0), seconds: 1)
    var envelope = Envelope(EnvelopeSource(ramp, clock: clock))
    let values = Samples.of(&envelope, 0..<8000)
    for sample in stride(from: 0, to: 8000, by: 400) {
      let exact = Gain(decibels: Double(sample) * 60 / 8000 - 60).factor
      #expect(abs(Double(values[sample]) - exact) < 1e-6)
    }
  }

  @Test func `every easing is followed within 100 dB`() throws {
    var names = Easing.allNames.map(\.spelling).filter { !$0.contains("(") }
    names += [
      "steps(7, jump-both)", "linear(0, 0.7 20%, 0.3 21%, 1)", "cubic-bezier(0.9, 0, 0.1, 1)",
    ]
    for name in names {
      let animated = try moving([(0, 0.2, "linear"), (0.9, 0.9, name), (1.1, 0.1, name)])
      var envelope = Envelope(EnvelopeSource(animated, in: 0...2, clock: clock))
      let values = Samples.of(&envelope, 0..<9000)
      var worst = 0.0
      for sample in stride(from: 0, to: 9000, by: 31) {
        let exact = min(max(animated.value(at: clock.time(of: sample)), 0), 2)
        worst = max(worst, abs(exact - Double(values[sample])))
      }
      #expect(worst < 1e-5, "\(name): \(worst)")
    }
  }

  @Test(arguments: [Interpolation.linear, .discrete, .smooth], [false, true])
  func `passes and jumps are exact`(_ interpolation: Interpolation, _ autoreverse: Bool) throws {
    let half = try #require(Rational(1, 2))
    let animated = try moving(
      [(0.1, 0.2, "linear"), (0.2, 0.8, "linear"), (0.2, 0.4, "linear"), (0.3, 0.6, "ease-in")],
      interpolation: interpolation, repetition: .count(half * Rational(7)),
      autoreverse: autoreverse)
    var envelope = Envelope(EnvelopeSource(animated, in: 0...1, clock: clock))
    let values = Samples.of(&envelope, 0..<14_000)
    for sample in stride(from: 0, to: 14_000, by: 5) {
      let exact = animated.value(at: clock.time(of: sample))
      let error = abs(exact - Double(values[sample]))
      // Backwards, the sample at the very moment of a jump may have either value.
      let place = (Double(sample) / 8000 - 0.1) / 0.1
      let isJump = autoreverse && abs(place - place.rounded()) < 1e-9
      #expect(error < 1e-5 || isJump, "\(sample): \(exact)")
    }
  }

  @Test func `blocks do not matter`() throws {
    let animated = try moving([(0, 0, "linear"), (0.5, 1, "ease-in-out"), (1, 0.3, "linear")])
    var whole = Envelope(EnvelopeSource(animated, in: 0...1, clock: clock))
    let expected = Samples.of(&whole, 0..<9000)
    var parts = Envelope(EnvelopeSource(animated, in: 0...1, clock: clock))
    var found: [Float] = []
    for length in [1, 7, 100, 1023, 2048, 3000, 2821] {
      found += Samples.of(&parts, found.count..<found.count + length)
    }
    #expect(found == expected)
  }

  @Test func `a parameter as small as a threshold is followed by its own size`() throws {
    let gain = try Animated(
      keys: [.init(.zero, Gain(decibels: -100)), .init(Time(seconds: 1), Gain(decibels: -80))])
    var envelope = Envelope(gain, rate: 8000, in: 0.00001...10)
    let values = Samples.of(&envelope, 0..<8000)
    for sample in stride(from: 0, to: 8000, by: 97) {
      let exact = Gain(decibels: Double(sample) / 400 - 100).factor
      #expect(abs(Double(values[sample]) / exact - 1) < 1e-5)
    }
  }

  @Test func `hostile movements come to an end`() throws {
    let far = Time(seconds: 1_000_000_000)
    let keys: [Animated<Double>.Key] = [
      .init(-far, 0), .init(.zero, 1), .init(Time(1, 1_000_000_000) ?? .zero, 0), .init(far, 1),
    ]
    for repetition in [Repetition.once, .forever, .count(Rational(1_000_000_000))] {
      let animated = try Animated(keys: keys, repetition: repetition, autoreverse: true)
      var envelope = Envelope(EnvelopeSource(animated, in: 0...1, clock: clock))
      for start in [-1 << 59, -3, 0, 1 << 40, 1 << 59] {
        for value in Samples.of(&envelope, start..<start + 100) {
          #expect(value >= 0 && value <= 1)
        }
      }
    }
    let quick = try Animated(
      keys: [.init(.zero, 0.0), .init(Time(1, 100_000) ?? .zero, 1)], repetition: .forever)
    var envelope = Envelope(EnvelopeSource(quick, in: 0...1, clock: clock))
    #expect(Samples.of(&envelope, 0..<50).allSatisfy { $0 >= 0 && $0 <= 1 })
  }
}

enum Samples {
  /// The values of an envelope over a range.
  static func of(_ envelope: inout Envelope, _ range: Range<Int>) -> [Float] {
    var values = [Float](repeating: -1, count: range.count)
    values.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress {
        envelope.fill(base, at: range.lowerBound, count: range.count)
      }
    }
    return values
  }
}

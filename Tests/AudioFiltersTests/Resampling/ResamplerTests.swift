import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct ResamplerTests {
  /// What a resampler makes of a block that is a whole sound.
  static func output(
    _ input: AudioBlock, _ resampler: Resampler, range: Range<Int>? = nil
  ) -> AudioBlock {
    let range = range ?? 0..<resampler.length(of: input.count)
    let output = AudioBlock(channels: input.channels, capacity: range.count)
    resampler.resample(input, inputStart: 0, into: output, outputStart: range.lowerBound)
    return output
  }

  static let pairs = [
    (44100, 48000), (48000, 44100), (48000, 8000), (8000, 48000), (44100, 48001), (192_000, 44100),
    (48000, 3307), (11025, 11024),
  ]

  @Test(arguments: pairs)
  func `a tone stays what it is, where it is`(from: Int, to: Int) {
    let resampler = Resampler(from: from, to: to, channels: 1)
    let reach = resampler.inputRange(for: 0..<1).count
    let count = min(reach + 600 * max(from / to, 1), 200_000)
    for part in [0.02, 0.5, 0.9] {
      let turns = part * Double(min(from, to)) / 2 / Double(from)
      let input = Tones.block(count) { 0.5 * Maths.sin(2 * .pi * turns * Double($0) + 0.3) }
      let first = reach / 2 * to / from + 2
      let range = first..<first + 300
      let result = Self.output(input, resampler, range: range)
      let fit = Tones.fit(
        ([Float](repeating: 0, count: first) + Array(result[0]))[first...],
        turns: turns * Double(from) / Double(to))
      #expect(abs(Tones.decibels(fit.amplitude / 0.5)) < 0.001, "\(part): \(fit)")
      #expect(abs(fit.phase - 0.3) < 1e-5, "\(part): \(fit)")
      #expect(fit.rest < -128, "\(part): \(fit)")
    }
  }

  @Test(arguments: [(48000, 44100), (48000, 8000), (192_000, 44100), (48001, 44100)])
  func `what lies above half of the new rate is held down by 120 dB`(from: Int, to: Int) {
    let resampler = Resampler(from: from, to: to, channels: 1)
    let reach = resampler.inputRange(for: 0..<1).count
    for part in [1.0005, 1.01, 1.03, 1.08] {
      let turns = part * Double(to) / 2 / Double(from)
      guard turns < 0.5 else { continue }
      let input = Tones.block(reach + 300 * max(from / to, 1)) {
        Maths.sin(2 * .pi * turns * Double($0))
      }
      let first = reach / 2 * to / from + 1
      let result = Self.output(input, resampler, range: first..<first + 200)
      let level = Tones.decibels(Tones.level(result[0].map { Double($0) }) * 2.0.squareRoot())
      #expect(level < -120, "\(part): \(level) dB")
    }
  }

  @Test func `an impulse comes out symmetric about its own time`() {
    let resampler = Resampler(from: 16000, to: 48000, channels: 1)
    let input = Tones.block(401) { $0 == 200 ? 1 : 0 }
    let result = Self.output(input, resampler)
    #expect(result.count == 1203)
    for distance in 1...280 {
      #expect(abs(result[0][600 - distance] - result[0][600 + distance]) < 1e-7)
    }
    #expect(result[0][600] == result[0].max())
  }

  @Test func `lengths are those of the nearest sample`() {
    #expect(Resampler(from: 44100, to: 48000, channels: 1).length(of: 44100) == 48000)
    #expect(Resampler(from: 44100, to: 48000, channels: 1).length(of: 1) == 1)
    #expect(Resampler(from: 48000, to: 24000, channels: 1).length(of: 3) == 2)
    #expect(Resampler(from: 48000, to: 16000, channels: 1).length(of: 4) == 1)
    #expect(Resampler(from: 1, to: 768_000, channels: 1).length(of: 86400) == 66_355_200_000)
    #expect(Resampler(from: 44100, to: 44100, channels: 1).length(of: 77) == 77)
  }

  @Test(arguments: [(44100, 48000), (48000, 44100), (44100, 48001), (48000, 48000)])
  func `blocks of any length give the same bytes`(from: Int, to: Int) {
    let input = Tones.noise(900, channels: 3)
    let resampler = Resampler(from: from, to: to, channels: 3)
    let whole = Self.output(input, resampler)
    let target = AudioBlock(channels: 3, capacity: whole.count)
    var start = 0
    for length in [1, 2, 3, 100, 255, 256, whole.count] {
      target.count = min(length, whole.count - start)
      // Of the input, only what is asked for.
      let needed = resampler.inputRange(for: start..<start + target.count)
      let part = AudioBlock(channels: 3, capacity: needed.count)
      for channel in 0..<3 {
        for (i, place) in needed.enumerated() where place >= 0 && place < input.count {
          part[channel][i] = input[channel][place]
        }
      }
      resampler.resample(part, inputStart: needed.lowerBound, into: target, outputStart: start)
      for channel in 0..<3 {
        #expect(target[channel].elementsEqual(whole[channel][start..<start + target.count]))
      }
      start += target.count
    }
    #expect(start == whole.count)
  }

  @Test func `a channel does not hear of the others`() {
    let input = Tones.noise(300, channels: 5)
    let together = Self.output(input, Resampler(from: 3, to: 5, channels: 5))
    let alone = Resampler(from: 3, to: 5, channels: 1)
    for channel in 0..<5 {
      let single = Tones.block(300) { Double(input[channel][$0]) }
      let result = Self.output(single, alone)
      #expect(Array(result[0]) == Array(together[channel]))
    }
  }

  @Test func `the same rate is a copy`() {
    let input = Tones.noise(100)
    let result = Self.output(input, Resampler(from: 7, to: 7, channels: 1), range: -5..<105)
    #expect(result[0][5..<105].elementsEqual(input[0]))
    #expect(result[0][..<5].allSatisfy { $0 == 0 } && result[0][105...].allSatisfy { $0 == 0 })
  }

  @Test func `hour 24 sounds like the first second`() {
    let resampler = Resampler(from: 44100, to: 48000, channels: 1)
    let input = Tones.noise(1000)
    let (first, day) = (AudioBlock(channels: 1, capacity: 500), 86400)
    let late = AudioBlock(channels: 1, capacity: 500)
    resampler.resample(input, inputStart: 0, into: first, outputStart: 200)
    resampler.resample(
      input, inputStart: day * 44100, into: late, outputStart: day * 48000 + 200)
    #expect(first[0].elementsEqual(late[0]))
    let range = resampler.inputRange(for: 0..<1)
    let moved = resampler.inputRange(for: day * 48000..<day * 48000 + 1)
    #expect(moved.lowerBound - range.lowerBound == day * 44100)
  }

  @Test func `a constant stays within the last digit`() {
    for (from, to) in Self.pairs.prefix(5) {
      let resampler = Resampler(from: from, to: to, channels: 1)
      let reach = resampler.inputRange(for: 0..<1).count
      let input = Tones.block(2 * reach) { _ in 0.75 }
      let first = reach / 2 * to / from + 2
      let result = Self.output(input, resampler, range: first..<first + 50)
      #expect(result[0].allSatisfy { abs($0 - 0.75) < 3e-7 })
    }
  }

  @Test(arguments: [(1, 768_000), (768_000, 1), (768_000, 767_999), (-3, 1 << 40)])
  func `the widest ratios neither trap nor take much memory`(from: Int, to: Int) {
    let resampler = Resampler(from: from, to: to, channels: 1)
    let input = Tones.block(10) { _ in 1 }
    let result = Self.output(input, resampler, range: 0..<8)
    #expect(result[0].allSatisfy { $0.isFinite && abs($0) < 1.2 })
    #expect(resampler.inputRange(for: 0..<8).count < 10_000_000)
  }
}

import Bytes
import Testing
import WAV

@testable import AudioFilters

@Suite struct DelayTests {
  @Test func `echoes come in time, each a share of the one before`() throws {
    let json = #"{"time": 0.01, "feedback": 0.5, "wet": 0.8}"#
    let output = try run([use("delay", json)], [Sound.impulse(400)], rate: 8000)[0]
    for (index, sample) in output.enumerated() {
      let expected: Float = [0: 1, 80: 0.8, 160: 0.4, 240: 0.2, 320: 0.1][index] ?? 0
      #expect((sample - expected).magnitude < 1e-6, "\(index)")
    }
  }

  @Test func `echoes go from channel to channel`() throws {
    let json = #"{"time": 0.01, "feedback": 0.5, "wet": 1, "pingPong": true}"#
    let input = [Sound.silence(400), Sound.impulse(400)]
    let output = try run([use("delay", json)], input, rate: 8000)
    #expect(output[0][80] == 0.5 && output[1][80] == 0)
    #expect(output[0][160] == 0 && output[1][160] == 0.25)
    #expect(output[0][240] == 0.125 && output[1][240] == 0)
  }

  @Test func `each echo is filtered anew`() throws {
    let json = #"{"time": 0.05, "feedback": 0.9, "wet": 1, "lowpass": 1000}"#
    let input = [Sound.noise(400) + Sound.silence(1600)]
    let output = try run([use("delay", json)], input, rate: 8000)[0]
    /// How much a stretch changes from sample to sample.
    func brightness(_ start: Int) -> Double {
      let stretch = output[start..<start + 400]
      let steps = zip(stretch, stretch.dropFirst()).map { $1 - $0 }
      return Sound.level(steps) / Sound.level(stretch)
    }
    #expect(brightness(0) > 1.5 * brightness(400))
    #expect(brightness(400) > 1.2 * brightness(1200))
  }

  @Test func `what rings on is heard after the span, without a step`() throws {
    let use = try use("delay", #"{"time": 0.02, "feedback": 0.5}"#, from: 0, to: 0.1)
    let tone = Sound.sine(2000, frequency: 200, rate: 8000)
    let output = try run([use], [tone], rate: 8000)[0]
    #expect(Sound.level(zip(output[840..<1000], tone[840..<1000]).map { $0 - $1 }) > 0.05)
    // A sine bends by at most (2 pi f / r)^2 of its level; the echoes are as much again.
    for index in 2..<2000 {
      let bend = output[index] - 2 * output[index - 1] + output[index - 2]
      #expect(bend.magnitude < 0.0247 * 0.5 * 2.2 + 0.02, "\(index)")
    }
  }

  @Test func `of the sound itself as much is left as is asked for`() throws {
    let json = #"{"time": 0.01, "feedback": 0, "wet": 0.5, "dry": 0.25}"#
    let output = try run([use("delay", json)], [Sound.impulse(400)], rate: 8000)[0]
    #expect(output[0] == 0.25 && output[80] == 0.5 && output[160] == 0)
    // Around its span the sound is what it was, without a step.
    let alone = try use("delay", #"{"time": 0.01, "dry": 0}"#, from: 0.1, to: 0.2)
    let ones = [Float](repeating: 1, count: 4000)
    let span = try run([alone], [ones], rate: 8000)[0]
    #expect(span[799] == 1 && span[870] == 0 && span[3999] == 1)
    for index in 1..<880 { #expect(abs(span[index] - span[index - 1]) < 0.04, "\(index)") }
    let falling = #"{"time": 0.01, "wet": 0, "dry": {"from": 1, "to": 0, "duration": 0.05}}"#
    let slope = try run([use("delay", falling)], [ones], rate: 8000, blocks: [1000, 7])[0]
    for index in 0..<400 { #expect(abs(slope[index] - 1 + Float(index) / 400) < 1e-5, "\(index)") }
    #expect(slope[500] == 0)
  }

  @Test func `echoes that go round leave out the subwoofer`() throws {
    let json = #"{"time": 0.01, "feedback": 0.5, "wet": 1, "pingPong": true}"#
    let output = try surround("delay", json, impulseIn: 1, count: 800)
    #expect(abs(output[0][80] - 0.2) < 1e-6 && abs(output[2][240] - 0.05) < 1e-6)
    #expect(abs(output[4][320] - 0.025) < 1e-6 && abs(output[0][480] - 0.00625) < 1e-6)
    #expect(output[3].allSatisfy { $0 == 0 })
    let low = try surround("delay", json, impulseIn: 3, count: 800)
    #expect(low[3] == Sound.impulse(800))
    #expect((0..<6).allSatisfy { $0 == 3 || Sound.peak(low[$0]) == 0 })
    let own = try surround("delay", #"{"time": 0.01, "wet": 1}"#, impulseIn: 3, count: 800)
    #expect(own[3][80] == 1)
  }

  @Test func `echoes too long for memory are refused`() throws {
    let channels = [[Float]](repeating: [0], count: 64)
    let error = #expect(throws: AudioError.self) {
      try run([use("delay", #"{"time": 10}"#)], channels, rate: 768_000)
    }
    #expect(error?.message.contains("at most 1 seconds") == true, "\(String(describing: error))")
  }
}

@Suite struct ReverbTests {
  @Test func `a room is neither heard in the subwoofer nor fed by it`() throws {
    let json = #"{"wet": "0dB", "predelay": 0}"#
    let output = try surround("reverb", json, impulseIn: 2, count: 4000)
    #expect(output[3].allSatisfy { $0 == 0 })
    for channel in [0, 1, 2, 4, 5] { #expect(Sound.level(output[channel]) > 1e-3, "\(channel)") }
    let low = try surround("reverb", json, impulseIn: 3, count: 4000)
    #expect(low[3] == Sound.impulse(4000))
    #expect((0..<6).allSatisfy { $0 == 3 || Sound.peak(low[$0]) == 0 })
  }

  @Test func `a room can be heard without the sound in it`() throws {
    let noise = [Sound.noise(4000)]
    let whole = try run([use("reverb", #"{"wet": 0.5}"#)], noise, rate: 8000)[0]
    let alone = try run([use("reverb", #"{"wet": 0.5, "dry": 0}"#)], noise, rate: 8000)[0]
    #expect(alone[..<160].allSatisfy { $0 == 0 } && Sound.level(alone) > 0.01)
    for index in 0..<4000 {
      #expect(abs(whole[index] - noise[0][index] - alone[index]) < 3e-6, "\(index)")
    }
  }

  /// The time for 60 dB by Schroeder's backward integration (ISO 3382): three times that from -5 to
  /// -25 dB.
  static func decay(of response: [Float], rate: Double) -> Double {
    var (sum, left) = (0.0, [Double](repeating: 0, count: response.count))
    for index in response.indices.reversed() {
      sum += Double(response[index]) * Double(response[index])
      left[index] = sum
    }
    let levels = left.map { Maths.log($0 / sum) * 4.3429448190325175 }
    let (first, last) = (levels.firstIndex { $0 < -5 }, levels.firstIndex { $0 < -25 })
    return Double((last ?? 0) - (first ?? 0)) * 3 / rate
  }

  static func response(_ json: String, rate: Int, seconds: Double, channels: Int = 1) throws
    -> [[Float]]
  {
    let count = Int(seconds * Double(rate))
    var output = try run(
      [use("reverb", json)],
      [Sound.impulse(count)] + (1..<channels).map { _ in Sound.silence(count) },
      rate: rate)
    output[0][0] = 0
    return output
  }

  @Test(arguments: [(0.3, 0.0), (0.8, 0.5), (2, 1)])
  func `it decays in the time asked for`(_ decay: Double, _ size: Double) throws {
    let json = #"{"decay": \#(decay), "size": \#(size), "damping": 0, "wet": 1}"#
    let response = try Self.response(json, rate: 8000, seconds: decay * 1.2 + 0.2)[0]
    let found = Self.decay(of: response, rate: 8000)
    #expect((found / decay - 1).magnitude < 0.1, "\(found)")
  }

  @Test func `damping lets high sound decay sooner and low sound alone`() throws {
    let response = try Self.response(
      #"{"decay": 1, "damping": 0.8, "wet": 1}"#, rate: 16000, seconds: 1.5)
    func decay(_ band: String) throws -> Double {
      Self.decay(of: try run([use("eq", band)], response, rate: 16000)[0], rate: 16000)
    }
    let low = try decay(#"{"bands": {"type": "bandpass", "frequency": 400, "q": 1.4}}"#)
    #expect((low - 1).magnitude < 0.1, "\(low)")
    let high = try decay(#"{"bands": {"type": "highpass", "frequency": 6500, "q": 1.4}}"#)
    #expect(high < 0.5, "\(high)")
  }

  @Test func `it sets in after the predelay, dense and different on each channel`() throws {
    let output = try Self.response(
      #"{"decay": 0.5, "predelay": 0.1, "wet": 1}"#, rate: 16000, seconds: 0.5, channels: 2)
    #expect(output.allSatisfy { $0[..<1600].allSatisfy { $0 == 0 } })
    for channel in output {
      // A quarter second later hardly a sample is empty.
      let stretch = channel[5000..<6000]
      let level = Float(Sound.level(stretch))
      #expect(stretch.count { $0.magnitude > level / 10 } > 850)
    }
    let product = zip(output[0], output[1]).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    let energy = Sound.level(output[0]) * Sound.level(output[1]) * 8000
    #expect((product / energy).magnitude < 0.2, "\(product / energy)")
    let narrow = try Self.response(
      #"{"decay": 0.5, "width": 0}"#, rate: 8000, seconds: 0.2, channels: 2)
    #expect(narrow[0] == narrow[1])
  }

  @Test func `the predelay counts to the sample, however short it is`() throws {
    func onset(_ predelay: String) throws -> Int {
      let json = #"{"decay": 0.5, "predelay": \#(predelay), "wet": 1}"#
      let output = try Self.response(json, rate: 48_000, seconds: 0.1)[0]
      return try #require(output.firstIndex { $0 != 0 })
    }
    let room = try onset("0")
    for (predelay, samples) in [("1/48000", 1), ("0.001", 48), ("0.009", 432), ("0.036", 1728)] {
      let value = predelay.contains("/") ? "\"\(predelay)\"" : predelay
      #expect(try onset(value) == room + samples, "\(predelay)")
    }
  }

  @Test func `at 0 dB a noise and its reverberation are about equally loud`() throws {
    for damping in [0, 0.5] {
      let noise = Sound.noise(16000)
      let json = #"{"decay": 0.5, "damping": \#(damping), "wet": 1}"#
      let output = try run([use("reverb", json)], [noise], rate: 8000)[0]
      let wet = zip(output, noise).map { $0 - $1 }
      let ratio = Sound.decibels(Sound.level(wet[8000...]) / Sound.level(noise))
      #expect(ratio.magnitude < 1.5, "\(ratio)")
    }
  }
}

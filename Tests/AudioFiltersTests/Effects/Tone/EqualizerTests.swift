import Testing
import WAV

@testable import AudioFilters
@testable import Timeline

@Suite struct EqualizerTests {
  struct Case: Sendable {
    let shape: String
    let frequency: Double
    let rate: Int
    let q: Double
    let decibels: Double
    /// The answer to an impulse at the samples 0, 1, 2, 17 and 100.
    let answer: [Double]

    init(_ s: String, _ f: Double, _ r: Int, _ q: Double, _ d: Double, _ answer: [Double]) {
      (shape, frequency, rate, self.q, decibels, self.answer) = (s, f, r, q, d, answer)
    }

    var json: String {
      """
      {"bands": {"type": "\(shape)", "frequency": \(frequency), "q": \(q), "gain": "\(decibels)dB"}}
      """
    }
  }

  /// From scipy 1.16 `signal.sosfilt` with coefficients of the cookbook worked out by NumPy.
  static let cases = [
    Case(
      "peaking", 1000, 48000, 1.2, 6,
      [1.03689916, 0.0704543223, 0.0634614135, -0.0314263471, 0.00165380921]),
    Case(
      "lowshelf", 200, 48000, 0.7071, -9,
      [0.990349647, -0.0192002939, -0.0189934443, -0.014891865, 0.000587814054]),
    Case(
      "highshelf", 8000, 44100, 0.7071, 12,
      [2.3728355, -1.76356178, 0.106357735, 5.88507401e-07, 3.98398599e-38]),
    Case(
      "lowpass", 3000, 48000, 2, 0,
      [0.0347369226, 0.128054817, 0.222020207, 0.0140952533, 1.11131747e-05]),
    Case(
      "highpass", 80, 48000, 0.7071, 0,
      [0.992622473, -0.0147002247, -0.0145905741, -0.0129548328, -0.0052131974]),
    Case(
      "bandpass", 500, 48000, 5, 0,
      [0.00649781518, 0.0128835433, 0.0126336589, 0.00418525915, 0.00646885194]),
    Case(
      "notch", 50, 8000, 10, 0,
      [0.998040855, -0.00390759857, -0.00388325909, -0.00286645038, 0.00217891194]),
    Case(
      "allpass", 1000, 48000, 2, 0,
      [0.936799242, -0.121359969, -0.110631832, 0.0574134898, -0.00481943038]),
  ]

  @Test(arguments: cases) func `an impulse comes out as from scipy`(_ example: Case) throws {
    let output = try run([use("eq", example.json)], [Sound.impulse(200)], rate: example.rate)[0]
    for (place, expected) in zip([0, 1, 2, 17, 100], example.answer) {
      let error = (Double(output[place]) - expected).magnitude
      #expect(error <= 1e-7 * max(expected.magnitude, 0.01), "\(place): \(output[place])")
    }
  }

  @Test func `bands work one after another, on each channel`() throws {
    let input = [Sound.noise(3000), Sound.noise(3000, seed: 2)]
    let both = try run(
      [
        use(
          "eq",
          #"{"bands": [{"frequency": 500, "gain": 4}, {"type": "lowpass", "frequency": 900}]}"#)
      ],
      input)
    let inTurn = try run(
      [
        use("eq", #"{"bands": {"frequency": 500, "gain": 4}}"#),
        use("eq", #"{"bands": {"type": "lowpass", "frequency": 900}}"#),
      ], input)
    for channel in 0..<2 {
      for (a, b) in zip(both[channel], inTurn[channel]) { #expect((a - b).magnitude < 1e-6) }
    }
    #expect(both[0] != both[1])
  }

  @Test func `a peaking band of 0 dB changes nothing`() throws {
    let input = [Sound.noise(2000)]
    #expect(try run([use("eq", #"{"bands": {"frequency": 500}}"#)], input) == input)
  }

  @Test func `moving bands do not depend on blocks and make no steps`() throws {
    let input = [Sound.sine(9600, frequency: 300)]
    let json = """
      {"bands": [{"type": "lowpass", "frequency": {"from": 12000, "to": 200}, "q": 2},
        {"frequency": 300, "gain": {"keys": [[0, 1], [0.1, 1], [0.1, 4]]}}]}
      """
    let uses = [try use("eq", json, from: 0, to: 0.2)]
    let whole = try run(uses, input, blocks: [9600])
    for blocks in [[1], [63, 500], [1000]] {
      #expect(try run(uses, input, blocks: blocks) == whole)
    }
    // A sine of 300 Hz and half of full scale, four times as loud, bends by this much a sample.
    let most: Float = 2 * 0.04 * 0.04 * 1.5
    for index in 2..<9600 {
      let bend = whole[0][index] - 2 * whole[0][index - 1] + whole[0][index - 2]
      #expect(bend.magnitude < most * 4, "\(index)")
    }
  }

  @Test(arguments: [
    "peaking", "lowshelf", "highshelf", "lowpass", "highpass", "bandpass", "notch", "allpass",
  ])
  func `frequencies just below half the rate are what they say, and moving ones stay there`(
    _ shape: String
  ) throws {
    func band(_ frequency: String) throws -> SoundEffectUse {
      try use(
        "eq",
        #"{"bands": {"type": "\#(shape)", "frequency": \#(frequency), "q": 100, "gain": 8}}"#)
    }
    let input = [Sound.noise(4800)]
    let output = try run([band("23990")], input)[0]
    #expect(output != (try run([band("23960")], input)[0]))
    for frequency in ["23999.99", #"{"from": 23000, "to": 23999.9, "ease": "easeOutBack"}"#] {
      let output = try run([band(frequency)], input)[0]
      #expect(output.allSatisfy { $0.magnitude < 100 }, "\(frequency)")
    }
  }

  @Test func `a frequency beyond half the rate is refused`() throws {
    let eq = try use("eq", #"{"bands": {"type": "lowpass", "frequency": 9000}}"#)
    let error = #expect(throws: AudioError.self) { try run([eq], [[0]], rate: 16000) }
    #expect(error?.message == "'frequency' must be less than half the rate, 8000 Hz, not 9000")
    #expect(error?.place == 0..<1)
  }

  @Test func `what has died away is silence, not small numbers`() throws {
    let input = [Sound.noise(1000) + Sound.silence(20_000)]
    let output = try run([use("eq", #"{"bands": {"frequency": 2000, "gain": 4}}"#)], input)[0]
    #expect(output[20_000...].allSatisfy { $0 == 0 })
  }
}

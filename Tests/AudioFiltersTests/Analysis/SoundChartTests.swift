import Bytes
import Timeline
import Testing
import WAV

@testable import AudioFilters

/// What pictures show of sounds.
@Suite struct SoundChartTests {
  private static let format = AudioFormat(rate: 8000, layout: .mono)

  /// A second of a saw, with a square of 500 Hz on it in its second half.
  private static let samples: [Float] = (0..<8000).map { index in
    let saw = Double(index * 97 % 201 - 100) / 400
    return Float(saw + (index >= 4000 ? (index / 8 % 2 == 0 ? 0.2 : -0.2) : 0))
  }

  private static func blocks(_ samples: [Float], _ length: Int, _ body: (AudioBlock) -> Void) {
    for start in stride(from: 0, to: samples.count, by: length) {
      body(AudioBlock([Array(samples[start..<min(start + length, samples.count)])]))
    }
  }

  private static func spectra(
    _ samples: [Float], block: Int = 4096, release: Double = 0.1
  ) -> BandSpectra {
    var spectra = BandSpectra(
      format: format, count: 8, in: FrequencyRange(50, 3800), attack: 0.02, release: release,
      tilt: 3)
    blocks(samples, block) { spectra.add($0) }
    spectra.finish()
    return spectra
  }

  @Test func `levels of bands are those that NumPy's FFT gives`() {
    let spectra = Self.spectra(Self.samples)
    #expect(spectra.values.count == 61 * 8)
    // numpy.fft.rfft in float64: 512 samples under a Hann window around each row's middle.
    let expected: [Int: [Double]] = [
      0: [-71.36, -68.11, -45.45, -37.79, -41.54, -42.83, -44.65, -31.93],
      10: [-61.49, -61.87, -49.19, -26.87, -31.02, -32.93, -33.73, -21.21],
      31: [-59.56, -54.06, -48.46, -26.28, -17.75, -32.63, -21.88, -21.24],
      60: [-60.2, -56.41, -45.97, -27.48, -15.0, -33.62, -19.38, -19.85],
    ]
    for (row, levels) in expected {
      for (band, level) in levels.enumerated() {
        let found = Double(spectra.values[row * 8 + band]) / BandSpectra.steps
        #expect((found - level).magnitude < 0.011, "row \(row), band \(band): \(found)")
      }
    }
    #expect(spectra.peak == spectra.values.max())
  }

  @Test func `blocks of any length give the same`() {
    #expect(Self.spectra(Self.samples).values == Self.spectra(Self.samples, block: 77).values)
    var (whole, parts) = (
      SampleExtremes(format: Self.format, stretch: 0.0037),
      SampleExtremes(format: Self.format, stretch: 0.0037)
    )
    Self.blocks(Self.samples, 8000) { whole.add($0) }
    Self.blocks(Self.samples, 13) { parts.add($0) }
    whole.finish()
    parts.finish()
    #expect(whole.values == parts.values)
  }

  @Test func `silence is the least number, and what is no number is silence`() {
    let silent = Self.spectra(Array(repeating: 0, count: 3000))
    #expect(silent.values.allSatisfy { $0 == .min } && silent.values.count == 23 * 8)
    let broken = Self.spectra([.nan, .infinity, 1e30] + Array(repeating: 0, count: 2997))
    #expect(broken.values == silent.values)
  }

  @Test func `a level falls by 63 percent in its release`() {
    // 100 ms after the end of a sound; the window of 64 ms has left it by then.
    let samples = Array(Self.samples[4000...]) + Array(repeating: Float(0), count: 8000)
    let spectra = Self.spectra(samples, release: 0.2)
    let fall = Double(spectra.values[50 * 8 + 7] - spectra.values[62 * 8 + 7]) / BandSpectra.steps
    #expect((fall - 8.685_889_638).magnitude < 0.02, "\(fall)")
  }

  @Test func `extremes are the lowest and the highest sample of each stretch`() {
    var extremes = SampleExtremes(format: Self.format, stretch: 0.01)
    Self.blocks(Self.samples, 500) { extremes.add($0) }
    extremes.finish()
    #expect(extremes.values.count == 200)
    for stretch in 0..<100 {
      let own = Self.samples[stretch * 80..<stretch * 80 + 80]
      let (low, high) = (own.min() ?? 0, own.max() ?? 0)
      #expect(extremes.values[2 * stretch] == Int16((low * 16_384).rounded()))
      #expect(extremes.values[2 * stretch + 1] == Int16((high * 16_384).rounded()))
    }
  }

  @Test func `stretches shorter than a sample repeat the one before`() {
    var extremes = SampleExtremes(format: Self.format, stretch: 1 / 20_000)
    extremes.add(AudioBlock([[0.5, -0.5]]))
    extremes.finish()
    #expect(extremes.values == [8192, 8192, 8192, 8192, -8192, -8192])
  }
}

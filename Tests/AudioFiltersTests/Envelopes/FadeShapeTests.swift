import Testing
import Timeline

@testable import AudioFilters

@Suite struct FadeShapeTests {
  @Test func `every curve is that of ffmpeg`() throws {
    #expect(FadeReference.gains.count == 19 && FadeCurve.allCases.count == 20)
    for (name, values) in FadeReference.gains {
      let curve = try #require(FadeCurve(rawValue: name))
      var rise = Envelope(EnvelopeSource(fade: curve, over: 0..<24, isOut: false))
      var fall = Envelope(EnvelopeSource(fade: curve, over: 0..<24, isOut: true))
      let (up, down) = (Samples.of(&rise, 0..<24), Samples.of(&fall, 0..<24))
      for (sample, value) in values.enumerated() {
        #expect(abs(Double(up[sample]) - value) < 1e-6, "\(name) \(sample)")
        // Sample k of a fade to silence has the gain of sample n - k of one from silence.
        if sample > 0 { #expect(abs(Double(down[24 - sample]) - value) < 1e-6, "\(name)") }
      }
      #expect(down[0] == 1)
      #expect(Samples.of(&rise, 24..<30) == Array(repeating: 1, count: 6))
      #expect(Samples.of(&fall, 24..<30) == Array(repeating: 0, count: 6))
    }
  }

  @Test func `the curve nofade leaves the sound as it is`() {
    for isOut in [false, true] {
      var envelope = Envelope(EnvelopeSource(fade: .nofade, over: 0..<24, isOut: isOut))
      #expect(Samples.of(&envelope, 0..<24) == Array(repeating: 1, count: 24))
    }
  }

  @Test func `long fades stay within a millionth of their curves`() {
    for curve in FadeCurve.allCases {
      var envelope = Envelope(EnvelopeSource(fade: curve, over: 100..<20_100, isOut: false))
      let values = Samples.of(&envelope, 100..<20_100)
      var worst = 0.0
      for sample in stride(from: 0, to: 20_000, by: 61) {
        let exact = curve.gain(Double(sample) / 20_000)
        worst = max(worst, abs(Double(values[sample]) - exact))
      }
      #expect(worst < 2e-6, "\(curve)")
    }
  }

  @Test func `crossfades hold the power or the sum`() {
    for kind in [SoundTransition.equalPower, .equalGain] {
      var out = Envelope(
        EnvelopeSource(crossfade: kind, ease: .linear, over: 0..<5000, isOut: true))
      var come = Envelope(
        EnvelopeSource(crossfade: kind, ease: .linear, over: 0..<5000, isOut: false))
      let (a, b) = (Samples.of(&out, -5..<5005), Samples.of(&come, -5..<5005))
      for (a, b) in zip(a, b) {
        let held = kind == .equalPower ? a * a + b * b : a + b
        #expect(abs(held - 1) < 4e-6)
      }
      #expect(a[0] == 1 && a[5009] == 0 && b[0] == 0 && b[5009] == 1)
    }
  }
}

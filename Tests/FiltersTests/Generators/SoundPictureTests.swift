import Filters
import TestSupport
import Testing
import Timeline
import Y4M

/// Spectra and waveforms of made-up sounds.
@Suite struct SoundPictureTests {
  private static let format = PixelFormat.named("mono", 60, 40)

  private func luma(
    _ layer: String, at seconds: Double = 0, _ format: PixelFormat = Self.format
  ) throws -> Frame {
    try Film("[{ \(layer) }]", format, range: .full).frame(.flat(format, [0]), at: seconds)
  }

  @Test func `bars of a spectrum are as high as their bands are loud`() throws {
    // Bands at -50, -40 ... 0 dB; 50 dB are 40 samples.
    let bars = #""type": "spectrum", "count": 6, "gap": 0.4, "least": 0"#
    let frame = try luma(bars)
    for y in 0..<40 {
      for x in 0..<60 {
        let isBar = (2..<8).contains(x % 10) && y >= 40 - 8 * (x / 10)
        #expect(frame[0, x, y] == (isBar ? 255 : 0), "\(x), \(y)")
      }
    }
    // Half a second later all are 10 dB softer.
    let later = try luma(bars, at: 0.5)
    #expect(later[0, 55, 8] == 255 && later[0, 55, 7] == 0)
    // Between the rows of 29 and 30 sixtieths, half as far.
    let between = try luma(bars, at: 29.5 / 60)
    #expect(between[0, 55, 4] == 255 && between[0, 55, 3] == 0)
  }

  @Test func `gain and range move levels, and none leaves the box`() throws {
    let louder = try luma(#""type": "spectrum", "count": 6, "gap": 0, "gain": 10"#)
    #expect(louder[0, 0, 32] == 255 && louder[0, 0, 31] == 0 && louder[0, 59, 0] == 255)
    let wider = try luma(#""type": "spectrum", "count": 6, "gap": 0, "range": 100"#)
    #expect(wider[0, 0, 20] == 255 && wider[0, 0, 19] == 0)
  }

  @Test func `mirrored bars grow from the middle`() throws {
    let frame = try luma(
      #""type": "spectrum", "kind": "mirrored", "count": 6, "gap": 0, "least": 4"#)
    for (column, length) in [4, 8, 16, 24, 32, 40].enumerated() {
      for y in 0..<40 {
        let isBar = y >= 20 - length / 2 && y < 20 + length / 2
        #expect(frame[0, column * 10 + 5, y] == (isBar ? 255 : 0), "\(column), \(y)")
      }
    }
  }

  @Test func `bars of a circle go outwards from a ring`() throws {
    let format = PixelFormat.named("mono", 81, 81)
    let frame = try luma(
      #""type": "spectrum", "kind": "circle", "count": 4, "gap": 0.9, "least": 2"#, format)
    // The first is silent, and as long as bars are at least; the third is loud by two thirds.
    #expect(frame[0, 40, 19] == 255 && frame[0, 40, 16] == 0 && frame[0, 40, 22] == 0)
    let third = 20.25 + 20.25 * 2 / 3
    #expect(frame[0, 40, 40 + Int(third) - 1] == 255 && frame[0, 40, 40 + Int(third) + 2] == 0)
    // The second one lies to the right.
    #expect(frame[0, 40 + 24, 40] == 255 && frame[0, 40 + 30, 40] == 0)
    #expect(frame[0, 40, 40] == 0)
  }

  @Test func `a line joins the levels`() throws {
    let frame = try luma(#""type": "spectrum", "kind": "line", "count": 6, "thickness": 2"#)
    for column in 1..<5 { #expect(frame[0, column * 10 + 5, 40 - 8 * column] > 150) }
    #expect(frame[0, 30, 38] == 0 && frame[0, 30, 2] == 0)
  }

  @Test func `bars of a waveform wander to the left`() throws {
    let wave =
      #""type": "waveform", "kind": "bars", "count": 30, "window": 1, "gap": 0, "least": 0"#
    let now = try luma(wave, at: 1)
    let later = try luma(wave, at: 1.1)
    // A tenth of a second is 6 samples.
    for y in 0..<40 {
      for x in 0..<54 { #expect(abs(now[0, x + 6, y] - later[0, x, y]) <= 1, "\(x), \(y)") }
    }
    // 1 s lies in the middle, where the swell is 1/2 and the triangle is at its lowest.
    #expect(now[0, 30, 21] == 255 && now[0, 30, 17] == 0)
  }

  @Test func `what is not heard is silent`() throws {
    let wave =
      #""type": "waveform", "kind": "bars", "count": 30, "window": 1, "gap": 0, "least": 0"#
    let start = try luma(wave, at: 0)
    for x in 0..<30 { #expect(start[0, x, 39] == 0) }
    let after = try luma(#""type": "spectrum", "count": 6, "gap": 0, "least": 0"#, at: 61)
    #expect(after.samples(0).allSatisfy { $0 == 0 })
  }

  @Test func `a gradient runs with the level or across`() throws {
    let format = PixelFormat.named("444", 60, 40)
    func film(_ rest: String) throws -> Frame {
      try Film(
        #"[{ "type": "spectrum", "count": 6, "gap": 0, "gain": 50, "stops": ["black", "white"]\#(rest) }]"#,
        format, range: .full
      ).frame(.flat(format, [0, 128, 128]))
    }
    let level = try film("")
    let across = try film(#", "direction": "across""#)
    for step in 0..<40 {
      #expect(abs(level[0, 30, step] - Int(255 * (1 - (Double(step) + 0.5) / 40))) <= 1)
      #expect(abs(across[0, step, 20] - Int(255 * (Double(step) + 0.5) / 60)) <= 1)
    }
  }

  @Test func `a clip and a video layer show them too`() throws {
    let spectrum = #""count": 6, "gap": 0, "least": 0"#
    let layer = try luma(#""type": "spectrum", \#(spectrum)"#, at: 0.5)
    let video = try luma(
      #""type": "video", "source": { "spectrum": { \#(spectrum) } }"#, at: 0.5)
    #expect(video.isIdentical(to: layer))
  }

  @Test func `faults stand at their places`() {
    for (layer, message) in [
      (#""type": "spectrum", "band": [200, 20]"#, "the first frequency must be below the second"),
      (#""type": "spectrum", "count": 0"#, "'count' must be"),
      (#""type": "waveform", "kind": "bar""#, "'kind' cannot be 'bar'"),
      (#""type": "waveform", "source": 3"#, "'source' takes"),
    ] {
      let fault = #expect(throws: TimelineFault.self) { try luma(layer) }
      #expect(fault?.description.contains(message) == true, "\(String(describing: fault))")
    }
  }
}

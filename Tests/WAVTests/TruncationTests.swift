import Pipes
import Testing

@testable import WAV

/// A stream that ends before it should.
@Suite struct TruncationTests {
  /// Five sample frames of 4 bytes, and a chunk.
  static let sound = Wave.noise(20)
  static let bytes = Wave.riff(
    Wave.chunk("fmt ", Wave.fmt()), Wave.chunk("data", sound), Wave.chunk("LIST", [1, 2]))

  @Test(arguments: 44...63, [1, 5, 1000])
  func `a cut is an error, or dropped, or padded`(_ length: Int, _ step: Int) {
    let bytes = Array(Self.bytes[..<length])
    let frames = (length - 44) / 4
    let missing = 64 - length
    for block in [1, 3, 100] {
      let failed = Wave.outcome(bytes, step: step, block: block)
      #expect(failed.error == .truncated(sample: frames, missing: missing))
      #expect(failed.raw == Array(Self.sound[..<(frames * 4)]))
      let dropped = Wave.outcome(bytes, step: step, block: block, truncation: .drop)
      #expect(dropped.error == nil && dropped.cut == frames && dropped.missing == missing)
      #expect(dropped.raw == Array(Self.sound[..<(frames * 4)]))
      let padded = Wave.outcome(bytes, step: step, block: block, truncation: .pad)
      #expect(padded.error == nil && padded.cut == frames && padded.missing == missing)
      // A sample that is cut in the middle is silent; the one before it in its frame is not.
      let known = (length - 44) / 2 * 2
      #expect(
        padded.raw
          == Array(Self.sound[..<known]) + [UInt8](repeating: 0, count: 20 - known))
      #expect(padded.tail.isEmpty)
    }
  }

  @Test func `what is whole before the cut comes out before the error`() throws {
    var reader = try WAVReader(ByteSource(Array(Self.bytes[..<58]), step: 7))
    let block = AudioBlock(channels: 2, capacity: 2)
    #expect(try reader.read(into: block) == 2)
    #expect(throws: WAVError.truncated(sample: 3, missing: 6)) {
      while try reader.read(into: block) > 0 {}
    }
  }

  @Test func `a cut outside of the sound is none`() {
    for length in 64..<Self.bytes.count {
      let outcome = Wave.outcome(Array(Self.bytes[..<length]))
      #expect(outcome.error == nil && outcome.raw == Self.sound)
      #expect(outcome.tail == Array(Self.bytes[64..<length]))
    }
    for length in 1..<44 {
      switch Wave.outcome(Array(Self.bytes[..<length])).error {
      case .truncatedHeader(offset: length): break
      case .notWAV where length < 4: break
      default: Issue.record("a header of \(length) bytes")
      }
    }
  }

  @Test(arguments: [
    (SampleFormat.u8, 0x80 as UInt8), (.aLaw, 0xD5), (.muLaw, 0xFF), (.s16, 0), (.f32, 0),
  ])
  func `padding is silence in every format`(_ samples: SampleFormat, _ byte: UInt8) {
    let format = AudioFormat(rate: 8000, layout: .stereo)
    let fmt = FormatChunk(format: format, samples: samples).bytes
    let bytes = Wave.riff(
      Wave.chunk("fmt ", fmt), Wave.chunk("data", [], size: 4 * 2 * samples.bytes))
    let outcome = Wave.outcome(bytes, truncation: .pad)
    #expect(outcome.raw == [UInt8](repeating: byte, count: 8 * samples.bytes))
    #expect(outcome.samples.allSatisfy { $0.allSatisfy { abs($0) < 0x1p-10 } })
  }

  @Test func `an endless padding is given out bit by bit`() {
    let data = Wave.chunk("data", Self.sound, size: 0x7000_0000)
    let bytes = Wave.riff(Wave.chunk("fmt ", Wave.fmt()), data)
    let outcome = Wave.outcome(bytes, block: 1000, truncation: .pad, limit: 5000)
    #expect(outcome.error == nil && outcome.count == 5000)
  }

  @Test func `a cut file tells what is missing`() throws {
    let path = try Output.path(holding: Array(Self.bytes[..<55]))
    defer { Output.remove(path) }
    let file = try WAVFile(path: path)
    #expect(file.length == 2 && file.missing == 9)
    let block = AudioBlock(channels: 2, capacity: 8)
    #expect(try file.read(at: 1, into: block) == 1)
  }

  @Test func `a file may have its sound before its format`() throws {
    let fmt = Wave.chunk("fmt ", Wave.fmt())
    // An odd chunk of sound has its padding, too.
    for sound in [Self.sound, Self.sound + [7]] {
      let path = try Output.path(holding: Wave.riff(Wave.chunk("data", sound), fmt))
      defer { Output.remove(path) }
      let file = try WAVFile(path: path)
      #expect(file.length == Self.sound.count / 4 && file.missing == 0)
      let block = AudioBlock(channels: 2, capacity: 100)
      #expect(try file.read(at: 0, into: block) == file.length)
      let usual = Wave.outcome(Wave.riff(fmt, Wave.chunk("data", sound)))
      #expect((0..<2).map { Array(block[$0]) } == usual.samples)
    }
    let path = try Output.path(holding: Wave.riff(Wave.chunk("data", Self.sound)))
    defer { Output.remove(path) }
    #expect(throws: WAVError.malformedHeader(.dataBeforeFormat, offset: 12)) {
      try WAVFile(path: path)
    }
  }

  @Test func `only a regular WAV file is opened`() throws {
    #expect(throws: WAVError.self) { try WAVFile(path: "/") }
    #expect(throws: WAVError.self) { try WAVFile(path: "/dev/null") }
    #expect(throws: WAVError.self) { try WAVFile(path: "/nowhere/at/all.wav") }
    let path = try Output.path(holding: Array("fLaC".utf8))
    defer { Output.remove(path) }
    #expect(throws: WAVError.notWAV(start: Array("fLaC".utf8))) { try WAVFile(path: path) }
  }
}

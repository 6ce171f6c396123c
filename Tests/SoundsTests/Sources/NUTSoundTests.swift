import Bytes
import Foundation
import NUT
import Pipes
import TestFiles
import TestSupport
import Testing
import WAV

@testable import Sounds

/// Sound in packets of NUT: its samples, its gaps, and what passes.
@Suite struct NUTSoundTests {
  /// Keeps what passes.
  private final class Kept: NUTPassage {
    var packets: [(stream: Int, ticks: Int, size: Int)] = []

    func pass(_ item: NUTItem, _ data: [UInt8]) throws(PipeError) {
      guard case .packet(let packet) = item else { return }
      packets.append((packet.stream, packet.ticks, data.count))
    }
  }

  private static func fixture(_ name: String) throws -> [UInt8] {
    let folder = Checkout.fixture("nut")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// All samples, as they stand in the stream but for the order of their bytes.
  private func samples(_ sound: NUTSound, step: Int = 700) throws -> [UInt8] {
    let header = try #require(sound.header)
    let raw = RawSamples(header, capacity: step)
    var bytes: [UInt8] = []
    while try sound.read(into: raw, most: step) > 0 { bytes += raw.bytes }
    return bytes
  }

  /// A stream of 16-bit mono at 1000 Hz with the given packets, behind one of data at tick `first`.
  private func made(_ packets: [(ticks: Int, samples: [Int16])], first: Int) throws -> [UInt8] {
    let clock = try #require(TimeBase(1, 1000))
    var sound = NUTStream(
      .audio(rate: 1000, over: 1, channels: 1), tag: Array("PSD".utf8) + [16], timeBase: 0,
      clock: clock)
    sound.flags = 0
    let header = NUTHeader(
      timeBases: [clock],
      streams: [NUTStream(.data, tag: Array("TEST".utf8), timeBase: 0, clock: clock), sound])
    let folder = try TemporaryFolder()
    let path = folder.path + "/made.nut"
    let file = try FileDescriptor(opening: path, for: .creating)
    var writer = try NUTWriter(file, header: header)
    try writer.write(NUTPacket(stream: 0, ticks: first, size: 3), [1, 2, 3])
    for packet in packets {
      let bytes = packet.samples.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      try writer.write(NUTPacket(stream: 1, ticks: packet.ticks, size: bytes.count), bytes)
    }
    try writer.finish()
    try file.close()
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func numbers(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }

  @Test(arguments: [
    ("ffmpeg9-av-s16", "PSD\u{10}"), ("ffmpeg9-av-2-sounds-6ch", nil),
  ])
  func `packets of sound are its samples, and all others pass`(
    _ name: String, _ tag: String?
  ) throws {
    let bytes = try Self.fixture(name + ".nut")
    let sound = try NUTSound(ByteSource(bytes))
    let number = try #require(sound.number)
    if let tag { #expect(sound.nut.streams[number].tag == Array(tag.utf8)) }
    let kept = Kept()
    sound.passage = kept
    sound.keepsMarks = true
    let read = try samples(sound)
    // ffprobe's table of the same file.
    let text = String(decoding: try Self.fixture(name + ".tsv"), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    let table = lines.filter { $0.count == 9 && Int($0[0]) != nil }
    let own = table.filter { $0[0] == String(number) }
    let others = table.filter { $0[0] != String(number) }
    #expect(read.count == own.compactMap { Int($0[5]) }.reduce(0, +))
    let packets = kept.packets.map { "\($0.stream) \($0.ticks) \($0.size)" }
    #expect(packets == others.map { "\($0[0]) \($0[1]) \($0[5])" })
    var marks: [NUTSound.Mark] = []
    while let mark = sound.takeMark() { marks.append(mark) }
    #expect(marks.map { String($0.packet?.ticks ?? -1) } == own.map { $0[1] })
    #expect(marks.last?.range.upperBound == sound.sampleCount)
    #expect(own.count > 1 && !others.isEmpty)
  }

  @Test func `a gap is silent, and the sound begins where its packets say`() throws {
    let bytes = try made([(1003, [1, 2]), (1005, [3]), (1100, [4, 5])], first: 1000)
    let sound = try NUTSound(ByteSource(bytes))
    sound.keepsMarks = true
    #expect(sound.start == Rational(1))
    let expected = [0, 0, 0, 1, 2, 3] + [Int16](repeating: 0, count: 94) + [4, 5]
    #expect(numbers(try samples(sound)) == expected)
    var ranges: [Range<Int>] = []
    var ticks: [Int?] = []
    while let mark = sound.takeMark() {
      ranges.append(mark.range)
      ticks.append(mark.packet?.ticks)
    }
    #expect(ranges == [0..<3, 3..<5, 5..<6, 6..<100, 100..<102])
    #expect(ticks == [nil, 1003, 1005, nil, 1100])
  }

  @Test func `coarse clocks leave no gaps`() throws {
    // Up to 20 ms from where the packet before ends.
    let bytes = try made(
      [(0, [1, 2]), (20, [3]), (1, [4]), (2, [Int16](repeating: 5, count: 60)), (3, [6])], first: 0)
    let sound = try NUTSound(ByteSource(bytes))
    #expect(
      numbers(try samples(sound, step: 3)) == [1, 2, 3, 4] + [Int16](repeating: 5, count: 60) + [6])
    #expect(sound.firstOverlap == 5)
  }

  @Test func `a gap of more than a day is an error`() throws {
    let bytes = try made([(0, [1, 2]), (86_400_100, [3])], first: 0)
    let sound = try NUTSound(ByteSource(bytes))
    let raw = RawSamples(try #require(sound.header), capacity: 100)
    #expect(try sound.read(into: raw, most: 100) == 2)
    #expect(throws: NUTError.self) { try sound.read(into: raw, most: 100) }
  }

  @Test(arguments: [WAVReader.Truncation.error, .drop, .pad])
  func `a stream that ends in a packet gives what is there`(
    _ truncation: WAVReader.Truncation
  ) throws {
    let whole = try made([(0, [1, 2]), (2, [3, 4, 5, 6])], first: 0)
    // Behind the second sample of the second packet, and a byte.
    let end = try #require(whole.indices.first { whole[$0...].starts(with: [3, 0, 4, 0, 5]) })
    let sound = try NUTSound(ByteSource(Array(whole[..<(end + 5)])), truncation: truncation)
    let raw = RawSamples(try #require(sound.header), capacity: 100)
    let count = try sound.read(into: raw, most: 100)
    #expect(numbers(Array(raw.bytes)) == [1, 2, 3, 4] + (truncation == .pad ? [0, 0] : []))
    #expect(count == (truncation == .pad ? 6 : 4))
    if truncation == .error {
      #expect(throws: NUTError.truncated(packet: 2, offset: UInt64(end + 5), missing: 3)) {
        try sound.read(into: raw, most: 100)
      }
    } else {
      #expect(try sound.read(into: raw, most: 100) == 0)
      #expect(sound.cut?.sample == 4 && sound.cut?.missing == 3)
    }
  }

  @Test func `packets of half a sample are an error`() throws {
    var whole = try made([(0, [258])], first: 0)
    // The last frame's size, whose header has no checksum.
    let place = try #require(whole.indices.first { whole[$0...].starts(with: [2, 2, 1]) })
    whole[place] = 1
    let sound = try NUTSound(ByteSource(whole))
    let raw = RawSamples(try #require(sound.header), capacity: 10)
    #expect(throws: NUTError.self) { try sound.read(into: raw, most: 10) }
  }

  @Test func `compressed sound says what to ask for`() throws {
    for (name, codec) in [("ffmpeg5-av-aac", "aac"), ("ffmpeg5-mpeg4-mp3", "mp3")] {
      let bytes = try Self.fixture(name + ".nut")
      do throws(NUTError) {
        _ = try NUTSound(ByteSource(bytes))
        Issue.record("\(name) was taken")
      } catch {
        #expect("\(error)".contains("not raw, but \(codec)"))
        #expect("\(error)".contains("-c:a pcm_f32le"))
      }
    }
  }

  @Test func `names of forms are those of ffmpeg`() throws {
    let known: [String: SampleFormat] = [
      "u8": .u8, "s16": .s16, "s24": .s24, "s32": .s32, "f32": .f32, "f64": .f64, "alaw": .aLaw,
      "mulaw": .muLaw,
    ]
    var found = 0
    for line in String(decoding: try Self.fixture("sounds.tsv"), as: UTF8.self).split(
      separator: "\n")
    {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 2, let number = UInt32(fields[1], radix: 16) else { continue }
      let tag = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      let name = fields[0].dropFirst("pcm_".count)
      let isTurned = name.hasSuffix("be")
      let plain = name.hasSuffix("le") || isTurned ? String(name.dropLast(2)) : String(name)
      let form = PacketForm(tag: tag)
      #expect(form?.samples == known[plain], "\(name)")
      guard let form else { continue }
      found += 1
      #expect(form.tag == tag && form.isBigEndian == isTurned, "\(name)")
    }
    #expect(found == 13)
  }
}

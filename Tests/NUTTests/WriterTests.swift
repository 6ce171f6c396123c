import Bytes
import Pipes
import Testing

@testable import NUT

@Suite struct WriterTests {
  @Test(arguments: Sample.all)
  func `what is written reads the same`(_ sample: Sample) throws {
    let bytes = try sample.bytes()
    let before = Outcome(of: bytes)
    let after = Outcome(of: try rewritten(bytes))
    #expect(after.error == nil)
    #expect(after.contents == before.contents)
    #expect(after.sideData == before.sideData)
    #expect(after.header?.streams == before.header?.streams)
    #expect(after.header?.timeBases == before.header?.timeBases)
    #expect(after.header?.info == before.header?.info)
  }

  /// ffprobe and ffmpeg have judged these bytes.
  @Test(arguments: Sample.all)
  func `what is written is what ffmpeg has read`(_ sample: Sample) throws {
    let table = try Sample.table("written.tsv")
    let expected = try #require(table.first { $0[0] == sample.name })
    #expect(MD5.hexDigest(of: try rewritten(try sample.bytes())) == expected[1])
  }

  @Test func `what was written once is written again as it is`() throws {
    let once = try rewritten(try Sample.load("ffmpeg5-mpeg4-mp3.nut"))
    #expect(try rewritten(once) == once)
  }

  /// Sizes around those at which a checksum or a syncpoint is needed, and times around those of a
  /// second and of the low bits.
  @Test func `any size and time can be written`() throws {
    let clock = try #require(TimeBase(1, 1000))
    let streams = [
      NUTStream(.data, tag: Array("TEST".utf8), timeBase: 0, clock: clock),
      NUTStream(.data, tag: Array("AB".utf8), timeBase: 0, clock: clock),
    ]
    let header = NUTHeader(timeBases: [clock], streams: streams)
    var packets: [(packet: NUTPacket, data: [UInt8])] = []
    var ticks = 0
    let steps = [0, 1, 63, 64, 65, 127, 128, 999, 1000, 1001, -500, 70_000, 1 << 40, -(1 << 39)]
    let sizes = [
      0, 1, 127, 128, 4096, 4097, 30_000, 32_700, 32_767, 32_768, 65_533, 65_534, 65_535, 65_600,
    ]
    for round in 0..<300 {
      ticks = max(0, ticks + steps[round % steps.count])
      let size = sizes[(round / 3) % sizes.count]
      let stream = round % 5 == 0 ? 1 : 0
      packets.append(
        (
          NUTPacket(stream: stream, ticks: ticks, size: size, isKey: round % 7 < 4),
          (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ round) }
        ))
    }
    packets.append((NUTPacket(stream: 1, ticks: NUTPacket.latest, size: 1), [1]))
    let bytes = try written(header) { writer in
      for (packet, data) in packets { try writer.write(packet, data) }
      #expect(writer.packetCount == packets.count)
    }
    let outcome = Outcome(of: bytes)
    #expect(outcome.error == nil)
    #expect(outcome.packets.map(\.ticks) == packets.map(\.packet.ticks))
    #expect(outcome.packets.map(\.stream) == packets.map(\.packet.stream))
    #expect(outcome.packets.map(\.isKey) == packets.map(\.packet.isKey))
    #expect(outcome.packets.map(\.digest) == packets.map { MD5.hexDigest(of: $0.data) })
  }

  @Test func `streams without packets are whole`() throws {
    let header = try #require(Outcome(of: try Sample.load("ffmpeg9-av-s16.nut")).header)
    let outcome = Outcome(of: try written(header) { _ in })
    #expect(outcome.error == nil && outcome.packets.isEmpty)
    #expect(outcome.header?.streams == header.streams)
  }

  /// The length of the index stands at its end, so that it is found from there.
  @Test func `the index is found from the end`() throws {
    let bytes = try rewritten(try Sample.load("ffmpeg5-mpeg4-mp3.nut"))
    let length = bytes.suffix(12).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    let index = Array(bytes.suffix(length))
    #expect(index.starts(with: StartCode.index.bytes))
    #expect(MadeStream.crc(Array(index.dropFirst(9).dropLast(4))) == Array(index.suffix(4)))
  }

  @Test func `an index of many syncpoints stays small`() throws {
    let clock = try #require(TimeBase(1, 25))
    let stream = NUTStream(.data, tag: Array("TEST".utf8), timeBase: 0, clock: clock)
    let header = NUTHeader(timeBases: [clock], streams: [stream, stream, stream])
    var index = SyncpointIndex(streams: 3)
    for number in 0..<500_000 {
      index.addSyncpoint(at: UInt64(number) * 1_000_000 + 300)
      index.addFrame(NUTPacket(stream: number % 3, ticks: number, size: 0), header)
    }
    let packet = index.packet(timeBases: 1)
    #expect(packet.count < 1 << 20)
    var body = PacketBody(Array(packet.dropFirst(8)), at: 0)
    _ = (try body.number(), try body.word())
    #expect(try body.number() == 499_999)
    let count = try body.number()
    #expect((20_000...(1 << 16)).contains(count))
    // Every eighth is left.
    #expect(try body.number() == 300 >> 4)
    let step = try body.number()
    #expect(step == 8_000_300 >> 4 - 300 >> 4)
  }

  @Test func `decoding times are those of ffprobe`() throws {
    for name in ["ffmpeg5-mpeg4-mp3", "ffmpeg9-vfr"] {
      let header = try #require(Outcome(of: try Sample.load(name + ".nut")).header)
      var orders = header.streams.map { DecodingOrder($0) }
      var count = 0
      for fields in try Sample.table(name + ".tsv") {
        guard fields.count == 9, let stream = Int(fields[0]), let ticks = Int(fields[1]) else {
          continue
        }
        let time = orders[stream].decodingTime(ticks)
        // ffprobe does not know those of the first frames.
        if let expected = Int(fields[2]) {
          #expect(time == expected)
          count += 1
        }
      }
      #expect(count > 20, "\(name)")
    }
  }
}

import Testing

@testable import NUT

/// Streams that end too soon, and streams with wrong bytes.
@Suite struct BrokenStreamTests {
  @Test func `a stream that is cut in a frame gives the frames before`() throws {
    let sample = Sample(name: "ffmpeg9-av-s16")
    let bytes = Array(try sample.bytes().prefix(28_473))
    let outcome = Outcome(of: bytes)
    #expect(outcome.packets == Array(try sample.expected().prefix(10)))
    #expect(outcome.error == .truncated(packet: 10, offset: 28_473, missing: 3668))
    let ended = Outcome(of: bytes, truncation: .end)
    #expect(ended.error == nil)
    #expect(ended.packets == outcome.packets)
    #expect((ended.cut, ended.missing) == (10, 3668))
  }

  /// Headers and syncpoints have checksums, which find every single bit.
  @Test(arguments: 0..<8)
  func `a turned bit in headers is always found`(_ bit: Int) throws {
    let bytes = try Sample.load("ffmpeg9-av-s16.nut")
    let start = try #require(bytes.firstRange(of: StartCode.syncpoint.bytes)?.upperBound) + 7
    for place in 0..<start {
      var turned = bytes
      turned[place] ^= 1 << bit
      let outcome = Outcome(of: turned)
      #expect(outcome.error != nil && outcome.packets.isEmpty, "byte \(place)")
    }
    var turned = bytes
    turned[130] ^= 1
    let end = 132 + UInt64(0)
    #expect(Outcome(of: turned).error == .malformed(.wrongChecksum, packet: nil, offset: end - 2))
  }

  /// Bits of data are in no checksum, so that not all such streams are known to be broken.
  @Test func `a turned bit elsewhere changes what it is in, or ends the stream`() throws {
    let bytes = try Sample.load("ffmpeg9-start-offset.nut")
    let whole = Outcome(of: bytes)
    let first = Int(try #require(whole.packets.first).offset)
    for place in first..<bytes.count {
      var turned = bytes
      turned[place] ^= 1 << (place % 8)
      let outcome = Outcome(of: turned)
      // What was read before that byte is as it was.
      let before = whole.packets.filter { $0.offset + UInt64($0.size) <= place }
      #expect(Array(outcome.packets.prefix(before.count)) == before)
      #expect(outcome != whole || place >= Int(whole.packets.last?.offset ?? 0) + 512)
    }
  }

  /// Every length at which a stream can end, in both ways.
  @Test(arguments: ["ffmpeg9-start-offset", "ffmpeg5-opus-skip"])
  func `every prefix is judged`(_ name: String) throws {
    let bytes = try Sample(name: name).bytes()
    let whole = Outcome(of: bytes)
    let start = try #require(whole.packets.first?.offset)
    let step = max(1, bytes.count / 1500)
    for length in stride(from: 0, to: bytes.count, by: step) {
      let prefix = Array(bytes[..<length])
      let outcome = Outcome(of: prefix)
      let ended = Outcome(of: prefix, truncation: .end)
      let count = zip(whole.packets, whole.sideData).filter { packet, sideData in
        packet.offset + UInt64(packet.size + sideData.count) <= length
      }.count
      #expect(outcome.packets == Array(whole.packets.prefix(count)))
      #expect(ended.packets == outcome.packets)
      if length == 0 {
        #expect(outcome.error == .empty)
      } else if case .truncated(let packet, let offset, let missing) = outcome.error {
        #expect(packet == count && offset == length && missing > 0)
        #expect((ended.cut, ended.error) == (packet, nil))
      } else if case .truncatedHeader(let offset) = outcome.error {
        #expect(offset == length && length < start)
      } else {
        // A whole number of packets, with the headers in front of them.
        #expect(outcome.error == nil && ended.cut == nil)
      }
    }
  }

  @Test func `other streams are told apart`() throws {
    let y4m = Outcome(of: Array("YUV4MPEG2 W2 H2 F25:1\nFRAME\nabcdef".utf8))
    #expect(y4m.error == .notNUT(start: Array("YUV4MPEG2 W2 H2 F25:1\nFRA".utf8)))
    let film = Outcome(
      of: [0, 0, 0, 0x18] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 30))
    #expect("\(film.error.map { "\($0)" } ?? "")".hasPrefix("the input is MP4, not NUT"))
  }

  @Test func `packets and headers have limits`() throws {
    let bytes = try Sample.load("ffmpeg9-av-s16.nut")
    let small = Outcome(of: bytes, limits: NUTLimits(packetBytes: 4000))
    // Of raw pictures, a whole one is always read.
    #expect(small.packets.count == 1)
    #expect(
      small.error
        == .unsupported(
          .largePacket(stream: 1, size: 4096, limit: 4000), packet: 1, offset: 1122))
    let pictures = Outcome(
      of: try Sample.load("ffmpeg5-raw-gray.nut"), limits: NUTLimits(packetBytes: 1))
    #expect(pictures.error == nil && pictures.packets.count == 3)
    for (limit, offset) in [(50, UInt64(25)), (100, 143)] {
      let headers = Outcome(of: bytes, limits: NUTLimits(headerBytes: limit))
      #expect(
        headers.error == .unsupported(.largeHeader(limit: limit), packet: nil, offset: offset))
    }
  }

  @Test func `what is not read of a packet is left out`() throws {
    for name in ["ffmpeg9-av-s16", "ffmpeg5-mpeg4-mp3", "ffmpeg5-opus-skip"] {
      let sample = Sample(name: name)
      let expected = try sample.expected()
      var reader = try NUTReader(.init(try sample.bytes()))
      var times: [Int] = []
      while case .packet(let packet)? = try reader.next() {
        times.append(packet.ticks)
        // A part of some.
        var part: [UInt8] = [0, 0]
        let count = try part.withUnsafeMutableBytes { bytes in
          try packet.ticks % 3 == 0 ? reader.read(into: bytes) : 2
        }
        #expect(count == 2)
      }
      #expect(times == expected.map(\.ticks))
    }
  }
}

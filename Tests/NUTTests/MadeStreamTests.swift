import Testing

@testable import NUT

/// What a stream may hold that ffmpeg does not write.
@Suite struct MadeStreamTests {
  private let made = MadeStream()

  private func times(_ bytes: [UInt8]) -> [Int] { Outcome(of: bytes).packets.map(\.ticks) }

  @Test func `codes of the table tell what is not in the header`() {
    let bytes = made.head + MadeStream.sync(10) + [2, 1, 2, 3, 4, 2, 5, 6, 7, 8]
    let outcome = Outcome(of: bytes)
    #expect(outcome.error == nil)
    #expect(outcome.packets.map(\.ticks) == [11, 12])
    #expect(outcome.packets.map(\.size) == [4, 4])
    #expect(outcome.packets.allSatisfy { $0.isKey && $0.stream == 0 })
  }

  @Test func `times are low bits or whole`() {
    // 4 bits: 3 below 16 is the nearest time with these bits, 16 + 500 is 500 as it stands.
    let frames: [(coded: UInt64, time: Int)] = [
      (3, 3), (11, 11), (1, 17), (9, 25), (40, 24), (15, 31),
    ]
    var bytes = made.head + MadeStream.sync()
    for frame in frames { bytes += MadeStream.frame(1 | 8 | 32, [frame.coded, 4], [0, 0, 0, 0]) }
    #expect(times(bytes) == frames.map(\.time))
  }

  @Test func `a syncpoint sets the clocks of all streams, rounded down`() {
    let bytes =
      made.head + MadeStream.sync(7) + MadeStream.frame(1 | 8 | 16 | 32, [1, 0, 2], [1, 2])
      + MadeStream.frame(1 | 8 | 32, [0, 4], [0, 0, 0, 0])
    // 7/25 s are 280 ms: of the times that end in 7 bits of 0, 256 is the nearest.
    #expect(times(bytes) == [256, 0])
  }

  @Test func `distant frames need a checksum`() {
    let far = MadeStream.frame(1 | 8 | 32 | 64, [16 + 500, 4], [0, 0, 0, 0])
    #expect(times(made.head + MadeStream.sync() + far) == [500])
    let bare = MadeStream.frame(1 | 8 | 32, [16 + 500, 4], [0, 0, 0, 0])
    let start = UInt64((made.head + MadeStream.sync()).count)
    let outcome = Outcome(of: made.head + MadeStream.sync() + bare)
    #expect(outcome.error == .malformed(.missingChecksum, packet: 0, offset: start + 5))
    var damaged = far
    damaged[3] ^= 1
    #expect(
      Outcome(of: made.head + MadeStream.sync() + damaged).error
        == .malformed(.wrongChecksum, packet: 0, offset: start + 5))
  }

  @Test func `large frames need a checksum, and frames a syncpoint`() {
    let data = [UInt8](repeating: 7, count: 2001)
    let large = MadeStream.frame(1 | 8 | 16 | 32, [1, 0, 2001], data)
    let start = UInt64((made.head + MadeStream.sync()).count)
    #expect(
      Outcome(of: made.head + MadeStream.sync() + large).error
        == .malformed(.missingChecksum, packet: 0, offset: start + 6))
    let checked = MadeStream.frame(1 | 8 | 16 | 32 | 64, [1, 0, 2001], data)
    let late = made.head + MadeStream.sync() + checked + [2, 0, 0, 0, 0]
    let outcome = Outcome(of: late)
    #expect(outcome.packets.count == 1)
    #expect(
      outcome.error
        == .malformed(.missingSyncpoint, packet: 1, offset: start + UInt64(checked.count)))
    #expect(
      times(made.head + MadeStream.sync() + checked + MadeStream.sync(4) + [2, 0, 0, 0, 0]).count
        == 2)
    // Nothing of this holds in a stream that says so.
    var pipe = made
    (pipe.version, pipe.flags) = (4, 2)
    #expect(times(pipe.head + MadeStream.sync() + large + [2, 0, 0, 0, 0]) == [0, 1])
    #expect(times(pipe.head + [2, 0, 0, 0, 0]) == [1])
    #expect(
      Outcome(of: made.head + [2, 0, 0, 0, 0]).error
        == .malformed(.missingSyncpoint, packet: 0, offset: UInt64(made.head.count)))
  }

  @Test func `what is left out of the stream comes back`() throws {
    var stream = made
    stream.elisions = [[9, 8, 7]]
    let bytes =
      stream.head + MadeStream.sync()
      + MadeStream.frame(1 | 8 | 16 | 32 | 0x400, [1, 5, 5, 1], [6, 5])
    var reader = try NUTReader(.init(bytes))
    guard case .packet(let packet)? = try reader.next() else {
      Issue.record("no packet")
      return
    }
    #expect(packet.size == 5)
    var data: [UInt8] = [1, 1, 1, 1, 1, 1, 1, 1]
    #expect(try reader.read(into: &data))
    #expect(data == [9, 8, 7, 6, 5])
    let small =
      stream.head + MadeStream.sync() + MadeStream.frame(1 | 8 | 16 | 32 | 0x400, [1, 5, 2, 1], [])
    #expect(Outcome(of: small).error.map { "\($0)".contains("smaller") } == true)
    let unknown =
      stream.head + MadeStream.sync() + MadeStream.frame(1 | 8 | 16 | 32 | 0x400, [1, 5, 2, 2], [])
    #expect(Outcome(of: unknown).error.map { "\($0)".contains("an elision header is 2") } == true)
  }

  @Test func `values that mean nothing yet are passed`() {
    let frame = MadeStream.frame(
      1 | 8 | 32 | 128 | 0x800, [1, 4, 1 << 40, 2, 77, 88], [1, 2, 3, 4])
    #expect(times(made.head + MadeStream.sync() + frame + [2, 0, 0, 0, 0]) == [1, 2])
  }

  @Test func `unknown packets and the index are passed over`() {
    let body = [UInt8](repeating: 3, count: 5000)
    for code in [0x4E41_4243_4445_4647, MadeStream.index] {
      let packet = MadeStream.packet(code, body)
      let bytes =
        made.head + packet + MadeStream.sync() + [2, 0, 0, 0, 0] + packet + [2, 0, 0, 0, 0]
        + MadeStream.sync(5) + [2, 0, 0, 0, 0] + packet
      // The packet is long, and the frame behind it too far from the syncpoint.
      #expect(
        Outcome(of: bytes).error
          == .malformed(
            .missingSyncpoint, packet: 1,
            offset: UInt64(made.head.count + packet.count * 2 + MadeStream.sync().count + 5)))
      let right =
        made.head + packet + MadeStream.sync() + [2, 0, 0, 0, 0] + packet
        + MadeStream.sync(5) + [2, 0, 0, 0, 0] + packet
      #expect(times(right) == [1, 6])
      var damaged = right
      damaged[right.count - 100] ^= 1
      #expect(
        Outcome(of: damaged).error
          == .malformed(.wrongChecksum, packet: 2, offset: UInt64(right.count - 4)))
    }
  }

  @Test func `headers may be repeated, but not changed`() {
    let start = made.head + MadeStream.sync() + [2, 0, 0, 0, 0]
    let repeated = made.head.dropFirst(25)
    #expect(times(start + repeated + MadeStream.sync(3) + [2, 0, 0, 0, 0]) == [1, 4])
    var other = MadeStream()
    other.distance = 900
    #expect(
      Outcome(of: start + other.head.dropFirst(25)).error
        == .malformed(.changedHeader, packet: 1, offset: UInt64(start.count + 9)))
  }

  @Test func `information is given on once`() {
    let title: [UInt8] = MadeStream.v([0, 0, 0, 0, 1, 5]) + Array("title".utf8) + [2, 1, 65]
    let other: [UInt8] = MadeStream.v([0, 0, 0, 0, 1, 5]) + Array("title".utf8) + [2, 1, 66]
    let info = MadeStream.packet(MadeStream.info, title)
    let outcome = Outcome(
      of: made.head + info + MadeStream.sync() + [2, 0, 0, 0, 0] + info
        + MadeStream.packet(MadeStream.info, other))
    #expect(outcome.header?.info == [title])
    #expect(outcome.info == [other])
    #expect(outcome.error == nil)
  }

  @Test func `an end of what is shown has no data`() {
    let bytes = made.head + MadeStream.sync() + MadeStream.frame(3 | 8 | 16, [1, 9], [])
    let outcome = Outcome(of: bytes)
    #expect(outcome.packets.map(\.size) == [0])
    #expect(outcome.error == nil)
  }

  @Test func `faults are reported with their places`() {
    let start = UInt64(made.head.count + MadeStream.sync().count)
    func error(_ bytes: [UInt8]) -> NUTError? {
      Outcome(of: made.head + MadeStream.sync() + bytes).error
    }
    #expect(error([5]) == .malformed(.badFrameCode(5), packet: 0, offset: start))
    #expect(error([1, 4]) == .malformed(.badFrameCode(1), packet: 0, offset: start))
    #expect(
      error(MadeStream.frame(1 | 16 | 32, [2, 4], []))
        == .malformed(.badValue("the number of a stream", 2), packet: 0, offset: start + 2))
    #expect(
      error([1, 0x29] + [UInt8](repeating: 0xFF, count: 20))
        == .malformed(.largeNumber, packet: 0, offset: start + 2))
    #expect(
      error(MadeStream.frame(1 | 8 | 32, [1 << 62 + 16, 4], []))
        == .malformed(.badTimestamp, packet: 0, offset: start + 2))
    // One tick before the first.
    #expect(
      error(MadeStream.frame(1 | 8 | 32, [15, 4], []))
        == .malformed(.badTimestamp, packet: 0, offset: start + 2))
    var one = MadeStream.sync(3)
    one[12] ^= 0x10
    #expect(
      error(one) == .malformed(.wrongChecksum, packet: 0, offset: start + UInt64(one.count) - 4))
  }

  @Test func `headers that make no sense are reported`() {
    func error(_ change: (inout MadeStream) -> Void) -> String {
      var stream = MadeStream()
      change(&stream)
      return Outcome(of: stream.head + MadeStream.sync()).error.map { "\($0)" } ?? ""
    }
    #expect(error { _ in }.isEmpty)
    #expect(error { $0.version = 5 }.contains("version 5; known are 2 to 4"))
    #expect(error { $0.version = 1 }.contains("version 1"))
    #expect(error { $0.timeBases[1] = 0 }.contains("a time base is 0"))
    #expect(error { $0.timeBases[0] = 1 << 31 }.contains("a time base is"))
    #expect(error { $0.timeBases = [1, 25] }.contains("a time base is 1"))
    #expect(error { $0.table.removeLast(2) }.contains("NUT header, byte"))
    #expect(
      error { $0.elisions = [[UInt8](repeating: 0, count: 256)] }.contains("elision header is 256"))
    #expect(error { $0.elisions = [[]] }.contains("elision header is 0"))
    let bare = Array("nut/multimedia container\0".utf8)
    #expect(
      Outcome(of: bare + MadeStream.sync()).error
        == .malformed(
          .noMainHeader(found: Array(MadeStream.sync().prefix(8))), packet: nil, offset: 25))
    let main = bare + MadeStream.packet(MadeStream.main, made.mainBody)
    #expect(
      Outcome(of: main + MadeStream.packet(MadeStream.stream, MadeStream.data) + MadeStream.sync())
        .error.map { "\($0)".contains("stream 0 has no header") } == true)
    #expect(Outcome(of: main).error == .truncatedHeader(offset: UInt64(main.count)))
  }
}

import Bytes
import Foundation
import NUT
import Pipes
import TestFiles
import Testing
import Y4M

/// NUT in the place of Y4M: what is drawn, and what passes.
@Suite(.timeLimit(.minutes(20))) struct NUTStreamTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// A packet with its data.
  struct Piece: Equatable {
    var stream, ticks: Int
    var isKey: Bool
    var data: [UInt8]
  }

  private static func fixture(_ name: String) throws -> Data {
    let folder = Checkout.fixture("nut")
    return try Data(contentsOf: folder.appendingPathComponent(name + ".nut"))
  }

  private static func pieces(_ bytes: Data) throws -> (header: NUTHeader, pieces: [Piece]) {
    var reader = try NUTReader(ByteSource(Array(bytes)))
    var pieces: [Piece] = []
    while let item = try reader.next() {
      guard case .packet(let packet) = item else { continue }
      var data: [UInt8] = []
      #expect(try reader.read(into: &data))
      pieces.append(
        Piece(stream: packet.stream, ticks: packet.ticks, isKey: packet.isKey, data: data))
    }
    return (reader.header, pieces)
  }

  /// A red layer from one time to another, in seconds.
  private func timeline(from start: String, to end: String, _ more: String = "") throws {
    try bench.write(
      """
      { "version": 1, "layers": [
        { "type": "color", "color": "#f00", "start": \(start), "end": \(end)\(more) } ] }
      """, to: "t.json")
  }

  @Test(arguments: [
    "ffmpeg5-ntsc", "ffmpeg5-raw-gray16le", "ffmpeg5-raw-yuva420p", "ffmpeg5-subtitles",
    "ffmpeg5-av-aac", "ffmpeg9-av-2-sounds-6ch", "ffmpeg9-chapters", "ffmpeg9-vfr-gap",
  ])
  func `what is not touched leaves as it came`(_ name: String) throws {
    let input = try Self.fixture(name)
    let outcome = try bench.vfx("-q", input: input)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let (before, after) = (try Self.pieces(input), try Self.pieces(outcome.output))
    #expect(after.pieces == before.pieces)
    #expect(after.header.streams == before.header.streams)
    #expect(after.header.info == before.header.info)
  }

  @Test(arguments: ["1", "3"])
  func `layers are on by the frames' own times`(_ threads: String) throws {
    // Frames of uneven times, in ticks of 1/90000 s.
    let input = try Self.fixture("ffmpeg9-vfr")
    try timeline(from: "0.3", to: "0.7")
    let outcome = try bench.vfx("-t", "t.json", "-q", "-j", threads, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (before, after) = (try Self.pieces(input), try Self.pieces(outcome.output))
    #expect(after.pieces.map(\.ticks) == before.pieces.map(\.ticks))
    let changed = zip(before.pieces, after.pieces).filter { $0.0 != $0.1 }.map(\.1.ticks)
    let expected = before.pieces.map(\.ticks).filter { (27_000..<63_000).contains($0) }
    #expect(changed == expected && expected.count > 2 && expected.count < before.pieces.count)
  }

  @Test func `a film that begins late is late`() throws {
    let input = try Self.fixture("ffmpeg9-start-offset")
    try timeline(from: "10.04", to: "10.08")
    let outcome = try bench.vfx("-t", "t.json", "-q", input: input)
    let (before, after) = (try Self.pieces(input), try Self.pieces(outcome.output))
    #expect(zip(before.pieces, after.pieces).map { $0 == $1 } == [true, false, true])
  }

  @Test func `the same is drawn as on Y4M`() throws {
    let input = try Self.fixture("ffmpeg5-raw-gray16le")
    try timeline(from: "0", to: "0.08", #", "opacity": { "from": 0.2, "to": 1 }, "size": [13, 9]"#)
    let drawn = try Self.pieces(try bench.vfx("-t", "t.json", "-q", input: input).output)
    let plain = try bench.vfx("-q", "--to", "y4m", input: input)
    let film = try bench.vfx("-t", "t.json", "-q", input: plain.output)
    var reader = try FrameReader(ByteSource(Array(film.output)))
    #expect(reader.header.rate == FrameRate(25, 1))
    let frame = Frame(reader.header.format)
    for piece in drawn.pieces {
      #expect(try reader.read(into: frame))
      #expect(Array(frame.bytes) == piece.data)
    }
    #expect(try !reader.read(into: frame))
  }

  @Test func `a still and scopes are of the frame that is seen at a time`() throws {
    let input = try Self.fixture("ffmpeg9-vfr")
    let times = try Self.pieces(input).pieces.filter { $0.stream == 0 }.map(\.ticks)
    // Frames begin at 0, 4650, 9300, 13950 and 14999 ticks of 1/90000 s.
    try timeline(from: "0.155", to: "0.16")
    let moments = [("0.16", 3), ("0", 0), ("0.1033", 1), ("0.155", 3), ("0.1034", 2), ("0.17", 4)]
    try bench.write(input, to: "in.nut")
    let at = moments.map { " --at \($0.0)" }.joined()
    let scope = try bench.bash("vfx scope t.json --format json\(at) < in.nut")
    #expect(scope.status == 0, "\(scope.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(scope.text.utf8)) as? [String: Any])
    let frames = try #require(report["frames"] as? [[String: Any]])
    #expect(frames.map { $0["frame"] as? Int } == moments.map(\.1))
    for (frame, moment) in zip(frames, moments) {
      let time = try #require(frame["time"] as? Double)
      #expect(abs(time - Double(times[moment.1]) / 90_000) < 0.000001)
      let channels = try #require(frame["channels"] as? [String: [String: Any]])
      // Red of BT.601 has a luma of 81.
      #expect((channels["y"]?["min"] as? Int == 81) == (moment.1 == 3), "\(moment)")
    }
    let still = try bench.vfx("still", "t.json", "--at", "0.16", input: input)
    #expect(still.status == 0 && still.output.starts(with: [0x89, 0x50]), "\(still.errors)")
    let late = try bench.vfx("still", "t.json", "--at", "1:00", input: input)
    #expect(
      late.status == 1
        && late.errors.contains("the stream ends after \(times.count) frames, before 1:00.000"),
      "\(late.errors)")
    let start = try bench.vfx("still", "t.json", "--start", "1", input: input)
    #expect(start.status == 2 && start.errors.contains("own times say that"))
  }

  @Test func `Y4M becomes NUT at an even rate`() throws {
    let outcome = try bench.bash(
      "vfx testsrc -n 4 -s 20x10 -r 30000/1001 -f 422p10 | tee film.y4m | vfx -q --to nut")
    #expect(outcome.status == 0)
    let (header, pieces) = try Self.pieces(outcome.output)
    #expect(header.streams[0].tag == Array("Y3".utf8) + [10, 10])
    #expect(header.clock(ofStream: 0) == TimeBase(1001, 30_000))
    #expect(header.rate(ofStream: 0) == FrameRate(30_000, 1001))
    #expect(pieces.map(\.ticks) == [0, 1, 2, 3])
    // And back, with the same frames.
    let back = try bench.vfx("-q", "--to", "y4m", input: outcome.output)
    var (one, two) = (
      try FrameReader(ByteSource(Array(try bench.contents("film.y4m")))),
      try FrameReader(ByteSource(Array(back.output)))
    )
    let (a, b) = (Frame(one.header.format), Frame(two.header.format))
    while try one.read(into: a) {
      #expect(try two.read(into: b))
      #expect(Array(a.bytes) == Array(b.bytes))
    }
    #expect(two.header.rate == one.header.rate && one.frameCount == 4)
  }

  @Test func `Y4M loses what it cannot say, with a warning`() throws {
    let sounds = try bench.vfx("--to", "y4m", input: try Self.fixture("ffmpeg9-av-2-sounds-6ch"))
    #expect(sounds.status == 0)
    #expect(sounds.errors.contains("the input has 2 other streams, which Y4M can't carry"))
    let uneven = try bench.vfx("--to", "y4m", input: try Self.fixture("ffmpeg9-vfr"))
    #expect(uneven.errors.contains("is not where an even rate would have it"))
    let even = try bench.vfx("--to", "y4m", "-q", input: try Self.fixture("ffmpeg5-ntsc"))
    #expect(even.errors.isEmpty)
    let alpha = try bench.vfx("--to", "y4m", input: try Self.fixture("ffmpeg5-raw-yuva420p"))
    #expect(alpha.status == 1 && alpha.errors.contains("Y4M has no name for the format"))
  }

  @Test func `what cannot be done is said`() throws {
    let film = try Self.fixture("ffmpeg9-av-s16")
    let start = try bench.vfx("-q", "--start", "1", input: film)
    #expect(start.status == 2 && start.errors.contains("own times say that"))
    let nv12 = try bench.vfx("-q", input: try Self.fixture("ffmpeg5-raw-nv12"))
    #expect(nv12.status == 1 && nv12.errors.contains("nv12, which is not drawn on"))
    #expect(nv12.errors.contains("-pix_fmt yuv420p"))
    let ffv1 = try bench.vfx("-q", input: try Self.fixture("ffmpeg5-ffv1"))
    #expect(ffv1.errors.contains("not raw, but \"FFV1\""))
    try timeline(from: "0", to: "1")
    try Data(#"{ "version": 1, "canvas": { "size": [40, 30] } }"#.utf8).write(
      to: URL(fileURLWithPath: bench.path("c.json")))
    let alpha = try bench.vfx("-t", "c.json", input: try Self.fixture("ffmpeg5-raw-yuva420p"))
    #expect(alpha.status == 2 && alpha.output.isEmpty && alpha.errors.contains("-pix_fmt yuva444p"))
    let opus = try bench.vfx("-q", input: try Self.fixture("ffmpeg5-opus-skip"))
    #expect(opus.status == 1 && opus.errors.contains("there are no pictures in it"))
  }

  @Test func `a film without a rate asks for one`() throws {
    let clock = try #require(TimeBase(1, 90_000))
    let stream = NUTStream(
      .video(NUTPicture(width: 2, height: 2)), tag: Array("Y800".utf8), timeBase: 0, clock: clock)
    let file = try FileDescriptor(opening: bench.path("film.nut"), for: .creating)
    var writer = try NUTWriter(file, header: NUTHeader(timeBases: [clock], streams: [stream]))
    try writer.write(NUTPacket(stream: 0, ticks: 9, size: 4), [1, 2, 3, 4])
    try writer.finish()
    try file.close()
    let input = try bench.contents("film.nut")
    let outcome = try bench.vfx("-q", input: input)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the stream does not say its frame rate; give it with --fps"))
    let said = try bench.vfx("-q", "--fps", "30", input: input)
    #expect(try Self.pieces(said.output).pieces == Self.pieces(input).pieces)
  }

  @Test func `a stream that is cut is told, dropped or padded`() throws {
    let whole = try Self.fixture("ffmpeg9-av-s16")
    let pieces = try Self.pieces(whole).pieces
    // Inside the second picture, and inside a packet of sound.
    for (length, count, word) in [
      (9700, 3, "frame 1 is cut short"), (20_000, 7, "inside a packet"),
    ] {
      let input = whole.prefix(length)
      let error = try bench.vfx("-q", input: input)
      #expect(error.status == 1 && error.errors.contains("the input ends at byte \(length)"))
      let drop = try bench.vfx("--truncated", "drop", input: input)
      #expect(drop.status == 0 && drop.errors.contains(word), "\(drop.errors)")
      #expect(try Self.pieces(drop.output).pieces == Array(pieces.prefix(count)))
      let pad = try Self.pieces(try bench.vfx("--truncated", "pad", input: input).output).pieces
      #expect(pad.prefix(count) == pieces.prefix(count))
      guard length == 9700 else {
        #expect(pad.count == count)
        continue
      }
      #expect(pad.count == 4 && pad[3].ticks == pieces[3].ticks)
      #expect(pad[3].data.prefix(300) == pieces[3].data.prefix(300))
      #expect(pad[3].data.suffix(256) == ArraySlice(repeating: 128, count: 256))
    }
  }

  @Test func `many packets between pictures pass in order`() throws {
    let clock = try #require(TimeBase(1, 25))
    let header = NUTHeader(
      timeBases: [clock],
      streams: [
        NUTStream(
          .audio(rate: 8000, over: 1, channels: 1), tag: [7, 0, 0, 0], timeBase: 0, clock: clock),
        NUTStream(
          .video(NUTPicture(width: 4, height: 4)), tag: Array("Y800".utf8), timeBase: 0,
          clock: clock),
      ])
    let path = bench.path("many.nut")
    let file = try FileDescriptor(opening: path, for: .creating)
    var writer = try NUTWriter(file, header: header)
    for number in 0..<60 {
      let size = number % 20 == 7 ? 16 : 90_000
      let packet = NUTPacket(stream: size == 16 ? 1 : 0, ticks: number, size: size)
      try writer.write(packet, [UInt8](repeating: UInt8(number), count: size))
    }
    try writer.finish()
    try file.close()
    let input = try bench.contents("many.nut")
    try timeline(from: "0", to: "0.4")
    let outcome = try bench.vfx("-t", "t.json", "-q", input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (before, after) = (try Self.pieces(input).pieces, try Self.pieces(outcome.output).pieces)
    #expect(before.map(\.stream) == after.map(\.stream) && before.count == 60)
    let changed = zip(before, after).filter { $0 != $1 }.map(\.0.ticks)
    #expect(changed == [7])
  }
}

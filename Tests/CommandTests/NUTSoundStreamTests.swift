import Bytes
import Foundation
import NUT
import Pipes
import TestFiles
import Testing

/// NUT in the place of WAV: what is heard, and what passes.
@Suite(.timeLimit(.minutes(20))) struct NUTSoundStreamTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  /// The packets of each stream, with their times and data.
  private struct Contents: Equatable {
    struct Packet: Equatable {
      var ticks: Int
      var data: [UInt8]
    }

    var header: NUTHeader
    var packets: [[Packet]]

    init(_ bytes: Data) throws {
      var reader = try NUTReader(ByteSource(Array(bytes)))
      header = reader.header
      packets = header.streams.map { _ in [] }
      while let item = try reader.next() {
        guard case .packet(let packet) = item else { continue }
        var data: [UInt8] = []
        #expect(try reader.read(into: &data))
        packets[packet.stream].append(Packet(ticks: packet.ticks, data: data))
      }
    }
  }

  /// Puts a file of ffmpeg's where `in.nut` is.
  private func place(_ name: String) throws -> Contents {
    let folder = Checkout.fixture("nut")
    let data = try Data(contentsOf: folder.appendingPathComponent(name + ".nut"))
    try bench.write(data, to: "in.nut")
    return try Contents(data)
  }

  @Test(arguments: ["ffmpeg9-av-s16", "ffmpeg9-av-2-sounds-6ch"])
  func `what looks at sounds hears the first one of NUT`(_ name: String) throws {
    _ = try place(name)
    _ = try bench.bash("afx -q --to wav < in.nut > out.wav")
    let heard = try bench.bash("afx measure in.nut | tail -n +2; afx measure < in.nut | wc -l")
    let same = try bench.bash("afx measure out.wav | tail -n +2; afx measure < out.wav | wc -l")
    #expect(heard.status == 0 && heard.errors.isEmpty)
    #expect(heard.text.contains("true peak") && heard.text == same.text)
    let drawn = try bench.bash(
      "afx wave -q in.nut -o a.png && afx wave -q -o b.png < out.wav && cmp a.png b.png")
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(try bench.bash("afx compare in.nut out.wav").text.hasSuffix("identical\n"))
  }

  @Test func `NUT without a sound, and with a damaged one, is told by its name`() throws {
    _ = try place("ffmpeg9-vfr")
    let silent = try bench.bash("afx measure in.nut")
    #expect(silent.status == 1 && silent.errors.contains("in.nut: the stream has no sound"))
    _ = try place("ffmpeg9-av-s16")
    let cut = try bench.bash(
      "head -c $(($(wc -c < in.nut) / 2)) in.nut > cut.nut; afx measure cut.nut")
    #expect(cut.status == 1 && cut.errors.contains("cut.nut: "), "\(cut.errors)")
  }

  @Test(arguments: ["ffmpeg9-av-s16", "ffmpeg9-av-2-sounds-6ch"])
  func `what is not touched leaves as it came`(_ name: String) throws {
    let before = try place(name)
    try bench.write(#"{ "version": 1, "layers": [] }"#)
    for command in ["afx -q < in.nut", "cat in.nut | afx -q -t t.json"] {
      let outcome = try bench.bash(command)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let after = try Contents(outcome.output)
      #expect(after.packets == before.packets)
      #expect(after.header.streams == before.header.streams)
      #expect(after.header.info == before.header.info)
    }
  }

  @Test func `an effect changes the samples of the first sound in its time, and nothing else`()
    throws
  {
    let before = try place("ffmpeg9-av-2-sounds-6ch")
    try bench.write(
      #"{ "version": 1, "audio": { "effects": [{ "effect": "gain", "gain": "-6dB", "start": 0.02 }] } }"#
    )
    let outcome = try bench.bash("afx -q -t t.json < in.nut")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let after = try Contents(outcome.output)
    let number = try #require(
      before.header.streams.firstIndex { if case .audio = $0.content { true } else { false } })
    var changed: [Int] = []
    for stream in before.packets.indices {
      let (old, new) = (before.packets[stream], after.packets[stream])
      #expect(new.map(\.ticks) == old.map(\.ticks))
      #expect(new.map(\.data.count) == old.map(\.data.count))
      for (one, two) in zip(old, new) where one != two {
        #expect(stream == number)
        changed.append(one.ticks)
      }
    }
    let clock = before.header.clock(ofStream: number)
    let late = before.packets[number].filter {
      clock.seconds($0.ticks) >= Rational(reducing: 2, over: 100)
    }
    #expect(!late.isEmpty && Set(late.map(\.ticks)).isSubset(of: changed))
  }

  @Test func `WAV becomes NUT and comes back`() throws {
    let samples = (0..<6000).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(($0 >> 8) & 0x3F)] }
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let head =
      Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(2, 2) + little(8000, 4) + little(32_000, 4) + little(4, 2)
      + little(16, 2) + Array("data".utf8) + little(samples.count, 4)
    try bench.write(head + samples, to: "in.wav")
    let outcome = try bench.bash("afx -q --to nut < in.wav | tee out.nut | afx --to wav > out.wav")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let contents = try Contents(try bench.contents("out.nut"))
    #expect(contents.packets.count == 1)
    #expect(contents.header.streams[0].content == .audio(rate: 8000, over: 1, channels: 2))
    #expect(contents.packets[0].flatMap(\.data) == samples)
    // In ticks of a sample frame.
    var expected = 0
    for packet in contents.packets[0] {
      #expect(packet.ticks == expected)
      expected += packet.data.count / 4
    }
    #expect(try bench.contents("out.wav").suffix(samples.count) == Data(samples))
  }

  @Test func `what WAV can't carry is reported`() throws {
    _ = try place("ffmpeg9-av-s16")
    let outcome = try bench.bash("afx --to wav < in.nut > out.wav")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("another stream, which WAV can't carry"))
    let start = try bench.bash("afx -q --start 1 < in.nut > out.nut")
    #expect(start.status == 2 && start.errors.contains("the packets' own times"))
  }

  @Test(arguments: [
    ("ffmpeg5-av-aac", "the sound is not raw, but aac", "-c:a pcm_f32le"),
    ("ffmpeg5-ntsc", "there is no sound in it", ""),
  ])
  func `sound that is not read is named`(_ name: String, _ words: String, _ advice: String) throws {
    _ = try place(name)
    let outcome = try bench.bash("afx -q < in.nut > out.nut")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(words) && (advice.isEmpty || outcome.errors.contains(advice)))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try bench.contents("out.nut").isEmpty)
  }

  @Test func `a silent film gets the sound of its tracks`() throws {
    let before = try place("ffmpeg5-ntsc")
    try bench.write(#"{ "version": 1, "audio": { "tracks": [{ "source": "music.wav" }] } }"#)
    let made = try bench.bash(
      "head -c 6400 /dev/zero > raw; { printf 'RIFF\\044\\031\\0\\0WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0\\100\\037\\0\\0\\200\\076\\0\\0\\002\\0\\020\\0data\\0\\031\\0\\0'; cat raw; } > music.wav"
    )
    #expect(made.status == 0)
    let outcome = try bench.bash("afx -q -t t.json < in.nut")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let after = try Contents(outcome.output)
    #expect(after.packets.count == 2)
    #expect(after.packets[0] == before.packets[0])
    #expect(after.packets[1].flatMap(\.data).count >= 6400)
  }

  @Test func `times in frames count at the rate that NUT says`() throws {
    let before = try place("ffmpeg9-av-s16")
    try bench.write(
      #"{ "version": 1, "audio": { "effects": [{ "effect": "gain", "gain": "-6dB", "end": "1f" }] } }"#
    )
    let outcome = try bench.bash("afx -q -t t.json < in.nut")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Contents(outcome.output).packets != before.packets)
  }
}

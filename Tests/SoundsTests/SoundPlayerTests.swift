import Bytes
import Pipes
import TestSupport
import Testing
import Timeline
import WAV

@testable import AudioFilters
@testable import Clips
@testable import Sounds

/// Feeds of WAV files and standard input, as the mix reads them.
@Suite struct SoundPlayerTests {
  /// Plays feeds at the same time, each from its start to its end, in blocks that follow the
  /// output.
  private func play(
    _ feeds: [SoundPlan.Feed], _ sources: [SoundSource], input: InputSound? = nil,
    rate: Int = 1000, spool: SpoolSettings = SpoolSettings(), block size: Int = 64
  ) throws -> [[Int?]] {
    let player = SoundPlayer(
      feeds, rate: rate, sources.map { SoundPlayer.Item($0, name: "a.wav") }, input: input,
      tools: MediaTools(), spool: spool)
    var heard = [[Int?]](repeating: [], count: feeds.count)
    let last = feeds.compactMap(\.end).max() ?? 0
    for start in stride(from: 0, to: last, by: size) {
      for (number, feed) in feeds.enumerated() {
        let part = (start..<start + size).clamped(to: feed.start..<(feed.end ?? last))
        guard !part.isEmpty else { continue }
        let block = AudioBlock(channels: 1, capacity: part.count)
        _ = try player.read(number, at: part.lowerBound - feed.start, into: block)
        heard[number] += Player.numbers(Array(block[0]))
      }
    }
    return heard
  }

  private func input(_ count: Int, in folder: TemporaryFolder) throws -> InputSound {
    try Files.write(
      NumberedSound.bytes(count, rate: 1000, isSized: false), to: folder.file("in"))
    // What cat writes cannot be sought in.
    let path = folder.file("fifo")
    let maker = try ChildProcess("/usr/bin/env", ["mkfifo", path])
    #expect(try maker.finish().isSuccess)
    let writer = try ChildProcess(
      "/bin/sh", ["-c", #"exec cat "$0" > "$1""#, folder.file("in"), path])
    writers.append(writer)
    return try InputSound(FileDescriptor(opening: path))
  }

  private final class Writers: @unchecked Sendable {
    var list: [ChildProcess] = []
    func append(_ child: ChildProcess) { list.append(child) }
  }
  private let writers = Writers()

  private static let stdin = SoundSource.input(
    AudioFormat(rate: 1000, layout: .mono), length: nil)

  @Test func `a file is read at any place by many feeds`() throws {
    let folder = try TemporaryFolder()
    try Files.write(NumberedSound.bytes(40_000, rate: 1000), to: folder.file("a.wav"))
    var opener = SoundOpener(MediaTools(isAllowed: false))
    let source = try opener.open("a.wav", path: folder.file("a.wav"), place: 0..<0)
    #expect(source.clipLength == Time(seconds: 40))
    #expect(source.format == AudioFormat(rate: 1000, layout: .mono))
    let feeds = [
      Player.feed(use(in: time(39), out: time(40)), rate: 1000),
      Player.feed(use(in: time(2), out: time(3), isReversed: true), begin: time(1, 2), rate: 1000),
      Player.feed(use(in: time(0), out: time(30), isReversed: true), rate: 1000),
    ]
    let heard = try play(feeds, [source, source, source])
    #expect(heard[0] == (39_000..<40_000).map { $0 })
    #expect(heard[1] == (2000..<3000).reversed().map { $0 })
    #expect(heard[2] == (0..<30_000).reversed().map { $0 })
  }

  /// Only samples that are taken as they are, and have no more bits than the output, fit in it.
  @Test func `feeds say whether the output can hold their samples`() throws {
    let wav = SoundSource.wav(
      path: "a.wav", AudioFormat(rate: 1000, layout: .mono), .s16, length: 40_000)
    func flac(_ bits: Int?) -> SoundSource {
      .media(
        path: "a.flac",
        MediaContents(
          pictures: nil,
          sound: SoundInfo(
            rate: 1000, channels: 1, layout: nil, bits: bits, length: nil, codec: "flac",
            container: "flac")))
    }
    let whole = use(out: time(1))
    func fits(
      _ source: SoundSource, _ media: MediaUse, in output: SampleFormat?, rate: Int = 1000,
      crossfade: Time = .zero
    ) -> Bool {
      let feed = Player.feed(media, rate: rate, crossfade: crossfade)
      return SoundPlayer(
        [feed], rate: rate, [SoundPlayer.Item(source, name: "a")], input: nil, output: output,
        tools: MediaTools(), spool: SpoolSettings()
      ).fitsOutput(0)
    }
    #expect(fits(wav, whole, in: .s16) && fits(wav, whole, in: .f32))
    #expect(fits(wav, use(out: time(1), isReversed: true), in: .s16))
    #expect(!fits(wav, whole, in: .u8) && !fits(wav, whole, in: nil))
    #expect(!fits(wav, whole, in: .s16, rate: 2000))
    #expect(!fits(wav, use(out: time(1), speed: Animated(2)), in: .s16))
    #expect(!fits(wav, use(out: time(1), loop: 2), in: .s16, crossfade: time(1, 2)))
    #expect(fits(flac(16), whole, in: .s16) && !fits(flac(24), whole, in: .s16))
    #expect(!fits(flac(nil), whole, in: .s16))
    #expect(fits(.silent(nil), whole, in: .s16))
  }

  @Test func `standard input that goes on is never kept`() throws {
    let folder = try TemporaryFolder()
    let parts = [(0, 3), (3, 5), (9, 10), (12, 40)]
    var begin = Time.zero
    var feeds: [SoundPlan.Feed] = []
    for (from, to) in parts {
      feeds.append(Player.feed(use(in: time(from), out: time(to)), begin: begin, rate: 1000))
      begin = begin + time(to - from)
    }
    let heard = try play(
      feeds, Array(repeating: Self.stdin, count: 4), input: input(40_000, in: folder),
      spool: SpoolSettings(limit: 0))
    for (number, part) in parts.enumerated() {
      #expect(heard[number] == (part.0 * 1000..<part.1 * 1000).map { $0 })
    }
  }

  @Test func `standard input is kept where it is heard again, backwards or out of order`() throws {
    let folder = try TemporaryFolder()
    let feeds = [
      Player.feed(use(in: time(20), out: time(30)), rate: 1000),
      Player.feed(use(in: time(2), out: time(4)), begin: time(10), rate: 1000),
      Player.feed(
        use(in: time(35), out: time(36), isReversed: true, loop: 2, isPingPong: true),
        begin: time(12), rate: 1000),
      Player.feed(use(in: time(25), out: time(40)), begin: time(14), rate: 1000),
    ]
    let heard = try play(
      feeds, Array(repeating: Self.stdin, count: 4), input: input(40_000, in: folder))
    #expect(heard[0] == (20_000..<30_000).map { $0 })
    #expect(heard[1] == (2000..<4000).map { $0 })
    #expect(
      heard[2] == (35_000..<36_000).map { $0 } + (35_000..<36_000).reversed().map { $0 })
    #expect(heard[3] == (25_000..<40_000).map { $0 })
  }

  @Test func `feeds of standard input that overlap are each right`() throws {
    let folder = try TemporaryFolder()
    let feeds = [
      Player.feed(use(in: time(0), out: time(20)), rate: 1000),
      Player.feed(use(in: time(10), out: time(25)), begin: time(15), rate: 1000),
      Player.feed(use(in: time(30), out: time(40)), begin: time(16), rate: 1000),
    ]
    let heard = try play(
      feeds, Array(repeating: Self.stdin, count: 3), input: input(40_000, in: folder), block: 777)
    #expect(heard[0] == (0..<20_000).map { $0 })
    #expect(heard[1] == (10_000..<25_000).map { $0 })
    #expect(heard[2] == (30_000..<40_000).map { $0 })
  }

  @Test func `what is kept is bounded`() throws {
    let folder = try TemporaryFolder()
    let feeds = [
      Player.feed(use(in: time(0), out: time(40), isReversed: true, place: 3..<8), rate: 1000)
    ]
    let error = #expect(throws: SoundError.self) {
      try play(
        feeds, [Self.stdin], input: input(40_000, in: folder), spool: SpoolSettings(limit: 100_000))
    }
    #expect(error?.place == 3..<8)
    #expect(
      error?.description
        == "a.wav: sound that is needed again takes 128 KiB, but --spool-limit allows 97 KiB")
    #expect(error?.isFailure == true)
  }

  @Test func `samples come as they were written, too`() throws {
    let folder = try TemporaryFolder()
    let input = try input(40_000, in: folder)
    input.rawReach = 10_000
    let player = SoundPlayer(
      [Player.feed(use(), rate: 1000)], rate: 1000, [SoundPlayer.Item(Self.stdin, name: "stdin")],
      input: input, tools: MediaTools(), spool: SpoolSettings())
    let block = AudioBlock(channels: 1, capacity: 700)
    let raw = RawSamples(input.header, capacity: 700)
    for start in stride(from: 0, to: 40_000, by: 700) {
      let count = try player.read(0, at: start, into: block)
      #expect(count == min(700, 40_000 - start))
      // Output may be made some time later.
      let late = max(0, start - 5000)
      #expect(input.takeRaw(late, count: count, into: raw))
      let values = raw.bytes.bindMemory(to: Float.self)
      #expect(values.count == count && values.first == NumberedSound.value(late))
      #expect(values.last == NumberedSound.value(late + count - 1))
    }
    #expect(!input.takeRaw(0, count: 10, into: raw))
    #expect(!input.takeRaw(39_999, count: 2, into: raw))
  }

  @Test func `what has no sound is silent`() throws {
    let player = SoundPlayer(
      [Player.feed(use(.stdin, out: time(1)), rate: 1000)], rate: 1000,
      [SoundPlayer.Item(.silent(nil), name: "a colour")], input: nil, tools: MediaTools(),
      spool: SpoolSettings())
    #expect(player.layout(of: 0) == nil)
    let block = AudioBlock(channels: 1, capacity: 5)
    block[0][2] = 1
    #expect(try player.read(0, at: 0, into: block) == 5)
    #expect(block[0].allSatisfy { $0 == 0 })
  }
}

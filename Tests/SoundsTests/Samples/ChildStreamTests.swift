import Clips
import Pipes
import TestSupport
import Testing
import Timeline
import WAV

@testable import AudioFilters
@testable import Sounds

/// Sounds that a child process decodes, and what becomes of children that fail.
@Suite struct ChildStreamTests {
  @Test func `a sound is decoded from its start, or from before a far place`() throws {
    let fake = try FakeFFmpeg()
    let source = try fake.sound(samples: 60_000)
    let near = fake.play(use(in: time(5), out: time(6)), source, count: 1100)
    #expect(near.error == nil)
    #expect(near.heard == (5000..<6000).map { $0 } + [Int?](repeating: nil, count: 100))
    let far = fake.play(use(in: time(50), out: time(52)), source, count: 1000, from: 500)
    #expect(far.heard == (50_500..<51_500).map { $0 })
    #expect(try fake.seeks() == ["0", "48.500000"])
    let inexact = try fake.sound("other", samples: 60_000, container: "mp3")
    #expect(fake.play(use(in: time(50)), inexact, count: 10).heard == (50_000..<50_010).map { $0 })
    #expect(try fake.seeks("other") == ["0"])
  }

  @Test func `loops and reverses ask a child once`() throws {
    let fake = try FakeFFmpeg()
    let source = try fake.sound(samples: 6000)
    let loop = fake.play(use(in: time(1), out: time(2), loop: 3), source, count: 3000)
    let second = (1000..<2000).map { Optional($0) }
    #expect(loop.heard == second + second + second)
    let back = fake.play(use(in: time(1), out: time(4), isReversed: true), source, count: 3001)
    #expect(back.heard == (1000..<4000).reversed().map { $0 } + [nil])
    #expect(back.error == nil)
    #expect(try fake.seeks() == ["0", "0"])
    let full = fake.play(
      use(in: time(1), out: time(4), isReversed: true, place: 4..<9), source, count: 10,
      spool: SpoolSettings(limit: 1000))
    guard case .spoolFull = full.error?.fault else {
      Issue.record("\(full)")
      return
    }
    #expect(full.error?.place == 4..<9)
  }

  @Test func `a sound shorter than its use is silent from then on`() throws {
    let fake = try FakeFFmpeg()
    let result = fake.play(use(out: time(9)), try fake.sound(samples: 1500), count: 3000)
    #expect(result.error == nil)
    #expect(result.heard == (0..<1500).map { $0 } + [Int?](repeating: nil, count: 1500))
  }

  @Test func `a child that fails gives its last words and the place`() throws {
    let fake = try FakeFFmpeg("echo one >&2; echo two >&2; exit 7")
    let error = fake.play(use(place: 2..<5), try fake.sound(), count: 10).error
    #expect(
      error?.fault
        == .source(.childFailed(program: "ffmpeg", .exited(7), words: "one\ntwo\n")))
    #expect(error?.description == "sound: ffmpeg ended with exit code 7: one; two")
    #expect(error?.place == 2..<5 && error?.isFailure == true)
  }

  @Test(arguments: [4000 * 4, 2000 * 4, 2000 * 4 + 2, 10, 0])
  func `a child that dies in the middle is an error`(bytes: Int) throws {
    let fake = try FakeFFmpeg(#"head -c \#(bytes) "$f"; kill -9 $$"#)
    let result = fake.play(use(), try fake.sound(samples: 40_000), count: 40_000)
    #expect(result.heard.count < 40_000)
    #expect(
      result.error?.fault
        == .source(.childFailed(program: "ffmpeg", .killed(signal: 9), words: "")))
  }

  @Test func `what is no sound, or another, is an error`() throws {
    let junk = try FakeFFmpeg("while :; do echo junk; done")
    let words = junk.play(use(), try junk.sound(), count: 10).error
    guard case .childWrote("ffmpeg", .notWAV, _) = words?.fault else {
      Issue.record("\(String(describing: words))")
      return
    }
    let fake = try FakeFFmpeg()
    for (rate, channels) in [(2000, 1), (1000, 2)] {
      let source = try fake.sound(rate: rate, channels: channels)
      #expect(
        fake.play(use(), source, count: 10).error?.fault == .childChanged(program: "ffmpeg"))
    }
    let cut = try FakeFFmpeg(#"head -c \#(FakeFFmpeg.header + 4002) "$f""#)
    guard
      case .childWrote(_, .truncated, _) = cut.play(use(), try cut.sound(), count: 4000)
        .error?.fault
    else {
      Issue.record("a cut sample frame")
      return
    }
  }

  @Test func `a sound file without a sample is an error`() throws {
    for lines in ["exit 0", #"head -c 44 "$f""#] {
      let fake = try FakeFFmpeg(lines)
      let result = fake.play(use(out: time(1), place: 3..<8), try fake.sound(), count: 100)
      #expect(result.error?.fault == .noSamples(program: "ffmpeg"))
      #expect(result.error?.place == 3..<8 && result.error?.isFailure == true)
    }
  }

  @Test func `a film whose sound track is empty is silent, and warned of once`() throws {
    for lines in ["exit 0", #"head -c 44 "$f""#] {
      let fake = try FakeFFmpeg(lines)
      let feeds = [Player.feed(use(out: time(1), place: 3..<8), rate: 1000)]
      let player = SoundPlayer(
        feeds, rate: 1000, [SoundPlayer.Item(try fake.film(), name: "film.mkv")], input: nil,
        tools: fake.tools, spool: SpoolSettings())
      defer { player.stop() }
      let block = AudioBlock(channels: 1, capacity: 400)
      for start in stride(from: 0, to: 800, by: 400) {
        #expect(try player.read(0, at: start, into: block) == 400)
        #expect(block[0].allSatisfy { $0 == 0 })
      }
      #expect(
        player.warnings.map(\.message)
          == ["ffmpeg gives no sound from film.mkv, which stays silent"])
      #expect(player.warnings.map(\.place) == [3..<8])
    }
  }

  @Test func `a child is stopped when its feed is over, and can be interrupted`() throws {
    let fake = try FakeFFmpeg(FakeFFmpeg.playing + "\ntrap '' TERM PIPE; sleep 60")
    let start = Host.monotonicTime
    #expect(fake.play(use(out: time(1)), try fake.sound(), count: 1000).error == nil)
    #expect(Host.monotonicTime - start < 10_000_000_000)
    let interrupt = try Interrupt()
    let raiser = try Thread(name: "raiser") {
      let start = Host.monotonicTime
      while Host.monotonicTime - start < 50_000_000 {}
      interrupt.stop(by: .terminate)
    }
    defer { raiser.join() }
    let silent = try FakeFFmpeg("sleep 60", interrupt: interrupt)
    let error = silent.play(use(), try silent.sound(), count: 10).error
    #expect(error?.stop == .stopped(.terminate))
  }

  @Test func `hundreds of feeds leave nothing behind`() throws {
    let fake = try FakeFFmpeg()
    let source = try fake.sound(samples: 2000)
    let feeds = (0..<100).map {
      Player.feed(use(in: time($0, 100), out: time($0 + 10, 100)), begin: time($0, 10), rate: 1000)
    }
    let player = SoundPlayer(
      feeds, rate: 1000, feeds.map { _ in SoundPlayer.Item(source, name: "sound") }, input: nil,
      tools: fake.tools, spool: SpoolSettings())
    let first = try lowestFree()
    let block = AudioBlock(channels: 1, capacity: 100)
    for (number, feed) in feeds.enumerated() {
      #expect(feed.start == number * 100)
      #expect(try player.read(number, at: 0, into: block) == 100)
      #expect(Player.numbers(Array(block[0])) == (number * 10..<number * 10 + 100).map { $0 })
    }
    // Other tests hold a few at the same time.
    #expect(try lowestFree() < first + 40)
    player.stop()
  }

  /// The lowest number that a new descriptor gets.
  private func lowestFree() throws -> Int32 {
    let (reading, writing) = try FileDescriptor.pipe()
    try reading.close()
    try writing.close()
    return max(reading.number, writing.number)
  }
}

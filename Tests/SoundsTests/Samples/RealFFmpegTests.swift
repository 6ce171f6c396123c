import Clips
import Pipes
import TestSupport
import Testing
import Timeline
import WAV

@testable import AudioFilters
@testable import Sounds

/// Sounds that the ffmpeg of the machine decodes, where there is one.
@Suite(.enabled(if: Programs.find("ffmpeg") != nil && Programs.find("ffprobe") != nil))
struct RealFFmpegTests {
  private func run(_ arguments: [String]) throws -> [UInt8] {
    let child = try ChildProcess(
      Programs.find("ffmpeg") ?? "ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    return try child.output(limit: 1 << 28)
  }

  /// Makes 40 seconds of noise in one channel.
  private func noise(_ path: String, _ options: [String], rate: Int = 44_100) throws {
    _ = try run(
      ["-f", "lavfi", "-i", "anoisesrc=d=40:r=\(rate):a=0.5:c=pink:seed=3"] + options + [path])
  }

  private func open(_ path: String) throws -> SoundSource {
    var opener = SoundOpener(MediaTools())
    return try opener.open("a", path: path, place: 0..<0)
  }

  /// What is heard of a file at its own rate.
  private func play(
    _ media: MediaUse, _ source: SoundSource, rate: Int, count: Int
  ) throws -> [Float] {
    let feed = Player.feed(media, rate: rate)
    let player = SoundPlayer(
      [feed], rate: rate, [SoundPlayer.Item(source, name: "a")], input: nil, tools: MediaTools(),
      spool: SpoolSettings())
    let block = AudioBlock(channels: 1, capacity: count)
    _ = try player.read(0, at: 0, into: block)
    player.stop()
    return Array(block[0])
  }

  private static let kinds: [(name: String, options: [String])] = [
    ("a.mp3", ["-c:a", "libmp3lame"]), ("a.m4a", ["-c:a", "aac"]), ("a.flac", []),
    ("a.ogg", ["-c:a", "libvorbis"]), ("a.opus", ["-c:a", "libopus"]),
    ("a.mka", ["-c:a", "aac"]), ("a.wav", ["-c:a", "adpcm_ms"]), ("a.aiff", []),
  ]

  @Test(arguments: kinds.indices)
  func `the same sample comes wherever decoding starts`(kind: Int) throws {
    let folder = try TemporaryFolder()
    let (name, options) = Self.kinds[kind]
    let path = folder.file(name)
    // Without the coder, there is nothing to test.
    guard (try? noise(path, options)) != nil else { return }
    let source = try open(path)
    let format = try #require(source.format)
    #expect(format.channels == 1)
    let bytes = try run(["-i", path, "-map", "0:a:0", "-c:a", "pcm_f32le", "-f", "f32le", "-"])
    let whole = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let length = try #require(source.clipLength)
    #expect((length.seconds - Double(whole.count) / Double(format.rate)).magnitude < 0.1)
    for sample in [0, 1, 12_345, 29 * format.rate + 7, 36 * format.rate + 123] {
      let heard = try play(
        use(in: time(sample, format.rate)), source, rate: format.rate, count: 3000)
      #expect(heard == Array(whole[sample..<sample + 3000]), "\(name) at \(sample)")
    }
    var opener = SoundOpener(MediaTools())
    let counted = try opener.openCounting("a", path: path, place: 0..<0)
    // What the file says to the sample counts, as its end is more than the coder's last block.
    let isExact = ["a.m4a", "a.flac", "a.wav", "a.aiff"].contains(name)
    #expect(counted.clipLength == (isExact ? length : time(whole.count, format.rate)))
    let back = try play(
      use(in: time(1), out: time(2), isReversed: true), source, rate: format.rate, count: 3000)
    #expect(back == Array(whole[2 * format.rate - 3000..<2 * format.rate].reversed()))
  }

  @Test func `the sound of a film begins when it should`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try noise(folder.file("a.wav"), [])
    _ = try run([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=3", "-itsoffset", "0.5", "-i",
      folder.file("a.wav"), "-c:v", "mpeg4", "-c:a", "alac", path,
    ])
    let source = try open(path)
    #expect(source.clipLength == time(3))
    let bytes = try run(["-i", path, "-map", "0:a:0", "-c:a", "pcm_f32le", "-f", "f32le", "-"])
    let whole = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let heard = try play(use(), source, rate: 44_100, count: 44_100)
    #expect(heard[..<22_050].allSatisfy { $0 == 0 })
    #expect(Array(heard[22_050...]) == Array(whole[..<22_050]))
    let late = try play(use(in: time(35), out: time(36)), source, rate: 44_100, count: 1000)
    #expect(late == Array(whole[44_100 * 69 / 2..<44_100 * 69 / 2 + 1000]))
  }

  @Test func `a film without sound is silent, and what is neither is an error`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    _ = try run([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-c:v", "mpeg4", path,
    ])
    let source = try open(path)
    #expect(source.format == nil)
    #expect(source.clipLength == time(1))
    try Files.write(Array("plain words, many of them".utf8), to: folder.file("a.txt"))
    let error = #expect(throws: SoundError.self) { try open(folder.file("a.txt")) }
    guard case .source = error?.fault else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `channels keep their places`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.flac")
    _ = try run([
      "-f", "lavfi", "-i", "aevalsrc=0.1|0.2|0.3|0.4|0.5|0.6:c=5.1:d=1:s=48000", "-c:a", "flac",
      path,
    ])
    let source = try open(path)
    #expect(source.format?.layout == ChannelLayout(mask: 0x3F, count: 6))
    let player = SoundPlayer(
      [Player.feed(use())], rate: 48_000, [SoundPlayer.Item(source, name: "a")], input: nil,
      tools: MediaTools(), spool: SpoolSettings())
    let block = AudioBlock(channels: 6, capacity: 10)
    _ = try player.read(0, at: 0, into: block)
    for channel in 0..<6 {
      #expect((block[channel][5] - Float(channel + 1) / 10).magnitude < 1e-3)
    }
  }
}

import Pipes
import TestSupport
import Timeline
import WAV

@testable import AudioFilters
@testable import Clips
@testable import Sounds

/// An ffmpeg that plays sounds, and feeds that it plays.
extension FakeFFmpeg {
  /// One that plays what it is given.
  init() throws { try self.init(Self.playing) }

  /// The bytes before the samples.
  static let header = 44

  /// Plays a WAV file of 32-bit floats at 1000 Hz in mono, as if it were coded.
  static let playing = """
    head -c \(header) "$f"
    tail -c +$((\(header) + 1 + $(awk "BEGIN { print int($ss * 1000 + 0.5) * 4 }"))) "$f"
    """

  /// Writes numbered samples and gives them as a source.
  func sound(
    _ name: String = "sound", samples: Int = 4000, rate: Int = 1000, channels: Int = 1,
    container: String = "flac"
  ) throws -> SoundSource {
    try Files.write(
      NumberedSound.bytes(samples, rate: rate, channels: channels, isSized: false),
      to: folder.file(name))
    let info = SoundInfo(
      rate: 1000, channels: 1, layout: "mono", bits: 16, length: time(samples, 1000), codec: "flac",
      container: container)
    return .media(path: folder.file(name), MediaContents(pictures: nil, sound: info))
  }

  /// A film of four seconds, with pictures that nobody looks at.
  func film() throws -> SoundSource {
    guard case .media(let path, let contents) = try sound() else { return .silent(nil) }
    let pictures = MediaInfo(
      codec: "h264", width: 2, height: 2, aspect: .square, hasIndex: true, rate: nil,
      length: time(4), pixels: "yuv420p", space: nil, transfer: nil, primaries: nil,
      statedRange: nil,
      siting: .left)
    return .media(path: path, MediaContents(pictures: pictures, sound: contents.sound))
  }

  /// Plays a feed, of a rate of 1000 Hz; what was heard, and the error.
  func play(
    _ media: MediaUse, _ source: SoundSource, count: Int, from start: Int = 0, block: Int = 100,
    spool: SpoolSettings = SpoolSettings()
  ) -> (heard: [Int?], error: SoundError?) {
    let feed = Player.feed(media, rate: 1000)
    let player = SoundPlayer(
      [feed], rate: 1000, [SoundPlayer.Item(source, name: "sound")], input: nil, tools: tools,
      spool: spool)
    var heard: [Int?] = []
    let samples = AudioBlock(channels: 1, capacity: block)
    do throws(SoundError) {
      while heard.count < count {
        samples.count = min(block, count - heard.count)
        _ = try player.read(0, at: start + heard.count, into: samples)
        heard += Player.numbers(Array(samples[0]))
      }
    } catch {
      return (heard, error)
    }
    return (heard, nil)
  }
}

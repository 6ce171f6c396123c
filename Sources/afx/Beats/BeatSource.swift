import Options
import Pipes
import Shell
import Sounds
import WAV

/// A sound that is heard from its start to its end: a WAV stream, or any file that ffmpeg reads.
final class BeatSource {
  let name: String
  let format: AudioFormat
  /// In samples; nil where that is not known.
  let length: Int?
  private var stream: SoundStream?
  private let sound: WholeSound?
  private let block: AudioBlock

  /// Opens a file, or standard input where the path is `-`.
  init(_ path: String, _ session: Session) throws {
    sound = try Self.sound(path, session)
    if let sound {
      (name, format, length) = (path, sound.format, sound.length)
      block = AudioBlock(channels: format.channels, capacity: SoundStream.blockLength)
    } else {
      let stream = try SoundStream(path, session)
      (name, format, length) = (stream.name, stream.format, stream.length)
      block = stream.block
      self.stream = stream
    }
  }

  /// A regular file; nil for all else.
  private static func sound(_ path: String, _ session: Session) throws -> WholeSound? {
    guard path != "-" else { return nil }
    let file = try FileDescriptor(opening: path, isBlocking: false)
    defer { try? file.close() }
    guard file.kind == .regular else { return nil }
    let tools = try SourceOptions(session).tools(session)
    return try SoundError.failing { () throws(SoundError) in
      var opener = SoundOpener(tools)
      return try WholeSound(path, path: path, place: 0..<0, &opener)
    }
  }

  /// The next samples; nil at the end.
  func next() throws -> AudioBlock? {
    if stream != nil { return try stream?.next() == true ? block : nil }
    return try SoundError.failing { () throws(SoundError) in
      try sound?.next(into: block) == true ? block : nil
    }
  }
}

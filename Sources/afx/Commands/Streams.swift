import Clips
import NUT
import Options
import Pipes
import Shell
import Sounds
import WAV

/// A stream of WAV, the first sound of NUT, or that of any file that ffmpeg reads, which a command
/// looks at from its start to its end.
struct SoundStream {
  private enum Origin {
    case wav(WAVReader)
    /// With room for samples as they came.
    case nut(NUTSound, RawSamples)
    /// What ffmpeg reads, and how many sample frames were read of it.
    case file(WholeSound, Int)
  }

  /// The options about ffmpeg.
  static let options = SourceOptions.all.filter {
    ["ffmpeg", "no-exec", "timeout"].contains($0.name)
  }

  /// How many sample frames are read at once.
  static let blockLength = 4096
  private static let standardInput = "standard input"

  let name: String
  private var origin: Origin
  private let header: WAVHeader?
  /// The rate and the channels.
  let format: AudioFormat
  /// The bytes that the last ``next()`` read; the first one's are those of the header, too.
  private(set) var stepBytes = 0
  let block: AudioBlock

  /// Opens a file, or standard input where the path is `-`.
  init(_ path: String, _ session: Session, truncation: WAVReader.Truncation = .error) throws {
    name = path == "-" ? Self.standardInput : path
    let input = try Console.open(path, of: "WAV or NUT", session)
    do throws(any Error) {
      var source = ByteSource(input)
      let start = try source.readBytes(12)
      source.giveBack(start)
      if path != "-", input.kind == .regular, !start.isEmpty, !NUTFilm.isNUT(start),
        !SoundOpener.isWAV(start)
      {
        try input.close()
        let tools = try SourceOptions(session).tools(session)
        let sound = try SoundError.failing { () throws(SoundError) in
          var opener = SoundOpener(tools)
          return try WholeSound(path, path: path, place: 0..<0, &opener)
        }
        (header, format, origin) = (nil, sound.format, .file(sound, 0))
      } else if NUTFilm.isNUT(start) {
        let sound = try NUTSound(source, truncation: truncation)
        guard let header = sound.header else {
          throw CommandFailure("\(name): the stream has no sound")
        }
        (self.header, format) = (header, header.format)
        origin = .nut(sound, RawSamples(header, capacity: Self.blockLength))
      } else {
        let reader = try WAVReader(source, truncation: truncation)
        (header, format, origin) = (reader.header, reader.header.format, .wav(reader))
      }
    } catch {
      throw Self.failure(error, name)
    }
    block = AudioBlock(channels: format.channels, capacity: Self.blockLength)
  }

  /// The number of sample frames; nil where that is not known.
  var length: Int? {
    if case .wav = origin { return header?.length }
    return nil
  }

  /// Sample frames that were read.
  var sampleCount: Int {
    switch origin {
    case .wav(let reader): reader.sampleCount
    case .nut(let sound, _): sound.sampleCount
    case .file(_, let count): count
    }
  }

  /// Bytes that were read.
  private var offset: Int {
    switch origin {
    case .wav(let reader): reader.offset
    case .nut(let sound, _): sound.offset
    case .file: 0
    }
  }

  /// Reads the next block; false at the end.
  mutating func next() throws -> Bool {
    let start = sampleCount > 0 ? offset : 0
    defer { stepBytes = offset - start }
    do {
      switch origin {
      case .wav(var reader):
        defer { origin = .wav(reader) }
        return try reader.read(into: block) > 0
      case .nut(let sound, let raw):
        let count = try sound.read(into: raw, most: raw.capacity)
        raw.decode(into: block)
        return count > 0
      case .file(let sound, let count):
        let hasMore = try SoundError.failing { () throws(SoundError) in try sound.next(into: block)
        }
        origin = .file(sound, count + block.count)
        return hasMore
      }
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// A fault of the stream under the name of its file; what the system says, and a stop, as it is.
  private static func failure(_ error: any Error, _ name: String) -> any Error {
    switch error {
    case WAVError.empty where name != standardInput: CommandFailure("\(name): the file is empty")
    case let error as WAVError: error.pipeError ?? CommandFailure("\(name): \(error)")
    case let error as NUTError: error.pipeError ?? CommandFailure("\(name): \(error)")
    default: error
    }
  }
}

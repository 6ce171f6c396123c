import Options
import Pipes
import Shell
import WAV

/// A WAV stream that a command looks at from its start to its end.
struct SoundStream {
  /// How many sample frames are read at once.
  static let blockLength = 4096

  let name: String
  private(set) var reader: WAVReader
  /// The bytes that the last ``next()`` read; the first one's are those of the header, too.
  private(set) var stepBytes = 0
  let block: AudioBlock

  /// Opens a file, or standard input where the path is `-`.
  init(_ path: String, _ session: Session, truncation: WAVReader.Truncation = .error) throws {
    name = path == "-" ? "standard input" : path
    let input = try Console.open(path, of: "WAV", session)
    do throws(WAVError) {
      reader = try WAVReader(ByteSource(input), truncation: truncation)
    } catch {
      throw Self.failure(error, name)
    }
    block = AudioBlock(channels: reader.header.format.channels, capacity: Self.blockLength)
  }

  var format: AudioFormat { reader.header.format }

  /// Reads the next block; false at the end.
  mutating func next() throws -> Bool {
    do throws(WAVError) {
      let start = reader.sampleCount > 0 ? reader.offset : 0
      defer { stepBytes = reader.offset - start }
      return try reader.read(into: block) > 0
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// A fault of the stream under the name of its file; what the system says, and a stop, as it is.
  private static func failure(_ error: WAVError, _ name: String) -> any Error {
    error.pipeError ?? CommandFailure("\(name): \(error)")
  }
}

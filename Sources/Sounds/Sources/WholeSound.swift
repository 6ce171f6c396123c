import AudioFilters
import Bytes
import Clips
import WAV

/// The sound of a file from its start to its end.
package final class WholeSound {
  /// The rate and the channels.
  package let format: AudioFormat
  /// Samples of each channel; nil where that is not known.
  package let length: Int?
  private let name: String
  private let place: Range<Int>
  private let input: Input
  private var sample = 0

  private enum Input {
    case file(WAVFile)
    case stream(any SampleStream)
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: as messages give it.
  ///   - path: where it is.
  ///   - place: the bytes of the name in the timeline.
  /// - Throws: where it cannot be read or has no sound.
  package init(
    _ name: String, path: String, place: Range<Int>, _ opener: inout SoundOpener
  ) throws(SoundError) {
    (self.name, self.place) = (name, place)
    let source = try opener.open(name, path: path, place: place)
    do throws(SoundError.Fault) {
      switch source {
      case .wav(let path, let format, _, let length):
        do throws(WAVError) { input = .file(try WAVFile(path: path)) } catch { throw .from(error) }
        (self.format, self.length) = (format, length)
      case .media(let path, let contents):
        guard let info = contents.sound, let format = source.format else {
          throw .source(.unreadable("it has no sound"))
        }
        let job = ChildStream.Job(path: path, info: info, hasPictures: contents.pictures != nil)
        input = .stream(try ChildStream(job, from: 0, opener.tools))
        self.format = format
        length = nil
      case .input, .mix, .silent: throw .source(.unreadable("it has no sound"))
      }
    } catch {
      throw SoundError(error, source: name, place: place)
    }
  }

  deinit { if case .stream(let stream) = input { stream.close() } }

  /// Reads the next samples into `block`, whose count says how many; false at the end.
  package func next(into block: AudioBlock) throws(SoundError) -> Bool {
    do throws(SoundError.Fault) {
      switch input {
      case .file(let file):
        do throws(WAVError) { block.count = try file.read(at: sample, into: block) } catch {
          throw .from(error)
        }
      case .stream(let stream): _ = try stream.read(into: block, most: block.capacity)
      }
    } catch {
      throw SoundError(error, source: name, place: place)
    }
    sample += block.count
    return block.count > 0
  }
}

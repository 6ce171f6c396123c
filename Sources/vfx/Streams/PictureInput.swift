import Clips
import NUT
import Pipes
import Y4M

/// The pictures on standard input, whatever kind of stream carries them.
enum PictureInput {
  case y4m(FrameReader)
  case nut(NUTFilm)

  /// Finds out the kind by the first bytes, and reads the headers.
  init(_ input: FileDescriptor, truncation: Truncation) throws {
    var source = ByteSource(input)
    // As many as Y4M begins with, so that no kind has bytes read that it does not need.
    let start = try source.readBytes(9)
    source.giveBack(start)
    if NUTFilm.isNUT(start) {
      self = .nut(try NUTFilm(source, truncation: truncation))
    } else {
      self = .y4m(try FrameReader(source, truncation: truncation))
    }
  }

  /// What the stream says of its pictures.
  var header: StreamHeader {
    switch self {
    case .y4m(let reader): reader.header
    case .nut(let film): film.header
    }
  }

  /// The reader, where it is Y4M.
  var reader: FrameReader? {
    if case .y4m(let reader) = self { return reader }
    return nil
  }

  /// The film, where it is NUT.
  var film: NUTFilm? {
    if case .nut(let film) = self { return film }
    return nil
  }
}

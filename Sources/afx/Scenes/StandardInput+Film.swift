import Options
import Shell
import Sounds
import WAV

extension StandardInput {
  /// The file that -i names, which is heard in the place of standard input; nil without one.
  static func film(_ session: Session) throws -> FilmSound? {
    guard let path = try session.value(of: SceneOptions.input) else { return nil }
    let tools = try SourceOptions(session).tools(session)
    return try SoundError.failing(.usage) { () throws(SoundError) in try FilmSound(path, tools) }
  }

  /// Opens the file that -i names as ``open(for:output:_:truncation:)`` does standard input; its
  /// samples are counted where the mix can't be made without.
  static func open(
    _ film: FilmSound, for request: inout SoundRequest, _ need: InputNeed,
    truncation: WAVReader.Truncation
  ) throws -> Opened {
    guard need != .none else {
      if !request.common.isQuiet, let timeline = request.common.timeline?.source.name {
        Console.complain("note: \(film.path) is not used: \(timeline) does not play standard input")
      }
      return Opened()
    }
    request.filmRate = film.frameRate
    guard film.hasSound else {
      guard need == .optional else {
        throw CommandFailure("\(film.path): there is no sound in it", code: .usage)
      }
      request.playsTracksAlone = true
      return Opened()
    }
    let asked = request
    return try SoundError.failing { () throws in
      let sound = try film.open(truncation: truncation)
      guard try SoundEnd.needsLength(asked, sound) else { return Opened(sound: sound, file: film) }
      let counted = try film.counted()
      return Opened(sound: try counted.open(truncation: truncation), file: counted)
    }
  }

  /// What -i names, for commands that look at a timeline and do not play it: its length is known,
  /// as the file says it. Nil without -i, and where there is no sound in the file.
  static func heard(_ session: Session, for request: inout SoundRequest) throws -> InputSound? {
    guard let film = try film(session) else { return nil }
    request.filmRate = film.frameRate
    guard film.hasSound else { return nil }
    return try SoundError.failing { () throws(SoundError) in try film.estimated().open() }
  }
}

extension SoundError {
  /// Throws a fault of a file on the command line as a failure of the command; a stop, as it is.
  static func failing<Result>(
    _ code: ExitCode = .failure, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SoundError {
      if let stop = error.stop { throw stop }
      throw CommandFailure("\(error)", code: code)
    }
  }
}

import Clips
import NUT
import Options
import Pipes
import Shell
import Sounds
import Timeline
import WAV

/// Standard input as a stream of sound.
enum StandardInput {
  /// What is read of it.
  struct Opened {
    /// The sound that the mix is made from; nil where it is made from files alone.
    var sound: InputSound?
    /// The stream that carries it, and whatever passes beside it, where that is NUT.
    var film: NUTSound?
    /// The file that is heard in its place; nil without -i.
    var file: FilmSound?

    /// The same sound once more from its start, where that can be had.
    func again(_ session: Session) throws -> InputSound? {
      guard let file else { return try StandardInput.again(session) }
      return try SoundError.failing { () throws(SoundError) in try file.open() }
    }
  }

  /// Opens standard input, or the file that -i names, as far as `request` needs it, which learns if
  /// there is nothing, and what a stream of NUT says of its film.
  ///
  /// - Parameter output: the kind of the output, where the user says it.
  static func open(
    for request: inout SoundRequest, output: SoundKind? = nil, _ session: Session,
    truncation: WAVReader.Truncation = .error
  ) throws -> Opened {
    let file = try film(session)
    let need = try SoundEnd.inputNeed(request)
    if let file { return try open(file, for: &request, need, truncation: truncation) }
    var opened = Opened()
    switch need {
    case .none:
      // Pictures may be waiting for their sound.
      guard output == .nut, !FileDescriptor.standardInput.isTerminal else { return opened }
      opened.film = try film(session, truncation)
    case .needed: opened = try open(session, truncation: truncation)
    case .optional: opened = try openIfThere(request, session, truncation)
    }
    guard let film = opened.film else {
      if need == .optional, opened.sound == nil { request.playsTracksAlone = true }
      return opened
    }
    if opened.sound == nil, need == .needed {
      throw NUTError.unsupported(.noSound, packet: nil, offset: UInt64(film.offset))
    }
    if opened.sound == nil, need == .optional { request.playsTracksAlone = true }
    guard !request.hasStart else {
      throw CommandFailure(
        "--start says when the first sample is heard, and the packets' own times say that",
        code: .usage)
    }
    if opened.sound != nil { request.common.start = .seconds(Time(film.start)) }
    request.filmRate = film.frameRate
    return opened
  }

  /// Standard input, or nothing where there is none.
  private static func openIfThere(
    _ request: SoundRequest, _ session: Session, _ truncation: WAVReader.Truncation
  ) throws -> Opened {
    let input = FileDescriptor.standardInput
    guard !input.isTerminal else { return Opened() }
    do {
      return try open(session, truncation: truncation)
    } catch WAVError.empty {
      // Whoever opened the null device knows; a program before the pipe may have failed.
      if input.kind == .pipe || input.kind == .regular, !request.common.isQuiet {
        Console.complain(
          "note: standard input is empty, so the mix is the tracks alone; write \"main\": false "
            + "in 'audio' if that is intended")
      }
    } catch WAVError.pipe(let error) where error.isOfClosedFile {
      // Whoever closed it knows, too.
    } catch let error as PipeError where error.isOfClosedFile {
    }
    return Opened()
  }

  private static func open(
    _ session: Session, truncation: WAVReader.Truncation
  ) throws -> Opened {
    try open(Console.input(session, of: "WAV or NUT", pipe: AFX.pipe), truncation)
  }

  /// Finds out the kind of a stream by its first bytes, and reads its headers.
  private static func open(
    _ input: FileDescriptor, _ truncation: WAVReader.Truncation
  ) throws -> Opened {
    var source = ByteSource(input)
    let start = try source.readBytes(9)
    source.giveBack(start)
    guard NUTFilm.isNUT(start) else {
      return Opened(sound: try InputSound(input, source: source, truncation: truncation))
    }
    let film = try NUTSound(source, truncation: truncation)
    return Opened(sound: InputSound(input, film, truncation: truncation), film: film)
  }

  /// The NUT on standard input, if that is what comes.
  private static func film(
    _ session: Session, _ truncation: WAVReader.Truncation
  ) throws -> NUTSound? {
    var source = ByteSource(try Console.input(session, of: "NUT", pipe: AFX.pipe))
    let start: [UInt8]
    do {
      start = try source.readBytes(9)
    } catch {
      if error.isOfClosedFile { return nil }
      throw error
    }
    source.giveBack(start)
    return NUTFilm.isNUT(start) ? try NUTSound(source, truncation: truncation) : nil
  }

  /// Standard input once more from its start, where it is a file.
  private static func again(_ session: Session) throws -> InputSound? {
    guard FileDescriptor.standardInput.kind == .regular else { return nil }
    let file = try FileDescriptor(opening: "/dev/stdin")
    return try open(file.interruptible(by: session.interrupt), .drop).sound
  }
}

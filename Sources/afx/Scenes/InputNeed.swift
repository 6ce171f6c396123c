import Options
import Pipes
import Shell
import Sounds
import Timeline
import WAV

/// Whether a mix is made from standard input.
enum InputNeed {
  /// It is the main sound, or a clip or a track of the timeline.
  case needed
  /// It is the main sound where there is any; if not, the timeline's tracks alone are the mix.
  case optional
  case none

  init(_ document: Document) {
    let tracks = document.soundtrack.tracks
    let uses = document.clips.map(\.media.source) + tracks.map(\.media.source)
    let isUsed = uses.contains { if case .stdin = $0 { true } else { false } }
    let isMain = document.clips.isEmpty && document.soundtrack.hasMain
    self = isUsed ? .needed : !isMain ? .none : tracks.isEmpty ? .needed : .optional
  }
}

/// Standard input as a stream of sound.
enum StandardInput {
  /// Standard input as far as `request` needs it, which learns if there is nothing.
  static func open(
    for request: inout SoundRequest, _ session: Session,
    truncation: WAVReader.Truncation = .error
  ) throws -> InputSound? {
    switch try SoundEnd.inputNeed(request) {
    case .none: return nil
    case .needed: return try open(session, truncation: truncation)
    case .optional: break
    }
    let input = FileDescriptor.standardInput
    if !input.isTerminal {
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
      }
    }
    request.playsTracksAlone = true
    return nil
  }

  private static func open(
    _ session: Session, truncation: WAVReader.Truncation
  ) throws -> InputSound {
    try InputSound(
      Console.input(session, of: "WAV", pipe: AFX.pipe), truncation: truncation)
  }

  /// Standard input once more from its start, where it is a file.
  static func again(_ session: Session) throws -> InputSound? {
    guard FileDescriptor.standardInput.kind == .regular else { return nil }
    let file = try FileDescriptor(opening: "/dev/stdin")
    return try InputSound(file.interruptible(by: session.interrupt), truncation: .drop)
  }
}

import Clips
import NUT
import Pipes
import WAV

/// Why a source of sound cannot be opened or read further.
package struct SoundError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Fault: Error, Hashable, Sendable {
    /// What every source of a timeline may have: its name, its file, or the program that reads it.
    case source(ClipError.Fault)
    /// A WAV file or stream is faulty.
    case wav(WAVError)
    /// Standard input is NUT, and a faulty stream.
    case nut(NUTError)
    /// What a program wrote is no WAV stream, or not the one that was asked for.
    case childWrote(program: String, WAVError, words: String)
    /// The stream that a program writes has another rate or other channels than the file.
    case childChanged(program: String)
    /// A program has given no sample of a file that has a sound, and ended well.
    case noSamples(program: String)
    /// What is needed again takes more space than allowed, both in bytes.
    case spoolFull(needed: Int, limit: Int)
    /// The temporary file cannot be made, written or read.
    case spool(PipeError)
    /// A sample of a stream that has passed is needed again and was not kept.
    case passed(sample: Int)
    /// The mix of a timeline that is a clip cannot be made, in words of its own.
    case mix(String)
    /// A source of such a timeline is faulty.
    indirect case nested(SoundError)
  }

  /// What went wrong with the source.
  package let fault: Fault
  /// The name of the source, as the timeline gives it; "standard input" for that.
  package let source: String
  /// The bytes of the source in the timeline.
  package let place: Range<Int>

  /// A fault of the source that the timeline calls `source`, at `place`.
  package init(_ fault: Fault, source: String, place: Range<Int>) {
    self.fault = fault
    self.source = source
    self.place = place
  }

  /// The signal, or the end of another part of the program, that caused it, if it is not an error.
  package var stop: PipeError? {
    switch fault {
    case .source(.stop(let error)): error
    case .wav(.pipe(let error)) where error.isStop: error
    case .nut(.pipe(let error)) where error.isStop: error
    case .nested(let error): error.stop
    default: nil
    }
  }

  /// Whether it is a failure of the system or of another program, and not of what the timeline
  /// names.
  package var isFailure: Bool {
    switch fault {
    case .source(let fault): fault.isFailure
    case .childWrote, .childChanged, .noSamples, .spoolFull, .spool, .passed: true
    case .wav, .nut, .mix: false
    case .nested(let error): error.isFailure
    }
  }
}

extension SoundError.Fault {
  /// A failure of the system, or the stop that caused it.
  static func from(_ error: PipeError, _ fault: (PipeError) -> Self) -> Self {
    error.isStop ? .source(.stop(error)) : fault(error)
  }

  /// A fault of a WAV file, or the stop that is behind it.
  static func from(_ error: WAVError) -> Self {
    if case .pipe(let error) = error { return from(error) { .source(.file($0)) } }
    return .wav(error)
  }

  /// A fault of NUT on standard input, or the stop that is behind it.
  static func from(_ error: NUTError) -> Self {
    if case .pipe(let error) = error { return from(error) { .source(.file($0)) } }
    return .nut(error)
  }
}

extension SoundError: CustomStringConvertible {
  package var description: String {
    // What the system says names the file itself.
    switch fault {
    case .source(.file), .mix, .nested: return "\(fault)"
    default: break
    }
    return "\(source.shownPath): \(fault)"
  }
}

extension SoundError.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .source(let fault): "\(fault)"
    case .wav(let error): "\(error)"
    case .nut(let error): "\(error)"
    case .childWrote(let program, let error, let words):
      "what \(program) writes cannot be read: \(error)\(ClipError.Fault.quoted(words))"
    case .childChanged(let program):
      "what \(program) writes does not have the rate or the channels that the file states"
    case .noSamples(let program):
      "\(program) gives no sound from it; the file may be damaged"
    case .spoolFull(let needed, let limit):
      "sound that is needed again takes \(ClipError.Fault.size(needed)), but --spool-limit allows "
        + "\(ClipError.Fault.size(limit))"
    case .spool(let error):
      "sound that is needed again cannot be kept: \(error); --spool or TMPDIR names another folder"
    case .mix(let words): words
    case .nested(let error): "\(error)"
    case .passed(let sample): "sample \(sample) is needed again after it has passed"
    }
  }
}

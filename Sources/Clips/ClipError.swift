import Bytes
import NUT
import Pipes
import Y4M

/// Why a source of the timeline cannot be opened or read further.
package struct ClipError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Fault: Error, Hashable, Sendable {
    /// A name that might be taken for an option.
    case optionName
    /// A name that begins with that of a protocol.
    case protocolName(String)
    /// The file cannot be opened or read.
    case file(PipeError)
    /// The file is a stream of frames, and a faulty one.
    case stream(StreamError)
    /// Standard input is NUT, and a faulty stream.
    case nut(NUTError)
    /// The file would need ffmpeg, which an option forbids.
    case childForbidden(kind: String, by: String = "--no-exec")
    /// There is no such program; what ``Programs/absence(of:)`` says of it.
    case programMissing(String, absence: String)
    /// The system could not start a program, or not read from it.
    case child(program: String, PipeError)
    /// A program ended in a failure; its last words.
    case childFailed(program: String, ChildProcess.Ending, words: String)
    /// What a program wrote is no stream of frames.
    case childWrote(program: String, StreamError, words: String)
    /// What a program wrote is no NUT.
    case childWroteNUT(program: String, NUTError, words: String)
    /// A program said nothing that makes sense of the file.
    case unreadable(String)
    /// Standard input has more frames than the file of timecodes has times.
    case timeless(frame: Int, name: String, count: Int)
    /// The source has no picture at all.
    case noPictures
    /// What is needed again takes more space than allowed, both in bytes.
    case spoolFull(needed: Int, limit: Int)
    /// The temporary file cannot be made, written or read.
    case spool(PipeError)
    /// A frame of standard input that has passed is needed again and was not kept.
    case passed(frame: Int)
    /// The user asked for the end, or another part of the program failed.
    case stop(PipeError)
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
    if case .stop(let error) = fault { return error }
    return nil
  }

  /// Whether the error is in the timeline's text, and not in a file or the system.
  package var isUsage: Bool {
    switch fault {
    case .optionName, .protocolName: true
    default: false
    }
  }
}

extension ClipError.Fault {
  /// Whether it was caused only by the end of the program.
  package var isStop: Bool {
    if case .stop = self { return true }
    return false
  }

  /// Whether a program that reads the file has failed, and not what the timeline names.
  package var isFailure: Bool {
    switch self {
    case .child, .childFailed, .childWrote, .childWroteNUT: true
    default: false
    }
  }

  /// The file is a list of others, or a script.
  package static var list: Self { .unreadable(FileLists.refusal) }

  /// The failure to open a file of this name, or the stop that caused it.
  package static func opening(_ name: String, _ error: PipeError) -> Self {
    if case .failed(.open, _, _) = error, FileLists.isSequence(name) {
      return .unreadable(FileLists.sequence)
    }
    return from(error) { .file($0) }
  }

  /// A failure of the system, or the stop that caused it.
  package static func from(_ error: PipeError, _ fault: (PipeError) -> Self) -> Self {
    error.isStop ? .stop(error) : fault(error)
  }

  /// An error of a stream in a file, or the stop that caused it.
  package static func from(_ error: StreamError) -> Self {
    if case .pipe(let error) = error { return from(error) { .file($0) } }
    return .stream(error)
  }
}

extension ClipError.Fault {
  /// An error of NUT on standard input, or the stop that caused it.
  static func from(_ error: NUTError) -> Self {
    if case .pipe(let error) = error { return from(error) { .file($0) } }
    return .nut(error)
  }
}

extension ClipError: CustomStringConvertible {
  /// The source and what is wrong with it, in one line.
  package var description: String {
    // What the system says names the file itself.
    if case .file = fault { return "\(fault)" }
    return "\(source.shownPath): \(fault)"
  }
}

extension ClipError.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .optionName: "a name that begins with '-' looks like an option; write './' before it"
    case .protocolName(let name):
      "sources are files on this machine, and '\(name):' names a protocol; if that is a file's "
        + "name, write './' before it"
    case .file(let error), .stop(let error): "\(error)"
    case .stream(let error): "\(error)"
    case .nut(let error): "\(error)"
    case .childForbidden(let kind, let ban): "\(kind) is read by ffmpeg, which \(ban) forbids"
    case .programMissing(let name, let absence):
      "\(name) is needed to read it, but \(absence); install ffmpeg or give --ffmpeg PATH"
    case .child(let program, .silent(_, let seconds)):
      "\(program) has sent nothing for \(seconds) s and was stopped; --timeout gives it more time"
    case .child(_, let error): "\(error)"
    case .childFailed(let program, let ending, let words):
      "\(program) \(ending)\(Self.quoted(words))"
    case .childWrote(let program, let error, let words):
      "what \(program) writes cannot be read: \(error)\(Self.quoted(words))"
    case .childWroteNUT(let program, let error, let words):
      "what \(program) writes cannot be read: \(error)\(Self.quoted(words))"
    case .unreadable(let reason): reason
    case .timeless(let frame, let name, let count):
      "frame \(frame): \(name) has times of \(counted(count, "frame")), and the stream has more"
    case .noPictures: "there is no picture in it"
    case .spoolFull(let needed, let limit):
      "frames that are needed again take \(Self.size(needed)), but --spool-limit allows "
        + "\(Self.size(limit))"
    case .spool(let error):
      "frames that are needed again cannot be kept: \(error); --spool or TMPDIR names another folder"
    case .passed(let frame): "frame \(frame) is needed again after it has passed"
    }
  }

  /// The last lines of a program's output after a colon, joined to one line, because a message is
  /// one line.
  ///
  /// Where ffmpeg's objects lie in memory, which is another place each time, is left out.
  package static func quoted(_ words: String) -> String {
    let lines = words.split(whereSeparator: \.isNewline).map(withoutAddresses)
      .filter { !$0.hasPrefix("    Last message repeated") }.suffix(5)
    return lines.isEmpty ? "" : ": " + lines.joined(separator: "; ")
  }

  /// A line without the objects before it, as in `[mov,mp4 @ 0x5640c3001a00] moov atom not found`.
  private static func withoutAddresses(_ line: Substring) -> Substring {
    var rest = line
    while rest.hasPrefix("["), let end = rest.firstIndex(of: "]"),
      rest[..<end].contains(" @ 0x")
    {
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    return rest
  }

  /// A number of bytes, rounded up to what can be read.
  package static func size(_ bytes: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >= 1 << shift {
      let tenths = (bytes / 1024 * 10 + (1 << (shift - 10)) - 1) >> (shift - 10)
      return tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return "\(bytes) bytes"
  }
}

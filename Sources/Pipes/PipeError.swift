/// An error number of the system, such as ENOSPC.
struct ErrorNumber: Error { let code: Int32 }

/// An error of the system, or a stop.
package enum PipeError: Error, Hashable, Sendable {
  /// What was being done to a file, pipe or program.
  package enum Action: String, Sendable {
    case open, read, write, close, start, make
  }

  /// The reader of the output closed it (EPIPE); this is not an error.
  case readerHasGone
  /// The user asked for the end while input was awaited.
  case stopped(StopSignal)
  /// Another thread called ``Interrupt/cancel()``; its own error says why.
  case cancelled
  /// The system refused; `code` is its error number.
  case failed(Action, name: String, code: Int32)
  /// A program has given nothing for so long that it was ended.
  case silent(name: String, seconds: Int)
  /// Only a regular file serves here.
  case notAFile(name: String, kind: FileKind)
  /// A file is longer than `limit` bytes.
  case tooLarge(name: String, limit: Int)
  /// A thread or a pipe could not be made; `code` is the error number.
  case noResources(code: Int32)
}

extension PipeError {
  /// Whether it was caused by a signal or by the end of another part of the program, and is not an
  /// error.
  package var isStop: Bool {
    switch self {
    case .stopped, .cancelled: true
    default: false
    }
  }

  /// Whether what was to be opened is not there (ENOENT), which is another thing than that nobody
  /// may read it.
  package var isOfMissingFile: Bool {
    if case .failed(.open, _, Syscall.missing) = self { true } else { false }
  }

  /// Whether what was to be read or written is not open (EBADF).
  package var isOfClosedFile: Bool {
    if case .failed(_, _, let code) = self { code == Syscall.badDescriptor } else { false }
  }
}

extension PipeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .readerHasGone: "the program that reads the output has closed it"
    case .stopped(let signal): "stopped by \(signal)"
    case .cancelled: "cancelled"
    case .failed(.open, let name, Syscall.missing) where name.hasSuffix("/") && name != "/":
      "there is no folder \(String(name.dropLast()).shownPath)"
    case .failed(let action, let name, let code):
      "cannot \(action.rawValue) \(name.shownPath): \(Syscall.text(of: code))"
    case .silent(let name, let seconds):
      "\(name.shownPath) has sent nothing for \(seconds) s and was stopped"
    case .notAFile(let name, let kind): "\(name.shownPath) is \(kind), not a file"
    case .tooLarge(let name, let limit): "\(name.shownPath) is larger than \(Self.size(limit))"
    case .noResources(let code): "the system is out of resources: \(Syscall.text(of: code))"
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }
}

extension String {
  /// A path as messages show it: of one of more than 200 characters the start and the end, which
  /// has the file's own name.
  package var shownPath: String {
    let scalars = unicodeScalars
    guard scalars.dropFirst(200).first != nil else { return self }
    return String(scalars.prefix(99)) + "…" + String(scalars.suffix(100))
  }
}

/// The kind of file behind a descriptor.
package enum FileKind: Hashable, Sendable, CustomStringConvertible {
  case regular, pipe, socket, directory, device
  /// The descriptor is not open.
  case closed

  package var description: String {
    switch self {
    case .regular: "a regular file"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .directory: "a directory"
    case .device: "a device"
    case .closed: "closed"
    }
  }
}

/// An error of a format or a stream that may be one of the pipe beneath.
package protocol PipeCaused: Error {
  /// What failed beneath; nil where the bytes themselves are at fault.
  var pipeError: PipeError? { get }
}

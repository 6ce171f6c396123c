/// Whole files.
package enum Files {
  /// Reads a file of at most `limit` bytes.
  ///
  /// With `takesStreams` a pipe or device serves too, as in `<(command)` of a shell, and this waits
  /// for its end. Otherwise only a regular file does, and nothing blocks.
  package static func load(
    _ path: String, limit: Int, takesStreams: Bool = false
  ) throws(PipeError) -> [UInt8] {
    let file = try FileDescriptor(opening: path, isBlocking: takesStreams)
    let result = Result { () throws(PipeError) in
      if file.kind == .directory || (file.kind != .regular && !takesStreams) {
        throw PipeError.notAFile(name: path, kind: file.kind)
      }
      return try contents(of: file, limit: limit)
    }
    try file.close()
    return try result.get()
  }

  /// Reads standard input to its end, `limit` bytes at most; nothing needs to be mounted for that,
  /// as it does for the path `/dev/stdin`.
  package static func loadStandardInput(limit: Int) throws(PipeError) -> [UInt8] {
    try contents(of: .standardInput, limit: limit)
  }

  /// Whether a path is a file, and not a pipe or standard input, which give their bytes once.
  package static func canReadAgain(_ path: String) throws(PipeError) -> Bool {
    if path == "-" { return false }
    let file = try FileDescriptor(opening: path, isBlocking: false)
    let kind = file.kind
    try file.close()
    return kind == .regular || kind == .directory
  }

  /// Writes `bytes` to a file that is made, or emptied first.
  package static func write(_ bytes: [UInt8], to path: String) throws(PipeError) {
    let file = try FileDescriptor(opening: path, for: .creating)
    let result = Result { () throws(PipeError) in try file.writeFully(bytes) }
    let closing = Result { () throws(PipeError) in try file.close() }
    try result.get()
    try closing.get()
  }

  /// Gives a file another name in the same folder or file system; a file of that name is replaced.
  package static func move(_ path: String, to name: String) throws(PipeError) {
    let result = Syscall.rename(path, to: name)
    guard result >= 0 else {
      throw .failed(.write, name: name, code: Int32(truncatingIfNeeded: -result))
    }
  }

  /// Whether two paths lead to one file that is there, whatever their spelling, links followed.
  package static func areSame(_ path: String, _ other: String) -> Bool {
    guard let place = Syscall.place(of: path) else { return false }
    return place.identity == Syscall.place(of: other)?.identity
  }

  /// Whether a path leads to a folder, links followed.
  package static func isFolder(_ path: String) -> Bool {
    Syscall.place(of: path)?.kind == .directory
  }

  /// Whether a path leads to a pipe, a socket or a device, links followed.
  package static func isStream(_ path: String) -> Bool {
    switch Syscall.place(of: path)?.kind {
    case .regular, .directory, nil: false
    default: true
    }
  }

  /// The path of what links lead to, where that is there; else the path itself.
  package static func target(of path: String) -> String {
    guard Syscall.isLink(path), let real = Syscall.realPath(path) else { return path }
    return real
  }

  /// How many bytes may still be written where a file is; nil when that is not known.
  package static func freeBytes(_ path: String) -> Int? { Syscall.freeBytes(path) }

  /// Makes a folder in one that is there; one that is there already is no error.
  package static func makeFolder(_ path: String) throws(PipeError) {
    let result = Syscall.makeFolder(path)
    guard result >= 0 else {
      throw .failed(.make, name: path, code: Int32(truncatingIfNeeded: -result))
    }
    try Folders.check(path)
  }

  /// Removes a folder; one that is not empty stays, and one that is not there is no error.
  package static func removeFolder(_ path: String) { _ = Syscall.removeFolder(path) }

  /// Removes a file; one that is not there is no error.
  package static func remove(_ path: String) { _ = Syscall.removeFile(path) }

  /// When a file was last written, in nanoseconds since 1970; nil if there is none.
  package static func modificationTime(_ path: String) -> Int? { Syscall.modificationTime(path) }

  /// All bytes from here to the end, which may be nearer or farther than the size says.
  private static func contents(
    of file: FileDescriptor, limit: Int
  ) throws(PipeError) -> [UInt8] {
    let size = file.size ?? 0
    guard size <= limit else { throw .tooLarge(name: file.name, limit: limit) }
    var bytes: [UInt8] = []
    // One byte more than the size, so that the end is seen without growing.
    var step = size + 1
    while true {
      let start = bytes.count
      let room = min(step, limit - start + 1)
      bytes.append(contentsOf: repeatElement(0, count: room))
      let result = bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(PipeError) in
          try file.readFully(into: .init(rebasing: buffer[start...]))
        }
      }
      let count = try result.get()
      guard start + count <= limit else { throw .tooLarge(name: file.name, limit: limit) }
      if count < room {
        bytes.removeLast(room - count)
        return bytes
      }
      step = max(65_536, bytes.count)
    }
  }
}

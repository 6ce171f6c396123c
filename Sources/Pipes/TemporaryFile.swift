/// A file without a name, whose space is freed with this object.
///
/// It is used by one thread at a time.
package final class TemporaryFile: Sendable {
  private let file: FileDescriptor
  /// The folder on whose disk it lies.
  package let folder: String

  /// The system's folder for such files: TMPDIR, or `/tmp`.
  package static var standardFolder: String {
    guard let folder = Host.environment("TMPDIR"), !folder.isEmpty else { return "/tmp" }
    return folder
  }

  /// Makes an empty file in `folder`.
  package init(in folder: String = standardFolder) throws(PipeError) {
    let result = Syscall.makeUnnamedFile(in: folder)
    guard result >= 0 else {
      throw .failed(
        .open, name: "a temporary file in \(folder)", code: Int32(truncatingIfNeeded: -result))
    }
    file = FileDescriptor(
      Int32(truncatingIfNeeded: result), name: "a temporary file in \(folder)")
    self.folder = folder
  }

  deinit { try? file.close() }

  /// Writes all of `bytes` at byte `offset`, which may lie behind the end.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(PipeError) {
    try file.writeFully(bytes, at: offset)
  }

  /// Writes all of `bytes` at byte `offset`, which may lie behind the end.
  package func write(_ bytes: RawSpan, at offset: Int) throws(PipeError) {
    try bytes.withUnsafeBytes { (bytes) throws(PipeError) in
      try file.writeFully(bytes, at: offset)
    }
  }

  /// Fills the first `count` of `bytes` from byte `offset`, and gives the number of bytes read:
  /// fewer only at the end.
  package func read(
    _ count: Int, into bytes: inout MutableRawSpan, at offset: Int
  ) throws(PipeError) -> Int {
    try bytes.withUnsafeMutableBytes { (buffer) throws(PipeError) in
      try file.readFully(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    }
  }

  /// Fills `buffer` from byte `offset`, and gives the number of bytes read: fewer only at the end.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(PipeError) -> Int {
    try file.readFully(into: buffer, at: offset)
  }
}

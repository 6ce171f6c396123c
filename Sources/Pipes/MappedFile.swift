/// The bytes of a regular file, of which only what is read takes memory.
///
/// The file must not be truncated meanwhile: the system kills a program that reads beyond the new
/// end. Replacing the file by a new one is safe.
///
/// Unchecked: the bytes are only read.
package final class MappedFile: @unchecked Sendable {
  /// All of them, for as long as this object lives.
  package let bytes: UnsafeRawBufferPointer
  /// Holds the bytes where the system cannot map the file.
  private let copy: ZeroedMemory?

  /// Maps a file of at most `limit` bytes.
  package init(_ path: String, limit: Int) throws(PipeError) {
    let file = try FileDescriptor(opening: path, isBlocking: false)
    defer { try? file.close() }
    guard file.kind == .regular, let size = file.size else {
      throw .notAFile(name: path, kind: file.kind)
    }
    guard size <= limit else { throw .tooLarge(name: path, limit: limit) }
    if let start = Syscall.map(file.number, count: size) {
      (bytes, copy) = (UnsafeRawBufferPointer(start: start, count: size), nil)
    } else {
      let memory = ZeroedMemory(byteCount: size)
      let count = try file.readFully(into: memory.bytes, at: 0)
      bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory.bytes)[..<count])
      copy = memory
    }
  }

  deinit {
    if copy == nil, let start = bytes.baseAddress { Syscall.unmap(start, count: bytes.count) }
  }
}

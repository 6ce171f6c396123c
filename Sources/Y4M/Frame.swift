import Pipes

/// The samples of one picture, in exactly the byte order of the stream, to be written and drawn on.
///
/// One allocation holds all planes, so a frame is read and written with no copy. What several
/// threads may look at is a ``SharedFrame``.
///
/// Unchecked: a frame is owned by one thread at a time; `OrderedWorkers`, which passes frames
/// between threads, sees to that under its lock.
package final class Frame: @unchecked Sendable {
  /// What ``bytes`` hold; the same for the whole life of the frame.
  package let format: PixelFormat
  /// The payload, ``PixelFormat/frameBytes`` bytes, aligned for any sample.
  package let bytes: UnsafeMutableRawBufferPointer

  /// The format of the planes before alpha.
  let opaqueFormat: PixelFormat
  private let memory: ZeroedMemory

  /// Makes a frame whose samples are all zero; those that are never written take no memory.
  package init(_ format: PixelFormat) {
    self.format = format
    opaqueFormat = format.withoutAlpha
    memory = ZeroedMemory(byteCount: format.frameBytes)
    bytes = memory.bytes
  }

  /// Copies all samples of `other`, which has the same format.
  package func copy(from other: Frame) { copy(from: SharedFrame(other)) }

  /// Copies all samples of `other`, which has the same format.
  package func copy(from other: SharedFrame) {
    precondition(format.frameBytes == other.format.frameBytes)
    bytes.copyMemory(from: other.bytes)
  }
}

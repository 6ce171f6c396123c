/// The samples of one picture, read-only: for any number of threads, and for several frames of the
/// output.
///
/// Only ``taken(from:)`` gives write access, and only if nothing else holds the picture.
package struct SharedFrame: Sendable {
  private var frame: Frame
  private var hidesAlpha = false

  /// Shares a frame. It must not be drawn on while others read it.
  package init(_ frame: Frame) { self.frame = frame }

  /// The layout of the payload.
  package var format: PixelFormat { hidesAlpha ? frame.opaqueFormat : frame.format }

  /// The payload, ``PixelFormat/frameBytes`` bytes, aligned for any sample; valid as long as this
  /// value lives.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(frame.bytes).prefix(format.frameBytes))
  }

  /// The same picture without its alpha, which comes last; the same memory.
  package var withoutAlpha: SharedFrame {
    var seen = self
    seen.hidesAlpha = true
    return seen
  }

  /// Whether both are the same memory.
  package func isSame(as other: SharedFrame) -> Bool { frame === other.frame }

  /// The frame itself, to be drawn on, leaving `nil` in `shared`; nil while anything else holds it.
  ///
  /// Only the thread that releases shared frames may call this, so that no other thread still uses
  /// the frame.
  package static func taken(from shared: inout SharedFrame?) -> Frame? {
    guard shared?.isUnshared == true else { return nil }
    defer { shared = nil }
    return shared?.frame
  }

  /// Whether nothing else holds the picture, as far as this thread knows.
  package var isUnshared: Bool { mutating get { isKnownUniquelyReferenced(&frame) } }
}

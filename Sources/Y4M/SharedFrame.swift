/// The samples of one picture, to be looked at and no more: by however many threads at once, and by
/// several frames of the output.
///
/// There is no way from here to the samples' writing but ``taken(from:)``, which asks that nobody
/// else has the picture.
package struct SharedFrame: Sendable {
  private var frame: Frame

  /// Shares a frame. Whoever made it draws on it no more while others look at it.
  package init(_ frame: Frame) { self.frame = frame }

  /// The layout of the payload.
  package var format: PixelFormat { frame.format }

  /// The payload, ``PixelFormat/frameBytes`` bytes, aligned for any sample; valid as long as this
  /// value lives.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(frame.bytes) }

  /// Whether both are the same memory.
  package func isSame(as other: SharedFrame) -> Bool { frame === other.frame }

  /// The frame itself, to be drawn on, and `nil` left in `shared`; nil while anyone else has it.
  ///
  /// What others did with it is over then as far as this thread knows of their letting go: only the
  /// thread that lets go of shared frames may ask.
  package static func taken(from shared: inout SharedFrame?) -> Frame? {
    guard shared?.isUnshared == true else { return nil }
    defer { shared = nil }
    return shared?.frame
  }

  /// Whether nobody else has the picture, as far as this thread knows of their letting go.
  package var isUnshared: Bool { mutating get { isKnownUniquelyReferenced(&frame) } }
}

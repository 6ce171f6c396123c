import Y4M

extension Frame {
  /// The first byte; a frame is never empty.
  private var start: UnsafeMutableRawPointer { bytes.baseAddress.unsafelyUnwrapped }

  /// The samples of a plane, of the type that the frame has.
  @inline(__always)
  func samples<S: Sample>(_ layout: PlaneLayout) -> UnsafeMutablePointer<S> {
    (start + layout.offset).assumingMemoryBound(to: S.self)
  }

  /// The samples of a plane of an 8-bit frame.
  func samples8(_ layout: PlaneLayout) -> UnsafeMutablePointer<UInt8> { samples(layout) }

  /// The samples of a plane of a deeper frame.
  func samples16(_ layout: PlaneLayout) -> UnsafeMutablePointer<UInt16> { samples(layout) }
}

extension SharedFrame {
  /// The first byte; a frame is never empty.
  private var start: UnsafeRawPointer { bytes.baseAddress.unsafelyUnwrapped }

  /// The samples of a plane of an 8-bit frame.
  func samples8(_ layout: PlaneLayout) -> UnsafePointer<UInt8> {
    (start + layout.offset).assumingMemoryBound(to: UInt8.self)
  }

  /// The samples of a plane of a deeper frame.
  func samples16(_ layout: PlaneLayout) -> UnsafePointer<UInt16> {
    (start + layout.offset).assumingMemoryBound(to: UInt16.self)
  }

  /// The samples of a plane, of the type that the frame has.
  @inline(__always)
  func samples<S: Sample>(_ layout: PlaneLayout, as type: S.Type) -> UnsafePointer<S> {
    (start + layout.offset).assumingMemoryBound(to: S.self)
  }
}

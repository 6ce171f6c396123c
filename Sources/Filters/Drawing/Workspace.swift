import Y4M

/// The memory that one worker draws with: frames that are made once and used again.
///
/// Belongs to one worker; never shared.
package final class Workspace {
  private var frames: [(format: PixelFormat, level: Int, frame: Frame)] = []

  package init() {}

  /// A frame of `format` that no one else uses at this `level` of nesting; its samples are
  /// whatever was left in it.
  func frame(_ format: PixelFormat, level: Int) -> Frame {
    if let found = frames.first(where: { $0.level == level && $0.format == format }) {
      return found.frame
    }
    let frame = Frame(format)
    frames.append((format, level, frame))
    return frame
  }
}

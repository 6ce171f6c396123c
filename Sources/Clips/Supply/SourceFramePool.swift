import Y4M

/// Frames that are used again once no one has them.
///
/// A frame that is out is known to those alone that have it: the last of them gives it back, or it
/// is forgotten. All of them let go in the thread that takes frames here.
struct SourceFramePool {
  /// The frames of one format that came back.
  private struct Shelf {
    let format: PixelFormat
    var frames: [SharedFrame] = []
  }

  /// One for each format that was asked for: few, and a list of them is searched and changed
  /// without taking memory.
  private var shelves: [Shelf] = []
  /// How many frames were ever made.
  private(set) var made = 0

  /// A frame of this format that nothing else holds, with undefined contents.
  mutating func take(_ format: PixelFormat) -> Frame {
    if place(of: format) == nil { shelves.append(Shelf(format: format)) }
    // The one that came back last may still be in the cache, so it is taken first.
    while let place = place(of: format) {
      var last = shelves[place].frames.popLast()
      if last == nil { break }
      if let frame = SharedFrame.taken(from: &last) { return frame }
    }
    made += 1
    return Frame(format)
  }

  /// Takes back a frame that nothing else holds.
  mutating func give(_ frame: Frame) { give(SharedFrame(frame)) }

  /// Takes back a frame that the caller is about to release.
  fileprivate mutating func give(_ frame: SharedFrame) {
    if let place = place(of: frame.format) { shelves[place].frames.append(frame) }
  }

  private func place(of format: PixelFormat) -> Int? {
    shelves.firstIndex { $0.format == format }
  }

  /// Drops all frames of other formats; those in use live until they are released.
  mutating func prune(keeping formats: [PixelFormat]) {
    shelves.removeAll { !formats.contains($0.format) }
  }
}

extension SharedFrame {
  /// Returns the frame if nothing else holds it; the caller releases it.
  mutating func give(to pool: inout SourceFramePool) {
    if isUnshared { pool.give(self) }
  }
}

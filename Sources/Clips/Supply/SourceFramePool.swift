import Y4M

/// Frames that are used again once no one has them.
///
/// A frame that is out is known to those alone that have it: the last of them gives it back, or it
/// is forgotten. All of them let go in the thread that takes frames here.
struct SourceFramePool {
  /// Those that came back, by format; the formats are those that were asked for.
  private var frames: [PixelFormat: [SharedFrame]] = [:]
  /// How many frames were ever made.
  private(set) var made = 0

  /// A frame of this format that nobody else has, with anything in it.
  mutating func take(_ format: PixelFormat) -> Frame {
    // The one that came back last may still be in the cache, so it is taken first.
    while true {
      var last = frames[format, default: []].popLast()
      if last == nil { break }
      if let frame = SharedFrame.taken(from: &last) { return frame }
    }
    made += 1
    return Frame(format)
  }

  /// Takes back a frame that nobody else has.
  mutating func give(_ frame: Frame) { frames[frame.format]?.append(SharedFrame(frame)) }

  /// Takes back what whoever gives it is about to let go of.
  fileprivate mutating func give(_ frame: SharedFrame) { frames[frame.format]?.append(frame) }

  /// Forgets all frames of other formats; those in use live on until nobody has them.
  mutating func prune(keeping formats: [PixelFormat]) {
    frames = frames.filter { formats.contains($0.key) }
  }
}

extension SharedFrame {
  /// Gives the frame back if nobody else has it; whoever gives it lets it go.
  mutating func give(to pool: inout SourceFramePool) {
    if isUnshared { pool.give(self) }
  }
}

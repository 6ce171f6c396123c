import Y4M

/// Frames that are used again once no one has them.
///
/// A frame that is out is known to those alone that have it: the last of them gives it back, or it
/// is forgotten. All of them let go in the thread that takes frames here.
struct SourceFramePool {
  /// Those of one format that came back.
  private struct Shelf {
    let format: PixelFormat
    var frames: [SharedFrame] = []
  }

  /// One for each format that was asked for: few, and a list of them is searched and changed without
  /// taking memory.
  private var shelves: [Shelf] = []
  /// How many frames were ever made.
  private(set) var made = 0

  /// A frame of this format that nobody else has, with anything in it.
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

  /// Takes back a frame that nobody else has.
  mutating func give(_ frame: Frame) { give(SharedFrame(frame)) }

  /// Takes back what whoever gives it is about to let go of.
  fileprivate mutating func give(_ frame: SharedFrame) {
    if let place = place(of: frame.format) { shelves[place].frames.append(frame) }
  }

  private func place(of format: PixelFormat) -> Int? {
    shelves.firstIndex { $0.format == format }
  }

  /// Forgets all frames of other formats; those in use live on until nobody has them.
  mutating func prune(keeping formats: [PixelFormat]) {
    shelves.removeAll { !formats.contains($0.format) }
  }
}

extension SharedFrame {
  /// Gives the frame back if nobody else has it; whoever gives it lets it go.
  mutating func give(to pool: inout SourceFramePool) {
    if isUnshared { pool.give(self) }
  }
}

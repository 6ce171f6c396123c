import Y4M

/// Frames that are used again once no one holds them.
struct FramePool {
  private var frames: [PixelFormat: [Frame]] = [:]

  /// A frame of this format that nobody else holds, with anything in it.
  mutating func take(_ format: PixelFormat) -> Frame {
    // The one that was given out last may still be in the cache, so it is asked first.
    if let found = Self.unused(&frames[format, default: []]) { return found }
    let made = Frame(format)
    frames[format, default: []].append(made)
    return made
  }

  private static func unused(_ list: inout [Frame]) -> Frame? {
    for index in list.indices.reversed() where isKnownUniquelyReferenced(&list[index]) {
      return list[index]
    }
    return nil
  }

  /// Forgets all frames of other formats; those in use live on until nobody holds them.
  mutating func prune(keeping formats: [PixelFormat]) {
    frames = frames.filter { formats.contains($0.key) }
  }

  /// How many frames there are.
  var count: Int { frames.values.reduce(0) { $0 + $1.count } }
}

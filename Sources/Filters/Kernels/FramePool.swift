import Y4M

/// The frames that a worker draws on for a while and gives back, to be lent again.
///
/// It holds no more than twice what was ever lent at once, or a little where that is nothing: a
/// timeline whose frames take the same steps again and again allocates none, and one whose layers
/// come and go in boxes of any size keeps no box for good.
struct FramePool {
  /// What is kept however little is lent at once, in bytes.
  private static let leastBytes = 8 << 20
  /// How many shapes of clear frames are kept.
  private static let mostClear = 4

  /// The frames that no one uses, the latest used last.
  private var free: [Frame] = []
  /// The frames, free or lent, that were read as textures.
  private var textures: [(frame: Frame, texture: Texture)] = []
  /// Frames that no one writes.
  private var clear: [SharedFrame] = []
  private var freeBytes = 0
  private var lentBytes = 0
  private var mostLentBytes = 0

  /// How many frames it holds while none is lent.
  var count: Int { free.count }

  /// A frame of `format` that no one else uses until it is given back; its samples are whatever was
  /// left in it.
  mutating func take(_ format: PixelFormat) -> Frame {
    lentBytes += format.frameBytes
    mostLentBytes = max(mostLentBytes, lentBytes)
    if let place = free.lastIndex(where: { $0.format == format }) {
      freeBytes -= format.frameBytes
      return free.remove(at: place)
    }
    while !free.isEmpty, lentBytes + freeBytes > max(2 * mostLentBytes, Self.leastBytes) {
      let oldest = free.removeFirst()
      freeBytes -= oldest.format.frameBytes
      textures.removeAll { $0.frame === oldest }
    }
    return Frame(format)
  }

  mutating func giveBack(_ frame: Frame) {
    lentBytes -= frame.format.frameBytes
    freeBytes += frame.format.frameBytes
    free.append(frame)
  }

  /// A lent frame as a texture, which is the same one each time.
  mutating func texture(of frame: Frame) -> Texture {
    if let known = textures.first(where: { $0.frame === frame }) { return known.texture }
    let made = Texture(viewing: frame)
    textures.append((frame, made))
    return made
  }

  /// A frame whose samples are all zero, for any number of readers; it takes no memory.
  mutating func clear(_ format: PixelFormat) -> SharedFrame {
    if let known = clear.first(where: { $0.format == format }) { return known }
    if clear.count == Self.mostClear { clear.removeFirst() }
    let made = SharedFrame(Frame(format))
    clear.append(made)
    return made
  }
}

import Y4M

extension Frame {
  /// Fills a plane with one value, given in picture units: all of it, or a box of its samples.
  func fill(plane: Int, units: UInt16, _ box: Box? = nil) {
    let layout = format.planes[plane]
    let box = box ?? layout.box
    func fill<S: Sample>(_ samples: UnsafeMutablePointer<S>, _ sample: UInt32) {
      for y in box.y..<box.maxY {
        (samples + (y * layout.width + box.x))
          .update(repeating: S(truncatingIfNeeded: sample), count: box.width)
      }
    }
    if format.depth == 8 {
      fill(samples8(layout), min((UInt32(units) + 128) >> 8, 255))
    } else {
      let shift = UInt32(16 - format.depth)
      let half = shift == 0 ? 0 : UInt32(1) << (shift - 1)
      fill(samples16(layout), min((UInt32(units) + half) >> shift, UInt32(format.peak)))
    }
  }
}

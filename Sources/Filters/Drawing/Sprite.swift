import Y4M

/// One plane of a sprite: what to add to the samples under it and how much of them to keep.
///
/// For 8-bit streams `add` is a code value times 256 and `keep` runs from 0 to 256; for deeper ones
/// `add` is in picture units and `keep` runs from 0 to 65,535. Both are chosen so that a sample
/// under a transparent place keeps its exact value.
final class SpritePlane: @unchecked Sendable {
  /// The plane's samples that the sprite touches, before it is placed.
  let box: Box
  let add: Samples16
  let keep: Samples16
  /// The columns of each row that are not wholly transparent, from the box's left edge; all of them
  /// until ``trim(whole:)``.
  private(set) var spans: [Range<Int>]

  init(box: Box, keep: Samples16? = nil) {
    self.box = box
    add = Samples16(count: box.width * box.height)
    self.keep = keep ?? Samples16(count: box.width * box.height)
    spans = Array(repeating: 0..<box.width, count: box.height)
  }

  /// Finds the transparent ends of every row, which then cost nothing; `whole` is the `keep` that
  /// keeps a sample as it is.
  func trim(whole: UInt16) {
    for y in 0..<box.height {
      let row = keep.base + y * box.width
      var first = 0
      var end = box.width
      while first < end, row[first] == whole { first += 1 }
      while end > first, row[end - 1] == whole { end -= 1 }
      spans[y] = first..<end
    }
  }
}

/// A picture made ready for the planes of one format: resampled, premultiplied, subsampled.
///
/// Drawing it is one multiply and one add a sample. A sprite is made for a place modulo the chroma
/// cell and may be drawn moved by whole cells.
final class Sprite: @unchecked Sendable {
  /// A plane of the sprite for each plane of the format, in order; nil where nothing is touched.
  let planes: [SpritePlane?]

  init(planes: [SpritePlane?]) { self.planes = planes }

  /// The bytes it takes.
  var byteCount: Int {
    planes.reduce(0) { $0 + 4 * ($1?.add.count ?? 0) }
  }
}

/// Turns premultiplied picture units into what a sprite's plane holds.
struct SpriteEncoder {
  let depth: Int
  let peak: Int

  /// - Parameters:
  ///   - depth: the depth of the frames that are drawn on.
  ///   - peak: the largest picture unit of the stream.
  init(depth: Int, peak: Int) {
    self.depth = depth
    self.peak = peak
  }

  /// The `keep` of a transparent place.
  var whole: UInt16 { depth == 8 ? 256 : 65535 }

  /// Writes `count` samples of alpha `a` to `keep`.
  func encodeKeep(
    _ a: UnsafeMutablePointer<UInt16>, to keep: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if depth == 8 {
      for x in 0..<count {
        let alpha = UInt32(a[x]) &+ UInt32(a[x] &>> 15)
        keep[x] = 256 &- UInt16(truncatingIfNeeded: (alpha &+ 128) &>> 8)
      }
    } else {
      for x in 0..<count { keep[x] = 65535 &- a[x] }
    }
  }

  /// Writes `count` samples of one channel to `add`, no more than the coverage in `keep` allows:
  /// interpolation may overshoot, and what is added to what is kept must fit the sample.
  func encodeAdd(
    _ channel: UnsafeMutablePointer<UInt16>, keep: UnsafeMutablePointer<UInt16>,
    to add: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if depth == 8 {
      for x in 0..<count { add[x] = min(channel[x], (256 &- keep[x]) &* 255) }
    } else {
      let peak = UInt32(self.peak)
      for x in 0..<count {
        let alpha = 65535 &- UInt32(keep[x])
        let most = ((alpha &+ alpha &>> 15) &* peak) &>> 16
        add[x] = UInt16(truncatingIfNeeded: min(UInt32(channel[x]), most))
      }
    }
  }

  /// Writes `count` samples of alpha `a` to `add`, for a plane that holds alpha itself.
  func encodeAlpha(
    keep: UnsafeMutablePointer<UInt16>, to add: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if depth == 8 {
      for x in 0..<count { add[x] = (256 &- keep[x]) &* 255 }
    } else {
      for x in 0..<count { add[x] = 65535 &- keep[x] }
    }
  }
}

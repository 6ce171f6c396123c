import Y4M

/// One plane of a sprite: what to add to the samples under it and how much of them to keep.
///
/// For 8-bit streams `add` is a code value times 256 and `keep` runs from 0 to 256; for deeper ones
/// `add` is in picture units and `keep` runs from 0 to 65,535. Both are chosen so that a sample
/// under a transparent place keeps its exact value. A plane lies in its sprite's memory.
struct SpritePlane {
  /// The plane's samples that the sprite touches, before it is placed.
  let box: Box
  let add: UnsafeMutablePointer<UInt16>
  let keep: UnsafeMutablePointer<UInt16>
  /// What is to be drawn of it, row by row; planes that share a `keep` share it.
  var runs = SpriteRuns()
  /// The finished samples of the runs that have some.
  var finished: UnsafeMutableRawPointer?
}

/// A picture made ready for the planes of one format: resampled, premultiplied, subsampled.
///
/// Drawing it is one multiply and one add a sample. A sprite is made for a place modulo the chroma
/// cell and may be drawn moved by whole cells.
///
/// Unchecked: it is written by one owner and then only read; when no one draws it any more, its
/// memory may be used for another.
final class Sprite: @unchecked Sendable {
  /// A plane of the sprite for each plane of the format, in order; nil where nothing is touched.
  private(set) var planes: [SpritePlane?] = []
  /// Holds all samples; given back when the sprite is made anew.
  private let memory = Scratch(leastBlock: 0)

  /// Forgets what the sprite holds, for frames of `planeCount` planes.
  func clear(planeCount: Int) {
    memory.giveBackAll()
    planes.removeAll(keepingCapacity: true)
    for _ in 0..<planeCount { planes.append(nil) }
  }

  /// Adds a plane whose samples are yet to be written, perhaps with the `keep` of another.
  func addPlane(_ index: Int, box: Box, sharing other: SpritePlane? = nil) -> SpritePlane {
    let count = box.width * box.height
    let plane = SpritePlane(
      box: box, add: memory.take(UInt16.self, count),
      keep: other?.keep ?? memory.take(UInt16.self, count))
    planes[index] = plane
    return plane
  }

  /// Finds what of the planes is transparent and what is opaque, once all samples are written.
  ///
  /// - Parameters:
  ///   - keepsFinished: whether the samples of opaque runs are kept as they are to be seen, which
  ///     pays when the sprite is drawn more than once.
  ///   - scratch: memory for the length of the call.
  func findRuns(depth: Int, keepsFinished: Bool, _ scratch: Scratch) {
    for index in planes.indices {
      guard var plane = planes[index] else { continue }
      let sharing = planes[..<index].first { $0?.keep == plane.keep }
      if case .some(.some(let other)) = sharing {
        plane.runs = other.runs
      } else {
        plane.runs = SpriteRuns(
          plane, whole: depth == 8 ? 256 : 65535, isFinished: keepsFinished, memory, scratch)
      }
      if plane.runs.finishedCount > 0 {
        let bytes = plane.runs.finishedCount * (depth == 8 ? 1 : 2)
        let finished = UnsafeMutableRawPointer(memory.take(UInt8.self, bytes))
        plane.runs.finish(plane, depth: depth, to: finished)
        plane.finished = finished
      }
      planes[index] = plane
    }
  }

  /// The bytes it takes.
  var byteCount: Int { memory.byteCount }
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

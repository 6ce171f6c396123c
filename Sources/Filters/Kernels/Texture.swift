import Bytes
import Y4M

/// Sixteen-bit samples in memory of their own, not zeroed.
///
/// Unchecked: they are written by the thread that made them, and then only read.
final class Samples16: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt16>
  let count: Int

  init(count: Int) {
    self.count = count
    base = .allocate(capacity: max(1, count))
  }

  deinit { base.deallocate() }
}

/// A premultiplied picture held in memory: four planes at full resolution, in picture units.
///
/// Unchecked: it is written by the thread that made it, and then only read.
final class Texture: RowSource, @unchecked Sendable {
  let width: Int
  let height: Int
  private let base: UnsafeMutablePointer<UInt16>
  private let owner: AnyObject
  /// Whether the texture is drawn again and again, so that smaller ones made of it are worth it.
  let keepsHalf: Bool
  private let half = Mutex<Texture?>(nil)

  /// Makes a texture whose samples are yet to be written.
  init(width: Int, height: Int, keepsHalf: Bool = false) {
    let samples = Samples16(count: 4 * width * height)
    self.width = width
    self.height = height
    base = samples.base
    owner = samples
    self.keepsHalf = keepsHalf
  }

  /// Sees a 16-bit 4:4:4 frame with alpha as a texture, with no copy. Only the part of it that was
  /// drawn means anything, and only for now, so nothing is made of the whole.
  init(viewing frame: Frame) {
    width = frame.format.width
    height = frame.format.height
    base = frame.samples16(frame.format.planes[0])
    owner = frame
    keepsHalf = false
  }

  /// Renders all of `source`, to be kept.
  convenience init(_ source: some RowSource) {
    self.init(width: source.width, height: source.height, keepsHalf: true)
    for y in 0..<height { source.fill(row(y), y: y, columns: 0..<width) }
  }

  /// The bytes it takes, with its halves.
  var byteCount: Int { 32 * width * height / 3 }

  var texture: Texture? { self }

  /// The texture at half its size, each sample the mean of four (at odd ends of those there are),
  /// made once.
  var halved: Texture {
    half.withLock { half in
      if let half { return half }
      let made = Texture(width: (width + 1) / 2, height: (height + 1) / 2, keepsHalf: true)
      fillHalf(made)
      half = made
      return made
    }
  }

  private func fillHalf(_ made: Texture) {
    for index in 0..<4 {
      for y in 0..<made.height {
        let upper = plane(index) + 2 * y * width
        let lower = 2 * y + 1 < height ? upper + width : upper
        let target = made.plane(index) + y * made.width
        for x in 0..<width / 2 {
          let sum =
            UInt32(upper[2 &* x]) &+ UInt32(upper[2 &* x &+ 1]) &+ UInt32(lower[2 &* x])
            &+ UInt32(lower[2 &* x &+ 1])
          target[x] = UInt16(truncatingIfNeeded: (sum &+ 2) &>> 2)
        }
        if width % 2 == 1 {
          let sum = UInt32(upper[width - 1]) &+ UInt32(lower[width - 1])
          target[made.width - 1] = UInt16(truncatingIfNeeded: (sum &+ 1) &>> 1)
        }
      }
    }
  }

  /// The plane of Y (0), Cb (1), Cr (2) or alpha (3).
  func plane(_ index: Int) -> UnsafeMutablePointer<UInt16> { base + index * width * height }

  /// The samples of row `y`.
  func row(_ y: Int) -> PictureRow {
    let start = y * width
    return PictureRow(
      y: plane(0) + start, u: plane(1) + start, v: plane(2) + start, a: plane(3) + start)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    let from = self.row(y)
    let (first, count) = (columns.lowerBound, columns.count)
    (row.y + first).update(from: from.y + first, count: count)
    (row.u + first).update(from: from.u + first, count: count)
    (row.v + first).update(from: from.v + first, count: count)
    (row.a + first).update(from: from.a + first, count: count)
  }
}

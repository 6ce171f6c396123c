import Geometry

/// Some channels of a picture side by side, as a warp reads them: two of luma (Y, alpha), four of
/// chroma (Cb, Cr, alpha, nothing) or all four a sample, in picture units.
///
/// They are `Float`, in which sixteen-bit samples are exact. The edge is repeated outwards for
/// ``border`` samples, so that no reader asks where the picture ends.
struct Texels {
  /// Repeated samples on each side: enough for the four samples of a curve.
  static let border = 3

  let width: Int
  let height: Int
  /// Channels of a sample, with those that are not used.
  let lanes: Int
  /// The channels that are used.
  let channels: Channels
  /// From one row to the next, in numbers.
  let stride: Int
  /// The first channel of the first sample.
  let start: UnsafeMutablePointer<Float>

  /// Makes texels whose samples are yet to be written, row by row, in memory from `scratch`.
  init(width: Int, height: Int, channels: Channels, _ scratch: Scratch) {
    self.width = width
    self.height = height
    self.channels = channels
    lanes = channels.count <= 2 ? 2 : 4
    let border = Self.border
    stride = (width + 2 * border) * lanes
    let base = scratch.take(Float.self, stride * (height + 2 * border))
    start = base + border * stride + border * lanes
  }

  /// Writes row `y` from a pointer a channel.
  func write(_ samples: ChannelRows, y: Int) {
    let row = start + y &* stride
    if lanes == 2 {
      let (first, second) = (samples[0], samples[samples.count - 1])
      for x in 0..<width {
        row[2 &* x] = Float(first[x])
        row[2 &* x &+ 1] = Float(second[x])
      }
    } else {
      let (first, second, third) = (samples[0], samples[1], samples[2])
      let last = samples[samples.count - 1]
      let share: Float = samples.count > 3 ? 1 : 0
      for x in 0..<width {
        row[4 &* x] = Float(first[x])
        row[4 &* x &+ 1] = Float(second[x])
        row[4 &* x &+ 2] = Float(third[x])
        row[4 &* x &+ 3] = Float(last[x]) * share
      }
    }
    closeRow(y)
  }

  /// Repeats the first and the last sample of row `y` outwards.
  func closeRow(_ y: Int) {
    let row = start + y &* stride
    for step in 1...Self.border {
      (row - step * lanes).update(from: row, count: lanes)
      (row + (width - 1 + step) * lanes).update(from: row + (width - 1) * lanes, count: lanes)
    }
  }

  /// Repeats the first and the last row outwards; called when all rows are written.
  func closeEdges() {
    let first = start - Self.border * lanes
    let last = first + (height - 1) * stride
    for step in 1...Self.border {
      (first - step * stride).update(from: first, count: stride)
      (last + step * stride).update(from: last, count: stride)
    }
  }
}

extension Texture {
  /// `channels` of the part `domain`, made no larger than it is drawn at these scales, with the map
  /// from their coordinates to this texture's.
  func texels(
    of channels: Channels, for domain: Placement.Domain, scaleX: Double, scaleY: Double,
    sampling: Sampling, _ scratch: Scratch
  ) -> (Texels, Affine) {
    // The exact mean of halves is kept where it serves again; a hair of tolerance, for scales are
    // lengths of turned sides.
    if keepsHalf, max(scaleX, scaleY) <= 0.5 + 1e-6, width > 1, height > 1, sampling != .nearest {
      let (texels, map) = halved.texels(
        of: channels, for: domain.scaled(x: 0.5, y: 0.5), scaleX: 2 * scaleX, scaleY: 2 * scaleY,
        sampling: sampling, scratch)
      return (texels, Affine.scale(2, 2).after(map))
    }
    let (spanX, spanY) = (domain.right - domain.left, domain.bottom - domain.top)
    func size(_ span: Double, _ scale: Double) -> Int {
      max(1, Int((span * min(scale, 1)).rounded(.up)))
    }
    let (newWidth, newHeight) = (size(spanX, scaleX), size(spanY, scaleY))
    let texels = Texels(width: newWidth, height: newHeight, channels: channels, scratch)
    defer { texels.closeEdges() }
    let isWhole =
      domain.left == 0 && domain.top == 0 && domain.right == Double(width)
      && domain.bottom == Double(height)
    if isWhole, newWidth == width, newHeight == height {
      for y in 0..<height {
        texels.write(channels.rows(of: plane(0) + y * width, stride: width * height), y: y)
      }
      return (texels, .identity)
    }
    let (toX, toY) = (Double(newWidth) / spanX, Double(newHeight) / spanY)
    texels.resample(
      self,
      across: Axis(
        domain: domain.x, scale: toX, offset: -domain.left * toX, limit: 0..<newWidth,
        sampling: sampling, scratch: scratch),
      down: Axis(
        domain: domain.y, scale: toY, offset: -domain.top * toY, limit: 0..<newHeight,
        sampling: sampling, scratch: scratch), scratch)
    return (texels, Affine(a: 1 / toX, b: 0, c: 0, d: 1 / toY, tx: domain.left, ty: domain.top))
  }
}

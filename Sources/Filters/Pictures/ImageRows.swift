import Images
import Y4M

/// The rows of a decoded image, converted to the stream's colours as they are asked for.
struct ImageRows: RowSource {
  private let picture: Picture
  private let coding: ColorCoding
  private let isOpaque: Bool
  /// What brings colours of the picture into the stream; nil where they are as they are.
  private let graphics: GraphicsConversion?

  /// - Parameter isOpaque: whether the picture is known to be opaque, which is quicker.
  init(_ picture: Picture, coding: ColorCoding, isOpaque: Bool = false) {
    self.picture = picture
    self.coding = coding
    self.isOpaque = isOpaque
    graphics = picture.keepsLight ? nil : coding.graphics
  }

  var width: Int { picture.width }
  var height: Int { picture.height }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    fill(row, y: y, columns: columns, .all)
  }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
    let start = 4 * (y * picture.width + columns.lowerBound)
    let part = start..<start + 4 * columns.count
    let target = row.shifted(by: columns.lowerBound)
    switch picture.samples {
    case .eight(let samples):
      samples.withUnsafeBufferPointer {
        let pixels = UnsafeBufferPointer(rebasing: $0[part])
        if let graphics {
          return convert(pixels, scale: 257, by: graphics, to: target, channels)
        }
        if isOpaque { return convertOpaque(pixels, to: target, channels) }
        convert(pixels, scale: 257, to: target, channels)
      }
    case .sixteen(let samples):
      samples.withUnsafeBufferPointer {
        let pixels = UnsafeBufferPointer(rebasing: $0[part])
        if let graphics {
          return convert(pixels, scale: 1, by: graphics, to: target, channels)
        }
        convert(pixels, scale: 1, to: target, channels)
      }
    }
  }

  /// Converts straight RGBA of sRGB, some pixels at a time, so that what lies between needs no
  /// memory but the stack.
  private func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<S>, scale: Int, by graphics: GraphicsConversion,
    to row: PictureRow, _ channels: Channels
  ) {
    let part = 4 * 64
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: part) { colors in
      for start in stride(from: 0, to: samples.count, by: part) {
        let count = min(part, samples.count - start)
        graphics.convert(
          UnsafeBufferPointer(rebasing: samples[start..<start + count]), scale: scale, to: colors)
        convert(
          UnsafeBufferPointer(rebasing: colors[..<count]), scale: 1, to: row.shifted(by: start / 4),
          channels)
      }
    }
  }

  /// Converts opaque RGBA of 8 bits, channel by channel.
  private func convertOpaque(
    _ samples: UnsafeBufferPointer<UInt8>, to row: PictureRow, _ channels: Channels
  ) {
    guard let pixels = samples.baseAddress else { return }
    let count = samples.count / 4
    row.a.update(repeating: 65535, count: count)
    if channels != .chroma { coding.convert(pixels, channel: 0, to: row.y, count: count) }
    if channels == .chroma || channels == .all {
      coding.convert(pixels, channel: 1, to: row.u, count: count)
      coding.convert(pixels, channel: 2, to: row.v, count: count)
    }
  }

  /// Converts straight RGBA, channel by channel.
  @inline(__always)
  private func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<S>, scale: Int, to row: PictureRow, _ channels: Channels
  ) {
    for x in 0..<samples.count / 4 {
      row.a[x] = UInt16(truncatingIfNeeded: Int(samples[4 &* x &+ 3]) &* scale)
    }
    if channels != .chroma {
      convert(samples, scale: scale, coding.channel(0), alpha: row.a, to: row.y)
    }
    if channels == .chroma || channels == .all {
      convert(samples, scale: scale, coding.channel(1), alpha: row.a, to: row.u)
      convert(samples, scale: scale, coding.channel(2), alpha: row.a, to: row.v)
    }
  }

  /// Writes one channel, premultiplied with the exact alpha before anything is rounded.
  @inline(__always)
  private func convert<S: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<S>, scale: Int, _ channel: ColorCoding.Channel,
    alpha: UnsafeMutablePointer<UInt16>, to row: UnsafeMutablePointer<UInt16>
  ) {
    for x in 0..<samples.count / 4 {
      let whole = Int(alpha[x])
      if whole == 0 {
        row[x] = 0
        continue
      }
      let r = Int(samples[4 &* x]) &* scale
      let g = Int(samples[4 &* x &+ 1]) &* scale
      let b = Int(samples[4 &* x &+ 2]) &* scale
      let weight = whole &+ whole &>> 15
      row[x] = UInt16(truncatingIfNeeded: (channel(r, g, b) &* weight &+ 1 &<< 31) &>> 32)
    }
  }

  /// Writes an opaque picture to a frame without alpha, in picture units of 16 bits; a smaller one
  /// holds means.
  func fill(_ frame: Frame, _ workspace: Workspace) {
    let isWhole = frame.format.width == width && frame.format.height == height
    for (index, layout) in frame.format.planes.enumerated() {
      switch frame.format.roles[index] {
      case .luma where isWhole: copyLuma(to: frame.samples16(layout), workspace)
      case .luma: reduce(.luma, to: [layout], of: frame, workspace)
      // Both planes at once.
      case .blue:
        reduce(.chroma, to: Array(frame.format.planes[index..<index + 2]), of: frame, workspace)
      case .red, .alpha: break
      }
    }
  }

  private func copyLuma(to samples: UnsafeMutablePointer<UInt16>, _ workspace: Workspace) {
    let width = width
    workspace.split(0..<height, least: Workspace.leastRows(width: width)) { rows, scratch in
      let alpha = scratch.take(UInt16.self, width)
      for y in rows {
        let start = samples + y * width
        fill(PictureRow(y: start, u: start, v: start, a: alpha), y: y, columns: 0..<width, .luma)
      }
    }
  }

  /// Writes planes that are smaller than the picture, or chroma; their layouts differ in place
  /// alone.
  private func reduce(
    _ channels: Channels, to layouts: [PlaneLayout], of frame: Frame, _ workspace: Workspace
  ) {
    let (scratch, format, layout) = (workspace.scratch, frame.format, layouts[0])
    scratch.scope {
      let map = layout.map.after(
        .scale(Double(format.width) / Double(width), Double(format.height) / Double(height)))
      let visible = layout.extent(of: Box(x: 0, y: 0, width: format.width, height: format.height))
      let resize = Resize(
        source: self, channels: channels,
        across: Axis(
          domain: 0..<Double(width), scale: map.a, offset: map.tx, limit: 0..<layout.width,
          visible: visible.x, sampling: .bicubic, scratch: scratch),
        down: Axis(
          domain: 0..<Double(height), scale: map.d, offset: map.ty, limit: 0..<layout.height,
          visible: visible.y, sampling: .bicubic, scratch: scratch))
      let part = resize.box
      let least = max(16, Workspace.leastRows(width: part.width))
      workspace.split(part.y..<part.maxY, least: least) { rows, scratch in
        resize.run(scratch, rows: rows) { row, made in
          for (plane, layout) in layouts.enumerated() {
            (frame.samples16(layout) + row * layout.width + part.x)
              .update(from: made[plane], count: part.width)
          }
        }
      }
    }
  }
}

import Bytes
import Images
import Timeline
import Y4M

/// Channels of a picture that is stretched to a frame, at the places of the frame's planes.
struct PicturePlanes: Sendable {
  /// 0 to 65,535, one channel after the other, once for each shape of plane.
  private var parts: [(layout: PlaneLayout, samples: Samples16)] = []

  /// - Parameters:
  ///   - channels: how many of the rows' channels count, 1 to 3.
  ///   - other: other places that are needed.
  init(
    _ rows: some RowSource, channels: Int, of format: PixelFormat, and other: PlaneLayout? = nil
  ) {
    for layout in format.planes + [other].compactMap(\.self) where samples(of: layout) == nil {
      parts.append((layout, Self.samples(rows, channels, layout, of: format)))
    }
  }

  /// - Parameters:
  ///   - other: other places that are needed.
  ///   - fill: writes the channels at the places of a plane.
  init(
    channels: Int, of format: PixelFormat, and other: PlaneLayout? = nil,
    fill: (PlaneLayout, Samples16) -> Void
  ) {
    for layout in format.planes + [other].compactMap(\.self) where samples(of: layout) == nil {
      let samples = Samples16(count: channels * layout.width * layout.height)
      fill(layout, samples)
      parts.append((layout, samples))
    }
  }

  /// The channels at the places of `layout`.
  func samples(of layout: PlaneLayout) -> Samples16? {
    parts.first { $0.layout.map == layout.map }?.samples
  }

  private static func samples(
    _ rows: some RowSource, _ channels: Int, _ layout: PlaneLayout, of format: PixelFormat
  ) -> Samples16 {
    let size = layout.width * layout.height
    let samples = Samples16(count: channels * size)
    samples.base.update(repeating: 0, count: samples.count)
    let (width, height) = (Double(rows.width), Double(rows.height))
    let map = layout.map.after(
      .scale(Double(format.width) / width, Double(format.height) / height))
    // Made smaller, the mean over a sample's footprint.
    let resize = Resize(
      source: rows, channels: channels == 1 ? .single : .all,
      across: Axis(
        domain: 0..<width, scale: map.a, offset: map.tx, limit: 0..<layout.width,
        sampling: .bilinear),
      down: Axis(
        domain: 0..<height, scale: map.d, offset: map.ty, limit: 0..<layout.height,
        sampling: .bilinear))
    resize.run { row, made in
      for channel in 0..<channels {
        (samples.base + channel * size + row * layout.width + resize.across.first).update(
          from: made[channel], count: resize.across.count)
      }
    }
    return samples
  }
}

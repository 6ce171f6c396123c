import Colors
import Y4M

/// Reads rows of a layer that was drawn apart, as straight colours and what they cover, of 16 bits;
/// where light is mixed, as the roots of light.
struct LayerBytes {
  typealias Shares = UnsafePointer<UInt16>

  /// A row from the layer's first column on; without a cover, all of it is covered.
  struct Row {
    let red: ByteBlending.Channel
    let green: ByteBlending.Channel
    let blue: ByteBlending.Channel
    let cover: Shares?
  }

  private let layer: PlacedLayer
  /// Whether roots of light are meant, and not code values.
  private let isLight: Bool
  /// For layers that are premultiplied, or are scattered.
  private let rows: LayerRows?
  /// What is read of those, and what is left of the cover of others.
  private let lines: [UnsafeMutablePointer<UInt16>]

  init(_ layer: PlacedLayer, _ blending: Blending, _ scratch: Scratch) {
    self.layer = layer
    isLight = blending.coding.mixing != nil
    let count = layer.box.width
    let isDirect = layer.isStraight && blending.mode != .dissolve
    rows =
      isDirect ? nil : LayerRows(layer, blending, layer.box.x..<layer.box.maxX, scratch)
    lines = (0..<4).map { _ in
      scratch.take(UInt16.self, count + BlendedColors.lanes)
    }
  }

  /// Covers of all of a row.
  var whole: Shares {
    lines[3].update(repeating: 65535, count: layer.box.width)
    return Shares(lines[3])
  }

  /// Reads a row of the canvas; nil where nothing of it is seen.
  func read(_ y: Int) -> Row? {
    guard let rows else { return readStraight(y) }
    guard rows.read(y) else { return nil }
    let colors = rows.row.colors
    for (line, source) in zip(lines, colors.channels) {
      if isLight { Self.takeRoots(source, layer.box.width) }
      Self.convert(source, to: line, count: layer.box.width)
    }
    Self.convert(rows.row.cover, to: lines[3], count: layer.box.width)
    return Row(
      red: .shares(lines[0]), green: .shares(lines[1]), blue: .shares(lines[2]), cover: lines[3])
  }

  private func readStraight(_ y: Int) -> Row? {
    let format = layer.frame.format
    let start = (y - layer.y) * format.width + layer.box.x - layer.x
    let (row, count) = (y - layer.y, layer.box.width)
    let known = layer.covers.indices.contains(row) ? layer.covers[row] : nil
    if known == .nothing { return nil }
    func channel(_ plane: Int) -> ByteBlending.Channel {
      let layout = format.planes[plane]
      return format.depth > 8
        ? .shares(layer.frame.samples16(layout) + start)
        : .bytes(layer.frame.samples8(layout) + start)
    }
    var cover: Shares?
    if known != .all || layer.opacity < 65535 {
      let alpha = shares(of: channel(3), count)
      let extent = known ?? RowExtent(alpha, count: count)
      if extent == .nothing { return nil }
      if extent == .part { cover = alpha }
      if layer.opacity < 65535 {
        Self.scale(alpha, layer.opacity, to: lines[3], count: count)
        cover = Shares(lines[3])
      }
    }
    return Row(red: channel(0), green: channel(1), blue: channel(2), cover: cover)
  }

  /// What a row covers as numbers of 16 bits.
  private func shares(of channel: ByteBlending.Channel, _ count: Int) -> Shares {
    switch channel {
    case .shares(let samples): return samples
    case .bytes(let samples):
      Self.widen(samples, to: lines[3], count: count)
      return Shares(lines[3])
    }
  }

  private static func widen(
    _ samples: UnsafePointer<UInt8>, to line: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for x in 0..<count { line[x] = UInt16(samples[x]) &* PlacedLayer.step }
  }

  private static func scale(
    _ samples: Shares, _ opacity: UInt16, to line: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let opacity = UInt32(opacity)
    for x in 0..<count {
      let product = UInt32(samples[x]) &* opacity &+ 32768
      line[x] = UInt16(truncatingIfNeeded: (product &+ product &>> 16) &>> 16)
    }
  }

  private static func takeRoots(_ line: UnsafeMutablePointer<Float>, _ count: Int) {
    var x = 0
    while x < count {
      (line + x).store(line.lanes(x).atLeast(0).squareRoot())
      x &+= BlendedColors.lanes
    }
  }

  private static func convert(
    _ source: UnsafeMutablePointer<Float>, to line: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for x in 0..<count {
      // Adding 2^23 leaves the nearest whole number in the low bits.
      let value = min(max(source[x], 0), 1) * 65535 + 8_388_608
      line[x] = UInt16(truncatingIfNeeded: value.bitPattern)
    }
  }
}

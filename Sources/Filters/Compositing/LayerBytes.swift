import Colors
import Y4M

/// Reads rows of a layer that was drawn apart, as straight colours and what they cover, of 16 bits;
/// where light is mixed, as the roots of light.
struct LayerBytes {
  typealias Shares = UnsafePointer<UInt16>

  /// A row from the layer's first column on; without a cover, all of it is covered.
  struct Row {
    let red: Shares
    let green: Shares
    let blue: Shares
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
    return Row(red: lines[0], green: lines[1], blue: lines[2], cover: lines[3])
  }

  private func readStraight(_ y: Int) -> Row? {
    let format = layer.frame.format
    let start = (y - layer.y) * format.width + layer.box.x - layer.x
    func samples(_ plane: Int) -> UnsafeMutablePointer<UInt16> {
      layer.frame.samples16(format.planes[plane]) + start
    }
    let (alpha, count) = (samples(3), layer.box.width)
    let row = y - layer.y
    let extent =
      layer.covers.indices.contains(row) ? layer.covers[row] : RowExtent(alpha, count: count)
    guard extent != .nothing else { return nil }
    var cover: Shares? = extent == .all ? nil : Shares(alpha)
    if layer.opacity < 65535 {
      Self.scale(alpha, layer.opacity, to: lines[3], count: count)
      cover = Shares(lines[3])
    }
    return Row(red: samples(0), green: samples(1), blue: samples(2), cover: cover)
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

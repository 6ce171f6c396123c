import Colors
import Y4M

/// Reads rows of a layer that was drawn apart, as straight colours and what they cover.
struct LayerRows {
  typealias Line = UnsafeMutablePointer<Float>

  private let layer: PlacedLayer
  private let coding: RGBCoding
  private let light: LightCurve?
  private let dissolve: NoiseHash?
  private let columns: Range<Int>
  /// What was read last; beyond the layer's box it covers nothing.
  let row: LayerRow

  /// - Parameter columns: the samples of the canvas that are read.
  init(_ layer: PlacedLayer, _ blending: Blending, _ columns: Range<Int>, _ scratch: Scratch) {
    self.layer = layer
    self.columns = columns
    coding = RGBCoding(blending.coding, depth: layer.frame.format.depth)
    light = blending.coding.mixing
    dissolve = blending.mode == .dissolve ? NoiseHash(seed: 1) : nil
    row = LayerRow(
      colors: RGBRow(padded: columns.count, scratch),
      cover: scratch.take(Float.self, columns.count + BlendedColors.lanes))
    for line in lines { line.update(repeating: 0, count: columns.count + BlendedColors.lanes) }
  }

  private var lines: [Line] { [row.colors.red, row.colors.green, row.colors.blue, row.cover] }

  /// Reads a row of the canvas into ``row``; false where nothing of it is seen.
  func read(_ y: Int) -> Bool {
    let format = layer.frame.format
    let (first, count) = (layer.box.x - columns.lowerBound, layer.box.width)
    let start = (y - layer.y) * format.width + layer.box.x - layer.x
    func samples(_ plane: Int) -> UnsafeMutablePointer<UInt16> {
      layer.frame.samples16(format.planes[plane]) + start
    }
    guard Self.isAny(samples(3), count) else { return false }
    Self.convert(samples(0), row.colors.red + first, count)
    Self.convert(samples(1), row.colors.green + first, count)
    Self.convert(samples(2), row.colors.blue + first, count)
    Self.convert(samples(3), row.cover + first, count)
    if layer.isStraight { scale(first, count) } else { makeStraight(first, count) }
    if let light { makeLight(first, count, light) }
    // The last lanes reach beyond the box.
    for line in lines { (line + first + count).update(repeating: 0, count: BlendedColors.lanes) }
    if let dissolve { scatter(y, dissolve) }
    return true
  }

  private static func isAny(_ samples: UnsafePointer<UInt16>, _ count: Int) -> Bool {
    var any: UInt16 = 0
    for x in 0..<count { any |= samples[x] }
    return any != 0
  }

  private static func convert(_ samples: UnsafePointer<UInt16>, _ line: Line, _ count: Int) {
    for x in 0..<count { line[x] = Float(samples[x]) }
  }

  /// Brings straight samples to 0 to 1.
  private func scale(_ first: Int, _ count: Int) {
    let unit: Float = 1 / 65535
    let share = unit * Float(layer.opacity) / 65535
    for (line, factor) in zip(lines, [unit, unit, unit, share]) {
      for x in first..<first &+ count { line[x] *= factor }
    }
  }

  /// Turns premultiplied samples into straight colours.
  private func makeStraight(_ first: Int, _ count: Int) {
    let (red, green, blue) = (row.colors.red, row.colors.green, row.colors.blue)
    let share = Float(layer.opacity) / (65535 * 65535)
    var x = first
    while x < first + count {
      let alpha = row.cover.lanes(x)
      let factor = 65535 / alpha.atLeast(1)
      let colors = coding.decode(
        red.lanes(x) * factor, green.lanes(x) * factor, blue.lanes(x) * factor)
      (red + x).store(colors.red)
      (green + x).store(colors.green)
      (blue + x).store(colors.blue)
      (row.cover + x).store(alpha * share)
      x &+= BlendedColors.lanes
    }
  }

  /// Turns straight colours into light.
  private func makeLight(_ first: Int, _ count: Int, _ light: LightCurve) {
    for line in [row.colors.red, row.colors.green, row.colors.blue] {
      let line = line + first
      if layer.isStraight {
        for x in 0..<count { line[x] *= line[x] }
      } else {
        BlendedColors.settle(line, row.cover + first, count: count)
        light.decode(line, count: count)
      }
    }
  }

  /// Shows whole pixels, as many of them as the layer covers.
  private func scatter(_ y: Int, _ hash: NoiseHash) {
    let cover = row.cover
    for x in 0..<columns.count {
      let value = Float(hash(columns.lowerBound + x, y) >> 40) * (1 / 16_777_216)
      cover[x] = value < cover[x] ? 1 : 0
    }
  }
}

extension PlacedLayer {
  /// The layer with straight R'G'B' in place of premultiplied Y'CbCr, in the same memory: for one that
  /// is blended again and again. What lies beyond black and white is cut, as blending does.
  ///
  /// Where light is mixed, it is the root of the light, which has as many digits in the dark.
  func madeStraight(_ coding: ColorCoding, _ workspace: Workspace) -> PlacedLayer {
    let format = frame.format
    workspace.split(box.y..<box.maxY, least: Workspace.leastRows(width: box.width)) {
      rows, scratch in
      let reader = LayerRows(
        self, Blending(mode: .normal, coding: coding), box.x..<box.maxX, scratch)
      for y in rows where reader.read(y) {
        let start = (y - self.y) * format.width + box.x - x
        let cover = reader.row.cover
        let lines = [reader.row.colors.red, reader.row.colors.green, reader.row.colors.blue]
        for (plane, line) in lines.enumerated() {
          let samples = frame.samples16(format.planes[plane]) + start
          if coding.mixing == nil {
            BlendedColors.settle(line, cover, count: box.width)
          } else {
            for column in 0..<box.width { line[column] = Self.root(line[column]) }
          }
          for column in 0..<box.width {
            // Adding 2^23 leaves the nearest whole number in the low bits.
            let value = line[column] * 65535 + 8_388_608
            samples[column] = UInt16(truncatingIfNeeded: value.bitPattern)
          }
        }
      }
    }
    let alpha = frame.samples16(format.planes[3])
    // Of rows that lie in the box; no others are read.
    let covers = (0..<format.height).map { row -> RowExtent in
      guard (box.y..<box.maxY).contains(row + y) else { return .nothing }
      return RowExtent(alpha + (row * format.width + box.x - x), count: box.width)
    }
    return PlacedLayer(
      frame: frame, isStraight: true, opacity: opacity, x: x, y: y, box: box, covers: covers)
  }

  @inline(__always)
  private static func root(_ light: Float) -> Float { max(light, 0).squareRoot() }
}

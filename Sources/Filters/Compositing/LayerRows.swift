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
    func read<S: Sample>(
      _ samples: (PlaneLayout) -> UnsafeMutablePointer<S>, _ factor: Float
    ) -> Bool {
      guard Self.isAny(samples(format.planes[3]) + start, count) else { return false }
      for (plane, line) in lines.enumerated() {
        Self.convert(samples(format.planes[plane]) + start, line + first, count, factor)
      }
      return true
    }
    let isSeen =
      format.depth == 8
      ? read(layer.frame.samples8, Float(PlacedLayer.step)) : read(layer.frame.samples16, 1)
    guard isSeen else { return false }
    if layer.isStraight { scale(first, count) } else { makeStraight(first, count) }
    if let light { makeLight(first, count, light) }
    // The last lanes reach beyond the box.
    for line in lines { (line + first + count).update(repeating: 0, count: BlendedColors.lanes) }
    if let dissolve { scatter(y, dissolve) }
    return true
  }

  private static func isAny<S: Sample>(_ samples: UnsafePointer<S>, _ count: Int) -> Bool {
    var any: S = 0
    for x in 0..<count { any |= samples[x] }
    return any != 0
  }

  private static func convert<S: Sample>(
    _ samples: UnsafePointer<S>, _ line: Line, _ count: Int, _ factor: Float
  ) {
    for x in 0..<count { line[x] = Float(samples[x]) * factor }
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
  /// The layer with straight R'G'B' in place of premultiplied Y'CbCr, in the same memory: for one
  /// that is blended again and again. What lies beyond black and white is cut, as blending does.
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
    let narrow = coding.mixing == nil ? narrowed() : nil
    return PlacedLayer(
      frame: narrow ?? frame, isStraight: true, opacity: opacity, x: x, y: y, box: box,
      covers: covers)
  }

  /// A step of 8 bits, of 65,535.
  static var step: UInt16 { 257 }

  /// The frame in 8 bits, which are read in half the time; nil where a sample is none of 8 bits.
  private func narrowed() -> Frame? {
    let format = frame.format
    guard
      let narrow = PixelFormat(
        width: format.width, height: format.height, depth: 8, chroma: format.chroma,
        hasAlpha: format.hasAlpha, siting: format.siting)
    else { return nil }
    let target = Frame(narrow)
    for (source, layout) in zip(format.planes, narrow.planes) {
      for y in box.y - self.y..<box.maxY - self.y {
        let start = y * format.width + box.x - x
        guard
          Self.narrow(
            frame.samples16(source) + start, to: target.samples8(layout) + start, box.width)
        else { return nil }
      }
    }
    return target
  }

  /// Writes samples in 8 bits; false where one lies more than a 64th of a step from these.
  private static func narrow(
    _ samples: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Bool {
    var most: UInt16 = 0
    for x in 0..<count {
      let sample = samples[x]
      let value = (sample &- sample &>> 8 &+ 128) &>> 8
      target[x] = UInt8(truncatingIfNeeded: value)
      most = max(most, sample &- value &* step &+ 4)
    }
    return most <= 8
  }

  @inline(__always)
  private static func root(_ light: Float) -> Float { max(light, 0).squareRoot() }
}

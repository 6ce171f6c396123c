/// How a picture is broken at one moment: bands of rows, each displaced, with a block from
/// elsewhere in it, and with its colours apart.
///
/// All borders and distances are whole cells, so that samples of chroma are moved as a whole.
/// Unchecked: its bands are written as it is made, and then only read.
struct GlitchBands: ChannelShift, @unchecked Sendable {
  /// The most luma samples, across or down, that a chroma sample stands for.
  static let cell = 4

  struct Band: BitwiseCopyable {
    /// The first row.
    var top: Int
    /// How far it is displaced to the right.
    var offset = 0
    /// The columns of the block, and how much further it is displaced.
    var block = (start: 0, end: 0)
    var blockX = 0
    var blockY = 0
    /// How far red and blue lie from green, in pixels.
    var split = 0.0
  }

  private let bands: UnsafeMutablePointer<Band>
  private let count: Int
  private let height: Int
  /// The furthest that colours come apart.
  let mostSplit: Double

  /// - Parameters:
  ///   - amount: how much is broken, 0 to 1.
  ///   - blocks: how many bands there are.
  ///   - shift: the furthest that a band is displaced, in pixels.
  ///   - split: about how far colours come apart, in pixels.
  init(
    _ hash: NoiseHash, step: Int, amount: Double, blocks: Int, shift: Double, split: Double,
    width: Int, height: Int, _ scratch: Scratch
  ) {
    self.height = height
    count = min(max(blocks, 1), max(height / Self.cell, 1))
    bands = scratch.take(Band.self, count)
    // Bursts: some steps are calmer than others.
    let level = amount * (0.4 + 0.6 * hash.unit(step, 0, 0))
    let spread = split * (0.3 + 0.7 * hash.unit(step, 0, 1)) * level.squareRoot()
    var most = 0.0
    var top = 0
    for index in 0..<count {
      func unit(_ channel: Int) -> Double { hash.unit(index, step, channel) }
      func way(_ channel: Int) -> Double { 2 * unit(channel) - 1 }
      var band = Band(top: top)
      band.split = spread
      if unit(2) < 0.8 * level {
        let way = way(3)
        band.offset = Self.cells(way * way.magnitude * shift)
        if unit(4) < 0.5 { band.split *= 2 }
      }
      if unit(5) < 0.6 * level {
        let start = unit(6) * Double(width)
        let end = start + (0.06 + 0.3 * unit(7)) * Double(width)
        band.block = (Self.cells(start), Self.cells(end))
        band.blockX = Self.cells(way(8) * 2 * shift)
        band.blockY = Self.cells(way(9) * Double(height) / Double(count))
      }
      band.split = min(band.split, 1024)
      most = max(most, band.split)
      bands[index] = band
      let next = (Double(index + 1) + 0.8 * (hash.unit(index, step, 10) - 0.5)) / Double(count)
      top = max(top, Self.cells(next * Double(height)))
    }
    mostSplit = most
  }

  /// A length in whole cells.
  private static func cells(_ length: Double) -> Int {
    Int((min(max(length, -1e6), 1e6) / Double(cell)).rounded()) * cell
  }

  /// The band of a row of the picture.
  func band(at row: Int) -> Band {
    var index = min(max(row, 0) * count / height, count - 1)
    while index > 0, row < bands[index].top { index -= 1 }
    while index + 1 < count, row >= bands[index + 1].top { index += 1 }
    return bands[index]
  }

  func maps(at y: Double) -> (red: ChannelMap, blue: ChannelMap)? {
    let split = band(at: Int(y)).split
    if split == 0 { return nil }
    return (ChannelMap(offset: SIMD2(-split, 0)), ChannelMap(offset: SIMD2(split, 0)))
  }
}

/// The kernel: rows are put together from displaced pieces, and their ends are joined.
struct GlitchKernel: PlaneKernel {
  let bands: GlitchBands

  func callAsFunction<S: Sample>(_ planes: PlaneGroup<S>, box: Box, scratch: Scratch) {
    let layout = planes[0].source.layout
    let columns = box.x..<box.maxX
    for y in box.y..<box.maxY {
      let band = bands.band(at: y << layout.shiftY)
      let offset = band.offset >> layout.shiftX
      let block = (band.block.start >> layout.shiftX..<band.block.end >> layout.shiftX)
        .clamped(to: columns)
      let row = min(max(y + band.blockY >> layout.shiftY, 0), layout.height - 1)
      for plane in planes {
        let target = plane.target.row(y)
        copy(columns, of: plane.source.row(y), by: offset, to: target, width: layout.width)
        copy(
          block, of: plane.source.row(row), by: offset + band.blockX >> layout.shiftX, to: target,
          width: layout.width)
      }
    }
  }

  /// Copies a part of a row from elsewhere in a row whose ends are joined.
  private func copy<S: Sample>(
    _ part: Range<Int>, of source: UnsafePointer<S>, by offset: Int,
    to target: UnsafeMutablePointer<S>, width: Int
  ) {
    var x = part.lowerBound
    let first = (x - offset) % width
    var place = first < 0 ? first + width : first
    while x < part.upperBound {
      let count = min(part.upperBound - x, width - place)
      (target + x).update(from: source + place, count: count)
      x += count
      place = 0
    }
  }
}

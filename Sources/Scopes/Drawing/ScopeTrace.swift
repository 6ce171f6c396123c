import Bytes

/// How bright the traces of a waveform and of a vectorscope are.
///
/// A trace's brightness is the logarithm of how many samples a pixel stands for, as that of a
/// phosphor seems to be: single samples are seen, and crowds still differ.
struct ScopeTrace {
  let width: Int
  let height: Int
  /// Row by row from the top, from 0 to 1.
  private(set) var brightness: [Float]

  /// How often a level has to stand in a column, beside being spread evenly over all of them, to be
  /// as bright as can be, and how much brighter than in proportion little ones are.
  private static let (most, gain) = (16.0, 2.0)

  /// The waveform of a channel.
  init(_ wave: WaveCounts, _ axis: ScopeAxis, width: Int) {
    self.width = width
    height = axis.size
    let rows = axis.spread(levels: wave.levels, shift: wave.shift)
    let scale = Double(width) / Double(wave.columns)
    let columns = ScopeSpread(edges: (0...wave.columns).map { Double($0) * scale }, size: width)
    var density = [Float](repeating: 0, count: width * height)
    var sums = [Float](repeating: 0, count: width)
    var totals = sums
    for level in 0..<wave.levels {
      for x in sums.indices { sums[x] = 0 }
      for column in 0..<wave.columns {
        let count = wave.counts[level * wave.columns + column]
        if count > 0 { columns.spread(column) { sums[$0] += Float(count) * $1 } }
      }
      rows.spread(level) { pixel, share in
        let start = (axis.size - 1 - pixel) * width
        for x in sums.indices { density[start + x] += sums[x] * share }
      }
      for x in sums.indices { totals[x] += sums[x] }
    }
    for place in density.indices {
      density[place] *= Float(height) / max(totals[place % width], 1e-9)
    }
    brightness = Self.shades(density, most: Self.most, gain: Self.gain)
  }

  /// The plane of chroma, Cb to the right and Cr up.
  init(_ vectors: VectorCounts, _ spread: ScopeSpread, size: Int) {
    width = size
    height = size
    var density = [Float](repeating: 0, count: size * size)
    let scale = 1 / Float(max(vectors.total, 1))
    for red in 0..<vectors.levels {
      for blue in 0..<vectors.levels {
        let count = vectors.counts[red * vectors.levels + blue]
        guard count > 0 else { continue }
        let part = Float(count) * scale
        spread.spread(red) { y, down in
          spread.spread(blue) { x, across in
            density[(size - 1 - y) * size + x] += part * down * across
          }
        }
      }
    }
    let pixels = Float(size * size)
    density = Self.softened(density.map { $0 * pixels }, width: size)
    brightness = Self.shades(density, most: 400, gain: 8)
  }

  /// Each pixel with a part of its neighbours, as a dot of light has a width.
  private static func softened(_ density: [Float], width: Int) -> [Float] {
    var result = density
    for step in [1, width] {
      let before = result
      for index in step..<max(before.count - step, step) {
        result[index] = (before[index - step] + 2 * before[index] + before[index + step]) / 4
      }
    }
    return result
  }

  private static func shades(_ density: [Float], most: Double, gain: Double) -> [Float] {
    let top = Maths.log2(1 + gain * most)
    return density.map { density in
      guard density > 0 else { return 0 }
      return Float(min(Maths.log2(1 + gain * Double(density)) / top, 1))
    }
  }
}

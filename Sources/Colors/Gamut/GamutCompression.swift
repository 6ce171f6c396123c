import Bytes

/// Compresses light that lies beyond a gamut into it, by a curve that begins within the gamut.
///
/// After the ACES Reference Gamut Compression: the distance of a channel from the greatest one, as a
/// share of the greatest, stays up to 0.8, and is compressed from there on so that the farthest
/// colour comes to 1, the gamut's edge. The greatest channel stays.
package struct GamutCompression: Hashable, Sendable {
  /// From where on distances are bent.
  private static let start: Float = 0.8

  /// How much each channel is bent: 0 where nothing lies outside.
  private let bends: SIMD3<Float>

  /// The compression of light of gamut `source` into gamut `target`, whose light it takes; nil where
  /// all of `source` lies within `target`.
  package init?(from source: ColorGamut, to target: ColorGamut) {
    let far = Self.distances(source.matrix(to: target))
    let start = Double(Self.start)
    var bends = SIMD3<Float>.zero
    for channel in 0..<3 where far[channel] > 1 + 1e-6 {
      bends[channel] = Float((far[channel] - 1) / ((far[channel] - start) * (1 - start)))
    }
    if bends == .zero { return nil }
    self.bends = bends
  }

  /// How far the farthest colours lie, which are mixtures of two primaries.
  private static func distances(_ matrix: LightMatrix) -> SIMD3<Double> {
    let steps = 256
    var far = SIMD3<Double>.zero
    for (one, other) in [(0, 1), (1, 2), (2, 0)] {
      for step in 0...steps {
        var light = SIMD3<Double>.zero
        light[one] = Double(steps - step) / Double(steps)
        light[other] = Double(step) / Double(steps)
        let found = matrix * light
        let most = found.max()
        guard most > 1e-3 else { continue }
        far.replace(with: (most - found) / most, where: (most - found) / most .> far)
      }
    }
    return far
  }

  /// How many colours are looked at together.
  private static let part = 64

  private typealias Line = UnsafeMutablePointer<Float>

  /// Leads rows of light into the gamut, in place.
  package func apply(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, count: Int
  ) {
    var x = 0
    while x < count {
      let part = min(Self.part, count &- x)
      let rows = (red + x, green + x, blue + x)
      // Most colours of a film are pale.
      if !isPale(rows, part) { bend(rows, part) }
      x &+= Self.part
    }
  }

  /// Whether no channel lies so far below the greatest that it is bent.
  private func isPale(_ rows: (Line, Line, Line), _ count: Int) -> Bool {
    let share = 1 - Self.start
    var least = SIMD8<Float>(repeating: 0)
    var x = 0
    while x < count & ~7 {
      let (red, green, blue) = (rows.0.lanes(x), rows.1.lanes(x), rows.2.lanes(x))
      let most = red.atLeast(green).atLeast(blue)
      least = least.atMost(red.atMost(green).atMost(blue) - share * most)
      x &+= 8
    }
    for x in x..<count {
      let most = max(rows.0[x], max(rows.1[x], rows.2[x]))
      least[0] = min(least[0], min(rows.0[x], min(rows.1[x], rows.2[x])) - share * most)
    }
    return least == SIMD8(repeating: 0)
  }

  private func bend(_ rows: (Line, Line, Line), _ count: Int) {
    let (red, green, blue) = rows
    let (forRed, forGreen, forBlue) = (bends.x, bends.y, bends.z)
    for x in 0..<count {
      let (r, g, b) = (red[x], green[x], blue[x])
      let most = max(r, max(g, b))
      // Where there is no light, nothing lies beyond.
      let share = most > 0 ? 1 / most : 0
      red[x] = r + most * Self.bent((most - r) * share, forRed)
      green[x] = g + most * Self.bent((most - g) * share, forGreen)
      blue[x] = b + most * Self.bent((most - b) * share, forBlue)
    }
  }

  /// How far a channel rises, of the greatest.
  @inline(__always)
  private static func bent(_ distance: Float, _ bend: Float) -> Float {
    let beyond = max(0, distance - start)
    // 1 / (1 + bend * beyond) of what lies beyond the start, as a difference: pale colours stay.
    return beyond * (1 - 1 / (1 + bend * beyond))
  }
}

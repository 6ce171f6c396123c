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
  let bends: SIMD3<Float>

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
  private static let part = 160

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
    let (red, green, blue) = rows
    let share = 1 - Self.start
    // The sign of a number is its highest bit.
    var bits: UInt32 = 0
    for x in 0..<count {
      let (r, g, b) = (red[x], green[x], blue[x])
      let (low, high) = (r < g ? r : g, r < g ? g : r)
      bits |= ((low < b ? low : b) - share * (high < b ? b : high)).bitPattern
    }
    return bits & 0x8000_0000 == 0
  }

  private func bend(_ rows: (Line, Line, Line), _ count: Int) {
    let (red, green, blue) = rows
    let (forRed, forGreen, forBlue) = (bends.x, bends.y, bends.z)
    let share = 1 - Self.start
    for x in 0..<count {
      let (r, g, b) = (red[x], green[x], blue[x])
      let either = r < g ? g : r
      let most = either < b ? b : either
      // Where there is no light, nothing lies beyond.
      let edge = 0 < most ? share * most : -.greatestFiniteMagnitude
      let held = Self.least < most ? most : Self.least
      let (redGap, greenGap, blueGap) = (edge - r, edge - g, edge - b)
      let (redBeyond, greenBeyond) = (0 < redGap ? redGap : 0, 0 < greenGap ? greenGap : 0)
      let blueBeyond = 0 < blueGap ? blueGap : 0
      // A part b of what lies beyond is 1 - 1 / (1 + bend * b), which leaves bend * b * b. One
      // division for all three takes a third of the time of three.
      let (redBend, greenBend) = (forRed * redBeyond, forGreen * greenBeyond)
      let blueBend = forBlue * blueBeyond
      let (redWhole, greenWhole, blueWhole) = (held + redBend, held + greenBend, held + blueBend)
      let redGreen = redWhole * greenWhole
      let inverse = 1 / (redGreen * blueWhole)
      let rest = inverse * blueWhole
      red[x] = r + redBeyond * redBend * (rest * greenWhole)
      green[x] = g + greenBeyond * greenBend * (rest * redWhole)
      blue[x] = b + blueBeyond * blueBend * (inverse * redGreen)
    }
  }

  /// Light that is divided by is at least so much.
  private static let least: Float = 1e-9
}

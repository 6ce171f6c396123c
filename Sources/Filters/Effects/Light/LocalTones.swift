import Bytes
import Y4M

/// The luma of a picture, from black (0) to white (1), in the first channel; what lies below black
/// counts as none.
struct ToneSource: LightSource {
  let weights: LumaWeights

  var darkness: Float? { nil }

  func extract(_ colors: RGBRow, scratch: Scratch) {
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<colors.count {
      red[x] = min(weights(max(red[x], 0), max(green[x], 0), max(blue[x], 0)), 1)
    }
    green.update(repeating: 0, count: colors.count)
    blue.update(repeating: 0, count: colors.count)
  }
}

/// Raises luma to the power that the luma around a place decides, and multiplies the channels with
/// it. Channels below black stay, and count as none in luma.
struct LocalTones: LightRule {
  /// The steps of the luma around a place.
  private static let steps = 256

  private let grid: LightGrid
  private let weights: LumaWeights
  /// The exponent less 1 at each step.
  private let exponents: UnsafeMutablePointer<Float>

  /// - Parameter grid: what a ``ToneSource`` gives, blurred.
  init(_ grid: LightGrid, _ balance: ToneBalance, _ weights: LumaWeights, _ scratch: Scratch) {
    (self.grid, self.weights) = (grid, weights)
    exponents = scratch.take(Float.self, Self.steps + 1)
    for step in 0...Self.steps {
      exponents[step] = Float(balance.exponent(at: Double(step) / Double(Self.steps)) - 1)
    }
  }

  func reader(_ columns: Range<Int>, _ sites: PlaneLayout, _ scratch: Scratch) -> LightReader {
    LightReader(grid, columns, sites, scratch)
  }

  func read(_ place: LitPlace, _ reader: LightReader, to light: RGBRow, scratch: Scratch) {
    reader.read(place.y, to: light)
  }

  func add(_ light: RGBRow, to colors: RGBRow, scratch: Scratch) {
    let count = colors.count
    let factors = scratch.take(Float.self, count + 8)
    let powers = scratch.take(Float.self, count + 8)
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<count {
      let luma = weights(max(red[x], 0), max(green[x], 0), max(blue[x], 0))
      factors[x] = min(max(luma, 1e-6), 1)
    }
    look(up: light.red, to: powers, count)
    (factors + count).update(repeating: 1, count: 8)
    (powers + count).update(repeating: 0, count: 8)
    var x = 0
    while x < count {
      let luma = UnsafeRawPointer(factors + x).loadUnaligned(as: Maths.Lanes.self)
      let power = UnsafeRawPointer(powers + x).loadUnaligned(as: Maths.Lanes.self)
      UnsafeMutableRawPointer(factors + x).storeBytes(
        of: Maths.exp2(Maths.log2(luma) * power), as: Maths.Lanes.self)
      x &+= Maths.Lanes.scalarCount
    }
    for channel in 0..<3 { Self.multiply(colors[channel], by: factors, count) }
  }

  /// Writes the exponents, less 1, for the luma around places.
  private func look(
    up tones: UnsafeMutablePointer<Float>, to powers: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let most = Float(Self.steps)
    for x in 0..<count {
      let place = min(max(tones[x] * most, 0), most)
      let step = min(Int(place), Self.steps - 1)
      let (low, high) = (exponents[step], exponents[step + 1])
      powers[x] = low + (high - low) * (place - Float(step))
    }
  }

  /// Multiplies what is above black of a row by factors, without leading colours beyond white that
  /// were not there before.
  private static func multiply(
    _ row: UnsafeMutablePointer<Float>, by factors: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for x in 0..<count {
      let value = row[x]
      row[x] = min(min(value, 0) + max(value, 0) * factors[x], max(value, 1))
    }
  }
}

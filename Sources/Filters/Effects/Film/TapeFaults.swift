import Bytes

/// What goes wrong with the lines of a tape at one moment.
struct TapeFaults {
  let hash: NoiseHash
  let step: Int
  /// In seconds, for what does not go by steps.
  let time: Double
  /// How many lines there are.
  let lines: Int
  /// The picture's, in pixels.
  let width: Double
  let noise: Double
  let tracking: Double
  let headSwitch: Double
  let edgeWave: Double
  let chromaLoss: Double

  /// How far a line sways to the right, in pixels: a wave that runs on slowly.
  func sway(_ line: Int) -> Double {
    if edgeWave == 0 { return 0 }
    let place = Double(line) * 24 / Double(lines)
    let moment = (4 * time).rounded(.down)
    let share = Maths.smoothstep(4 * time - moment)
    let now = hash.wander(place, 2 * Int(moment))
    let next = hash.wander(place, 2 * Int(moment) + 2)
    // Fine unrest besides.
    let jitter = 2 * hash.unit(line, step, 60) - 1
    return edgeWave * width / 360 * (now + (next - now) * share + 0.15 * jitter)
  }

  /// How far the heads miss a line's track, 0 to 1.
  func miss(_ line: Int) -> Double {
    if tracking == 0 { return 0 }
    // The band rises through the picture and a quarter further in some eight seconds.
    let turn = time * 0.13 + hash.unit(0, 0, 61)
    let middle = (1.1 - 1.25 * (turn - turn.rounded(.down))) * Double(lines)
    let half = (0.03 + 0.09 * tracking) * Double(lines)
    let away = (Double(line) - middle).magnitude / half
    return away < 1 ? Maths.smoothstep(1 - away) * min(2 * tracking, 1) : 0
  }

  /// How far below the point at which heads change a line lies, 0 to 1.
  func afterSwitch(_ line: Int) -> Double {
    let count = headSwitch * Double(lines) / 480
    let first = Double(lines) - count
    guard count > 0, Double(line) + 1 > first else { return 0 }
    return min((Double(line) + 1 - first) / max(count, 1), 1)
  }

  /// How far a line is displaced to the right, in pixels, by heads.
  func displacement(_ line: Int) -> Double {
    var offset = 0.0
    let below = afterSwitch(line)
    if below > 0 {
      let jitter = 2 * hash.unit(line, step, 62) - 1
      let whole = 0.8 + 0.4 * hash.unit(step, 0, 63)
      offset += width * (0.1 * below * below.squareRoot() * whole + 0.004 * jitter)
    }
    let miss = miss(line)
    if miss > 0 { offset += width * 0.03 * miss * hash.wander(Double(line) * 0.45, 5000 + step) }
    return offset
  }

  /// How many times as strong noise is in a line of luma.
  func unrest(_ line: Int) -> Double {
    let below = afterSwitch(line)
    // The noise of the change itself is in the first of its lines.
    return 1 + 5 * miss(line) + (below > 0 && below < 0.3 ? 4 : below > 0 ? 1 : 0)
  }

  /// What is left of a line's colours, and of their noise.
  func color(_ line: Int) -> Float {
    hash.unit(line, step, 64) < chromaLoss ? 0 : Float(1 - 0.8 * miss(line))
  }

  /// Adds dropouts to a line of luma: bright dashes that fade to the right.
  func addDropouts(
    _ line: Int, to samples: UnsafeMutablePointer<Float>, count: Int, white: Float
  ) {
    let chance = 0.012 * noise + 0.6 * miss(line) * min(noise + 0.3, 1)
    for index in 0..<4 {
      func unit(_ channel: Int) -> Double { hash.unit(4 * line + index, step, channel) }
      guard unit(65) < chance else { continue }
      let first = Int(unit(66) * Double(count))
      let length = max(Int((0.004 + 0.03 * unit(67) * unit(67)) * Double(count)), 2)
      let strength = white * Float(0.4 + 0.6 * unit(68))
      for x in first..<min(first + length, count) {
        samples[x] += strength * (1 - Float(x - first) / Float(length))
      }
    }
  }
}

import Fonts
import Geometry
import Plates

/// Perlin's noise as Filter Effects Level 1 has it, section 9.20, with its own random numbers.
struct TurbulencePainter {
  private static let size = 256

  private let noise: SVGTurbulence
  private let region: Bounds
  private var lattice = [Int](repeating: 0, count: 2 * 256 + 2)
  private var gradients = [[Vector]](
    repeating: [Vector](repeating: Vector(0, 0), count: 2 * 256 + 2), count: 4)

  init(_ noise: SVGTurbulence, in region: Bounds) {
    (self.noise, self.region) = (noise, region)
    var seed = noise.seed
    if seed <= 0 { seed = -(seed % 2_147_483_646) + 1 }
    if seed > 2_147_483_646 { seed = 2_147_483_646 }
    func next() -> Int {
      let result = 16_807 * (seed % 127_773) - 2_836 * (seed / 127_773)
      seed = result <= 0 ? result + 2_147_483_647 : result
      return seed
    }
    for part in 0..<4 {
      for index in 0..<Self.size {
        lattice[index] = index
        func number() -> Double {
          Double(next() % (2 * Self.size) - Self.size) / Double(Self.size)
        }
        let (x, y) = (number(), number())
        let length = max((x * x + y * y).squareRoot(), 1e-12)
        gradients[part][index] = Vector(x / length, y / length)
      }
    }
    for index in (1..<Self.size).reversed() {
      lattice.swapAt(index, next() % Self.size)
    }
    for index in 0..<Self.size + 2 {
      lattice[Self.size + index] = lattice[index]
      for part in 0..<4 { gradients[part][Self.size + index] = gradients[part][index] }
    }
  }

  /// The noise in a box.
  ///
  /// - Parameter map: leads from pixels to units of the picture.
  func painted(_ box: PixelBox, from map: Affine) -> Plate {
    var plate = Plate(box)
    for y in 0..<box.height {
      for x in 0..<box.width {
        let place = map(Vector(Double(x + box.x), Double(y + box.y)))
        let at = (y * box.width + x) * 4
        var color = SIMD4<Double>.zero
        for part in 0..<4 {
          let value = turbulence(part, place)
          color[part] = min(max(noise.isFractal ? (value + 1) / 2 : value, 0), 1)
        }
        for part in 0..<4 {
          plate.samples[at + part] = Plate.share(part < 3 ? color[part] * color.w : color.w)
        }
      }
    }
    return plate
  }

  /// How noise goes on at edges: where it wraps, and by how much it goes back.
  private struct Stitch {
    var width: Int
    var height: Int
    var wrapX: Int
    var wrapY: Int
  }

  private func turbulence(_ part: Int, _ place: Vector) -> Double {
    var frequency = noise.frequency
    var stitch: Stitch?
    if noise.stitches {
      func fitting(_ frequency: Double, _ length: Double) -> Double {
        guard frequency != 0, length > 0 else { return frequency }
        let low = (length * frequency).rounded(.down) / length
        let high = (length * frequency).rounded(.up) / length
        return low > 0 && frequency / low < high / frequency ? low : high
      }
      frequency = Vector(
        fitting(frequency.x, region.width), fitting(frequency.y, region.height))
      let (width, height) = (
        Self.whole(region.width * frequency.x + 0.5), Self.whole(region.height * frequency.y + 0.5)
      )
      stitch = Stitch(
        width: width, height: height,
        wrapX: Self.whole(region.minX * frequency.x) + 4096 + width,
        wrapY: Self.whole(region.minY * frequency.y) + 4096 + height)
    }
    var place = Vector(place.x * frequency.x, place.y * frequency.y)
    var (sum, ratio) = (0.0, 1.0)
    for _ in 0..<noise.octaves {
      let value = level(part, place, stitch)
      sum += (noise.isFractal ? value : value.magnitude) / ratio
      place = Vector(place.x * 2, place.y * 2)
      ratio *= 2
      if let old = stitch {
        stitch = Stitch(
          width: old.width * 2, height: old.height * 2, wrapX: 2 * old.wrapX - 4096,
          wrapY: 2 * old.wrapY - 4096)
      }
    }
    return sum
  }

  private static func whole(_ value: Double) -> Int {
    // Frequencies without end give what is no number.
    value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9))
  }

  private func level(_ part: Int, _ place: Vector, _ stitch: Stitch?) -> Double {
    let (x, y) = (place.x + 4096, place.y + 4096)
    guard x.magnitude < 1e9, y.magnitude < 1e9 else { return 0 }
    var (left, top) = (Int(x), Int(y))
    var (right, bottom) = (left + 1, top + 1)
    let (across, down) = (x - Double(left), y - Double(top))
    if let stitch {
      if left >= stitch.wrapX { left -= stitch.width }
      if right >= stitch.wrapX { right -= stitch.width }
      if top >= stitch.wrapY { top -= stitch.height }
      if bottom >= stitch.wrapY { bottom -= stitch.height }
    }
    let (i, j) = (lattice[left & 255], lattice[right & 255])
    let corners = (
      lattice[i + (top & 255)], lattice[j + (top & 255)], lattice[i + (bottom & 255)],
      lattice[j + (bottom & 255)]
    )
    func slope(_ corner: Int, _ x: Double, _ y: Double) -> Double {
      let gradient = gradients[part][corner]
      return x * gradient.x + y * gradient.y
    }
    func curve(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    func mixed(_ share: Double, _ one: Double, _ other: Double) -> Double {
      one + share * (other - one)
    }
    let (sx, sy) = (curve(across), curve(down))
    let upper = mixed(
      sx, slope(corners.0, across, down), slope(corners.1, across - 1, down))
    let lower = mixed(
      sx, slope(corners.2, across, down - 1), slope(corners.3, across - 1, down - 1))
    return mixed(sy, upper, lower)
  }
}

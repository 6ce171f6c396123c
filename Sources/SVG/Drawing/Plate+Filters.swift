import Bytes
import Fonts
import Geometry
import Plates

// Steps of filters that change each pixel by itself.
extension Plate {
  /// The pixels of a part, with none beyond it; a plate of that part alone.
  func part(_ part: PixelBox) -> Plate {
    if part == box { return self }
    var plate = Plate(part)
    plate.put(self)
    return plate
  }

  /// Takes the pixels of another plate where both are.
  mutating func put(_ other: Plate) {
    let common = box.common(with: other.box)
    guard !common.isEmpty else { return }
    for y in common.y..<common.y + common.height {
      let at = ((y - box.y) * box.width + common.x - box.x) * 4
      let from = ((y - other.box.y) * other.box.width + common.x - other.box.x) * 4
      for index in 0..<common.width * 4 { samples[at + index] = other.samples[from + index] }
    }
  }

  /// Gives all pixels one colour.
  mutating func fill(_ color: SVGColor) {
    let parts = [color.red, color.green, color.blue, 1].map { Plate.share($0 * color.alpha) }
    for at in samples.indices { samples[at] = parts[at & 3] }
  }

  /// The plate so many pixels further to the right and down, in the same box.
  func moved(_ way: (x: Int, y: Int)) -> Plate {
    var plate = Plate(box)
    for y in max(way.y, 0)..<max(min(box.height + way.y, box.height), max(way.y, 0)) {
      let count = box.width - abs(way.x)
      guard count > 0, y < box.height else { break }
      let from = ((y - way.y) * box.width + max(-way.x, 0)) * 4
      let at = (y * box.width + max(way.x, 0)) * 4
      for index in 0..<count * 4 { plate.samples[at + index] = samples[from + index] }
    }
    return plate
  }

  /// What is in a part, again and again.
  func tiled(_ part: PixelBox) -> Plate {
    let tile = box.common(with: part)
    guard !tile.isEmpty else { return Plate(box) }
    var plate = Plate(box)
    func within(_ place: Int, _ count: Int) -> Int {
      let rest = place % count
      return rest < 0 ? rest + count : rest
    }
    for y in 0..<box.height {
      let row = within(y + box.y - tile.y, tile.height) + tile.y - box.y
      for x in 0..<box.width {
        let column = within(x + box.x - tile.x, tile.width) + tile.x - box.x
        let (at, from) = ((y * box.width + x) * 4, (row * box.width + column) * 4)
        for part in 0..<4 { plate.samples[at + part] = samples[from + part] }
      }
    }
    return plate
  }

  /// Puts this plate together with one of the same box.
  mutating func compose(with other: Plate, _ way: SVGComposite) {
    func shares(_ own: UInt16, _ below: UInt16) -> (UInt16, UInt16) {
      switch way {
      case .over: (.max, .max - own)
      case .in: (below, 0)
      case .out: (.max - below, 0)
      case .atop: (below, .max - own)
      case .xor: (.max - below, .max - own)
      case .lighter, .arithmetic: (.max, .max)
      }
    }
    if case .arithmetic(let k1, let k2, let k3, let k4) = way {
      for at in stride(from: 0, to: samples.count, by: 4) {
        var alpha = 1.0
        for part in [3, 0, 1, 2] {
          let (one, two) = (
            Double(samples[at + part]) / 65535, Double(other.samples[at + part]) / 65535
          )
          let value = min(max(k1 * one * two + k2 * one + k3 * two + k4, 0), alpha)
          if part == 3 { alpha = value }
          samples[at + part] = Plate.share(value)
        }
      }
      return
    }
    for at in stride(from: 0, to: samples.count, by: 4) {
      let (own, below) = shares(samples[at + 3], other.samples[at + 3])
      for part in at..<at + 4 {
        samples[part] = Plate.product(samples[part], own)
          .plus(Plate.product(other.samples[part], below))
      }
    }
  }

  /// Changes each pixel's numbers, which are not multiplied by alpha.
  private mutating func changeStraight(_ changed: (SIMD4<Double>) -> SIMD4<Double>) {
    for at in stride(from: 0, to: samples.count, by: 4) {
      let alpha = Double(samples[at + 3])
      var color = SIMD4(0, 0, 0, alpha / 65535)
      if alpha > 0 {
        for part in 0..<3 { color[part] = min(Double(samples[at + part]) / alpha, 1) }
      }
      color = changed(color).clamped(lowerBound: SIMD4.zero, upperBound: SIMD4.one)
      for part in 0..<4 {
        samples[at + part] = Plate.share(part < 3 ? color[part] * color.w : color.w)
      }
    }
  }

  /// Multiplies colours by four rows of five numbers.
  mutating func multiply(_ numbers: [Double]) {
    guard numbers.count == 20 else { return }
    let columns = (0..<5).map { column in
      SIMD4(
        numbers[column], numbers[5 + column], numbers[10 + column], numbers[15 + column])
    }
    changeStraight { color in
      var sum = columns[4]
      for part in 0..<4 { sum += columns[part] * color[part] }
      return sum
    }
  }

  /// Changes each part of colours by a function.
  mutating func transfer(_ functions: [SVGTransfer]) {
    guard functions.count == 4 else { return }
    changeStraight { color in
      var color = color
      for part in 0..<4 { color[part] = functions[part](color[part]) }
      return color
    }
  }

  /// The pixels that another plate's colours point to.
  func displaced(by other: Plate, _ size: Vector, _ x: Int, _ y: Int) -> Plate {
    var plate = Plate(box)
    for row in 0..<box.height {
      for column in 0..<box.width {
        let at = (row * box.width + column) * 4
        let alpha = Double(other.samples[at + 3])
        func share(_ part: Int) -> Double {
          let value = Double(other.samples[at + part])
          if part == 3 { return value / 65535 }
          return alpha > 0 ? min(value / alpha, 1) : 0
        }
        let left = Double(column) + size.x * (share(x) - 0.5)
        let top = Double(row) + size.y * (share(y) - 0.5)
        guard left > -1, top > -1, left < Double(box.width), top < Double(box.height) else {
          continue
        }
        let (fromX, fromY) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        guard fromX >= 0, fromY >= 0 else { continue }
        let from = (fromY * box.width + fromX) * 4
        for part in 0..<4 { plate.samples[at + part] = samples[from + part] }
      }
    }
    return plate
  }
}

extension SVGTransfer {
  /// The value of a part of a colour, both from 0 on.
  func callAsFunction(_ value: Double) -> Double {
    switch self {
    case .identity: return value
    case .table(let values):
      let place = value * Double(values.count - 1)
      let index = min(Int(place), values.count - 1)
      let next = min(index + 1, values.count - 1)
      return values[index] + (place - Double(index)) * (values[next] - values[index])
    case .discrete(let values):
      return values[min(Int(value * Double(values.count)), values.count - 1)]
    case .linear(let slope, let intercept): return slope * value + intercept
    case .gamma(let amplitude, let exponent, let offset):
      return amplitude * Maths.pow(value, exponent) + offset
    }
  }
}

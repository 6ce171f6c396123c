import Bytes

/// What is on a worn strip of film at one moment: where it lies, how bright it is, and its marks.
///
/// Unchecked: its marks are written as it is made, and then only read.
struct FilmWear: @unchecked Sendable {
  /// A speck of dust, or a hair: a bent line with round ends, whose sides may be uneven.
  struct Speck: BitwiseCopyable {
    /// From one end past the middle to the other, in pixels.
    var start: SIMD2<Float>
    var bend: SIMD2<Float>
    var end: SIMD2<Float>
    var radius: Float
    /// 0 to 1: how much of it shows.
    var strength: Float
    var isWhite: Bool

    /// The pixels that it may cover.
    var low: SIMD2<Float>
    var high: SIMD2<Float>

    init(
      _ start: SIMD2<Float>, _ bend: SIMD2<Float>, _ end: SIMD2<Float>, radius: Float,
      strength: Float, isWhite: Bool
    ) {
      (self.start, self.bend, self.end) = (start, bend, end)
      (self.radius, self.strength, self.isWhite) = (radius, strength, isWhite)
      low = pointwiseMin(pointwiseMin(start, bend), end) - (radius + 1)
      high = pointwiseMax(pointwiseMax(start, bend), end) + (radius + 1)
    }

    /// How far a place lies from the line.
    func distance(_ place: SIMD2<Float>) -> Float {
      min(Self.distance(place, start, bend), Self.distance(place, bend, end))
    }

    private static func distance(
      _ place: SIMD2<Float>, _ one: SIMD2<Float>, _ two: SIMD2<Float>
    ) -> Float {
      let (way, from) = (two - one, place - one)
      let length = (way * way).sum()
      let share = length > 0 ? min(max((way * from).sum() / length, 0), 1) : 0
      let rest = from - way * share
      return (rest * rest).sum().squareRoot()
    }
  }

  /// A scratch: a line from top to bottom.
  struct Line: BitwiseCopyable {
    var x: Float
    /// How far it leans over the height of the picture, in pixels.
    var lean: Float
    var radius: Float
    var strength: Float
    var isWhite: Bool
    /// Which noise makes it come and go along its length.
    var number: Int
  }

  let hash: NoiseHash
  let step: Int
  /// How far the picture lies from its place, in pixels.
  let offset: SIMD2<Double>
  /// How many times as bright it is.
  let gain: Float
  let specks: UnsafeMutableBufferPointer<Speck>
  let scratches: UnsafeMutableBufferPointer<Line>
  let height: Int
}

/// How worn a film is.
struct FilmWearAmounts {
  let dust: Double
  let scratches: Double
  let flicker: Double
  let weave: Double
  let jump: Double
}

extension FilmWear {
  private static let mostMarks = 1000

  init(
    _ hash: NoiseHash, step: Int, _ amounts: FilmWearAmounts, width: Int, height: Int,
    _ memory: Scratch
  ) {
    self.hash = hash
    self.step = step
    self.height = height
    // The gate lets film wander, and shakes it a little.
    func place(_ channel: Int) -> Double {
      let slow = hash.wander(Double(step) / 5, channel)
      return 0.75 * slow + 0.25 * (2 * hash.unit(step, channel, 41) - 1)
    }
    var offset = SIMD2(place(0), place(1)) * amounts.weave
    if amounts.jump > 0, hash.unit(step, 0, 42) < 0.08 {
      offset.y += (2 * hash.unit(step, 1, 42) - 1) * amounts.jump
    }
    // On a grid of 1/256 pixel.
    self.offset = (offset * 256).rounded(.toNearestOrEven) / 256
    let unrest =
      0.5 * hash.wander(Double(step) / 3, 2) + 0.5 * (2 * hash.unit(step, 2, 41) - 1)
    gain = Float(max(1 + amounts.flicker * unrest, 0))

    let side = Float(min(width, height))
    let count = min(Self.count(amounts.dust, hash.unit(step, 0, 43)), Self.mostMarks)
    specks = UnsafeMutableBufferPointer(start: memory.take(Speck.self, count), count: count)
    for index in 0..<count {
      specks[index] = Self.speck(hash, step, index, Float(width), Float(height), side)
    }

    // Each line comes and goes on its own, and is there half of its time.
    let lines = min(Int((2 * amounts.scratches).rounded(.up)), Self.mostMarks)
    let found = memory.take(Line.self, lines)
    var lasting = 0
    for number in 0..<lines {
      let time = Double(step) / 20 + hash.unit(number, 0, 44)
      let life = Int(time.rounded(.down))
      guard hash.unit(number, life, 45) < amounts.scratches / Double(max(lines, 1)) else {
        continue
      }
      let drift = hash.wander(Double(step) / 9, 100 + number)
      let thin = Float(hash.unit(number, life, 46))
      found[lasting] = Line(
        x: Float(hash.unit(number, life, 47)) * Float(width) + Float(drift) * 0.006 * side,
        lean: Float(2 * hash.unit(number, life, 48) - 1) * 0.01 * side,
        radius: max(side * (0.0003 + 0.0006 * thin * thin), 0.3),
        strength: 0.2 + 0.5 * Float(hash.unit(number, life, 49)),
        isWhite: hash.unit(number, life, 50) < 0.7, number: number)
      lasting += 1
    }
    scratches = UnsafeMutableBufferPointer(start: found, count: lasting)
  }

  /// A whole number of which the mean is a given one.
  private static func count(_ mean: Double, _ chance: Double) -> Int {
    // From nearly none to about twice as many.
    Int((mean * (0.25 + 1.5 * chance) + 0.5).rounded(.down))
  }

  private static func speck(
    _ hash: NoiseHash, _ step: Int, _ index: Int, _ width: Float, _ height: Float, _ side: Float
  ) -> Speck {
    func unit(_ channel: Int) -> Float { Float(hash.unit(step, index, channel)) }
    func way(_ channel: Int) -> SIMD2<Float> {
      SIMD2(2 * unit(channel) - 1, 2 * unit(channel + 1) - 1)
    }
    let start = SIMD2(unit(1) * width, unit(2) * height)
    // One of eight is a hair; most of the others are small.
    let isHair = unit(3) < 0.12
    let size =
      side * (isHair ? 0.02 + 0.05 * unit(4) : 0.0008 + 0.006 * unit(4) * unit(4) * unit(4))
    // It goes on in about the direction in which it began.
    let first = way(5)
    let bend = start + first * size
    return Speck(
      start, bend, bend + (0.8 * first + 0.5 * way(7)) * size,
      radius: max(isHair ? side * 0.0007 : size * (0.5 + 0.5 * unit(9)), 0.4),
      strength: 0.55 + 0.4 * unit(10), isWhite: unit(11) < 0.35)
  }
}

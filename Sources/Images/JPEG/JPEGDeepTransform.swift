/// Turns coefficients of samples of 12 bits into samples of 8: the transform of
/// ``JPEGTransform``, with room for larger numbers.
enum JPEGDeepTransform {
  /// Writes the samples of 64 coefficients, which are multiplied by `factors`, row by row.
  static func draw(
    _ stored: Span<Int16>, _ factors: Span<Int16>, to samples: inout MutableSpan<UInt8>,
    at place: Int, stride: Int
  ) {
    var numbers = [Int](repeating: 0, count: 64)
    for index in 0..<64 {
      numbers[index] = Int(stored[index]) &* Int(UInt16(bitPattern: factors[index]))
    }
    for column in 0..<8 { half(&numbers, from: column, step: 8, shift: 12) }
    // Four bits more than the transform has to lose.
    for row in 0..<8 { half(&numbers, from: 8 &* row, step: 1, shift: 21) }
    for index in 0..<64 {
      let value = Swift.min(Swift.max(numbers[index] &+ 128, 0), 255)
      samples[place &+ index / 8 &* stride &+ index % 8] = UInt8(truncatingIfNeeded: value)
    }
  }

  /// The transform of eight numbers; the factors are those of ``JPEGTransform``.
  private static func half(_ numbers: inout [Int], from start: Int, step: Int, shift: Int) {
    func number(_ index: Int) -> Int { numbers[start &+ index &* step] }
    let tilted = (number(2) &+ number(6)) &* 4433
    let (low, high) = (tilted &- number(6) &* 15_137, tilted &+ number(2) &* 6270)
    let round = 1 &<< (shift &- 1)
    let sum = (number(0) &+ number(4)) &<< 13 &+ round
    let difference = (number(0) &- number(4)) &<< 13 &+ round
    let even = [sum &+ high, difference &+ low, difference &- low, sum &- high]
    let (z3, z4) = (number(7) &+ number(3), number(5) &+ number(1))
    let all = (z3 &+ z4) &* 9633
    let outer = (number(7) &+ number(1)) &* 7373
    let inner = (number(5) &+ number(3)) &* 20_995
    let (third, fourth) = (all &- z3 &* 16_069, all &- z4 &* 3196)
    let odd = [
      number(1) &* 12_299 &- outer &+ fourth, number(3) &* 25_172 &- inner &+ third,
      number(5) &* 16_819 &- inner &+ fourth, number(7) &* 2446 &- outer &+ third,
    ]
    for index in 0..<4 {
      numbers[start &+ index &* step] = (even[index] &+ odd[index]) &>> shift
      numbers[start &+ (7 &- index) &* step] = (even[index] &- odd[index]) &>> shift
    }
  }
}

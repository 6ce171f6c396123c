/// Numbers from 0 to 1 that look random, one for each pair of whole numbers.
///
/// They are those of the usual formula of shaders, `fract(43758.545 sin(12.9898 x + 78.233 y))` in
/// single precision, so that patterns are the ones that other programs draw with it.
enum ShaderNoise {
  @inline(__always)
  static func value(_ x: Float, _ y: Float) -> Float {
    let wave = Float(sine(Double(x * 12.9898 + y * 78.233))) * 43758.545
    return wave - wave.rounded(.down)
  }

  /// The sine, to 10^-13, for magnitudes up to a hundred million, without a branch.
  @inline(__always)
  private static func sine(_ angle: Double) -> Double {
    // The lowest bits of a double above 2^52 are those of the whole number next to it.
    let turned = angle * (1 / Double.pi) + 0x1.8p52
    let halfTurns = turned - 0x1.8p52
    // Half a turn in two parts, the first so short that its products are exact.
    let x = (angle - halfTurns * 0x1.921fb544p1) - halfTurns * 0x1.0b4611a626331p-33
    let square = x * x
    // The series of the sine up to x^17 / 17!; the next part is below 10^-13 at a quarter turn.
    var sum = 1 / 355_687_428_096_000.0
    sum = sum * square - 1 / 1_307_674_368_000.0
    sum = sum * square + 1 / 6_227_020_800.0
    sum = sum * square - 1 / 39_916_800.0
    sum = sum * square + 1 / 362_880.0
    sum = sum * square - 1 / 5040.0
    sum = sum * square + 1 / 120.0
    sum = sum * square - 1 / 6.0
    let value = x + x * square * sum
    return Double(bitPattern: value.bitPattern ^ (turned.bitPattern &<< 63))
  }
}

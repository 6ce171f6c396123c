/// Eight numbers of a row at once, wherever they lie.
extension UnsafeMutablePointer<Float> {
  /// The eight numbers from `x` on.
  @inline(__always)
  func lanes(_ x: Int) -> SIMD8<Float> {
    UnsafeRawPointer(self + x).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Writes eight numbers.
  @inline(__always)
  func store(_ lanes: SIMD8<Float>) {
    UnsafeMutableRawPointer(self).storeBytes(of: lanes, as: SIMD8<Float>.self)
  }
}

/// Bounds and choices, lane by lane: of loops like these the compiler makes one or few instructions,
/// which it does not of `pointwiseMin` and `replacing`.
extension SIMD8<Float> {
  /// At least so much; of two numbers of which one is none, the own one stays.
  @inline(__always)
  func atLeast(_ bound: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = self[lane] < bound[lane] ? bound[lane] : self[lane] }
    return result
  }

  /// At most so much; of two numbers of which one is none, the own one stays.
  @inline(__always)
  func atMost(_ bound: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = self[lane] > bound[lane] ? bound[lane] : self[lane] }
    return result
  }

  /// At least so much.
  @inline(__always)
  func atLeast(_ bound: Float) -> Self { atLeast(Self(repeating: bound)) }

  /// At most so much.
  @inline(__always)
  func atMost(_ bound: Float) -> Self { atMost(Self(repeating: bound)) }

  /// Another number where two others are the same.
  @inline(__always)
  func replaced(by other: Self, where one: Self, equals two: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = one[lane] == two[lane] ? other[lane] : self[lane] }
    return result
  }
}

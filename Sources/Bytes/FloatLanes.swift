/// Eight numbers of a row at once, wherever they lie.
extension UnsafeMutablePointer<Float> {
  /// The eight numbers from `x` on.
  @inlinable @inline(__always)
  public func lanes(_ x: Int) -> SIMD8<Float> {
    UnsafeRawPointer(self + x).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Writes eight numbers.
  @inlinable @inline(__always)
  public func store(_ lanes: SIMD8<Float>) {
    UnsafeMutableRawPointer(self).storeBytes(of: lanes, as: SIMD8<Float>.self)
  }
}

/// Bounds and choices, lane by lane: of loops like these the compiler makes one or few
/// instructions, which it does not of `pointwiseMin` and `replacing`.
extension SIMD8<Float> {
  /// At least so much; of two numbers of which one is none, the own one stays.
  @inlinable @inline(__always)
  public func atLeast(_ bound: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = self[lane] < bound[lane] ? bound[lane] : self[lane] }
    return result
  }

  /// At most so much; of two numbers of which one is none, the own one stays.
  @inlinable @inline(__always)
  public func atMost(_ bound: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = self[lane] > bound[lane] ? bound[lane] : self[lane] }
    return result
  }

  /// At least so much.
  @inlinable @inline(__always)
  public func atLeast(_ bound: Float) -> Self { atLeast(Self(repeating: bound)) }

  /// At most so much.
  @inlinable @inline(__always)
  public func atMost(_ bound: Float) -> Self { atMost(Self(repeating: bound)) }

  /// Another number where a third is below a bound.
  @inlinable @inline(__always)
  public func replaced(by other: Self, where third: Self, isBelow bound: Float) -> Self {
    let bound = Self(repeating: bound)
    var result = self
    for lane in 0..<8 { result[lane] = third[lane] < bound[lane] ? other[lane] : self[lane] }
    return result
  }

  /// Another number where a third is above a bound.
  @inlinable @inline(__always)
  public func replaced(by other: Self, where third: Self, isAbove bound: Float) -> Self {
    let bound = Self(repeating: bound)
    var result = self
    for lane in 0..<8 { result[lane] = bound[lane] < third[lane] ? other[lane] : self[lane] }
    return result
  }

  /// Another number where two others are the same.
  @inlinable @inline(__always)
  public func replaced(by other: Self, where one: Self, equals two: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = one[lane] == two[lane] ? other[lane] : self[lane] }
    return result
  }
}

extension Maths {
  /// A share from 0 to 1 that starts and ends gently, `t^2 (3 - 2 t)`; 0 and 1 for what lies
  /// beyond.
  @inlinable
  @inline(__always)
  public static func smoothstep<Value: BinaryFloatingPoint>(_ share: Value) -> Value {
    let t = min(max(share, 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// The same over a range.
  @inlinable
  @inline(__always)
  public static func smoothstep<Value: BinaryFloatingPoint>(
    _ value: Value, from low: Value, to high: Value
  ) -> Value {
    smoothstep((value - low) / (high - low))
  }
}

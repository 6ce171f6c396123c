/// Several samples at once, each time with one check that all of them are there.
extension Span<UInt8> {
  /// Eight bytes.
  @inline(__always)
  func eight(at place: Int) -> SIMD8<UInt8> {
    bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD8<UInt8>.self)
  }

  /// Sixteen bytes.
  @inline(__always)
  func sixteen(at place: Int) -> SIMD16<UInt8> {
    bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
  }

  /// Eight bytes as one number, the first highest.
  @inline(__always)
  func number64(at place: Int) -> UInt64 {
    UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}

extension Span<UInt16> {
  /// Eight numbers.
  @inline(__always)
  func eight(at place: Int) -> SIMD8<UInt16> {
    bytes.unsafeLoadUnaligned(fromByteOffset: 2 &* place, as: SIMD8<UInt16>.self)
  }
}

extension Span<Int16> {
  /// Eight numbers.
  @inline(__always)
  func eight(at place: Int) -> SIMD8<Int16> {
    bytes.unsafeLoadUnaligned(fromByteOffset: 2 &* place, as: SIMD8<Int16>.self)
  }
}

extension SIMD8 where Scalar: FixedWidthInteger {
  /// The lower halves of two rows, by turns.
  @inline(__always)
  static func low(_ first: Self, _ second: Self) -> Self {
    Self(first[0], second[0], first[1], second[1], first[2], second[2], first[3], second[3])
  }

  /// The upper halves of two rows, by turns.
  @inline(__always)
  static func high(_ first: Self, _ second: Self) -> Self {
    Self(first[4], second[4], first[5], second[5], first[6], second[6], first[7], second[7])
  }
}

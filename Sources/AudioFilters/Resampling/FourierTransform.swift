import Bytes

/// The discrete Fourier transform, for lengths of 8 times 8 or more whose factors are 2, 3, 5
/// and 7.
///
/// Pass by pass in T. G. Stockham's order ("High-speed convolution and correlation", AFIPS 1966),
/// which needs no sorting: a pass of radix r takes r numbers from n / r apart, and lays their
/// transform side by side. The first pass is one of 8, in eight places at once; after it all
/// numbers come in eights that are treated alike, so the result is the same with vectors of any
/// width.
///
/// Unchecked: its tables are written as it is made, and then only read.
final class FourierTransform: @unchecked Sendable {
  let length: Int
  private let radices: [Int]
  /// For each pass, cosines and sines by which the transforms are turned.
  private let cosines: UnsafeMutableBufferPointer<Float>
  private let sines: UnsafeMutableBufferPointer<Float>

  /// Real and imaginary parts.
  typealias Numbers = (re: UnsafeMutablePointer<Float>, im: UnsafeMutablePointer<Float>)

  /// Nil for a length that it cannot do.
  init?(_ length: Int) {
    guard let radices = Self.radices(of: length) else { return nil }
    self.length = length
    self.radices = radices
    cosines = .allocate(capacity: 2 * length)
    sines = .allocate(capacity: 2 * length)
    cosines.initialize(repeating: 1)
    sines.initialize(repeating: 0)
    var (left, index) = (length, 0)
    for (pass, radix) in radices.enumerated() {
      let parts = left / radix
      for p in 0..<parts {
        for j in 1..<radix {
          let angle = -2 * .pi * Double(p * j) / Double(left)
          // The first pass goes over p in vectors, the others over p alone.
          let place = index + (pass == 0 ? (j - 1) * parts + p : p * (radix - 1) + j - 1)
          cosines[place] = Float(Maths.cos(angle))
          sines[place] = Float(Maths.sin(angle))
        }
      }
      index += parts * (radix - 1)
      left = parts
    }
  }

  deinit {
    cosines.deallocate()
    sines.deallocate()
  }

  static func isPossible(_ length: Int) -> Bool { radices(of: length) != nil }

  private static func radices(of length: Int) -> [Int]? {
    guard length >= 64, length % 8 == 0, length <= 1 << 20 else { return nil }
    var (left, result) = (length / 8, [8])
    for radix in [8, 7, 5, 4, 3, 2] {
      while left % radix == 0 {
        result.append(radix)
        left /= radix
      }
    }
    return left == 1 ? result : nil
  }

  /// Transforms `numbers`, which are lost, and gives where the result is: there or in `room`.
  ///
  /// With real and imaginary parts exchanged on the way in and out, this is the inverse but for the
  /// factor of the length.
  func transform(_ numbers: Numbers, room: Numbers) -> Numbers {
    var (from, to) = (numbers, room)
    guard let c = cosines.baseAddress, let s = sines.baseAddress else { return from }
    first(from, to, c, s)
    var (left, stride, index) = (length / 8, 8, 7 * (length / 8))
    for radix in radices.dropFirst() {
      let (cosines, sines) = (c + index, s + index)
      switch radix {
      case 8: pass(Butterfly8.self, from, to, left, stride, cosines, sines)
      case 7: pass(Butterfly7.self, from, to, left, stride, cosines, sines)
      case 5: pass(Butterfly5.self, from, to, left, stride, cosines, sines)
      case 4: pass(Butterfly4.self, from, to, left, stride, cosines, sines)
      case 3: pass(Butterfly3.self, from, to, left, stride, cosines, sines)
      default: pass(Butterfly2.self, from, to, left, stride, cosines, sines)
      }
      left /= radix
      index += left * (radix - 1)
      stride *= radix
      swap(&from, &to)
    }
    return from
  }

  /// Numbers in eights that are turned alike.
  @inline(__always)
  private func pass<B: Butterfly>(
    _: B.Type, _ from: Numbers, _ to: Numbers, _ left: Int, _ stride: Int,
    _ cosines: UnsafePointer<Float>, _ sines: UnsafePointer<Float>
  ) {
    let parts = left / B.radix
    let far = stride &* parts
    var p = 0
    while p < parts {
      let turn = p &* (B.radix &- 1)
      let (c, s) = (cosines + turn, sines + turn)
      let (input, output) = (stride &* p, stride &* B.radix &* p)
      var q = 0
      while q < stride {
        B.apply(
          { k in Self.load(from, input &+ q &+ far &* k) },
          { j, value in
            let turned =
              j == 0
              ? value : value.times(.init(repeating: c[j - 1]), .init(repeating: s[j - 1]))
            Self.store(turned, to, output &+ q &+ stride &* j)
          })
        q &+= 8
      }
      p &+= 1
    }
  }

  /// The first pass, in which numbers that are turned alike lie apart. Its result is in `from`.
  private func first(
    _ from: Numbers, _ to: Numbers, _ cosines: UnsafePointer<Float>, _ sines: UnsafePointer<Float>
  ) {
    let parts = length / 8
    var p = 0
    while p < parts {
      // The last eight may have been done in part.
      let place = min(p, parts &- 8)
      Butterfly8.apply(
        { k in Self.load(from, place &+ parts &* k) },
        { j, value in
          let index = (j &- 1) &* parts &+ place
          Self.store(
            j == 0 ? value : value.times(Self.eight(cosines + index), Self.eight(sines + index)),
            to, place &+ parts &* j)
        })
      p &+= 8
    }
    Transposition.apply(to.re, into: from.re, columns: parts)
    Transposition.apply(to.im, into: from.im, columns: parts)
  }

  @inline(__always)
  private static func eight(_ values: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func load(_ numbers: Numbers, _ place: Int) -> ComplexLanes {
    ComplexLanes(re: eight(numbers.re + place), im: eight(numbers.im + place))
  }

  @inline(__always)
  private static func store(_ value: ComplexLanes, _ numbers: Numbers, _ place: Int) {
    UnsafeMutableRawPointer(numbers.re + place).storeBytes(of: value.re, as: SIMD8<Float>.self)
    UnsafeMutableRawPointer(numbers.im + place).storeBytes(of: value.im, as: SIMD8<Float>.self)
  }
}

/// Eight rows that become eight columns.
private enum Transposition {
  /// - Parameter columns: of a row, 8 at least.
  @inline(never)
  static func apply(
    _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, columns: Int
  ) {
    var column = 0
    while column < columns {
      let place = min(column, columns &- 8)
      let rows = UnsafeRawPointer(source + place)
      @inline(__always)
      func row(_ index: Int) -> SIMD8<Float> {
        rows.loadUnaligned(fromByteOffset: 4 &* index &* columns, as: SIMD8<Float>.self)
      }
      write(UnsafeMutableRawPointer(target + 8 &* place), row)
      column &+= 8
    }
  }

  /// Three times, rows that are 4 apart are laid into each other.
  @inline(__always)
  private static func write(_ target: UnsafeMutableRawPointer, _ row: (Int) -> SIMD8<Float>) {
    let (a, e) = laid(row(0), row(4))
    let (b, f) = laid(row(1), row(5))
    let (c, g) = laid(row(2), row(6))
    let (d, h) = laid(row(3), row(7))
    let (i, m) = laid(a, c)
    let (j, n) = laid(e, g)
    let (k, o) = laid(b, d)
    let (l, p) = laid(f, h)
    store(laid(i, k), target)
    store(laid(m, o), target + 64)
    store(laid(j, l), target + 128)
    store(laid(n, p), target + 192)
  }

  @inline(__always)
  private static func store(
    _ pair: (SIMD8<Float>, SIMD8<Float>), _ target: UnsafeMutableRawPointer
  ) {
    target.storeBytes(of: pair.0, as: SIMD8<Float>.self)
    target.storeBytes(of: pair.1, toByteOffset: 32, as: SIMD8<Float>.self)
  }

  @inline(__always)
  private static func laid(
    _ a: SIMD8<Float>, _ b: SIMD8<Float>
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    (
      SIMD8(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]),
      SIMD8(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
    )
  }
}

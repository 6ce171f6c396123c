extension GaussianGrid {
  /// A part of this grid, as far as there is something, with rows as columns.
  func turned(_ x: Range<Int>, _ y: Range<Int>, _ scratch: Scratch) -> GaussianGrid {
    let (x, y) = (x.clamped(to: self.x), y.clamped(to: self.y))
    let turned = GaussianGrid(x: y, y: x, scratch)
    turned.copy(x: y, y: x, turned: self)
    return turned
  }

  /// Takes the samples of a part from a grid that holds rows where this one holds columns.
  func copy(x: Range<Int>, y: Range<Int>, turned other: GaussianGrid) {
    let side = 8 / MemoryLayout<S>.size
    var top = y.lowerBound
    // In bands of rows, of which each is a column that is read a cache line at a time.
    while top < y.upperBound {
      let rows = top..<min(top + 64, y.upperBound)
      var left = x.lowerBound
      while left < x.upperBound {
        let columns = left..<min(left + side, x.upperBound)
        var line = rows.lowerBound
        if columns.count == side {
          while line &+ side <= rows.upperBound {
            turn(column: left, row: line, other)
            line &+= side
          }
        }
        for y in line..<rows.upperBound {
          let target = row(y) + (left - self.x.lowerBound)
          let source = other.row(left) + (y - other.x.lowerBound)
          for i in 0..<columns.count { target[i] = source[i &* other.stride] }
        }
        left += side
      }
      top += 64
    }
  }

  /// Turns a square of as many samples a side as there are in 64 bits.
  @inline(__always)
  private func turn(column: Int, row: Int, _ other: GaussianGrid) {
    let pitch = other.stride
    let source = other.row(column) + (row &- other.x.lowerBound)
    let target = self.row(row) + (column &- x.lowerBound)
    @inline(__always)
    func load(_ i: Int) -> UInt64 {
      UInt64(littleEndian: UnsafeRawPointer(source + i &* pitch).loadUnaligned(as: UInt64.self))
    }
    @inline(__always)
    func store(_ i: Int, _ value: UInt64) {
      UnsafeMutableRawPointer(target + i &* stride).storeBytes(
        of: value.littleEndian, as: UInt64.self)
    }
    var (a, b, c, d) = (load(0), load(1), load(2), load(3))
    if S.self == UInt8.self {
      var (e, f, g, h) = (load(4), load(5), load(6), load(7))
      Self.exchange(&a, &e, 32)
      Self.exchange(&b, &f, 32)
      Self.exchange(&c, &g, 32)
      Self.exchange(&d, &h, 32)
      Self.exchange(&a, &c, 16)
      Self.exchange(&b, &d, 16)
      Self.exchange(&e, &g, 16)
      Self.exchange(&f, &h, 16)
      Self.exchange(&a, &b, 8)
      Self.exchange(&c, &d, 8)
      Self.exchange(&e, &f, 8)
      Self.exchange(&g, &h, 8)
      store(4, e)
      store(5, f)
      store(6, g)
      store(7, h)
    } else {
      Self.exchange(&a, &c, 32)
      Self.exchange(&b, &d, 32)
      Self.exchange(&a, &b, 16)
      Self.exchange(&c, &d, 16)
    }
    store(0, a)
    store(1, b)
    store(2, c)
    store(3, d)
  }

  /// Exchanges every second group of so many bits of one number, those further left, with every
  /// first one of another.
  @inline(__always)
  private static func exchange(_ a: inout UInt64, _ b: inout UInt64, _ bits: UInt64) {
    let mask: UInt64 =
      bits == 32
      ? 0x0000_0000_FFFF_FFFF : bits == 16 ? 0x0000_FFFF_0000_FFFF : 0x00FF_00FF_00FF_00FF
    let change = ((a &>> bits) ^ b) & mask
    b ^= change
    a ^= change &<< bits
  }
}

import Timeline

/// A picture of one colour: a single sample, to be stretched.
struct ColorRows: RowSource {
  private let color: PremultipliedColor

  init(_ color: Color, coding: ColorCoding) {
    self.color = PremultipliedColor(color, coding: coding)
  }

  /// Tells colours apart by their samples.
  var identity: PictureIdentity { .color(SIMD4(color.y, color.u, color.v, color.a)) }

  var width: Int { 1 }
  var height: Int { 1 }

  func fill(_ row: PictureRow, y: Int, columns: Range<Int>) {
    row.y[0] = color.y
    row.u[0] = color.u
    row.v[0] = color.v
    row.a[0] = color.a
  }
}

/// A colour in picture units, multiplied by its alpha.
struct PremultipliedColor {
  let y: UInt16
  let u: UInt16
  let v: UInt16
  let a: UInt16

  init(y: UInt16, u: UInt16, v: UInt16, a: UInt16) {
    (self.y, self.u, self.v, self.a) = (y, u, v, a)
  }

  init(_ color: Color, coding: ColorCoding) {
    func unit(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 65535).rounded()) }
    let (r, g, b) = coding.inStream(unit(color.red), unit(color.green), unit(color.blue))
    let alpha = unit(color.alpha)
    let weight = alpha + alpha >> 15
    func channel(_ index: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: (coding.channel(index)(r, g, b) * weight + 1 << 31) >> 32)
    }
    y = channel(0)
    u = channel(1)
    v = channel(2)
    a = UInt16(truncatingIfNeeded: alpha)
  }
}

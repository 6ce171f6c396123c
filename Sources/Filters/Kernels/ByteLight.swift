import Y4M

/// Tables from colours of streams of 8 bits to light and back, and mixes of light by them.
///
/// Light is looked up by the 9 highest bits of its mantissa, so a colour that it comes to is within
/// a tenth of a code of 8 bits. Where the light of two colours is the same or covers nothing, what
/// a table leaves of it is far below half a code, which changes no sample.
final class ByteLight {
  typealias Line = ByteColors.Line

  private static let digits = 9
  /// The least exponent of light: what is darker is less than a hundredth of a code.
  private static let least = -31

  /// The light of each number of a colour.
  private let lights: UnsafeMutablePointer<Float>
  /// The number of a colour of each light.
  private let colors: UnsafeMutablePointer<Int16>

  init(_ curve: LightCurve) {
    let white = Int(ByteColors.white)
    // With room for whole lanes.
    let room = white + 1 + 2 * LightCurve.Lanes.scalarCount
    lights = .allocate(capacity: room)
    lights.initialize(repeating: 1, count: room)
    for index in 0...white { lights[index] = Float(index) / Float(white) }
    curve.decode(lights, count: white + 1)
    let count = -Self.least << Self.digits + 1
    colors = .allocate(capacity: count)
    let line = UnsafeMutablePointer<Float>.allocate(
      capacity: count + LightCurve.Lanes.scalarCount)
    defer { line.deallocate() }
    line.initialize(repeating: 1, count: count + LightCurve.Lanes.scalarCount)
    let base = UInt32(Float(sign: .plus, exponent: Self.least, significand: 1).bitPattern)
    for index in 0..<count {
      line[index] = Float(bitPattern: base + UInt32(index) << (23 - UInt32(Self.digits)))
    }
    curve.encode(line, count: count)
    for index in 0..<count {
      colors[index] = Int16(min(max(line[index], 0), 1) * Float(white) + 0.5)
    }
  }

  deinit {
    lights.deallocate()
    colors.deallocate()
  }

  /// Puts in place of a channel of the backdrop how far it changes where light is put over it.
  ///
  /// What lies beyond black and white is covered, too.
  ///
  /// - Parameters:
  ///   - top: the roots of the layer's light, 0 to 65,535.
  ///   - cover: what the layer covers, 0 to 65,535.
  ///   - line: may lie beyond black and white.
  ///   - rest: for what is between.
  func mix(
    _ top: ByteColors.Shares, _ cover: ByteColors.Shares, _ line: Line,
    _ rest: (sums: UnsafeMutablePointer<Float>, places: Line), count: Int
  ) {
    let (sums, places) = rest
    for x in 0..<count { places[x] = ByteColors.within(line[x]) }
    look(up: places, to: sums, count)
    Self.mix(top, cover, sums, count)
    Self.place(sums, places, count)
    look(up: places, count)
    for x in 0..<count {
      let color = line[x]
      let within = ByteColors.within(color)
      line[x] = places[x] &- within &- ByteColors.share(cover[x], ofChange: color &- within)
    }
  }

  /// Nothing but loads and stores: one number after the other is quicker than vectors that are
  /// taken apart.
  private func look(up places: Line, to sums: UnsafeMutablePointer<Float>, _ count: Int) {
    let lights = lights
    for x in 0..<count { sums[x] = lights[Int(places[x])] }
  }

  /// Puts colours in place of what ``place(_:_:_:)`` gives.
  private func look(up places: Line, _ count: Int) {
    let colors = colors
    for x in 0..<count { places[x] = colors[Int(places[x])] }
  }

  private static func mix(
    _ top: ByteColors.Shares, _ cover: ByteColors.Shares, _ sums: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    let unit: Float = 1 / 65535
    for x in 0..<count {
      let root = Float(top[x]) * unit
      sums[x] += Float(cover[x]) * unit * (root * root - sums[x])
    }
  }

  /// Writes where colours of light stand.
  private static func place(_ sums: UnsafeMutablePointer<Float>, _ places: Line, _ count: Int) {
    let shift = Int32(23 - digits)
    // Rounded, and counted from the least exponent.
    let base = Int32(127 + least) &<< 23 &- 1 &<< (shift &- 1)
    let most = Int32(-least) &<< Int32(digits)
    for x in 0..<count {
      let place = (Int32(bitPattern: sums[x].bitPattern) &- base) &>> shift
      places[x] = Int16(truncatingIfNeeded: min(max(place, 0), most))
    }
  }
}

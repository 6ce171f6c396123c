import Y4M

/// Places of a lattice.
struct LatticePlaces {
  /// Along Y in the lowest 8 bits, down Cb in the next, down Cr in those above.
  let places: UnsafeMutablePointer<Int32>
  private(set) var count = 0

  /// With room for so many.
  init(_ most: Int, _ scratch: Scratch) { places = scratch.take(Int32.self, most) }

  mutating func append(_ y: Int, _ u: Int, _ v: Int) {
    places[count] = Int32(truncatingIfNeeded: y | u &<< 8 | v &<< 16)
    count &+= 1
  }

  /// Keeps those of which `isKept` is true, of a place and its number in the list.
  mutating func filter(_ isKept: (Int32, Int) -> Bool) {
    var kept = 0
    for x in 0..<count {
      if isKept(places[x], x) {
        places[kept] = places[x]
        kept &+= 1
      }
    }
    count = kept
  }

  /// Where a place lies along Y, and down Cb and Cr.
  @inline(__always)
  static func parts(_ place: Int32) -> (y: Int, u: Int, v: Int) {
    let place = Int(truncatingIfNeeded: place)
    return (place & 255, place &>> 8 & 255, place &>> 16)
  }
}

/// Computes how far a change moves samples at places of a lattice in Y'CbCr.
struct LatticeColors<Change: ColorChange> {
  let change: Change
  let coding: RGBCoding
  /// From a place to the next one, in codes.
  let step: Float

  /// How far the samples move.
  ///
  /// - Parameter offset: added to places, in steps.
  func moves(
    _ list: LatticePlaces, offset: SIMD3<Float>, _ scratch: Scratch
  ) -> SampleLines {
    let count = list.count
    func line() -> UnsafeMutablePointer<Float> { scratch.take(Float.self, count) }
    let lines = (y: line(), u: line(), v: line())
    let places = list.places
    let span = step * Float(ColorLattice.side - 1)
    let (offsetY, offsetU, offsetV) = (offset.x, offset.y, offset.z)
    for x in 0..<count {
      let place = places[x]
      lines.y[x] = (offsetY + Float(place & 255)) * step
      lines.u[x] = span - (offsetU + Float(place &>> 8 & 255)) * step
      lines.v[x] = span - (offsetV + Float(place &>> 16)) * step
    }
    let colors = RGBRow(count: count, scratch)
    coding.decode(lines.y, (lines.u, lines.v), to: colors)
    scratch.scope { change.apply(to: colors, scratch: scratch) }
    coding.move(lines, count: count, (luma: true, chroma: true), to: colors)
    return lines
  }
}

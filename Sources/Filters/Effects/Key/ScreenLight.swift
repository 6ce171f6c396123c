import Y4M

/// How bright a screen is from place to place, as a multiple of its given colour.
enum ScreenLight {
  /// Measured in the picture itself.
  case measured(ScreenField)
  /// Read from a still of the screen alone.
  case plate(PicturePlanes)

  /// What is read from a still is held within this; where it shows less, there is no screen, and
  /// the given colour stands for one.
  private static let range: ClosedRange<Float> = 0.25...3

  /// The brightness at the places of a row.
  func row(
    _ place: KeyedPlace, _ screen: KeyScreen, _ scratch: Scratch
  ) -> UnsafeMutablePointer<Float> {
    let row = scratch.take(Float.self, place.columns.count)
    read(place, screen, to: row, scratch)
    return row
  }

  /// Writes the brightness at the places of a row.
  func read(
    _ place: KeyedPlace, _ screen: KeyScreen, to target: UnsafeMutablePointer<Float>,
    _ scratch: Scratch
  ) {
    switch self {
    case .measured(let field): field.read(place, to: target, scratch)
    case .plate(let planes):
      guard let plate = planes.samples(of: place.sites) else {
        return target.update(repeating: 1, count: place.columns.count)
      }
      let size = place.sites.width * place.sites.height
      let row = plate.base + (place.y * place.sites.width + place.columns.lowerBound)
      Self.read(
        (row, row + size, row + 2 * size), screen.weights / (65535 * screen.strength), to: target,
        count: place.columns.count)
    }
  }

  private static func read(
    _ plate: (
      UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>
    ), _ weights: SIMD3<Float>, to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (low, high) = (range.lowerBound, range.upperBound)
    let (red, green, blue) = (weights.x, weights.y, weights.z)
    for x in 0..<count {
      let ratio = Float(plate.0[x]) * red + Float(plate.1[x]) * green + Float(plate.2[x]) * blue
      target[x] = ratio < low ? 1 : min(ratio, high)
    }
  }
}

import Bytes

/// The colours of red, green and blue that an OpenEXR file says its light has.
struct StillPrimaries: Hashable {
  /// X and y of white, red, green and blue in 1/100,000, as the chunk `cHRM` has them.
  private let places: [Int32]

  /// The primaries of BT.709, which count where a file says nothing.
  private static let standard: [Int32] = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000,
  ]

  /// Nil for a file of another kind, and for one of BT.709.
  init?(ofFile path: String, kind: String) {
    guard kind == "OpenEXR", let found = PictureParts.reading(path, { $0.chromaticities }) else {
      return nil
    }
    // White stands last there.
    let places = [found[6], found[7]] + found[..<6]
    if zip(places, Self.standard).allSatisfy({ abs($0 - $1) <= 50 }) { return nil }
    self.places = places
  }

  /// A PNG that says so, and that its samples are light, where nothing in it says more.
  func added(to png: [UInt8]) -> [UInt8] {
    ColorChunk(gamma: 100_000).added(to: ColorChunk(chromaticities: places).added(to: png))
  }
}

extension PictureParts {
  /// X and y of red, green, blue and white in 1/100,000, of an OpenEXR file that says them
  /// (Technical Introduction to OpenEXR, standard attributes).
  fileprivate var chromaticities: [Int32]? {
    guard let content = attribute("chromaticities"), content.count == 32 else { return nil }
    var places: [Int32] = []
    for index in 0..<8 {
      guard let bits = number(4, content.lowerBound + 4 * index, isBig: false) else { return nil }
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      // ACES has a blue that no eye sees; where y is 0, there is no light.
      guard value.magnitude <= 1, index % 2 == 0 || value.magnitude > 1e-3 else { return nil }
      places.append(Int32((Double(value) * 100_000).rounded()))
    }
    return places
  }

  /// The content of an attribute of the first part of an OpenEXR file (OpenEXR File Layout,
  /// Header).
  func attribute(_ wanted: String) -> Range<Int>? {
    // A magic number and a version, then attributes: a name, a type, a length, and that many bytes.
    var place = 8
    for _ in 0..<Self.most {
      guard let name = text(at: place), !name.isEmpty else { return nil }
      place += name.utf8.count + 1
      guard let type = text(at: place),
        let length = number(4, place + type.utf8.count + 1, isBig: false)
      else { return nil }
      place += type.utf8.count + 5
      if name == wanted { return place..<place + length }
      place += length
    }
    return nil
  }
}

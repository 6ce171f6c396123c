import Bytes
import Colors

/// What is wrong with a profile, or not read of it.
enum ProfileFault: Error {
  case malformed(String)
  case unsupported(String)
}

extension ImageError {
  /// What is wrong with the profile that begins at `start`.
  init(_ fault: ProfileFault, at start: Int) {
    switch fault {
    case .malformed(let what): self = .malformed(.profile(what), at: .byte(start))
    case .unsupported(let what): self = .unsupported(.profile(what), at: .byte(start))
    }
  }
}

/// A colour profile of a matrix and curves (ICC.1:2022, 8.3.3 and 8.4.3), or of one curve of grey.
struct ICCProfile {
  /// Those of red, green and blue, or the one of grey.
  let curves: [SampleCurve]
  /// What red, green and blue are in XYZ, for a white of D50; nil for grey.
  let colorants: LightMatrix?

  /// Larger profiles than this are made of tables.
  static let mostBytes = 4 << 20
  /// More than profiles have.
  private static let mostTags = 1000

  /// Reads a profile; nothing beyond it is looked at, whatever it says.
  init(_ bytes: [UInt8]) throws(ProfileFault) {
    guard bytes.count >= 132 else { throw .malformed("it ends too early") }
    let header = Self.Header(bytes)
    guard header.magic == Self.code("acsp") else { throw .malformed("no signature acsp") }
    let tags = try Self.tags(bytes)
    // 9.2: what a profile says of colours may stand in tables or in a matrix with curves.
    let isTable = [Self.code("A2B0"), Self.code("A2B1"), Self.code("D2B0")].contains {
      tags[$0] != nil
    }
    if header.space == Self.code("GRAY") {
      guard let curve = tags[Self.code("kTRC")] else {
        throw isTable ? .unsupported("tables of colours") : .malformed("no kTRC")
      }
      guard header.connection == Self.code("XYZ ") else {
        throw .unsupported("greys by lightness")
      }
      curves = [try Self.curve(bytes, curve)]
      colorants = nil
      return
    }
    guard header.space == Self.code("RGB ") else { throw .unsupported("colours that are not RGB") }
    let places = ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"].map { tags[Self.code($0)] }
    guard header.connection == Self.code("XYZ "), !places.contains(nil) else {
      throw isTable ? .unsupported("tables of colours") : .malformed("no matrix and curves")
    }
    let found = places.compactMap(\.self)
    let (red, green, blue) = (
      try Self.tristimulus(bytes, found[0]), try Self.tristimulus(bytes, found[1]),
      try Self.tristimulus(bytes, found[2])
    )
    colorants = LightMatrix(
      SIMD3(red.x, green.x, blue.x), SIMD3(red.y, green.y, blue.y), SIMD3(red.z, green.z, blue.z))
    var curves: [SampleCurve] = []
    for place in found[3...] { curves.append(try Self.curve(bytes, place)) }
    self.curves = curves
  }

  /// The fields of the header that count (7.2).
  private struct Header {
    let space: UInt32
    let connection: UInt32
    let magic: UInt32

    init(_ bytes: [UInt8]) {
      func field(_ offset: Int) -> UInt32 {
        var cursor = ByteCursor(bytes, in: offset..<offset + 4)
        return cursor.bigEndian32() ?? 0
      }
      (space, connection, magic) = (field(16), field(20), field(36))
    }
  }

  /// Four letters as one number.
  private static func code(_ letters: String) -> UInt32 {
    letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Where the tags lie (7.3); of two with a name, the first.
  private static func tags(_ bytes: [UInt8]) throws(ProfileFault) -> [UInt32: Range<Int>] {
    var cursor = ByteCursor(bytes, in: 128..<bytes.count)
    guard let count = cursor.bigEndian32(), count <= mostTags else {
      throw .malformed("too many tags")
    }
    var tags: [UInt32: Range<Int>] = [:]
    for _ in 0..<count {
      guard let name = cursor.bigEndian32(), let offset = cursor.bigEndian32(),
        let size = cursor.bigEndian32()
      else { throw .malformed("its tags end too early") }
      let place = Int(offset)..<Int(offset) + Int(size)
      guard place.upperBound <= bytes.count else { throw .malformed("a tag lies beyond its end") }
      if tags[name] == nil { tags[name] = place }
    }
    return tags
  }

  /// Reads a number of 16 bits before and 16 behind the point.
  private static func fixed(_ cursor: inout ByteCursor) throws(ProfileFault) -> Double {
    guard let bits = cursor.bigEndian32() else { throw .malformed("a tag ends too early") }
    return Double(Int32(bitPattern: bits)) / 65536
  }

  /// What stands in place of the types `XYZ ` and `curv` in profiles of Corbis and of Monaco, which
  /// pictures of theirs have to this day; Little CMS reads them so.
  private static let (brokenTristimulus, brokenCurve): (UInt32, UInt32) = (0x17A5_05B8, 0x9478_EE00)

  /// Reads the first number of type `XYZ ` (10.31).
  private static func tristimulus(
    _ bytes: [UInt8], _ place: Range<Int>
  ) throws(ProfileFault) -> SIMD3<Double> {
    var cursor = ByteCursor(bytes, in: place)
    let type = cursor.bigEndian32()
    guard type == code("XYZ ") || type == brokenTristimulus, cursor.skip(4) != nil else {
      throw .malformed("a colorant that is no XYZ")
    }
    return SIMD3(try fixed(&cursor), try fixed(&cursor), try fixed(&cursor))
  }

  private static func curve(
    _ bytes: [UInt8], _ place: Range<Int>
  ) throws(ProfileFault) -> SampleCurve {
    var cursor = ByteCursor(bytes, in: place)
    let type = cursor.bigEndian32()
    guard cursor.skip(4) != nil else { throw .malformed("a curve ends too early") }
    if type == code("curv") || type == brokenCurve { return try sampled(&cursor) }
    guard type == code("para") else { throw .malformed("a curve of an unknown type") }
    return try parametric(&cursor)
  }

  /// Reads what stands behind the type `curv` (10.6).
  private static func sampled(_ cursor: inout ByteCursor) throws(ProfileFault) -> SampleCurve {
    guard let count = cursor.bigEndian32(), Int(count) * 2 <= cursor.remaining else {
      throw .malformed("a curve ends too early")
    }
    if count == 0 { return .power(1) }
    var values: [UInt16] = []
    for _ in 0..<count {
      values.append(UInt16(truncatingIfNeeded: cursor.bigEndian16() ?? 0))
    }
    return count == 1 ? .power(Double(values[0]) / 256) : .table(values)
  }

  /// Reads what stands behind the type `para` (10.18).
  private static func parametric(_ cursor: inout ByteCursor) throws(ProfileFault) -> SampleCurve {
    guard let kind = cursor.bigEndian16(), kind <= 4, cursor.skip(2) != nil else {
      throw .malformed("a curve of an unknown kind")
    }
    var numbers: [Double] = []
    for _ in 0..<[1, 3, 4, 5, 7][kind] { numbers.append(try fixed(&cursor)) }
    var curve = ParametricCurve(gamma: numbers[0])
    if kind == 0 { return .power(curve.gamma) }
    (curve.a, curve.b) = (numbers[1], numbers[2])
    switch kind {
    case 1, 2:
      guard curve.a != 0 else { throw .malformed("a curve divides by 0") }
      curve.d = -curve.b / curve.a
      if kind == 2 { (curve.e, curve.f) = (numbers[3], numbers[3]) }
    default:
      (curve.c, curve.d) = (numbers[3], numbers[4])
      if kind == 4 { (curve.e, curve.f) = (numbers[5], numbers[6]) }
    }
    return .parametric(curve)
  }
}

import Bytes

extension LookupTable {
  /// Reads a `.3dl` file of Lustre, Flame and their kin: whole numbers, blue moving fastest.
  ///
  /// Numbers are those of 8, 10, 12 or 16 bits, by the largest of them, as OpenColorIO has it: the
  /// format does not say reliably. A line of more than three numbers is a curve for all channels,
  /// taken before the cube; one whose steps are even changes nothing. Lines of words are left out.
  package init(meshFile bytes: [UInt8]) throws(GradeError) {
    var file = try MeshFile(bytes)
    self = try file.table()
  }
}

/// The numbers of a `.3dl` file.
private struct MeshFile {
  private var text: GradeText
  private var curve: [Int] = []
  private var curveOffset = 0
  /// Red, green and blue of each row.
  private var rows: [SIMD3<Int32>] = []

  /// How many rows the largest cube has.
  private static let mostRows =
    LookupCube.sizes.upperBound * LookupCube.sizes.upperBound * LookupCube.sizes.upperBound
  /// A largest number below this one is none of a file of 8 bits or more, but one of fractions.
  private static let leastPeak = 128

  init(_ bytes: [UInt8]) throws(GradeError) {
    text = try GradeText(bytes)
    while text.advance() {
      if !isWords { try numbers() }
    }
  }

  /// Whether the line is one of Lustre's: `3DMESH`, `Mesh 4 12`, `LUT8`, `gamma 1.0`, `3DMESHEND`.
  private var isWords: Bool {
    guard let first = text.peek else { return true }
    if first.isLetter { return true }
    return ["3DMESH", "3DMESHEND"].contains(text.string(text.line).uppercased())
  }

  private mutating func numbers() throws(GradeError) {
    let start = text.line.lowerBound
    var numbers: [Int] = []
    while !text.isLineAtEnd {
      guard numbers.count < LookupCurves.sizes.upperBound else {
        throw text.error(.unsupported, "more than \(numbers.count) numbers in a line", at: start)
      }
      numbers.append(try number())
    }
    switch numbers.count {
    case 3:
      guard rows.count < Self.mostRows else {
        throw text.error(
          .unsupported, "more rows than a cube of \(LookupCube.sizes.upperBound) a side has",
          at: start)
      }
      rows.append(SIMD3(Int32(numbers[0]), Int32(numbers[1]), Int32(numbers[2])))
    case 4...:
      guard curve.isEmpty else {
        throw text.error(.malformed, "a second line of more than three numbers", at: start)
      }
      curve = numbers
      curveOffset = start
    default:
      throw text.error(
        .malformed, "a row has three numbers, red, green and blue, and not \(numbers.count)",
        at: start)
    }
  }

  /// A whole number, which may have a sign.
  private mutating func number() throws(GradeError) -> Int {
    let range = text.word()
    let digits = text.bytes[range].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard range.count - digits.count <= 1, (1...9).contains(digits.count),
      digits.allSatisfy(\.isDigit)
    else {
      throw text.error(
        .malformed, "\(text.shown(range)) where a whole number should stand", at: range.lowerBound)
    }
    let value = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return text.bytes[range.lowerBound] == UInt8(ascii: "-") ? -value : value
  }

  mutating func table() throws(GradeError) -> LookupTable {
    let curves = try curves()
    guard !rows.isEmpty else {
      guard let curves else {
        throw text.error(.truncated, "no rows of red, green and blue", at: text.bytes.count)
      }
      return LookupTable(curves: curves, cube: nil)
    }
    return LookupTable(curves: curves, cube: try cube())
  }

  /// The curve, unless its steps are even.
  private func curves() throws(GradeError) -> LookupCurves? {
    guard let largest = curve.max() else { return nil }
    let peak = try peak(largest, at: curveOffset)
    let step = Float(peak) / Float(curve.count - 1)
    // Programs round the steps in different ways.
    let isEven = curve.enumerated().allSatisfy {
      abs(Float($0.offset) * step - Float($0.element)) < 2
    }
    if isEven { return nil }
    let values = curve.map { Float($0) / Float(peak) }
    return LookupCurves(axis: TableAxis(count: curve.count), values: values + values + values)
  }

  private func cube() throws(GradeError) -> LookupCube {
    let end = text.bytes.count
    guard let side = LookupCube.sizes.first(where: { $0 * $0 * $0 >= rows.count }),
      side * side * side == rows.count
    else {
      throw text.error(
        .truncated, "\(rows.count) rows are no cube: 4913 would be one of 17 a side", at: end)
    }
    let peak = Float(try peak(Int(rows.reduce(0) { max($0, $1.max()) }), at: end))
    var points = [SIMD4<Float>](repeating: .zero, count: rows.count)
    for (index, row) in rows.enumerated() {
      let (blue, green, red) = (index % side, index / side % side, index / (side * side))
      points[(blue * side + green) * side + red] =
        SIMD4(Float(row.x) / peak, Float(row.y) / peak, Float(row.z) / peak, 0)
    }
    return LookupCube(axis: TableAxis(count: side), points: points)
  }

  /// What stands for 1 where the largest number is this one, which may be up to twice as large.
  private func peak(_ largest: Int, at offset: Int) throws(GradeError) -> Int {
    switch largest {
    case ..<Self.leastPeak:
      throw text.error(
        .malformed, "the largest number is \(largest); whole numbers of 8 bits or more are read",
        at: offset)
    case ..<512: return 255
    case ..<2048: return 1023
    case ..<8192: return 4095
    default: return 65535
    }
  }
}

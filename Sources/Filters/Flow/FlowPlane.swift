/// A plane of numbers for the search of motion, with a margin on all sides in which nothing checks
/// where it reads.
///
/// Its memory is someone else's.
struct FlowPlane: BitwiseCopyable {
  /// The numbers beyond each side; twice the length of a vector.
  static let margin = 16

  /// The number at the top left of the picture.
  let origin: UnsafeMutablePointer<Float>
  let width: Int
  let height: Int
  /// From one row to the next; a multiple of twice the length of a vector.
  let stride: Int

  /// A plane in memory of ``count(width:height:)`` numbers.
  init(width: Int, height: Int, at memory: UnsafeMutablePointer<Float>) {
    self.width = width
    self.height = height
    stride = Self.stride(width)
    origin = memory + Self.margin * (stride + 1)
  }

  /// A plane whose numbers are whatever was left in the memory.
  init(width: Int, height: Int, _ scratch: Scratch) {
    let count = Self.count(width: width, height: height)
    self.init(width: width, height: height, at: scratch.take(Float.self, count))
  }

  /// The numbers that a plane takes, its margins included.
  static func count(width: Int, height: Int) -> Int {
    stride(width) &* (height &+ 2 &* margin)
  }

  private static func stride(_ width: Int) -> Int { (width &+ 2 &* margin &+ 15) & ~15 }

  /// The first number of row `y`, which may lie in the margin.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<Float> { origin + y &* stride }

  /// The numbers of row `y` in even places, packed; half of the margin lies before and behind.
  @inline(__always)
  func even(_ y: Int) -> UnsafeMutablePointer<Float> { row(y) - Self.margin / 2 }

  /// The numbers of row `y` in odd places, packed, where ``even(_:)`` has the others.
  @inline(__always)
  func odd(_ y: Int) -> UnsafeMutablePointer<Float> { row(y) - Self.margin / 2 + stride / 2 }

  /// Repeats the outermost numbers of some rows into the margins left and right.
  func extendSides(_ rows: Range<Int>) {
    for y in rows {
      let row = row(y)
      (row - Self.margin).update(repeating: row[0], count: Self.margin)
      (row + width).update(repeating: row[width - 1], count: stride - width - Self.margin)
    }
  }

  /// Repeats the first and the last row into the margins above and below.
  func extendEnds() {
    for y in 1...Self.margin {
      (row(-y) - Self.margin).update(from: row(0) - Self.margin, count: stride)
      (row(height - 1 + y) - Self.margin)
        .update(from: row(height - 1) - Self.margin, count: stride)
    }
  }

  /// Takes all numbers of a plane of the same size, those of the margins too.
  func copy(_ other: FlowPlane) {
    (row(-Self.margin) - Self.margin).update(
      from: other.row(-Self.margin) - Self.margin,
      count: Self.count(width: width, height: height))
  }

  /// Sets some rows to nought, without their margins.
  func clear(_ rows: Range<Int>) {
    for y in rows { row(y).update(repeating: 0, count: width) }
  }

  /// The number between four others, of which the nearest are taken where the place is outside.
  @inline(__always)
  func value(_ x: Float, _ y: Float) -> Float {
    value(FlowPlace(x, y, width: width, height: height))
  }

  /// The number between four others.
  @inline(__always)
  func value(_ place: FlowPlace) -> Float {
    let (upper, lower) = (row(place.y) + place.x, row(place.y &+ 1) + place.x)
    let top = upper[0] + (upper[1] - upper[0]) * place.right
    let bottom = lower[0] + (lower[1] - lower[0]) * place.right
    return top + (bottom - top) * place.down
  }
}

/// A place between four numbers of a plane, kept within reach of its margin.
struct FlowPlace: BitwiseCopyable {
  let x: Int
  let y: Int
  /// How far it is to the right of and below ``x`` and ``y``, 0 to 1.
  let right: Float
  let down: Float

  @inline(__always)
  init(_ x: Float, _ y: Float, width: Int, height: Int) {
    // What is no number becomes the lower bound.
    let boundX = Float(width) + 3
    let boundY = Float(height) + 3
    let heldX = x > -12 ? (x < boundX ? x : boundX) : -12
    let heldY = y > -12 ? (y < boundY ? y : boundY) : -12
    // The nearest whole number to what is half less, in the low bits.
    let (wholeX, wholeY) = (heldX - 0.5 + Self.whole, heldY - 0.5 + Self.whole)
    self.x = Int(Int32(bitPattern: wholeX.bitPattern &- Self.whole.bitPattern))
    self.y = Int(Int32(bitPattern: wholeY.bitPattern &- Self.whole.bitPattern))
    right = heldX - (wholeX - Self.whole)
    down = heldY - (wholeY - Self.whole)
  }

  /// Beside this, a number of which half is far smaller has no fraction.
  static let whole: Float = 12_582_912
}

/// What moves through each pixel, four numbers together, with a margin on all sides in which
/// nothing checks where it reads.
///
/// Its memory is someone else's.
struct FlowGrid: BitwiseCopyable {
  /// The pixels beyond each side.
  private static let margin = FlowPlane.margin

  /// The pixel at the top left of the picture.
  let origin: UnsafeMutablePointer<SIMD4<Float>>
  let width: Int
  let height: Int
  /// From one row to the next.
  let stride: Int

  /// A grid in memory of ``count(width:height:)`` pixels.
  init(width: Int, height: Int, at memory: UnsafeMutablePointer<SIMD4<Float>>) {
    self.width = width
    self.height = height
    stride = width &+ 2 &* Self.margin
    origin = memory + Self.margin * (stride + 1)
  }

  /// A grid in which nothing moves.
  init(width: Int, height: Int, _ scratch: Scratch) {
    let count = Self.count(width: width, height: height)
    let memory = scratch.take(SIMD4<Float>.self, count)
    memory.initialize(repeating: .zero, count: count)
    self.init(width: width, height: height, at: memory)
  }

  /// The pixels that a grid takes, its margins included.
  static func count(width: Int, height: Int) -> Int {
    (width &+ 2 &* margin) &* (height &+ 2 &* margin)
  }

  /// The first pixel of row `y`, which may lie in the margin.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { origin + y &* stride }

  /// Repeats the outermost pixels into the margins.
  func extend() {
    for y in 0..<height {
      let row = row(y)
      (row - Self.margin).update(repeating: row[0], count: Self.margin)
      (row + width).update(repeating: row[width - 1], count: Self.margin)
    }
    for y in 1...Self.margin {
      (row(-y) - Self.margin).update(from: row(0) - Self.margin, count: stride)
      (row(height - 1 + y) - Self.margin)
        .update(from: row(height - 1) - Self.margin, count: stride)
    }
  }

  /// What is between four pixels.
  @inline(__always)
  func value(_ place: FlowPlace) -> SIMD4<Float> {
    let upper = origin + (place.y &* stride &+ place.x)
    let lower = upper + stride
    let top = upper[0] + (upper[1] - upper[0]) * place.right
    let bottom = lower[0] + (lower[1] - lower[0]) * place.right
    return top + (bottom - top) * place.down
  }
}

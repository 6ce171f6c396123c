import Timeline

/// How the edges of a picture are found.
enum EdgeMethod: String, Choice {
  case sobel
  case scharr
  case prewitt
  case laplacian
  /// Lines of one pixel along the crests of Sobel's slopes.
  case canny

  /// The weights of the three neighbours across which a slope is taken, which add up to 1; nil for
  /// a second derivative.
  var weights: (side: Float, middle: Float)? {
    switch self {
    case .sobel, .canny: (0.25, 0.5)
    case .scharr: (0.1875, 0.625)
    case .prewitt: (1.0 / 3, 1.0 / 3)
    case .laplacian: nil
    }
  }
}

/// How steep a field is at every pixel, from the 3x3 around it: 1 at an edge from black to white.
struct FieldGradient {
  let field: LumaField
  let method: EdgeMethod
  private let columns: Range<Int>
  /// Three rows with one number more on each side, by their number modulo 3, and which they are.
  private let lines: UnsafeMutablePointer<Float>
  private let held: UnsafeMutablePointer<Int>
  private let pitch: Int
  /// Sums and differences of the three rows.
  private let sums: UnsafeMutablePointer<Float>
  private let steps: UnsafeMutablePointer<Float>

  init(_ field: LumaField, _ method: EdgeMethod, _ columns: Range<Int>, _ scratch: Scratch) {
    (self.field, self.method, self.columns) = (field, method, columns)
    pitch = columns.count + 2
    lines = scratch.take(Float.self, 3 * pitch)
    held = scratch.take(Int.self, 3)
    held.update(repeating: .min, count: 3)
    sums = scratch.take(Float.self, pitch)
    steps = scratch.take(Float.self, pitch)
  }

  /// Writes how steep row `y` is.
  func read(_ y: Int, to target: UnsafeMutablePointer<Float>) {
    let (above, here, below) = (line(y - 1), line(y), line(y + 1))
    let scale = 1 / LumaField.span
    let count = columns.count
    guard let (side, middle) = method.weights else {
      for x in 0..<count {
        let around = above[x &+ 1] + below[x &+ 1] + here[x] + here[x &+ 2]
        target[x] = (around - 4 * here[x &+ 1]).magnitude * scale
      }
      return
    }
    let (sums, steps) = (sums, steps)
    for x in 0..<pitch {
      sums[x] = side * (above[x] + below[x]) + middle * here[x]
      steps[x] = below[x] - above[x]
    }
    for x in 0..<count {
      let across = sums[x &+ 2] - sums[x]
      let down = side * (steps[x] + steps[x &+ 2]) + middle * steps[x &+ 1]
      target[x] = max(across * across + down * down, 0).squareRoot() * scale
    }
  }

  private func line(_ y: Int) -> UnsafeMutablePointer<Float> {
    let slot = (y + 3) % 3
    let line = lines + slot * pitch
    if held[slot] != y {
      field.read(y, columns.lowerBound - 1..<columns.upperBound + 1, to: line)
      held[slot] = y
    }
    return line
  }
}

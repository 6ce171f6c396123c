/// The mean structural similarity of two planes, 1 where they are equal (Wang et al. 2004).
///
/// Windows of 8 by 8 samples at every fourth row and column, unweighted, as ffmpeg's `ssim` filter
/// and x264 take them; what is left at the right and bottom edges is not looked at. A plane that
/// is smaller than a window is one window.
struct StructuralSimilarity {
  /// The sums over a window from which everything follows.
  struct Sums {
    var first = 0
    var second = 0
    var squares = 0
    var products = 0

    @inline(__always)
    mutating func add(_ a: Int, _ b: Int) {
      first &+= a
      second &+= b
      squares &+= a &* a &+ b &* b
      products &+= a &* b
    }

    @inline(__always)
    static func + (left: Sums, right: Sums) -> Sums {
      Sums(
        first: left.first &+ right.first, second: left.second &+ right.second,
        squares: left.squares &+ right.squares, products: left.products &+ right.products)
    }
  }

  private let count: Int
  /// Keep the quotient steady where there is little light and little contrast.
  private let lightConstant: Double
  private let contrastConstant: Double

  /// For windows of `count` samples of at most `peak`.
  init(count: Int, peak: Int) {
    self.count = count
    let square = Double(peak) * Double(peak) * Double(count)
    // 0.01 and 0.03 are the paper's; the number of samples enters once, as it does in x264.
    lightConstant = Double(Int(0.0001 * square + 0.5))
    contrastConstant = Double(Int(0.0009 * square * Double(count - 1) + 0.5))
  }

  /// The similarity of one window.
  @inline(__always)
  func value(_ sums: Sums) -> Double {
    let means = sums.first &* sums.second
    let meanSquares = sums.first &* sums.first &+ sums.second &* sums.second
    let variances = sums.squares &* count &- meanSquares
    let covariance = sums.products &* count &- means
    return (Double(2 &* means) + lightConstant) * (Double(2 &* covariance) + contrastConstant)
      / ((Double(meanSquares) + lightConstant) * (Double(variances) + contrastConstant))
  }

  /// The mean over two planes of the same size.
  static func mean<S: FixedWidthInteger & UnsignedInteger>(
    _ a: UnsafeBufferPointer<S>, _ b: UnsafeBufferPointer<S>, width: Int, height: Int, peak: Int
  ) -> Double {
    let columns = width / 4
    let rows = height / 4
    guard columns > 1, rows > 1 else {
      var sums = Sums()
      for index in 0..<width * height {
        sums.add(Int(truncatingIfNeeded: a[index]), Int(truncatingIfNeeded: b[index]))
      }
      return StructuralSimilarity(count: max(width * height, 2), peak: peak).value(sums)
    }
    let similarity = StructuralSimilarity(count: 64, peak: peak)
    var above = [Sums](repeating: Sums(), count: columns)
    var below = above
    var total = 0.0
    for row in 0..<rows {
      swap(&above, &below)
      fill(&below, a, b, start: row * 4 * width, width: width)
      guard row > 0 else { continue }
      var left = above[0] + below[0]
      var sum = 0.0
      for column in 1..<columns {
        let right = above[column] + below[column]
        sum += similarity.value(left + right)
        left = right
      }
      total += sum
    }
    return total / Double((columns - 1) * (rows - 1))
  }

  /// Sums up the blocks of 4 by 4 samples of four rows that begin at sample `start`.
  private static func fill<S: FixedWidthInteger & UnsignedInteger>(
    _ blocks: inout [Sums], _ a: UnsafeBufferPointer<S>, _ b: UnsafeBufferPointer<S>,
    start: Int, width: Int
  ) {
    for column in blocks.indices {
      var sums = Sums()
      var place = start &+ 4 &* column
      for _ in 0..<4 {
        for index in place..<place &+ 4 {
          sums.add(Int(truncatingIfNeeded: a[index]), Int(truncatingIfNeeded: b[index]))
        }
        place &+= width
      }
      blocks[column] = sums
    }
  }
}

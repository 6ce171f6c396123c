import Grades
import Y4M

/// A change of colours in numbers of 16 bits.
enum ColorWords {
  case affine(AffineWords)
  case cube(CubeWords)
  case lattice(ColorLattice)

  /// That of an affine change; nil where 16 bits are too few.
  init?(_ change: ColorMatrix, _ coding: ColorCoding) {
    guard let words = AffineWords(change, coding) else { return nil }
    self = .affine(words)
  }

  /// The fewest pixels of frames that are changed so.
  private static let leastPixels = 64_000

  /// Whether frames of a format are changed so: frames of a stream, with chroma, and large.
  static func suit(_ format: PixelFormat, _ coding: ColorCoding) -> Bool {
    coding.depth <= AffineWords.mostDepth && format.depth == coding.depth
      && format.chroma != .none && format.width * format.height >= leastPixels
  }
}

/// A cube of colours, what is done before it, and how far towards its colours others go.
struct CubeChange {
  let before: ColorMatrix
  let cube: LookupCube
  let amount: Double
}

extension ColorRun {
  /// The run, where it is a cube, and an affine change before it; nil of any other.
  var cube: CubeChange? {
    var parts = allParts[...]
    var before = ColorMatrix.identity
    if parts.count == 2, case .matrix(let matrix)? = parts.first {
      before = matrix
      parts = parts.dropFirst()
    }
    guard parts.count == 1, let part = parts.first else { return nil }
    switch part {
    case .step(let step):
      return step.change.cube.map { CubeChange(before: before, cube: $0, amount: 1) }
    case .mixed(let run, let amount):
      guard before == .identity, let cube = run.cube else { return nil }
      return CubeChange(
        before: cube.before, cube: cube.cube, amount: cube.amount * Double(amount))
    case .matrix, .curves, .luma: return nil
    }
  }
}

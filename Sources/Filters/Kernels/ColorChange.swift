import Grades

/// A change of colours, row by row: the same for the same colour everywhere in a frame.
protocol ColorChange {
  /// Whether it bends at most once between two colours of a lattice of 33 a side: what steps and
  /// bends lie closer together would be lost between them.
  var isSmooth: Bool { get }

  /// Whether every colour comes to lie between black and white.
  var isBounded: Bool { get }

  /// How many times as long as an affine change it takes, about.
  var cost: Int { get }

  /// The cube between whose points colours are read as in tetrahedra, where it is that alone.
  var cube: LookupCube? { get }

  /// Changes the colours of a row in place.
  ///
  /// Called from several threads at once. What is taken from `scratch` is taken back afterwards.
  func apply(to colors: RGBRow, scratch: Scratch)
}

extension ColorChange {
  var isSmooth: Bool { true }
  var isBounded: Bool { false }
  var cost: Int { 4 }
  var cube: LookupCube? { nil }
}

/// A change of colours that is written as a formula for one of them.
protocol ColorFormula: ColorChange {
  /// What becomes of a colour; called in a loop, so without branches where that is possible.
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float)
}

extension ColorFormula {
  func apply(to colors: RGBRow, scratch: Scratch) {
    let (red, green, blue) = (colors.red, colors.green, colors.blue)
    for x in 0..<colors.count {
      let color = self(red[x], green[x], blue[x])
      red[x] = color.0
      green[x] = color.1
      blue[x] = color.2
    }
  }
}

/// The parts that red, green and blue have in luma.
struct LumaWeights: Hashable, Sendable, BitwiseCopyable {
  let red: Float
  let green: Float
  let blue: Float

  /// Those of a stream.
  init(_ matrix: Matrix) {
    red = Float(matrix.red)
    green = Float(1 - matrix.red - matrix.blue)
    blue = Float(matrix.blue)
  }

  @inline(__always)
  func callAsFunction(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    self.red * red + self.green * green + self.blue * blue
  }
}

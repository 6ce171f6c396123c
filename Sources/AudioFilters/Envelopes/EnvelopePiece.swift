/// A stretch of samples in which an envelope moves in one way.
struct EnvelopePiece: Sendable {
  enum Shape: Sendable {
    case constant(Double)
    /// `value` at sample `base`, and `slope` more with each sample.
    case line(base: Int, value: Double, slope: Double)
    /// Without jumps: found at some samples, and in between by polynomials that are held against
    /// others.
    case curve
    /// Found at each sample.
    case rough
  }

  let range: Range<Int>
  let shape: Shape

  /// The first and the last sample that there may be.
  static let everything = -(1 << 60)..<(1 << 60)
}

/// What an envelope follows, as a function of the sample.
struct EnvelopeSource: Sendable {
  /// The piece that holds a sample.
  let piece: @Sendable (Int) -> EnvelopePiece
  /// The exact value at a sample.
  let value: @Sendable (Int) -> Double
  /// Whether errors count by the size of the values, and not by full scale.
  private(set) var isRelative = false

  init(
    piece: @escaping @Sendable (Int) -> EnvelopePiece, value: @escaping @Sendable (Int) -> Double
  ) {
    self.piece = piece
    self.value = value
  }

  /// The envelope whose errors count by the size of the values: a threshold may be very small.
  func relative() -> EnvelopeSource {
    var source = self
    source.isRelative = true
    return source
  }

  /// One value for ever.
  init(_ constant: Double) {
    self.init(
      piece: { _ in EnvelopePiece(range: EnvelopePiece.everything, shape: .constant(constant)) },
      value: { _ in constant })
  }

  /// Constant before and after a movement over some samples.
  ///
  /// - Parameter move: the value at a sample of `range`.
  init(
    over range: Range<Int>, before: Double, after: Double, shape: EnvelopePiece.Shape,
    _ move: @escaping @Sendable (Int) -> Double
  ) {
    let all = EnvelopePiece.everything
    self.init(
      piece: { sample in
        if sample < range.lowerBound {
          return EnvelopePiece(
            range: all.lowerBound..<range.lowerBound, shape: .constant(before))
        }
        if sample >= range.upperBound {
          return EnvelopePiece(range: range.upperBound..<all.upperBound, shape: .constant(after))
        }
        return EnvelopePiece(range: range, shape: shape)
      },
      value: { sample in
        sample < range.lowerBound ? before : sample >= range.upperBound ? after : move(sample)
      })
  }
}

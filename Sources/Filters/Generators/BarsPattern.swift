/// Where the colours of bars stand: bands one below the other, of pieces side by side.
struct BarsPattern {
  /// A piece of a band, up to where the next begins.
  struct Piece {
    /// Where it begins.
    let x: Int
    let color: BarColor
    /// What it becomes towards its end; nil where it stays the same.
    var end: BarColor?
  }

  /// Pieces from left to right, up to where the next band begins.
  struct Band {
    /// Where it begins.
    let y: Int
    let pieces: [Piece]
  }

  let bands: [Band]

  /// The next even number: bars begin with a sample of chroma.
  private static func even(_ number: Int) -> Int { (number + 1) & ~1 }

  /// Pieces of the same width.
  private static func pieces(_ colors: [BarColor], from x: Int = 0, _ width: Int) -> [Piece] {
    colors.enumerated().map { Piece(x: x + $0.offset * width, color: $0.element) }
  }

  private static let bars75 = BarColor.bars

  /// SMPTE RP 219-1: bars of 75 % between grey ones, reference colours, a ramp, and a pluge.
  static func highDefinition(width: Int, height: Int) -> BarsPattern {
    let side = even(width / 8)
    let bar = even((width + 3) / 4 * 3 / 7)
    let end = side + 7 * bar
    let (second, third) = (even(height * 7 / 12), even(height / 12))
    let upper =
      [Piece(x: 0, color: .grey(0.4))] + pieces(bars75, from: side, bar)
      + [Piece(x: end, color: .grey(0.4))]
    let cyan = [
      Piece(x: 0, color: BarColor(red: 0, green: 1, blue: 1)),
      Piece(x: side, color: .minusI), Piece(x: side + bar, color: .grey(0.75)),
      Piece(x: end, color: BarColor(red: 0, green: 0, blue: 1)),
    ]
    let ramp = [
      Piece(x: 0, color: BarColor(red: 1, green: 1, blue: 0)),
      Piece(x: side, color: .plusQ), Piece(x: side + bar, color: .black, end: .white),
      Piece(x: end, color: .red),
    ]
    return BarsPattern(bands: [
      Band(y: 0, pieces: upper), Band(y: second, pieces: cyan),
      Band(y: second + third, pieces: ramp),
      Band(
        y: second + 2 * third, pieces: pluge(side: side, bar: bar, end: end)),
    ])
  }

  /// The lowest band: white, and black with steps of 2 % around it.
  private static func pluge(side: Int, bar: Int, end: Int) -> [Piece] {
    var x = side
    var pieces = [Piece(x: 0, color: .grey(0.15))]
    func add(_ level: Double, _ width: Int) {
      pieces.append(Piece(x: x, color: .grey(level)))
      x += width
    }
    add(0, even(bar * 3 / 2))
    add(1, 2 * bar)
    add(0, even(bar * 5 / 6))
    for level in [-0.02, 0, 0.02, 0, 0.04] { add(level, even(bar / 3)) }
    add(0, 0)
    pieces.append(Piece(x: end, color: .grey(0.15)))
    return pieces
  }

  /// SMPTE ECR 1-1978: seven bars of 75 %, their blue parts, and a pluge, with the levels that are
  /// usual in digital pictures.
  static func standardDefinition(width: Int, height: Int) -> BarsPattern {
    let bar = even((width + 6) / 7)
    let second = even(height * 2 / 3)
    let third = second + even(height * 3 / 4 - second)
    let reversed = BarColor.reversed.map { $0 == .black ? BarColor.steps(3) : $0 }
    let (wide, narrow) = (even(bar * 5 / 4), even(bar / 3))
    let last = pieces([.digitalMinusI, .white, .digitalPlusQ, .black], wide)
    let steps = pieces([.steps(-9), .black, .steps(8)], from: 5 * bar, narrow)
    return BarsPattern(bands: [
      Band(y: 0, pieces: pieces(bars75, bar)), Band(y: second, pieces: pieces(reversed, bar)),
      Band(y: third, pieces: last + steps + [Piece(x: 5 * bar + 3 * narrow, color: .black)]),
    ])
  }

  /// EBU: white, and seven bars of 75 % down to black.
  static func european(width: Int) -> BarsPattern {
    let colors = [BarColor.white] + bars75.dropFirst() + [.black]
    return BarsPattern(bands: [Band(y: 0, pieces: pieces(colors, even((width + 7) / 8)))])
  }
}

extension BarColor {
  static func grey(_ level: Double) -> BarColor {
    BarColor(red: level, green: level, blue: level)
  }

  /// A grey so many steps of 8 bits above black, of 219 to white.
  static func steps(_ count: Double) -> BarColor { grey(count / 219) }

  /// -I and +Q as colours that R'G'B' can show (SMPTE RP 219-1, table 2).
  static let minusI = BarColor(red: 0, green: 0.2456, blue: 0.4125)
  static let plusQ = BarColor(red: 0.2536, green: 0, blue: 0.4703)

  /// The same as they are usual in 601 of 8 bits: (57, 156, 97) and (44, 171, 147).
  static let digitalMinusI = BarColor(red: -0.0068, green: 0.243, blue: 0.4087)
  static let digitalPlusQ = BarColor(red: 0.2468, green: 0.0012, blue: 0.468)
}

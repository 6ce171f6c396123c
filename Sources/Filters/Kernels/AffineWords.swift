import Y4M

/// An affine change of colours in numbers of 16 bits, for samples of up to 10.
///
/// It is made with and without the cut at black and white. Without, a sample moves as far as a sum
/// of samples says. With it, R'G'B' is computed before and after, in parts of which black to white
/// has some thousands. Both lie within a twentieth of a code of the change at 8 bits, and a fifth
/// at 10.
struct AffineWords {
  /// The numbers of R'G'B' before and after, and of how far samples move, in the order of
  /// ``WordTable``.
  private enum Number {
    static let grey = 0
    static let redOfV = 2
    static let greenOfU = 3
    static let greenOfV = 4
    static let blueOfU = 5
    static let red = 6
    static let green = 10
    static let blue = 14
    static let white = 18
    static let moves = 19
  }

  /// What a row's samples move by: parts of R'G'B' where it is cut, and of Y'CbCr where it isn't.
  struct Role {
    /// By how many bits moves are finer than codes.
    let bits: Int
    /// The parts of changes of red, green and blue.
    let ofColors: [Int16]
    /// The parts of Y, Cb and Cr, and of 1.
    let ofSamples: [Int16]
    /// Whether ``ofSamples`` has more than a part of the sample itself.
    let readsOthers: Bool
    /// Whether samples stay as they are where nothing is cut.
    let isStill: Bool
  }

  let luma: Role
  let blue: Role
  let red: Role
  private let colors: [Int16]
  /// What R'G'B' become, as parts of samples of 16 bits around their middle, and of 1.
  private let after: RGBCoding.Sums

  /// The fewest parts from black to white.
  private static let leastParts = 2500.0
  /// The most bits of samples.
  static let mostDepth = 10

  /// Nil where 16 bits are too few.
  init?(_ change: ColorMatrix, _ coding: ColorCoding) {
    guard coding.depth <= Self.mostDepth else { return nil }
    let numbers = RGBCoding(coding, depth: coding.depth)
    let span = Double(1 << coding.depth)
    let before = numbers.decoding
    let after = numbers.sums(after: MatrixRows(change))
    self.after = (
      RGBCoding.Sum(words: after.red, span), RGBCoding.Sum(words: after.green, span),
      RGBCoding.Sum(words: after.blue, span)
    )
    let sums = [before.red, before.green, before.blue, after.red, after.green, after.blue]
      .map { WideSum($0, span) }
    let reach = sums.map(\.reach).max() ?? 0
    let steepest = sums.map(\.steepest).max() ?? 0
    guard reach.isFinite, steepest.isFinite else { return nil }
    let parts = min(32000 / reach, 32700 / steepest, 14000).rounded(.down)
    guard parts >= Self.leastParts else { return nil }
    let grey = WideSum(RGBCoding.Sum(y: before.red.y, u: 0, v: 0, one: before.red.one), span)
    // Chroma around grey adds nothing at grey: its share of 1 is taken out.
    let middle = (Double(numbers.grey) - span / 2).magnitude
    guard middle == 0 else { return nil }
    colors =
      [Self.word(grey.y * parts), Self.word(sums[0].one * parts + 1)]
      + [sums[0].v, sums[1].u, sums[1].v, sums[2].u].map { Self.word($0 * parts) }
      + sums[3...].flatMap { $0.words(parts) } + [Self.word(parts)]
    let difference = [
      WideSum(after.red, before.red, span), WideSum(after.green, before.green, span),
      WideSum(after.blue, before.blue, span),
    ]
    func role(_ weights: RGBCoding.Weights, _ own: WritableKeyPath<WideSum, Double>) -> Role? {
      Role(weights, difference, parts, coding.depth, own)
    }
    guard let luma = role(numbers.lumaWeights, \.y), let blue = role(numbers.blueWeights, \.u),
      let red = role(numbers.redWeights, \.v)
    else { return nil }
    (self.luma, self.blue, self.red) = (luma, blue, red)
  }

  static func word(_ number: Double) -> Int16 {
    Int16(truncatingIfNeeded: Int(number.rounded()))
  }

  /// Writes how much room changed colours keep to black and white: below 0 where one may be led
  /// beyond, of those whose samples lie within bounds.
  func findRoom(_ bounds: AffineParts.Block) {
    bounds.room.update(repeating: .infinity, count: AffineParts.Block.size)
    for sum in [after.red, after.green, after.blue] { findRoom(bounds, sum) }
  }

  private func findRoom(_ bounds: AffineParts.Block, _ sum: RGBCoding.Sum) {
    let (y, u, v, room) = (bounds.y, bounds.u, bounds.v, bounds.room)
    for part in 0..<AffineParts.Block.size {
      let ofY = (sum.y * Float(y.least[part]), sum.y * Float(y.most[part]))
      let ofU = (sum.u * Float(u.least[part]), sum.u * Float(u.most[part]))
      let ofV = (sum.v * Float(v.least[part]), sum.v * Float(v.most[part]))
      let low = sum.one + min(ofY.0, ofY.1) + min(ofU.0, ofU.1) + min(ofV.0, ofV.1)
      let high = sum.one + max(ofY.0, ofY.1) + max(ofU.0, ofU.1) + max(ofV.0, ofV.1)
      room[part] = min(room[part], min(low, 1 - high))
    }
  }

  /// The numbers of all loops, for the planes of some places.
  func table(_ roles: [Role], _ scratch: Scratch) -> UnsafeMutablePointer<Int16> {
    WordTable.make(colors + roles.flatMap { $0.ofColors + $0.ofSamples }, scratch)
  }

  typealias Line = UnsafeMutablePointer<Int16>
  typealias Lines = (y: Line, u: Line, v: Line)

  /// Turns samples into how far red, green and blue move.
  static func moveColors(_ lines: Lines, count: Int, _ table: Line) {
    let (y, u, v) = lines
    var x = 0
    while x < count {
      let words = (y.words(x), u.words(x), v.words(x))
      let grey =
        words.0.upperProduct(table.repeated(Number.grey)) &+ table.repeated(Number.grey &+ 1)
      let redOfV = words.2.upperProduct(table.repeated(Number.redOfV))
      let greenOfU = words.1.upperProduct(table.repeated(Number.greenOfU))
      let greenOfV = words.2.upperProduct(table.repeated(Number.greenOfV))
      let blueOfU = words.1.upperProduct(table.repeated(Number.blueOfU))
      let red = move(words, table, Number.red, grey &+ redOfV)
      let green = move(words, table, Number.green, grey &+ greenOfU &+ greenOfV)
      let blue = move(words, table, Number.blue, grey &+ blueOfU)
      (y + x).store(red)
      (u + x).store(green)
      (v + x).store(blue)
      x &+= WordLanes.scalarCount
    }
  }

  /// How far a channel moves, cut at black and white, but where it lay beyond before.
  @inline(__always)
  private static func move(
    _ words: (WordLanes, WordLanes, WordLanes), _ table: Line, _ index: Int, _ before: WordLanes
  ) -> WordLanes {
    let luma = words.0.upperProduct(table.repeated(index))
    let blue = words.1.upperProduct(table.repeated(index &+ 1))
    let red = words.2.upperProduct(table.repeated(index &+ 2))
    let after = luma &+ blue &+ (red &+ table.repeated(index &+ 3))
    let low = after.atLeast(before.atMost(WordLanes()))
    return low.atMost(before.atLeast(table.repeated(Number.white))) &- before
  }

  /// Moves samples of a plane by how far colours move.
  static func weigh<S: Sample>(
    _ lines: Lines, count: Int, _ table: Line, plane: Int, _ samples: MovedSamples<S>
  ) {
    let first = Number.moves + 7 * plane
    var x = 0
    while x < count {
      let sum =
        lines.y.words(x).upperProduct(table.repeated(first))
        &+ lines.u.words(x).upperProduct(table.repeated(first &+ 1))
        &+ lines.v.words(x).upperProduct(table.repeated(first &+ 2))
      samples.move(x, by: sum)
      x &+= WordLanes.scalarCount
    }
  }

  /// Moves samples of a plane by sums of all samples, where nothing is cut.
  static func add<S: Sample>(
    _ lines: Lines, count: Int, _ table: Line, plane: Int, _ samples: MovedSamples<S>
  ) {
    let first = Number.moves + 7 * plane + 3
    var x = 0
    while x < count {
      let sum =
        lines.y.words(x).upperProduct(table.repeated(first))
        &+ lines.u.words(x).upperProduct(table.repeated(first &+ 1))
        &+ lines.v.words(x).upperProduct(table.repeated(first &+ 2))
      samples.move(x, by: sum &+ table.repeated(first &+ 3))
      x &+= WordLanes.scalarCount
    }
  }

  /// The same where samples move by themselves alone, number `channel` of the three.
  static func add<S: Sample>(
    _ line: Line, count: Int, _ table: Line, plane: Int, channel: Int, _ samples: MovedSamples<S>
  ) {
    let first = Number.moves + 7 * plane + 3
    var x = 0
    while x < count {
      let sum = line.words(x).upperProduct(table.repeated(first &+ channel))
      samples.move(x, by: sum &+ table.repeated(first &+ 3))
      x &+= WordLanes.scalarCount
    }
  }
}

extension AffineWords.Role {
  /// The most bits by which moves are finer than codes.
  private static let mostBits = 5

  /// Nil where a code is the finest step that 16 bits have.
  ///
  /// - Parameters:
  ///   - weights: codes of changes of red, green and blue.
  ///   - moves: how far red, green and blue move.
  ///   - own: the part of the sample itself.
  fileprivate init?(
    _ weights: RGBCoding.Weights, _ moves: [WideSum], _ parts: Double, _ depth: Int,
    _ own: WritableKeyPath<WideSum, Double>
  ) {
    let weights = [weights.red, weights.green, weights.blue].map { Double($0) }
    var sum = WideSum(RGBCoding.Sum(y: 0, u: 0, v: 0, one: 0), 1)
    for (weight, move) in zip(weights, moves) { sum.add(move, weight) }
    let heaviest = weights.map(\.magnitude).max() ?? 0
    // Three times the peak is the furthest that a sample comes.
    let room = min(
      32700 / (heaviest * 65536 / parts), 32700 / sum.steepest, 32767 / Double(3 << depth))
    guard room >= 2 else { return nil }
    let bits = min(Self.mostBits, room.exponent)
    let scale = Double(1 << bits)
    var others = sum
    others[keyPath: own] = 0
    others.one = 0
    self.bits = Int(bits)
    readsOthers = others.steepest * scale >= 0.5
    ofColors = weights.map { AffineWords.word($0 * scale * 65536 / parts) }
    ofSamples = sum.words(scale)
    isStill = ofSamples.allSatisfy { $0 == 0 }
  }
}

extension RGBCoding.Sum {
  /// The same sum of samples of 16 bits around their middle, 32,768.
  ///
  /// - Parameter span: the codes that samples have.
  fileprivate init(words sum: Self, _ span: Double) {
    let wide = WideSum(sum, span)
    self.init(
      y: Float(wide.y / 65536), u: Float(wide.u / 65536), v: Float(wide.v / 65536),
      one: Float(wide.one))
  }
}

/// A sum of parts of samples of 16 bits around their middle, as parts of 65,536, and of 1.
struct WideSum {
  var y: Double
  var u: Double
  var v: Double
  var one: Double

  init(_ sum: RGBCoding.Sum, _ span: Double) {
    (y, u, v) = (Double(sum.y) * span, Double(sum.u) * span, Double(sum.v) * span)
    one = Double(sum.one) + (y + u + v) / 2
  }

  /// How far one sum lies from another.
  init(_ sum: RGBCoding.Sum, _ other: RGBCoding.Sum, _ span: Double) {
    self.init(
      RGBCoding.Sum(
        y: sum.y - other.y, u: sum.u - other.u, v: sum.v - other.v, one: sum.one - other.one),
      span)
  }

  /// The furthest from 0 that it comes.
  var reach: Double { one.magnitude + (y.magnitude + u.magnitude + v.magnitude) / 2 }
  /// The greatest part of a channel.
  var steepest: Double { max(y.magnitude, u.magnitude, v.magnitude) }

  mutating func add(_ other: WideSum, _ weight: Double) {
    y += other.y * weight
    u += other.u * weight
    v += other.v * weight
    one += other.one * weight
  }

  /// Its numbers, and half a step more for each product that is rounded down.
  ///
  /// - Parameter start: what is subtracted.
  func words(_ scale: Double, less start: Double = 0) -> [Int16] {
    let parts = [y, u, v].map { AffineWords.word($0 * scale) }
    let cut = Double(parts.count { $0 != 0 }) / 2
    return parts + [AffineWords.word(one * scale - start + cut)]
  }
}

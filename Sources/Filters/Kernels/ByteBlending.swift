import Colors

/// Blends rows of an opaque frame of 8 bits with a layer, in numbers of 16 bits, from samples to
/// samples.
struct ByteBlending {
  typealias Line = ByteColors.Line
  typealias Shares = ByteColors.Shares

  /// Places that are done at once.
  static let lanes = WordLanes.scalarCount

  /// A row of the frame and of the layer, from the layer's first column on.
  struct Row {
    /// Luma before and after, which may be the same.
    var before: UnsafeMutablePointer<UInt8>
    var after: UnsafeMutablePointer<UInt8>
    /// Chroma at luma's places, in 256ths, less 32,768.
    var u: Line
    var v: Line
    /// The layer's channels.
    var red: Channel
    var green: Channel
    var blue: Channel
    /// What it covers, 0 to 65,535; nil for all.
    var cover: Shares?
    /// Get how far colours change, with room for whole vectors, which is 0 beyond the row.
    var changes: (red: Line, green: Line, blue: Line)
    /// Whether ``changes`` are added to what stands there.
    var isAdding: Bool
    /// Whether luma is written.
    var isWriting: Bool
  }

  /// A channel of a row of the layer: 0 to 65,535, or 0 to 255 where all its samples are of 8 bits.
  enum Channel {
    case shares(Shares)
    case bytes(UnsafePointer<UInt8>)
  }

  private let mode: BlendMode
  private let soft: SoftLightWords
  /// Numbers that are read from memory, where the compiler sees that they are of 16 bits.
  private let numbers: Line
  /// What is left of a row behind its last whole vector.
  private let rest: Rest

  private enum Number {
    static let black = 0
    static let luma = 1
    static let redOfV = 2
    static let greenOfU = 3
    static let greenOfV = 4
    static let blueOfU = 5
    static let white = 6
    static let step = 7
    static let weights = 8
  }

  init(_ mode: BlendMode, _ coding: RGBCoding, _ scratch: Scratch) {
    self.mode = mode
    let decoding = ByteColors.Decoding.factors(coding)
    let weights = coding.lumaWeights
    let factors = [weights.red, weights.green, weights.blue].map { ByteColors.factor($0 * 128) }
    numbers = WordTable.make(decoding + [ByteColors.white, 257] + factors, scratch)
    soft = SoftLightWords(scratch)
    rest = Rest(scratch)
  }

  /// Whether there is a formula for a mode.
  static func has(_ mode: BlendMode) -> Bool {
    switch mode {
    case .normal, .darken, .lighten, .multiply, .screen, .linearBurn, .linearDodge, .overlay,
      .hardLight,
      .softLight, .linearLight, .pinLight, .difference, .exclusion, .subtract, .average, .negation,
      .phoenix, .grainExtract, .grainMerge:
      true
    default: false
    }
  }

  /// Blends a row; it does nothing for a mode that has no formula.
  func blend(_ row: Row, count: Int) {
    switch mode {
    case .normal: blend(row, count, ByteFormula.Normal.self)
    case .darken: blend(row, count, ByteFormula.Darken.self)
    case .lighten: blend(row, count, ByteFormula.Lighten.self)
    case .multiply: blend(row, count, ByteFormula.Multiply.self)
    case .screen: blend(row, count, ByteFormula.Screen.self)
    case .linearBurn: blend(row, count, ByteFormula.LinearBurn.self)
    case .linearDodge: blend(row, count, ByteFormula.LinearDodge.self)
    case .overlay: blend(row, count, ByteFormula.Overlay.self)
    case .hardLight: blend(row, count, ByteFormula.HardLight.self)
    case .softLight: blend(row, count, ByteFormula.SoftLight.self)
    case .linearLight: blend(row, count, ByteFormula.LinearLight.self)
    case .pinLight: blend(row, count, ByteFormula.PinLight.self)
    case .difference: blend(row, count, ByteFormula.Difference.self)
    case .exclusion: blend(row, count, ByteFormula.Exclusion.self)
    case .subtract: blend(row, count, ByteFormula.Subtract.self)
    case .average: blend(row, count, ByteFormula.Average.self)
    case .negation: blend(row, count, ByteFormula.Negation.self)
    case .phoenix: blend(row, count, ByteFormula.Phoenix.self)
    case .grainExtract: blend(row, count, ByteFormula.GrainExtract.self)
    case .grainMerge: blend(row, count, ByteFormula.GrainMerge.self)
    default: break
    }
  }

  // MARK: A row

  private func blend<Formula: ByteBlendFormula>(
    _ row: Row, _ count: Int, _ formula: Formula.Type
  ) {
    let whole = count & ~(Self.lanes - 1)
    for isRest in 0..<2 {
      let (start, size) = isRest == 0 ? (0, whole) : (whole, count &- whole)
      if size == 0 { continue }
      let part = isRest == 0 ? row : rest.take(row, from: start, size)
      switch (part.red, part.green, part.blue) {
      case (.bytes(let red), .bytes(let green), .bytes(let blue)):
        change(part, size, formula) {
          let step = numbers.repeated(Number.step)
          return (
            red.shares($0, times: step), green.shares($0, times: step), blue.shares($0, times: step)
          )
        }
      case (.shares(let red), .shares(let green), .shares(let blue)):
        change(part, size, formula) { (red.shares($0), green.shares($0), blue.shares($0)) }
      default: break
      }
      if isRest == 1 { rest.give(row, from: start, size) }
    }
  }

  /// All that becomes of thirty-two places side by side: what is not in the cache is waited for once,
  /// and nothing is written in between.
  @inline(__always)
  private func change<Formula: ByteBlendFormula>(
    _ row: Row, _ count: Int, _ formula: Formula.Type,
    _ tops: (Int) -> (ShareLanes, ShareLanes, ShareLanes)
  ) {
    let (redSum, greenSum, blueSum) = row.changes
    let weights = Number.weights
    var x = 0
    while x < count {
      let samples = row.before.words(x)
      let luma = samples &<< 7 &- numbers.repeated(Number.black)
      let grey = luma.upperProduct(numbers.repeated(Number.luma))
      let (u, v) = (row.u.words(x), row.v.words(x))
      var red = grey &+ v.upperProduct(numbers.repeated(Number.redOfV))
      var green =
        grey &+ u.upperProduct(numbers.repeated(Number.greenOfU))
        &+ v.upperProduct(numbers.repeated(Number.greenOfV))
      var blue = grey &+ u.upperProduct(numbers.repeated(Number.blueOfU))
      let (top, white) = (tops(x), numbers.repeated(Number.white))
      red = red.atLeast(WordLanes()).atMost(white)
      red = Formula.change(.init(top: top.0, back: red, white: white), soft)
      green = green.atLeast(WordLanes()).atMost(white)
      green = Formula.change(.init(top: top.1, back: green, white: white), soft)
      blue = blue.atLeast(WordLanes()).atMost(white)
      blue = Formula.change(.init(top: top.2, back: blue, white: white), soft)
      if let cover = row.cover {
        let share = (cover.shares(x) &>> 1).words
        red = share.upperProduct(red &<< 1)
        green = share.upperProduct(green &<< 1)
        blue = share.upperProduct(blue &<< 1)
      }
      if row.isWriting {
        let sum =
          (red &<< 1).upperProduct(numbers.repeated(weights))
          &+ (green &<< 1).upperProduct(numbers.repeated(weights + 1))
          &+ (blue &<< 1).upperProduct(numbers.repeated(weights + 2))
        // Half a code, and what the three products have lost on average.
        let luma = samples &+ (sum &+ 17) &>> 5
        (row.after + x).store(luma.atLeast(WordLanes()).atMost(WordLanes(repeating: 255)))
      }
      if row.isAdding {
        red &+= redSum.words(x)
        green &+= greenSum.words(x)
        blue &+= blueSum.words(x)
      }
      (redSum + x).store(red)
      (greenSum + x).store(green)
      (blueSum + x).store(blue)
      x &+= Self.lanes
    }
  }

  /// What is left of a row, with memory for a whole vector of each of its lines.
  private struct Rest {
    private let samples: UnsafeMutablePointer<UInt8>
    private let shares: UnsafeMutablePointer<UInt16>
    private let bytes: UnsafeMutablePointer<UInt8>

    init(_ scratch: Scratch) {
      bytes = scratch.take(UInt8.self, 3 * ByteBlending.lanes)
      samples = scratch.take(UInt8.self, ByteBlending.lanes)
      shares = scratch.take(UInt16.self, 4 * ByteBlending.lanes)
    }

    /// A row of the samples from a place on.
    func take(_ row: Row, from x: Int, _ count: Int) -> Row {
      samples.update(from: row.before + x, count: count)
      func part(_ line: Shares, _ index: Int) -> Shares {
        let target = shares + index * ByteBlending.lanes
        target.update(from: line + x, count: count)
        return Shares(target)
      }
      func channel(_ line: Channel, _ index: Int) -> Channel {
        switch line {
        case .shares(let line): return .shares(part(line, index))
        case .bytes(let line):
          let target = bytes + index * ByteBlending.lanes
          target.update(from: line + x, count: count)
          return .bytes(UnsafePointer(target))
        }
      }
      let changes = row.changes
      return Row(
        before: samples, after: samples, u: row.u + x, v: row.v + x, red: channel(row.red, 0),
        green: channel(row.green, 1), blue: channel(row.blue, 2),
        cover: row.cover.map { part($0, 3) },
        changes: (changes.red + x, changes.green + x, changes.blue + x), isAdding: row.isAdding,
        isWriting: row.isWriting)
    }

    /// Puts its samples back, and nothing where the row has ended.
    func give(_ row: Row, from x: Int, _ count: Int) {
      if row.isWriting { (row.after + x).update(from: samples, count: count) }
      for line in [row.changes.red, row.changes.green, row.changes.blue] {
        (line + x + count).update(repeating: 0, count: ByteBlending.lanes - count)
      }
    }
  }
}

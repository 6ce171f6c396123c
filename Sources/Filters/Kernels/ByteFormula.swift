import Colors

/// How far a blend mode leads a channel, in numbers of 16 bits: black is 0, white 8192.
protocol ByteBlendFormula {
  /// How far thirty-two places change.
  static func change(_ places: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes
}

/// Thirty-two places of a channel.
struct BlendedPlaces {
  /// The layer, 0 to 65,535.
  let top: ShareLanes
  /// The backdrop, from black to white.
  let back: WordLanes
  /// White; of a number that the compiler knows it would make products of 32 bits.
  let white: WordLanes

  /// The layer, from black to white.
  @inline(__always)
  var part: WordLanes { (top &>> 3 &+ top &>> 15).words }

  /// Twice the layer less one, of 32,768.
  @inline(__always)
  var tilt: WordLanes { (top ^ 0x8000).words }

  /// What the backdrop lacks to white.
  @inline(__always)
  var lack: WordLanes { white &- back }
}

/// The formulas of blend modes that are sums and products, as differences to the backdrop
/// (``BlendFormula`` has the same in floats).
enum ByteFormula {
  enum Normal: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      p.part &- p.back
    }
  }

  enum Darken: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      belowZero(p.part &- p.back)
    }
  }

  enum Lighten: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      aboveZero(p.part &- p.back)
    }
  }

  enum Multiply: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      0 &- share(~p.top, of: p.back)
    }
  }

  enum Screen: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      share(p.top, of: p.lack)
    }
  }

  enum LinearBurn: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      (p.part &- p.white).atLeast(0 &- p.back)
    }
  }

  enum LinearDodge: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      p.part &+ belowZero(p.lack &- p.part)
    }
  }

  enum Overlay: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      p.tilt.upperProduct(p.back.atMost(p.lack) &<< 1)
    }
  }

  enum HardLight: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      p.tilt.upperProduct(choose(p.back, p.lack, p.tilt) &<< 1)
    }
  }

  enum SoftLight: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      let reach = soft.reach(p.back)
      return p.tilt.upperProduct(choose(reach.dark, reach.light, p.tilt) &<< 1)
    }
  }

  enum LinearLight: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      bounded(p.part &<< 1 &- p.white, p)
    }
  }

  enum PinLight: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      let twice = p.part &<< 1 &- p.back
      return belowZero(twice) &+ aboveZero(twice &- p.white)
    }
  }

  enum Difference: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      (p.part &- p.back &- p.back).atLeast(0 &- p.part)
    }
  }

  enum Exclusion: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      (p.top &>> 1).words.upperProduct((p.lack &- p.back) &<< 1)
    }
  }

  enum Subtract: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      (0 &- p.part).atLeast(0 &- p.back)
    }
  }

  enum Average: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      (p.part &- p.back) &>> 1
    }
  }

  enum Negation: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      p.part.atMost(p.lack &<< 1 &- p.part)
    }
  }

  enum Phoenix: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      p.lack &- (p.part &- p.back).atLeast(p.back &- p.part)
    }
  }

  enum GrainExtract: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      bounded(p.white &>> 1 &- p.part, p)
    }
  }

  enum GrainMerge: ByteBlendFormula {
    @inline(__always)
    static func change(_ p: BlendedPlaces, _ soft: SoftLightWords) -> WordLanes {
      bounded(p.part &- p.white &>> 1, p)
    }
  }

  // MARK: Steps

  /// A share, 0 to 65,535, of numbers that are not below 0.
  @inline(__always)
  private static func share(_ a: ShareLanes, of b: WordLanes) -> WordLanes {
    a.upperProduct(unsafeBitCast(b, to: ShareLanes.self)).words
  }

  /// The lesser of numbers and 0.
  @inline(__always)
  private static func belowZero(_ numbers: WordLanes) -> WordLanes { numbers & numbers &>> 15 }

  /// The greater of numbers and 0.
  @inline(__always)
  private static func aboveZero(_ numbers: WordLanes) -> WordLanes { numbers & ~(numbers &>> 15) }

  /// One number where a third is below 0, else another.
  @inline(__always)
  private static func choose(
    _ one: WordLanes, _ other: WordLanes, _ third: WordLanes
  ) -> WordLanes {
    other ^ (one ^ other) & third &>> 15
  }

  /// A change that leads no further than black and white.
  @inline(__always)
  private static func bounded(_ change: WordLanes, _ p: BlendedPlaces) -> WordLanes {
    change.atLeast(0 &- p.back).atMost(p.lack)
  }
}

/// How far soft light leads, as numbers of 16 bits.
struct SoftLightWords {
  private enum Number {
    static let white = 0
    static let threeWhites = 1
    static let quarter = 2
    static let middle = 3
    static let root = 4
  }

  /// Read from memory as whole vectors: a product of a sum with a number that the compiler knows is
  /// made of numbers of 32 bits.
  private let numbers: ByteColors.Line

  init(_ scratch: Scratch) {
    let white = ByteColors.white
    numbers = WordTable.make(
      [white, 3 * white, white / 4, 5120, 688, -557, 797, -2043, -6019, 5425], scratch)
  }

  /// How far colours of the backdrop, from black to white, are led at most: by a dark top, and by a
  /// light one.
  @inline(__always)
  func reach(_ back: WordLanes) -> (dark: WordLanes, light: WordLanes) {
    let light = (root(back) &>> 2)
      .replaced(by: cubic(back), where: back, isBelow: numbers.repeated(Number.quarter))
    // b (1 - b)
    let rest = numbers.repeated(Number.white) &- back
    return ((back &<< 2).upperProduct(rest &<< 1), light)
  }

  /// Four times how far the root of a colour of 1/4 and more is from the colour, within 1/30 code,
  /// as a polynomial of z = 2 b - 5/4.
  @inline(__always)
  private func root(_ back: WordLanes) -> WordLanes {
    let z = (back &- numbers.repeated(Number.middle)) &<< 3
    var sum = z.upperProduct(numbers.repeated(Number.root)) &+ numbers.repeated(Number.root + 1)
    sum = z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 2)
    sum = z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 3)
    sum = z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 4)
    return z.upperProduct(sum &<< 1) &+ numbers.repeated(Number.root + 5)
  }

  /// Up to 1/4, with c = 4 b: b (3 - c (3 - c)).
  @inline(__always)
  private func cubic(_ back: WordLanes) -> WordLanes {
    let (four, three) = (back &<< 5, numbers.repeated(Number.threeWhites))
    // The bits of `four` stand for up to 65,535: what a product with a sign takes off is added
    // again.
    let isLarge = four &>> 15
    let rest = three &- back &<< 2
    let inner = three &- (four.upperProduct(rest) &+ (rest & isLarge))
    return (four.upperProduct(inner) &+ (inner & isLarge)) &>> 2
  }
}

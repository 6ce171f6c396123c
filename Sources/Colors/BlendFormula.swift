/// What two colours give where both are seen: B(Cb, Cs) of W3C Compositing and Blending Level 1,
/// sections 9.1 and 9.2, on R'G'B' from 0 to 1, for several colours at once.
///
/// Where W3C has no such mode, or leaves a corner open, the rule is the one that agrees with
/// Photoshop's pixels. `s` is what lies on top, Cs, and `b` the backdrop, Cb.
public enum BlendFormula {
  /// Eight numbers at once. Of a type that is not known here, no other module would get fast code;
  /// nor of what is not public, which the compiler inlines in its own module alone.
  public typealias V = SIMD8<Float>
  /// Red, green and blue of several colours.
  public typealias Colors = (red: V, green: V, blue: V)

  // MARK: Each part on its own

  /// The top.
  @inlinable @inline(__always) public static func normal(_ s: V, _ b: V) -> V {
    s
  }

  /// The darker part.
  @inlinable @inline(__always) public static func darken(_ s: V, _ b: V) -> V {
    least(s, b)
  }

  /// The product.
  @inlinable @inline(__always) public static func multiply(_ s: V, _ b: V) -> V {
    s * b
  }

  /// The backdrop, darkened to reflect the top; white stays white.
  @inlinable @inline(__always) public static func colorBurn(_ s: V, _ b: V) -> V {
    let lowered = (1 - least((1 - b) / s, one)).replaced(by: zero, where: s, upTo: zero)
    return lowered.replaced(by: one, where: one, upTo: b)
  }

  /// The sum less white.
  @inlinable @inline(__always) public static func linearBurn(_ s: V, _ b: V) -> V {
    most(b + s - 1, zero)
  }

  /// The lighter part.
  @inlinable @inline(__always) public static func lighten(_ s: V, _ b: V) -> V {
    most(s, b)
  }

  /// The product of what is missing from white.
  @inlinable @inline(__always) public static func screen(_ s: V, _ b: V) -> V {
    b + s - b * s
  }

  /// The backdrop, brightened to reflect the top; black stays black.
  @inlinable @inline(__always) public static func colorDodge(_ s: V, _ b: V) -> V {
    let lifted = least(b / (1 - s), one).replaced(by: one, where: one, upTo: s)
    return lifted.replaced(by: zero, where: b, upTo: zero)
  }

  /// The sum.
  @inlinable @inline(__always) public static func linearDodge(_ s: V, _ b: V) -> V {
    least(b + s, one)
  }

  /// Hard light with its parts exchanged.
  @inlinable @inline(__always) public static func overlay(_ s: V, _ b: V) -> V {
    hardLight(b, s)
  }

  /// A gentle dodge or burn, by the top.
  @inlinable @inline(__always) public static func softLight(_ s: V, _ b: V) -> V {
    let rest = s + s - 1
    let dark = b + rest * b * (1 - b)
    let bent = ((16 * b - 12) * b + 4) * b
    let curve = most(b, zero).squareRoot().replaced(by: bent, where: b, upTo: V(repeating: 0.25))
    return (b + rest * (curve - b)).replaced(by: dark, where: s, upTo: V(repeating: 0.5))
  }

  /// Multiplies or screens, by the top.
  @inlinable @inline(__always) public static func hardLight(_ s: V, _ b: V) -> V {
    let twice = s + s
    let rest = twice - 1
    let screened = rest + b - rest * b
    return screened.replaced(by: twice * b, where: s, upTo: V(repeating: 0.5))
  }

  /// Burns or dodges, by the top, whose ends are looked at before the backdrop's.
  @inlinable @inline(__always) public static func vividLight(_ s: V, _ b: V) -> V {
    let low = colorBurn(s + s, b).replaced(by: zero, where: s, upTo: zero)
    let high = colorDodge(s + s - 1, b).replaced(by: one, where: one, upTo: s)
    return high.replaced(by: low, where: s, upTo: V(repeating: 0.5))
  }

  /// Linear burn or dodge, by the top.
  @inlinable @inline(__always) public static func linearLight(_ s: V, _ b: V) -> V {
    within(b + s + s - 1)
  }

  /// Darkens or lightens, by the top.
  @inlinable @inline(__always) public static func pinLight(_ s: V, _ b: V) -> V {
    let light = most(b, s + s - 1)
    return light.replaced(by: least(b, s + s), where: s, upTo: V(repeating: 0.5))
  }

  /// Black or white.
  @inlinable @inline(__always) public static func hardMix(_ s: V, _ b: V) -> V {
    zero.replaced(by: one, where: one, upTo: b + s).replaced(by: zero, where: b, upTo: zero)
  }

  /// How far apart they are.
  @inlinable @inline(__always) public static func difference(_ s: V, _ b: V) -> V {
    most(b - s, s - b)
  }

  /// A difference of less contrast.
  @inlinable @inline(__always) public static func exclusion(_ s: V, _ b: V) -> V {
    b + s - 2 * b * s
  }

  /// The backdrop less the top.
  @inlinable @inline(__always) public static func subtract(_ s: V, _ b: V) -> V {
    most(b - s, zero)
  }

  /// The backdrop over the top; black stays black.
  @inlinable @inline(__always) public static func divide(_ s: V, _ b: V) -> V {
    let quotient = least(b / s, one).replaced(by: one, where: s, upTo: zero)
    return quotient.replaced(by: zero, where: b, upTo: zero)
  }

  /// The mean.
  @inlinable @inline(__always) public static func average(_ s: V, _ b: V) -> V {
    (b + s) * V(repeating: 0.5)
  }

  /// White less how far the sum is from white.
  @inlinable @inline(__always) public static func negation(_ s: V, _ b: V) -> V {
    let rest = 1 - b - s
    return 1 - most(rest, zero - rest)
  }

  /// White less the difference.
  @inlinable @inline(__always) public static func phoenix(_ s: V, _ b: V) -> V {
    least(b, s) - most(b, s) + 1
  }

  /// The backdrop's square, brightened by the top.
  @inlinable @inline(__always) public static func reflect(_ s: V, _ b: V) -> V {
    least(b * b / (1 - s), one).replaced(by: one, where: one, upTo: s)
  }

  /// Reflect with its parts exchanged.
  @inlinable @inline(__always) public static func glow(_ s: V, _ b: V) -> V {
    reflect(b, s)
  }

  /// The difference around grey, as GIMP has it.
  @inlinable @inline(__always) public static func grainExtract(_ s: V, _ b: V) -> V {
    within(b - s + V(repeating: 0.5))
  }

  /// What undoes grain extract.
  @inlinable @inline(__always) public static func grainMerge(_ s: V, _ b: V) -> V {
    within(b + s - V(repeating: 0.5))
  }

  // MARK: All three parts together

  /// The top's hue with the backdrop's saturation and luminosity.
  @inlinable @inline(__always) public static func hue(_ s: Colors, _ b: Colors) -> Colors {
    lit(saturated(s, saturation(b)), light(b))
  }

  /// The top's saturation with the backdrop's hue and luminosity.
  @inlinable @inline(__always) public static func saturation(
    _ s: Colors, _ b: Colors
  ) -> Colors {
    lit(saturated(b, saturation(s)), light(b))
  }

  /// The top's hue and saturation with the backdrop's luminosity.
  @inlinable @inline(__always) public static func color(_ s: Colors, _ b: Colors) -> Colors {
    lit(s, light(b))
  }

  /// The top's luminosity with the backdrop's hue and saturation.
  @inlinable @inline(__always) public static func luminosity(
    _ s: Colors, _ b: Colors
  ) -> Colors {
    lit(b, light(s))
  }

  /// The colour of lower luminosity.
  @inlinable @inline(__always) public static func darkerColor(
    _ s: Colors, _ b: Colors
  ) -> Colors {
    chosen(s, b, where: light(s), isBelow: light(b))
  }

  /// The colour of higher luminosity.
  @inlinable @inline(__always) public static func lighterColor(
    _ s: Colors, _ b: Colors
  ) -> Colors {
    chosen(s, b, where: light(b), isBelow: light(s))
  }

  // MARK: Parts of formulas

  /// Black.
  @inlinable @inline(__always) public static var zero: V { V(repeating: 0) }
  /// White.
  @inlinable @inline(__always) public static var one: V { V(repeating: 1) }

  /// The lesser of two numbers.
  @inlinable @inline(__always) public static func least(_ a: V, _ b: V) -> V {
    b.replaced(by: a, where: a, isBelow: b)
  }

  /// The greater of two numbers.
  @inlinable @inline(__always) public static func most(_ a: V, _ b: V) -> V {
    b.replaced(by: a, where: b, isBelow: a)
  }

  /// What is cut to 0 and 1.
  @inlinable @inline(__always) public static func within(_ a: V) -> V {
    least(most(a, V(repeating: 0)), V(repeating: 1))
  }

  /// The top where one number is below another.
  @inlinable @inline(__always) public static func chosen(
    _ s: Colors, _ b: Colors, where one: V, isBelow other: V
  ) -> Colors {
    (
      b.red.replaced(by: s.red, where: one, isBelow: other),
      b.green.replaced(by: s.green, where: one, isBelow: other),
      b.blue.replaced(by: s.blue, where: one, isBelow: other)
    )
  }

  /// Lum of section 9.2; the weights are W3C's and Photoshop's, whatever the stream's matrix.
  @inlinable @inline(__always) public static func light(_ c: Colors) -> V {
    0.3 * c.red + 0.59 * c.green + 0.11 * c.blue
  }

  /// Sat of section 9.2.
  @inlinable @inline(__always) public static func saturation(_ c: Colors) -> V {
    most(c.red, most(c.green, c.blue)) - least(c.red, least(c.green, c.blue))
  }

  /// SetLum of section 9.2: the colour with another luminosity, brought into 0 to 1.
  @inlinable @inline(__always) public static func lit(_ c: Colors, _ wanted: V) -> Colors {
    let change = wanted - light(c)
    let moved = (red: c.red + change, green: c.green + change, blue: c.blue + change)
    let level = light(moved)
    let low = least(moved.red, least(moved.green, moved.blue))
    let high = most(moved.red, most(moved.green, moved.blue))
    let one = V(repeating: 1)
    // Where nothing lies outside, the factors are 1; there is no 0 / 0, as outside of 0 to 1 the
    // parts differ.
    let up = (level / (level - low)).replaced(by: one, where: V(repeating: 0), upTo: low)
    let down = ((one - level) / (high - level)).replaced(by: one, where: high, upTo: one)
    return (
      drawn(moved.red, to: level, up, down), drawn(moved.green, to: level, up, down),
      drawn(moved.blue, to: level, up, down)
    )
  }

  /// A part brought nearer to a level by two factors, one after the other.
  @inlinable @inline(__always) public static func drawn(
    _ value: V, to level: V, _ up: V, _ down: V
  ) -> V {
    let raised = level + (value - level) * up
    return within(level + (raised - level) * down)
  }

  /// SetSat of section 9.2: the colour with another saturation and its least part 0.
  ///
  /// What differs by less than a step of 8 bits is grey, as in Photoshop: the hue of such a colour
  /// is noise.
  @inlinable @inline(__always) public static func saturated(_ c: Colors, _ wanted: V) -> Colors {
    let low = least(c.red, least(c.green, c.blue))
    let span = saturation(c)
    let zero = V(repeating: 0)
    let factor = (wanted / span).replaced(by: zero, where: span, isBelow: V(repeating: 0.0025))
    return ((c.red - low) * factor, (c.green - low) * factor, (c.blue - low) * factor)
  }
}

/// Choices lane by lane: of loops like these the compiler makes one or few instructions, which it
/// does not of `replacing`.
extension SIMD8<Float> {
  /// Another number where one is below a bound.
  @inlinable @inline(__always)
  public func replaced(by other: Self, where one: Self, isBelow bound: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = one[lane] < bound[lane] ? other[lane] : self[lane] }
    return result
  }

  /// Another number where one is a bound or less.
  @inlinable @inline(__always)
  public func replaced(by other: Self, where one: Self, upTo bound: Self) -> Self {
    var result = self
    for lane in 0..<8 { result[lane] = one[lane] <= bound[lane] ? other[lane] : self[lane] }
    return result
  }
}

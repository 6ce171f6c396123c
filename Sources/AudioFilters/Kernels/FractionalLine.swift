/// A ring of samples that is read at places between them.
///
/// What lies between two samples is on the cubic through them and their two neighbours (the third
/// order of Lagrange). Such a filter is exact at whole samples, no louder than the sound at any
/// frequency, so that feedback through it dies away, and has no memory. An allpass filter, which
/// keeps the highest frequencies better, has one: it clicks while its delay moves. Closer to what
/// comes in than a sample, where the cubic lacks a neighbour, there is a straight line.
struct FractionalLine {
  private var samples: [Float]
  private let mask: Int
  private var place = 0

  /// - Parameter longest: the longest delay in samples.
  init(longest: Double) {
    var room = 8
    while Double(room) < longest + 4 { room *= 2 }
    samples = Array(repeating: 0, count: room)
    mask = room - 1
  }

  /// Puts the next sample in.
  @inline(__always) mutating func write(_ sample: Float) {
    place = (place &+ 1) & mask
    // What has all but died away becomes silence, as subnormal numbers are slow.
    samples[place] = Sanity.settled(sample)
  }

  /// The sound of `delay` samples ago: 0 to the longest.
  @inline(__always) func read(_ delay: Double) -> Float { read(Tap(delay)) }

  @inline(__always) private func read(_ tap: Tap) -> Float {
    let first = place &- tap.base
    return samples[first & mask] * tap.weights.x + samples[(first &- 1) & mask] * tap.weights.y
      + samples[(first &- 2) & mask] * tap.weights.z
      + samples[(first &- 3) & mask] * tap.weights.w
  }

  /// Puts in the next sample and a share of what comes out, and takes that.
  ///
  /// - Parameter feedback: more than -1 and less than 1.
  @inline(__always)
  mutating func run(_ input: Float, delay: Double, feedback: Float) -> Float {
    let tap = Tap(delay)
    write(0)
    // What comes out may hold some of itself: y = r + w (x + f y).
    let newest = tap.base == 0 ? tap.weights.x : 0
    let output = (read(tap) + newest * input) / (1 - newest * feedback)
    samples[place] = Sanity.settled(input + feedback * output)
    return output
  }

  /// Four samples that are read, and how much of each.
  private struct Tap {
    /// The delay of the first.
    let base: Int
    let weights: SIMD4<Float>

    @inline(__always) init(_ delay: Double) {
      let whole = Int(delay)
      let rest = delay - Double(whole)
      guard whole > 0 else {
        (base, weights) = (0, SIMD4(Float(1 - rest), Float(rest), 0, 0))
        return
      }
      base = whole &- 1
      let (less, least) = (rest - 1, rest - 2)
      let product = rest * less
      weights = SIMD4(
        Float(-product * least / 6), Float((rest + 1) * less * least / 2),
        Float(-(rest + 1) * rest * least / 2), Float((rest + 1) * product / 6))
    }
  }
}

import Bytes
import Fonts
import Geometry
import Timeline

/// What letters cover at a few places between samples, kept for letters that are moved about.
///
/// Rasterising is most of the work on a letter, and a letter that is only moved covers the same but
/// for where samples lie. So it is rasterised at every quarter of a sample that it comes past, and
/// what it covers in between is mixed of the nearest of these: its middle is where it belongs, and
/// its edges are softer by an eighth of a sample at most.
final class LetterStamps: Sendable {
  /// Places between two samples.
  static let steps = 4

  struct Key: Hashable {
    let shape: Int
    let part: TextForms.Part
    let phase: Phase
  }

  /// A place between samples, in steps.
  struct Phase: Hashable {
    let x: Int
    let y: Int

    /// Moves by that much.
    var map: Affine {
      let step = 1 / Double(LetterStamps.steps)
      return .translation(Double(x) * step, Double(y) * step)
    }
  }

  struct ColoredKey: Hashable {
    let shape: Int
    let color: Color
    let phase: Phase
  }

  /// A letter's shadow.
  struct SoftKey: Hashable {
    let shape: Int
    let parts: [TextForms.Part]
    let sigma: Double
    let phase: Phase
  }

  private struct Kept {
    var covers: BoundedCache<Key, Coverage>
    var pictures: BoundedCache<ColoredKey, TextForms.Colored?>
    var softs: BoundedCache<SoftKey, Mask>
    /// What all shadows take, each once.
    var shadows: Double?
    var map: Affine?

    init(_ budget: CacheBudget, map: Affine? = nil) {
      covers = BoundedCache(budget / 4)
      pictures = BoundedCache(budget / 4)
      softs = BoundedCache(budget / 2)
      self.map = map
    }
  }

  private let kept: Mutex<Kept>
  private let budget: CacheBudget

  init(_ budget: CacheBudget) {
    self.budget = budget
    kept = Mutex(Kept(budget))
  }

  /// What a letter covers at a phase, made when it is not kept.
  ///
  /// - Parameter map: through which it is seen at rest; of another map, all is forgotten.
  func coverage(_ key: Key, through map: Affine, _ make: () -> Coverage) -> Coverage {
    kept(\.covers, key, map, make) { $0.bytes.count }
  }

  /// A letter in its own colours at a phase.
  func colored(
    _ key: ColoredKey, through map: Affine, _ make: () -> TextForms.Colored?
  ) -> TextForms.Colored? {
    kept(\.pictures, key, map, make) { $0?.byteCount ?? 0 }
  }

  /// A letter's shadow at a phase.
  func soft(_ key: SoftKey, through map: Affine, _ make: () -> Mask) -> Mask {
    kept(\.softs, key, map, make) { 2 * $0.box.width * $0.box.height }
  }

  /// Whether there is room for the shadows of all letters.
  func keepsShadows(through map: Affine, _ need: () -> Double) -> Bool {
    let known = kept.withLock { $0.map == map ? $0.shadows : nil }
    let bytes = known ?? need()
    if known == nil {
      kept.withLock { kept in
        if kept.map != map { kept = Kept(budget, map: map) }
        kept.shadows = bytes
      }
    }
    return bytes <= Double((budget / 2).bytes)
  }

  private func kept<Key: Hashable & Sendable, Value: Sendable>(
    _ store: WritableKeyPath<Kept, BoundedCache<Key, Value>> & Sendable, _ key: Key, _ map: Affine,
    _ make: () -> Value, size: (Value) -> Int
  ) -> Value {
    let found = kept.withLock { $0.map == map ? $0[keyPath: store].find(key) : nil }
    if let found { return found }
    let made = make()
    kept.withLock { kept in
      if kept.map != map { kept = Kept(budget, map: map) }
      kept[keyPath: store].insert(made, for: key, bytes: size(made))
    }
    return made
  }

  /// Forgets what was made.
  func release() { kept.withLock { $0 = Kept(budget) } }
}

/// The stamps that together are a letter at a place: up to two each way.
struct StampPlaces {
  struct Place {
    let phase: LetterStamps.Phase
    /// By how many samples its stamp is moved.
    let x: Int
    let y: Int
    /// Its share of the letter, of 65,536.
    let share: Int
  }

  /// One place along an axis, or two beside each other.
  private struct Pair {
    /// The steps before the first place, and whether there is a second one.
    let step: Int
    let isDouble: Bool
    /// The second one's share, of 256.
    let share: Int
  }

  private let across: Pair
  private let down: Pair
  /// Places between two samples.
  private let steps: Int

  /// The resolution of positions: fractions of a sample, as a power of two.
  private static let bits = 10
  /// The farthest that a letter is moved as a stamp, in samples; beyond, it is drawn anew.
  private static let farthest = 1e5

  /// - Parameters:
  ///   - rest: how a letter at rest is seen.
  ///   - map: how it is seen now.
  ///   - steps: places between two samples: a power of two.
  /// - Returns: nil when it is not just moved.
  init?(from rest: Affine, to map: Affine, steps: Int = LetterStamps.steps) {
    guard map.a == rest.a, map.b == rest.b, map.c == rest.c, map.d == rest.d else { return nil }
    let (x, y) = (map.tx - rest.tx, map.ty - rest.ty)
    guard x.magnitude < Self.farthest, y.magnitude < Self.farthest else { return nil }
    self.steps = steps
    across = Self.pair(x, steps)
    down = Self.pair(y, steps)
  }

  private static func pair(_ distance: Double, _ steps: Int) -> Pair {
    let fixed = Int((distance * Double(1 << bits)).rounded())
    let perStep = (1 << bits) / steps
    let step = fixed >= 0 ? fixed / perStep : -((perStep - 1 - fixed) / perStep)
    let share = (fixed - step * perStep) * 256 / perStep
    return Pair(step: step, isDouble: share > 0, share: share)
  }

  /// How many there are.
  var count: Int { (across.isDouble ? 2 : 1) * (down.isDouble ? 2 : 1) }

  subscript(index: Int) -> Place {
    let column = across.isDouble ? index & 1 : 0
    let row = across.isDouble ? index >> 1 : index
    let (x, y) = (across.step + column, down.step + row)
    let scale = LetterStamps.steps / steps
    let (phaseX, phaseY) = (x & (steps - 1), y & (steps - 1))
    return Place(
      phase: LetterStamps.Phase(x: phaseX * scale, y: phaseY * scale), x: (x - phaseX) / steps,
      y: (y - phaseY) / steps,
      share: (column == 0 ? 256 - across.share : across.share)
        * (row == 0 ? 256 - down.share : down.share))
  }
}

extension Coverage {
  /// The same moved by whole samples.
  func moved(x dx: Int, y dy: Int) -> Coverage {
    Coverage(x: x &+ dx, y: y &+ dy, width: width, height: height, bytes: bytes)
  }
}

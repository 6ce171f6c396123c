/// What a run of effects does to a colour, from the lowest effect up.
///
/// Values beyond black and white pass from one to the next; they are cut at the end. Two runs of
/// equal value make the same of every colour, so that what is prepared for one serves the other.
struct ColorRun: Hashable, Sendable {
  /// How far around a sample colours are read. Chroma is raised to luma, and luma gathered for
  /// chroma: neighbours of 4:1:0 are four apart.
  static let margin = 8

  /// A part that cannot be made one with its neighbours.
  enum Part: Hashable, Sendable {
    case matrix(ColorMatrix)
    case curves(ColorCurves)
    case luma(LumaCurve)
    case step(ColorStep)
    /// A part of the way to what a run makes of a colour.
    case mixed(ColorRun, amount: Float)
  }

  /// All but the last affine changes.
  private(set) var parts: [Part] = []
  /// The affine changes since then as one; apart, so that a run of nothing else takes no memory.
  private var matrix = ColorMatrix.identity

  /// Whether no colour changes.
  var isIdentity: Bool { parts.isEmpty && matrix == .identity }

  /// All of it, where it is affine.
  var affine: ColorMatrix? { parts.isEmpty ? matrix : nil }

  /// All parts, in order.
  var allParts: [Part] { matrix == .identity ? parts : parts + [.matrix(matrix)] }

  /// Adds an affine change.
  mutating func append(_ change: ColorMatrix) { matrix = change.after(matrix) }

  /// Adds a change of each channel by itself.
  mutating func append(curves: ColorCurves) {
    if curves.isIdentity { return }
    add(.curves(curves))
  }

  /// Adds one curve for all channels.
  mutating func append(curve: ColorCurve) { append(curves: ColorCurves(curve)) }

  /// Adds a change of luma, with which colours move.
  mutating func append(luma: LumaCurve) {
    if luma.curve.isIdentity { return }
    add(.luma(luma))
  }

  /// Adds any other change; two that are equal must make the same of every colour.
  mutating func append(_ step: some ColorChange & Hashable & Sendable) {
    add(.step(ColorStep(step)))
  }

  private mutating func add(_ part: Part) {
    if matrix != .identity { parts.append(.matrix(matrix)) }
    matrix = .identity
    parts.append(part)
  }
}

/// A change of colours of any kind, which can be compared.
struct ColorStep: Hashable, Sendable {
  let change: any ColorChange & Hashable & Sendable

  init(_ change: any ColorChange & Hashable & Sendable) { self.change = change }

  static func == (left: ColorStep, right: ColorStep) -> Bool {
    AnyHashable(left.change) == AnyHashable(right.change)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(change)) }
}

extension ColorRun {
  /// Adds all of another run.
  mutating func append(_ other: ColorRun) {
    for part in other.parts { add(part) }
    append(other.matrix)
  }

  /// Adds a part of the way to what another run makes.
  mutating func append(_ other: ColorRun, amount: Double) {
    if amount >= 1 { return append(other) }
    if amount <= 0 || other.isIdentity { return }
    if let affine = other.affine { return append(affine.mixed(amount)) }
    add(.mixed(other, amount: Float(amount)))
  }
}

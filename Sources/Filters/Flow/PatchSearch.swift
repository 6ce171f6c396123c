/// Where the patches of one picture are in another: inverse search by the squares of differences,
/// without the difference of their means (T. Kroeger, R. Timofte, D. Dai and L. Van Gool, "Fast
/// Optical Flow using Dense Inverse Search", ECCV 2016).
struct PatchSearch {
  /// The side of a patch; the length of a vector.
  static let side = 8
  /// From one patch to the next.
  static let step = 4
  /// The most steps of a descent.
  static let iterations = 8

  /// A patch whose error is larger is poor: other places to start from are tried.
  private static let poor: Float = 500
  /// No motion at all must be so much better than what half the size says, in what is flat it often
  /// is by chance; and what another start finds than what the first one did; and that of a
  /// neighbour than the own one.
  private static let zeroShare: Float = 0.5
  private static let otherShare: Float = 0.7
  private static let nearShare: Float = 0.8

  /// The motion of each patch.
  struct Motions: BitwiseCopyable {
    let x: UnsafeMutablePointer<Float>
    let y: UnsafeMutablePointer<Float>
    let error: UnsafeMutablePointer<Float>

    init(_ count: Int, _ scratch: Scratch) {
      x = scratch.take(Float.self, count)
      y = scratch.take(Float.self, count)
      error = scratch.take(Float.self, count)
    }
  }

  let from: FlowPyramid.Level
  let to: FlowPlane
  /// How many patches there are side by side, and one above the other.
  let columns: Int
  let rows: Int

  /// - Parameters:
  ///   - from: the picture whose patches are searched for; at least one patch wide and high.
  ///   - to: the picture in which they are searched.
  init(_ from: FlowPyramid.Level, in to: FlowPlane) {
    self.from = from
    self.to = to
    columns = Self.count(from.image.width)
    rows = Self.count(from.image.height)
  }

  private static func count(_ length: Int) -> Int { (length &- side &+ step &- 1) / step &+ 1 }

  /// Where a patch begins; the last one ends with the picture.
  @inline(__always)
  static func start(_ number: Int, in length: Int) -> Int {
    min(number &* step, length &- side)
  }

  /// Searches for all patches, from the motion at half the size, and again from where the
  /// neighbours of each were found.
  func run(
    from coarse: (x: FlowPlane, y: FlowPlane)?, first: Motions, into last: Motions,
    _ workspace: Workspace
  ) {
    workspace.split(0..<rows, least: 4) { part, _ in
      for row in part {
        for column in 0..<columns { begin(column, row, coarse, first) }
      }
    }
    workspace.split(0..<rows, least: 4) { part, _ in
      for row in part {
        for column in 0..<columns { improve(column, row, first, last) }
      }
    }
  }

  /// Searches from the motion at half the size, or from none where that is better.
  private func begin(
    _ column: Int, _ row: Int, _ coarse: (x: FlowPlane, y: FlowPlane)?, _ motions: Motions
  ) {
    let x = Self.start(column, in: from.image.width)
    let y = Self.start(row, in: from.image.height)
    let patch = Patch(from, x, y)
    let number = row &* columns &+ column
    guard let coarse else {
      return motions.store(patch.descend(PatchFit(patch, in: to, 0, 0), in: to), number)
    }
    let centre = FlowPlace(
      Float(x &+ 4) * 0.5 - 0.5, Float(y &+ 4) * 0.5 - 0.5, width: coarse.x.width,
      height: coarse.x.height)
    let fit = PatchFit(patch, in: to, 2 * coarse.x.value(centre), 2 * coarse.y.value(centre))
    guard fit.error > Self.poor else { return motions.store(patch.descend(fit, in: to), number) }
    let zero = PatchFit(patch, in: to, 0, 0)
    let isZero = zero.error <= fit.error * Self.zeroShare
    var best = patch.descend(isZero ? zero : fit, in: to)
    if best.error > Self.poor {
      let other = patch.descend(isZero ? fit : zero, in: to)
      if other.error < best.error * Self.otherShare { best = other }
    }
    motions.store(best, number)
  }

  /// Searches from the motions of the four neighbours where these are better.
  private func improve(_ column: Int, _ row: Int, _ first: Motions, _ last: Motions) {
    let number = row &* columns &+ column
    last.copy(first, number)
    let near = (
      column > 0 ? number &- 1 : number, column &+ 1 < columns ? number &+ 1 : number,
      row > 0 ? number &- columns : number, row &+ 1 < rows ? number &+ columns : number
    )
    let own = SIMD2(first.x[number], first.y[number])
    guard
      first.isApart(near.0, own) || first.isApart(near.1, own) || first.isApart(near.2, own)
        || first.isApart(near.3, own)
    else { return }
    let patch = Patch(
      from, Self.start(column, in: from.image.width), Self.start(row, in: from.image.height))
    var best: PatchFit?
    var least = first.error[number] * Self.nearShare
    func look(_ other: Int) {
      guard first.isApart(other, own) else { return }
      let fit = PatchFit(patch, in: to, first.x[other], first.y[other])
      if fit.error < least { (best, least) = (fit, fit.error) }
    }
    look(near.0)
    look(near.1)
    look(near.2)
    look(near.3)
    if let best { last.store(patch.descend(best, in: to), number) }
  }
}

extension PatchSearch.Motions {
  /// Whether the motion of a patch is another one, by half a pixel.
  @inline(__always)
  fileprivate func isApart(_ number: Int, _ own: SIMD2<Float>) -> Bool {
    (x[number] - own.x).magnitude + (y[number] - own.y).magnitude > 0.5
  }

  @inline(__always)
  fileprivate func copy(_ other: Self, _ number: Int) {
    (x[number], y[number]) = (other.x[number], other.y[number])
    error[number] = other.error[number]
  }

  @inline(__always)
  fileprivate func store(_ fit: PatchFit, _ number: Int) {
    x[number] = fit.x
    y[number] = fit.y
    error[number] = fit.error
  }
}

/// Where the patches of one picture are in another: inverse search by the squares of differences,
/// without the difference of their means (T. Kroeger, R. Timofte, D. Dai and L. Van Gool, "Fast
/// Optical Flow using Dense Inverse Search", ECCV 2016).
struct PatchSearch {
  /// The side of a patch; the length of a vector.
  static let side = 8
  /// From one patch to the next.
  static let step = 3
  /// The most steps of a descent.
  static let iterations = 12

  /// No motion at all must be so much better than what half the size says, in what is flat it often is
  /// by chance; and that of a neighbour than the own one.
  private static let zeroShare: Float = 0.5
  private static let nearShare: Float = 0.95

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

  /// Searches for all patches, from the motion at half the size, and again from where the neighbours
  /// of each were found.
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
    var start = PatchFit(patch, in: to, 0, 0)
    if let coarse {
      let (centreX, centreY) = (Float(x &+ 4) * 0.5 - 0.5, Float(y &+ 4) * 0.5 - 0.5)
      let fit = PatchFit(
        patch, in: to, 2 * coarse.x.value(centreX, centreY), 2 * coarse.y.value(centreX, centreY))
      if fit.error * Self.zeroShare < start.error { start = fit }
    }
    motions.store(patch.descend(start, in: to), number)
  }

  /// Searches from the motions of the four neighbours where these are better.
  private func improve(_ column: Int, _ row: Int, _ first: Motions, _ last: Motions) {
    let x = Self.start(column, in: from.image.width)
    let y = Self.start(row, in: from.image.height)
    let number = row &* columns &+ column
    let (ownX, ownY) = (first.x[number], first.y[number])
    var best: PatchFit?
    var least = first.error[number] * Self.nearShare
    let patch = Patch(from, x, y)
    func look(_ other: Int) {
      let (otherX, otherY) = (first.x[other], first.y[other])
      let apart = (otherX - ownX).magnitude + (otherY - ownY).magnitude
      guard apart > 0.5 else { return }
      let fit = PatchFit(patch, in: to, otherX, otherY)
      guard fit.error < least else { return }
      (best, least) = (fit, fit.error)
    }
    if column > 0 { look(number &- 1) }
    if column &+ 1 < columns { look(number &+ 1) }
    if row > 0 { look(number &- columns) }
    if row &+ 1 < rows { look(number &+ columns) }
    if let best {
      last.store(patch.descend(best, in: to), number)
    } else {
      (last.x[number], last.y[number]) = (ownX, ownY)
      last.error[number] = first.error[number]
    }
  }
}

extension PatchSearch.Motions {
  @inline(__always)
  fileprivate func store(_ fit: PatchFit, _ number: Int) {
    x[number] = fit.x
    y[number] = fit.y
    error[number] = fit.error
  }
}

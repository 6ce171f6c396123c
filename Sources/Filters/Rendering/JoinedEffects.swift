import Timeline
import Y4M

/// Effects right above one another that are drawn at once.
package struct JoinedEffects: Sendable {
  /// How they are drawn.
  package enum Way: Hashable, Sendable {
    /// They change nothing just now.
    case nothing
    /// As one matrix of R'G'B'.
    case matrix
    /// As a lattice of so many points a side.
    case lattice(Int)
    /// As so many changes of each colour.
    case changes(Int)
    /// As one resampling.
    case resampling
  }

  /// Their numbers in the list of layers, bottom to top.
  package let layers: [Int]
  /// What they make of colours; nil for distortions.
  fileprivate let run: ColorRun?

  /// How they are drawn on frames of a format.
  func way(for format: PixelFormat, _ coding: ColorCoding, _ workspace: Workspace) -> Way {
    run?.way(for: format, coding, workspace) ?? .resampling
  }
}

extension LayerStack {
  /// The effects that are drawn together at `time`: changes of colours, even one alone, and two or
  /// more distortions.
  func joined(
    at time: Time, _ format: PixelFormat, _ workspace: Workspace
  ) -> [JoinedEffects] {
    var found: [JoinedEffects] = []
    var places = active(at: time)[...]
    while !places.isEmpty {
      let colors = colors(places, at: time)
      if colors.count > 0 {
        found.append(
          JoinedEffects(layers: Array(places.prefix(colors.count)), run: colors.run))
        places = places.dropFirst(colors.count)
        continue
      }
      let distortions = distortions(places, at: time)?.count(for: format, workspace) ?? 0
      if distortions > 1 {
        found.append(JoinedEffects(layers: Array(places.prefix(distortions)), run: nil))
      }
      places = places.dropFirst(max(distortions, 1))
    }
    return found
  }
}

extension ColorRun {
  fileprivate func way(
    for format: PixelFormat, _ coding: ColorCoding, _ workspace: Workspace
  ) -> JoinedEffects.Way {
    if isIdentity { return .nothing }
    if affine != nil { return .matrix }
    let lattice = ColorGrade(self).lattice(for: format, coding, workspace)
    return lattice == nil ? .changes(allParts.count) : .lattice(ColorLattice.side)
  }
}

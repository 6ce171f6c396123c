import Fonts
import Geometry
import Y4M

/// The sides of the canvas at which a layer ends. Beyond others it goes on, unseen.
struct CanvasEnds {
  private(set) var left = false
  private(set) var top = false
  private(set) var right = false
  private(set) var bottom = false

  var isNone: Bool { !(left || top || right || bottom) }

  /// None.
  init() {}

  /// - Parameters:
  ///   - size: of the layer's box, and `map` leads from there to the canvas.
  ///   - area: what is looked at.
  init(_ size: Vector, _ map: Affine, _ area: Box, _ canvas: Box) {
    guard (map.b == 0 && map.c == 0) || (map.a == 0 && map.d == 0) else { return }
    let box = Bounds(minX: 0, minY: 0, maxX: size.x, maxY: size.y).mapped(by: map)
    let slack = 0.01
    left = area.x == canvas.x && box.minX >= Double(canvas.x) - slack
    top = area.y == canvas.y && box.minY >= Double(canvas.y) - slack
    right = area.maxX == canvas.maxX && box.maxX <= Double(canvas.maxX) + slack
    bottom = area.maxY == canvas.maxY && box.maxY <= Double(canvas.maxY) + slack
  }
}

extension Range<Int> {
  /// The range, or where it is nearly so far away, it and all up to the first number of another;
  /// nil where it is farther.
  fileprivate func touching(_ other: Range<Int>, within reach: Int) -> Range<Int>? {
    guard lowerBound < other.upperBound + reach, upperBound > other.lowerBound - reach else {
      return nil
    }
    return Swift.min(
      lowerBound, other.upperBound - 1)..<Swift.max(
        upperBound, other.lowerBound + 1)
  }
}

/// Styles on their way to one layer's picture, in planes of the part of the canvas that they take.
struct StylePainting {
  private let canvas: Texture
  let area: Box
  /// Where the layer ends though no sample beside it says so.
  var ends = CanvasEnds()
  private let workspace: Workspace
  /// What the layer itself covers, of the most that it covers anywhere: glass has an edge too.
  private let cover: UnsafeMutablePointer<UInt16>

  init(frame: Frame, area: Box, _ workspace: Workspace) {
    canvas = Texture(viewing: frame)
    (self.area, self.workspace) = (area, workspace)
    cover = Self.covered(canvas, area, workspace)
    let count = area.width * area.height
    var most: UInt16 = 0
    for index in 0..<count { most = max(most, cover[index]) }
    guard most > 0, most < .max else { return }
    // The quotient, cut to whole numbers: it lies by 2^-16 at least below the next one, and adding
    // 1.5 * 2^52 leaves the nearest in the low bits.
    let scale = 65535 / Double(most)
    for index in 0..<count {
      let value = Double(cover[index]) * scale - 0.5 + 0x1p-20 + 0x1.8p52
      cover[index] = UInt16(truncatingIfNeeded: value.bitPattern)
    }
  }

  private static func covered(
    _ canvas: Texture, _ area: Box, _ workspace: Workspace
  ) -> UnsafeMutablePointer<UInt16> {
    let cover = workspace.scratch.take(UInt16.self, area.width * area.height)
    let alpha = canvas.plane(3) + (area.y * canvas.width + area.x)
    for y in 0..<area.height {
      (cover + y * area.width).update(from: alpha + y * canvas.width, count: area.width)
    }
    return cover
  }

  /// What the layer covers with all that was painted around it up to now.
  func shape() -> UnsafeMutablePointer<UInt16> { Self.covered(canvas, area, workspace) }

  private func plane() -> UnsafeMutablePointer<UInt16> {
    workspace.scratch.take(UInt16.self, area.width * area.height)
  }

  /// The distances from the layer's own edge, up to `most` pixels.
  private func distances(isInside: Bool, most: Double) -> GaussianGrid<UInt16> {
    let distances = plane()
    EdgeDistance(
      cover: cover, width: area.width, height: area.height, isInside: isInside, most: most
    ).measure(to: distances, workspace)
    if isInside { measureEnds(to: distances, most: most) }
    return GaussianGrid(distances, width: area.width, height: area.height)
  }

  /// Shortens distances to those from the sides of the canvas at which the layer ends.
  private func measureEnds(to distances: UnsafeMutablePointer<UInt16>, most: Double) {
    let reach = Int(min(most, EdgeDistance.farthest).rounded(.up)) + 1
    let (width, height) = (area.width, area.height)
    func shorten(_ x: Int, _ y: Int, _ away: Int) {
      let place = y * width + x
      distances[place] = min(distances[place], UInt16(Float(away + 1) * EdgeDistance.one))
    }
    for away in 0..<min(reach, width) where ends.left || ends.right {
      for y in 0..<height {
        if ends.left { shorten(away, y, away) }
        if ends.right { shorten(width - 1 - away, y, away) }
      }
    }
    for away in 0..<min(reach, height) where ends.top || ends.bottom {
      for x in 0..<width {
        if ends.top { shorten(x, away, away) }
        if ends.bottom { shorten(x, height - 1 - away, away) }
      }
    }
  }

  /// Calls `body` for each row of the area, with its number there and memory for a row.
  private func eachRow(
    _ body: (Int, StyledRow, UnsafeMutablePointer<UInt16>) -> Void
  ) {
    workspace.split(0..<area.height, least: Workspace.leastRows(width: area.width)) {
      rows, scratch in
      let line = scratch.take(UInt16.self, area.width)
      for y in rows {
        body(y, StyledRow(canvas, y: area.y + y, columns: area.x..<area.maxX), line)
      }
    }
  }

  // MARK: Edges

  /// Writes how much of each sample of a row lies within some pixels of the edge.
  ///
  /// In the middle between two edges, a line along each hides its part of a sample. The other edge
  /// is as far away as it is from the neighbour on its side, and once more the step to there. Where
  /// two edges meet at a right angle, one along rows and one along columns, the lines cross, and
  /// the neighbours away from both are as far from one edge and from the other.
  private static func writeShares(
    of distances: GaussianGrid<UInt16>, _ y: Int, within width: Float,
    to line: UnsafeMutablePointer<UInt16>
  ) {
    let last = distances.x.count - 1
    let row = distances.row(y)
    let above = distances.row(max(y - 1, distances.y.lowerBound))
    let below = distances.row(min(y + 1, distances.y.upperBound - 1))
    for x in [0, last] { line[x] = EdgeDistance.share(row[x], within: width) }
    guard last > 1 else { return }
    for x in 1..<last {
      let here = Float(row[x])
      let (left, right) = (Float(row[x - 1]), Float(row[x + 1]))
      let (upper, lower) = (Float(above[x]), Float(below[x]))
      let across = here - min(left, right)
      let down = here - min(upper, lower)
      let other = across >= down ? max(left, right) + across : max(upper, lower) + down
      let near = min(max(width + 1 - here / EdgeDistance.one, 0), 1)
      let far = min(max(width + 1 - other / EdgeDistance.one, 0), 1)
      let (beside, beyond) = (max(left, right), max(upper, lower))
      let (same, crossing) = (min(beside, beyond), max(beside, beyond))
      let isCorner =
        min(across, down) > 4 && abs(same - here) <= 1 && crossing < here + 62
      let along = isCorner ? min(max(width + 1 - crossing / EdgeDistance.one, 0), 1) : 0
      let covered = max(near + far, near + along - near * along)
      // Adding 2^23 leaves the nearest whole number in the low bits.
      line[x] = UInt16(truncatingIfNeeded: (min(covered, 1) * 65535 + 8_388_608).bitPattern)
    }
  }

  /// Paints a line within the layer, along its edge.
  func paintEdge(inside width: Double, _ ink: Ink) {
    workspace.scratch.scope {
      let distances = distances(isInside: true, most: width)
      eachRow { y, row, line in
        Self.writeShares(of: distances, y, within: Float(width), to: line)
        row.paintAtop(ink, line)
      }
    }
  }

  /// Paints all within some pixels of the layer beneath it.
  func paintEdge(outside width: Double, _ ink: Ink) {
    workspace.scratch.scope {
      let distances = distances(isInside: false, most: width)
      eachRow { y, row, line in
        Self.writeShares(of: distances, y, within: Float(width), to: line)
        row.paintBeneath(ink, line)
      }
    }
  }

  // MARK: Shadows

  /// Paints a shadow behind the layer.
  ///
  /// - Parameters:
  ///   - shape: what casts it.
  ///   - width: how far borders lie around the layer.
  func paintShadow(
    _ shadow: LayerStyle.Shadow, of shape: UnsafeMutablePointer<UInt16>, width: Double, _ ink: Ink
  ) {
    workspace.scratch.scope {
      let cast =
        shadow.spread == 0 ? grid(of: shape, around: 1) : grown(by: width + shadow.spread, shadow)
      let soft = soft(cast, shadow)
      eachRow { y, row, line in
        read(soft, y, moved: shadow.offset, to: line)
        if shadow.strength != 1 { multiply(line, by: shadow.strength) }
        row.paintBeneath(ink, line)
      }
    }
  }

  /// Paints a shadow on the layer, of what is around it.
  func paintInset(_ shadow: LayerStyle.Shadow, _ ink: Ink) {
    workspace.scratch.scope {
      let inner =
        shadow.spread == 0 ? grid(of: cover, around: 1) : grown(by: -shadow.spread, shadow)
      let cast = GaussianGrid<UInt16>(x: inner.x, y: inner.y, workspace.scratch)
      for index in 0..<inner.x.count * inner.y.count {
        cast.samples[index] = .max - inner.samples[index]
      }
      let soft = soft(cast, shadow)
      eachRow { y, row, line in
        read(soft, y, moved: shadow.offset, to: line)
        if shadow.sigma == 0 { limitToCovered(line, y) }
        row.paintAtop(ink, line)
      }
    }
  }

  /// Takes what is not covered of samples from what a hard shadow covers of them: that of the layer's
  /// edge falls there first.
  private func limitToCovered(_ line: UnsafeMutablePointer<UInt16>, _ y: Int) {
    let cover = cover + y * area.width
    for x in 0..<area.width where cover[x] != .max {
      let (own, shadow) = (Int(cover[x]), Int(line[x]))
      line[x] = UInt16(clamping: (shadow + own - 65535) * 65535 / max(own, 1))
    }
  }

  /// A plane, and nothing around it at those sides of the canvas at which the layer ends.
  ///
  /// - Parameter margin: how many samples lie there.
  private func grid(
    of samples: UnsafeMutablePointer<UInt16>, around margin: Int
  ) -> GaussianGrid<UInt16> {
    let plane = GaussianGrid(samples, width: area.width, height: area.height)
    guard !ends.isNone else { return plane }
    let grid = GaussianGrid<UInt16>(
      x: (ends.left ? -margin : 0)..<area.width + (ends.right ? margin : 0),
      y: (ends.top ? -margin : 0)..<area.height + (ends.bottom ? margin : 0), workspace.scratch)
    for y in grid.y {
      let row = grid.row(y)
      row.update(repeating: 0, count: grid.x.count)
      if plane.y.contains(y) {
        (row - grid.x.lowerBound).update(from: plane.row(y), count: area.width)
      }
    }
    return grid
  }

  /// What the layer would cover if its edge lay so far outwards, or inwards below 0, as far as
  /// a shadow shows it.
  private func grown(by width: Double, _ shadow: LayerStyle.Shadow) -> GaussianGrid<UInt16> {
    let (x, y) = (shadow.offset.x.magnitude, shadow.offset.y.magnitude)
    let soft = shadow.sigma > 0 ? Double(GaussianAxis.reach(sigma: shadow.sigma)) : 0
    let margin = Int(min(max(width, 0), max(x, y) + soft).rounded(.up)) + 2
    let cover = grid(of: cover, around: margin)
    let distances = GaussianGrid<UInt16>(x: cover.x, y: cover.y, workspace.scratch)
    EdgeDistance(
      cover: cover.samples, width: cover.x.count, height: cover.y.count, isInside: width < 0,
      most: abs(width)
    ).measure(to: distances.samples, workspace)
    let grown = GaussianGrid<UInt16>(x: cover.x, y: cover.y, workspace.scratch)
    for y in grown.y {
      let row = grown.row(y)
      Self.writeShares(of: distances, y, within: Float(abs(width)), to: row)
      guard width < 0 else { continue }
      for x in 0..<grown.x.count { row[x] = .max - row[x] }
    }
    return grown
  }

  /// A plane blurred for a shadow: that part of it which the shadow's offset moves to the area.
  /// What lies beyond it is like its edge: nothing, or a layer that goes on beyond the canvas.
  private func soft(
    _ whole: GaussianGrid<UInt16>, _ shadow: LayerStyle.Shadow
  ) -> GaussianGrid<UInt16> {
    guard shadow.sigma > 0 else { return whole }
    let (x, y) = (Int(shadow.offset.x.rounded(.up)), Int(shadow.offset.y.rounded(.up)))
    let reach = GaussianAxis.reach(sigma: shadow.sigma)
    // Moved far past the plane, all that is seen is what lies beyond its edge, where nothing is
    // blurred.
    guard
      let columns = (-x..<area.width - x + 1).touching(whole.x, within: reach),
      let rows = (-y..<area.height - y + 1).touching(whole.y, within: reach)
    else { return whole }
    let target = GaussianGrid<UInt16>(x: columns, y: rows, workspace.scratch)
    let axis = GaussianAxis(sigma: shadow.sigma, workspace.scratch)
    let least = max(32, 2 * reach)
    workspace.split(target.y, least: least) { rows, scratch in
      GaussianBlur<UInt16>(
        source: whole, target: target, depth: 16, across: axis, down: axis, scratch: scratch
      ).run(
        Box(x: target.x.lowerBound, y: rows.lowerBound, width: target.x.count, height: rows.count))
    }
    return target
  }

  /// Writes a row of a plane that is moved; beyond the plane, its edge repeats.
  private func read(
    _ samples: GaussianGrid<UInt16>, _ y: Int, moved offset: Vector,
    to line: UnsafeMutablePointer<UInt16>
  ) {
    let (down, across) = (Double(y) - offset.y, -offset.x)
    let (top, left) = (Int(down.rounded(.down)), Int(across.rounded(.down)))
    let (shareY, shareX) = (Float(down - Double(top)), Float(across - Double(left)))
    let (upper, lower) = (samples.row(top), samples.row(top + 1))
    let start = left - samples.x.lowerBound
    let last = samples.x.count - 1
    if shareX == 0, shareY == 0 {
      let (low, high) = (min(max(-start, 0), area.width), min(max(last + 1 - start, 0), area.width))
      line.update(repeating: upper[0], count: low)
      if low < high { (line + low).update(from: upper + start + low, count: high - low) }
      let rest = max(low, high)
      (line + rest).update(repeating: upper[last], count: area.width - rest)
      return
    }
    for x in 0..<area.width {
      let (first, second) = (min(max(x &+ start, 0), last), min(max(x &+ start &+ 1, 0), last))
      let above = Float(upper[first]) + (Float(upper[second]) - Float(upper[first])) * shareX
      let below = Float(lower[first]) + (Float(lower[second]) - Float(lower[first])) * shareX
      line[x] = UInt16(truncatingIfNeeded: Int32(above + (below - above) * shareY + 0.5))
    }
  }

  private func multiply(_ line: UnsafeMutablePointer<UInt16>, by strength: Double) {
    let strength = Float(strength)
    for x in 0..<area.width {
      line[x] = UInt16(truncatingIfNeeded: Int32(min(Float(line[x]) * strength + 0.5, 65535)))
    }
  }
}

import Bytes
import Fonts
import Geometry
import Shapes
import Timeline
import Y4M

/// Shapes in a layer's own box that say where it is seen.
///
/// Masks follow one another as in After Effects and Lottie: each changes what those before it left,
/// by its mode. The edges of shapes are exact areas; a soft edge is a gaussian over them.
struct MaskStage: LayerStage {
  private let masks: [LayerMask]
  /// The layer's box at a time, and the map from there to the canvas; nil where it has none.
  private let box: LayerBox
  private let format: PixelFormat
  private let coding: ColorCoding
  private let canvas: Box
  private let kept = KeptShares()

  /// How far beyond the canvas masks are drawn for soft and moved edges, in pixels.
  private static let mostAround = 256

  var order: StageOrder { .mask }

  /// - Parameters:
  ///   - masks: at least one.
  ///   - format: of the frames that the layer is drawn on.
  ///   - coding: the stream's colours.
  ///   - box: the layer's box at a time, and the map from there to the canvas.
  init(
    _ masks: [LayerMask], _ format: PixelFormat, _ coding: ColorCoding,
    box: @escaping LayerBox
  ) {
    self.masks = masks
    self.box = box
    (self.format, self.coding) = (format, coding)
    canvas = Box(x: 0, y: 0, width: format.width, height: format.height)
  }

  func isOn(at time: Time) -> Bool { true }

  /// The box that they stand in moves with the content.
  var isStill: Bool { masks.allSatisfy(\.isStill) }

  func bounds(of box: Box, at time: Time) -> Box { box.intersection(shown(moments(at: time))) }

  private func moments(at time: Time) -> [LayerMask.Moment] {
    moments(at: time, in: edges(at: time))
  }

  private func moments(at time: Time, in edges: LayerEdges) -> [LayerMask.Moment] {
    masks.map { $0.moment(at: time, in: edges.size, edges.map) }
  }

  /// The layer's box.
  private func edges(at time: Time, _ workspace: Workspace? = nil) -> LayerEdges {
    let box =
      box(time, workspace) ?? (Vector(Double(canvas.width), Double(canvas.height)), .identity)
    return LayerEdges(size: box.size, map: box.map)
  }

  /// The part of the canvas beyond which all is hidden.
  private func shown(_ moments: [LayerMask.Moment]) -> Box {
    var shown = masks.first?.mode.start == 0 ? Box.empty : canvas
    for (mask, moment) in zip(masks, moments) {
      let own = mask.isInverted ? canvas : mask.reach(moment).intersection(canvas)
      switch mask.mode {
      case .add, .lighten, .difference: shown = shown.union(own)
      case .intersect, .darken: shown = shown.intersection(own)
      case .subtract: break
      }
    }
    return shown
  }

  func apply(
    to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let edges = edges(at: time, workspace)
    let moments = moments(at: time, in: edges)
    picture.limit(to: shown(moments))
    let place = picture.place
    guard !place.isEmpty else { return }
    // Which frame of a film is at hand, its time alone does not say.
    let shares =
      masks.contains { $0.picture?.isFilm ?? false }
      ? try made(moments, in: place, edges, workspace)
      : try kept.shares(.init(place: place, edges: edges, moments: moments)) {
        () throws(RenderError) in try made(moments, in: place, edges, workspace)
      }
    workspace.split(
      place.y..<place.maxY, least: 16 * Workspace.leastRows(width: place.width)
    ) { rows, scratch in
      let line = scratch.take(UInt16.self, place.width)
      for y in rows {
        for x in 0..<place.width { line[x] = shares[(y - place.y) * place.width + x] }
        picture.multiply(row: y - picture.y, by: line)
      }
    }
  }

  /// How much is seen of each sample of a box, 0 to 65,535.
  private func made(
    _ moments: [LayerMask.Moment], in place: Box, _ edges: LayerEdges, _ workspace: Workspace
  ) throws(RenderError) -> [UInt16] {
    var rasterizer = ShapeRasterizer()
    let covered = edges.partlyCovered(in: place, &rasterizer)
    let count = place.width * place.height
    return try workspace.scratch.scope { () throws(RenderError) in
      let sum = workspace.scratch.take(Float.self, count)
      sum.update(repeating: masks.first?.mode.start ?? 1, count: count)
      for (mask, moment) in zip(masks, moments) {
        try workspace.scratch.scope { () throws(RenderError) in
          let grid = try coverage(of: moment, mask, around: place, &rasterizer, workspace)
          // Of a pixel at the edge of both the layer has hidden its part already.
          if let covered, mask.liesWithin(edges, moment) {
            covered.mix(into: grid) { own, layer in
              let share = layer == 0 ? 0 : UInt32(own) * 255 / UInt32(layer)
              return UInt16(truncatingIfNeeded: min(share, 65535))
            }
          }
          for y in 0..<place.height {
            let row = grid.row(place.y + y) + (place.x - grid.x.lowerBound)
            mask.mix(row, moment.opacity, into: sum + y * place.width, count: place.width)
          }
        }
      }
      return [UInt16](unsafeUninitializedCapacity: count) { target, filled in
        for index in 0..<count {
          target[index] = UInt16(
            truncatingIfNeeded: (min(max(sum[index], 0), 1) * 65535 + 8_388_608).bitPattern)
        }
        filled = count
      }
    }
  }

  /// What a mask covers of a box and of what is around it that its soft edge needs.
  private func coverage(
    of moment: LayerMask.Moment, _ mask: LayerMask, around place: Box,
    _ rasterizer: inout ShapeRasterizer, _ workspace: Workspace
  ) throws(RenderError) -> GaussianGrid<UInt16> {
    let scratch = workspace.scratch
    let soft = moment.sigma > 0 ? GaussianAxis.reach(sigma: moment.sigma) + 1 : 0
    // The edge of a picture is looked for among its samples.
    let moved = mask.picture == nil ? 0 : moment.moved
    let reach = soft + (moved > 0 ? Int(moved.rounded(.up)) + 2 : 0)
    // What lies further out is taken for what is there: a wide edge must not cost more than a
    // canvas.
    let around = place.grown(by: reach).intersection(canvas.grown(by: Self.mostAround))
    let grid = GaussianGrid<UInt16>(
      x: around.x..<around.maxX, y: around.y..<around.maxY, scratch)
    if let picture = mask.picture {
      try draw(picture, moment, to: grid, workspace)
    } else {
      draw(moment, mask.figure, to: grid, &rasterizer, workspace)
    }
    guard moment.sigma > 0 else { return grid }
    let axis = GaussianAxis(sigma: moment.sigma, scratch)
    GaussianBlur<UInt16>(
      source: grid, target: grid, depth: 16, across: axis, down: axis, scratch: scratch
    ).run(place)
    return grid
  }

  /// Draws what a figure covers, with its edge moved.
  private func draw(
    _ moment: LayerMask.Moment, _ figure: Figure, to grid: GaussianGrid<UInt16>,
    _ rasterizer: inout ShapeRasterizer, _ workspace: Workspace
  ) {
    let (rule, pixels) = (figure.rule, grid.pixels)
    fill(grid, with: moment, rule, &rasterizer)
    if moment.expand != 0 {
      let line = StrokeStyle(width: 2 * abs(moment.expand), cap: .round, join: .round)
      let edge = rasterizer.coverage(
        ofStroke: line, along: moment.path.closed, of: moment.path, rule: rule,
        through: moment.map, in: pixels)
      // The line hides which part of a pixel on the edge it covers: half of it lies to each side.
      let scale = (abs(moment.map.a * moment.map.d - moment.map.b * moment.map.c)).squareRoot()
      let moved = UInt16(min(abs(moment.expand) * scale, 1) * 65535)
      func grown(_ inside: UInt16, _ line: UInt8) -> UInt16 {
        let line = UInt16(line) * 257
        if inside == 0 || inside == .max { return max(inside, line) }
        let (sum, isOver) = inside.addingReportingOverflow(moved)
        return max(line, isOver ? .max : sum)
      }
      if moment.expand > 0 {
        edge.mix(into: grid) { grown($0, $1) }
      } else {
        edge.mix(into: grid) { .max - grown(.max - $0, $1) }
        if figure.kind == .path, rule == .nonzero {
          showWithin(moment, moved: -moment.expand * scale, in: grid, &rasterizer, workspace)
        }
      }
    }
  }

  /// Draws what a figure covers.
  private func fill(
    _ grid: GaussianGrid<UInt16>, with moment: LayerMask.Moment, _ rule: FillRule,
    _ rasterizer: inout ShapeRasterizer
  ) {
    let inside = rasterizer.coverage(
      of: moment.path, rule: rule, through: moment.map, in: grid.pixels)
    for y in grid.y { grid.row(y).update(repeating: 0, count: grid.x.count) }
    inside.write(to: grid) { UInt16($0) * 257 }
  }

  /// Shows again what a line along a path hides where the path runs through what it covers: that is
  /// no edge.
  ///
  /// - Parameter width: how far the edge is moved inwards, in pixels.
  private func showWithin(
    _ moment: LayerMask.Moment, moved width: Double, in grid: GaussianGrid<UInt16>,
    _ rasterizer: inout ShapeRasterizer, _ workspace: Workspace
  ) {
    guard width < EdgeDistance.farthest else { return }
    let margin = Int(width.rounded(.up)) + 2
    workspace.scratch.scope {
      let (x, y) = (grid.x, grid.y)
      let around = GaussianGrid<UInt16>(
        x: x.lowerBound - margin..<x.upperBound + margin,
        y: y.lowerBound - margin..<y.upperBound + margin, workspace.scratch)
      fill(around, with: moment, .nonzero, &rasterizer)
      let distances = workspace.scratch.take(UInt16.self, around.x.count * around.y.count)
      EdgeDistance(
        cover: around.samples, width: around.x.count, height: around.y.count, isInside: true,
        most: width
      ).measure(to: distances, workspace)
      for row in y {
        let target = grid.row(row)
        let distance = distances + (row - around.y.lowerBound) * around.x.count + margin
        for column in 0..<x.count {
          let hidden = EdgeDistance.share(distance[column], within: Float(width))
          target[column] = max(target[column], .max - hidden)
        }
      }
    }
  }

  /// Draws what counts of a picture, with its edge moved.
  private func draw(
    _ picture: MaskPicture, _ moment: LayerMask.Moment, to grid: GaussianGrid<UInt16>,
    _ workspace: Workspace
  ) throws(RenderError) {
    let whole = Box(
      x: grid.x.lowerBound, y: grid.y.lowerBound, width: grid.x.count, height: grid.y.count)
    let larger = whole.intersection(canvas) == whole ? nil : self.larger
    let around = larger == nil ? 0 : Self.mostAround
    // Where the picture ends at the canvas or beyond it, its edge repeats: a frame that is masked
    // whole has no soft rim.
    let own = Bounds(minX: 0, minY: 0, maxX: moment.size.x, maxY: moment.size.y)
      .mapped(by: moment.map)
    let ends = Bounds(
      minX: own.minX.rounded(.up), minY: own.minY.rounded(.up), maxX: own.maxX.rounded(.down),
      maxY: own.maxY.rounded(.down))
    let part = whole.intersection(canvas.grown(by: around))
      .intersection(ends.samples.union(canvas))
    try workspace.withFrame(larger ?? format) { (frame) throws(RenderError) in
      frame.clear(part.moved(x: around, y: around))
      try picture.draw(moment, on: frame, movedBy: around, workspace)
      let shares = MatteShares(
        frame: frame, measure: picture.measure, isInverted: false,
        coding: RGBCoding(coding, depth: format.depth))
      let line = workspace.scratch.take(UInt16.self, part.width)
      for y in grid.y {
        let inside = min(max(y, part.y), part.maxY - 1)
        shares.read(inside + around, part.x + around..<part.maxX + around, to: line)
        let row = grid.row(y)
        for x in 0..<grid.x.count {
          row[x] = line[min(max(x + whole.x, part.x), part.maxX - 1) - part.x]
        }
      }
    }
    let width = moment.moved
    guard width > 0 else { return }
    workspace.scratch.scope {
      let count = grid.x.count * grid.y.count
      let distances = workspace.scratch.take(UInt16.self, count)
      EdgeDistance(
        cover: grid.samples, width: grid.x.count, height: grid.y.count,
        isInside: moment.expand < 0, most: width
      ).measure(to: distances, workspace)
      for index in 0..<count {
        let share = EdgeDistance.share(distances[index], within: Float(width))
        grid.samples[index] = moment.expand < 0 ? .max - share : share
      }
    }
  }

  func release() {
    kept.release()
    for mask in masks { mask.picture?.release() }
  }

  /// A frame of layers with what lies around the canvas.
  private var larger: PixelFormat? {
    format.sized(canvas.width + 2 * Self.mostAround, canvas.height + 2 * Self.mostAround)
  }

  // Pictures are drawn on a frame of their own.
  var workingBytes: Int {
    masks.reduce(0) { most, mask in
      guard let picture = mask.picture else { return most }
      let frame = mask.keepsEdge ? format : larger ?? format
      return max(most, frame.frameBytes + picture.workingBytes)
    }
  }
}

extension GaussianGrid {
  /// The pixels that it has.
  fileprivate var pixels: PixelBox {
    PixelBox(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
  }
}

extension LayerMask.Moment {
  /// How far the edge of a picture is moved, in pixels of the canvas.
  fileprivate var moved: Double {
    min(abs(expand) * abs(map.a * map.d - map.b * map.c).squareRoot(), EdgeDistance.farthest)
  }
}

extension LayerMask {
  /// The samples of the canvas that it may cover, soft edges included.
  fileprivate func reach(_ moment: Moment) -> Box {
    let picture = Bounds(minX: 0, minY: 0, maxX: moment.size.x, maxY: moment.size.y)
    let bounds = self.picture == nil ? moment.path.bounds() : picture
    guard var bounds else { return .empty }
    let grown = max(moment.expand, 0)
    bounds.minX -= grown
    bounds.minY -= grown
    bounds.maxX += grown
    bounds.maxY += grown
    let soft = moment.sigma > 0 ? GaussianAxis.reach(sigma: moment.sigma) + 1 : 1
    return bounds.mapped(by: moment.map).samples.grown(by: soft)
  }

  /// Changes what the masks before this one left of a row.
  fileprivate func mix(
    _ cover: UnsafeMutablePointer<UInt16>, _ opacity: Double,
    into sum: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (scale, offset): (Float, Float) =
      isInverted ? (Float(-opacity) / 65535, Float(opacity)) : (Float(opacity) / 65535, 0)
    switch mode {
    case .add:
      for x in 0..<count {
        let own = Float(cover[x]) * scale + offset
        sum[x] += own - sum[x] * own
      }
    case .subtract:
      for x in 0..<count { sum[x] *= 1 - (Float(cover[x]) * scale + offset) }
    case .intersect:
      for x in 0..<count { sum[x] *= Float(cover[x]) * scale + offset }
    case .lighten:
      for x in 0..<count { sum[x] = max(sum[x], Float(cover[x]) * scale + offset) }
    case .darken:
      for x in 0..<count { sum[x] = min(sum[x], Float(cover[x]) * scale + offset) }
    case .difference:
      for x in 0..<count {
        let own = Float(cover[x]) * scale + offset
        sum[x] += own - 2 * sum[x] * own
      }
    }
  }
}

extension Coverage {
  /// Writes what is known of pixels into a grid that holds them.
  fileprivate func write(to grid: GaussianGrid<UInt16>, _ value: (UInt8) -> UInt16) {
    mix(into: grid) { value($1) }
  }

  /// Changes the samples of a grid by what is known of their pixels.
  fileprivate func mix(
    into grid: GaussianGrid<UInt16>, _ mixed: (UInt16, UInt8) -> UInt16
  ) {
    let columns = (x..<x + width).clamped(to: grid.x)
    for row in (y..<y + height).clamped(to: grid.y) {
      let target = grid.row(row)
      let start = (row - y) * width - x
      for column in columns {
        let place = column - grid.x.lowerBound
        target[place] = mixed(target[place], bytes[start + column])
      }
    }
  }
}

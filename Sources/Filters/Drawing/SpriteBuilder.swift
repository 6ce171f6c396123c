import Geometry
import Y4M

/// Resamples a picture into a sprite for one format.
struct SpriteBuilder {
  let format: PixelFormat
  let coding: ColorCoding

  /// Makes `sprite` that of `source` at `placement`.
  ///
  /// - Parameters:
  ///   - clip: the whole picture, as it lies around the placement, when only what is within it is
  ///     to be made and its edges are to be heeded; nil for all that the source covers, so that the
  ///     sprite can be drawn elsewhere.
  ///   - part: the part of the clip that is made, in whole chroma cells; nil for all of it. Sprites
  ///     of parts that share nothing are together that of the whole.
  ///   - region: the part that may be seen, when that is limited.
  ///   - isLasting: whether it is likely to be drawn more than once.
  func build(
    _ sprite: Sprite, _ source: some RowSource, _ placement: Placement, clip: Box?,
    part: Box? = nil, region: PlacedRegion? = nil, isLasting: Bool, _ workspace: Workspace
  ) {
    sprite.clear(planeCount: format.planes.count)
    let scratch = workspace.scratch
    let limits = Limits(clip: clip, part: part, region: region)
    scratch.scope { build(sprite, source, placement, limits, workspace) }
    sprite.findRuns(depth: format.depth, keepsFinished: isLasting, scratch)
  }

  /// What limits a sprite.
  private struct Limits {
    let clip: Box?
    let part: Box?
    let region: PlacedRegion?

    /// The samples of a plane that are made.
    func box(_ layout: PlaneLayout) -> Box? {
      if let part { return layout.cells(of: part) }
      // The clip counts from the sprite's own origin, so it may lie anywhere.
      return clip.map { layout.footprint(of: $0) }
    }
  }

  private func build(
    _ sprite: Sprite, _ source: some RowSource, _ placement: Placement, _ limits: Limits,
    _ workspace: Workspace
  ) {
    let (scratch, clip) = (workspace.scratch, limits.clip)
    if placement.map.isAxisAligned {
      build(sprite, limits, workspace) { aligned(source, placement, clip, $0, $1, $2, scratch) }
      return
    }
    guard let placement = clip.map({ placement.limited(to: $0) }) ?? placement else { return }
    let (texture, origin) = Texture.part(of: source, covering: placement.domain)
    let inPart = placement.shifted(to: origin)
    guard placement.map.isTransposing else {
      build(sprite, limits, workspace) { warped(texture, inPart, $0, $1, $2, scratch) }
      return
    }
    let swap = Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    let domain = inPart.domain
    let turned = Placement(
      domain: .init(
        left: domain.top, top: domain.left, right: domain.bottom, bottom: domain.right),
      map: inPart.map.after(swap), sampling: inPart.sampling)
    let transposed = texture.transposed()
    build(sprite, limits, workspace) { aligned(transposed, turned, clip, $0, $1, $2, scratch) }
  }

  /// Whether a picture needs no sprite: one that is turned or slanted, on a frame on which layers
  /// are drawn apart.
  func needsNoSprite(_ placement: Placement) -> Bool {
    format.isPremultiplied && format.planes.allSatisfy { $0.map == .identity }
      && !placement.map.isAxisAligned && !placement.map.isTransposing
  }

  /// Puts a picture that needs no sprite over a frame, row by row: the samples are those that a
  /// sprite gives, which pays only where it is drawn again.
  ///
  /// - Parameters:
  ///   - clip: as for a sprite.
  ///   - x: where the placement's origin lies on the frame.
  ///   - y: the same down.
  func put(
    _ source: some RowSource, _ placement: Placement, clip: Box?, on frame: Frame, x: Int, y: Int,
    opacity: UInt16, _ workspace: Workspace
  ) {
    let layout = format.planes[0]
    guard let placement = clip.map({ placement.limited(to: $0) }) ?? placement else { return }
    let (texture, origin) = Texture.part(of: source, covering: placement.domain)
    workspace.scratch.scope {
      let pass = warped(
        texture, placement.shifted(to: origin), layout, .all, clip.map { layout.footprint(of: $0) },
        workspace.scratch)
      guard let pass else { return }
      let box = pass.box.intersection(layout.box.moved(x: -x, y: -y))
      guard !box.isEmpty else { return }
      let least = max(16, Workspace.leastRows(width: box.width))
      workspace.split(box.y..<box.maxY, least: least) { rows, scratch in
        let row = LayerDrawing<UInt16>.Row(self, opacity: opacity, width: box.width, scratch)
        pass.run(rows, scratch) { index, samples in
          func line(_ channel: Int) -> UnsafeMutablePointer<UInt16> {
            samples[channel] + (box.x - pass.box.x)
          }
          let place = (pass.box.y + index + y) * layout.width + box.x + x
          func target(_ plane: Int) -> UnsafeMutablePointer<UInt16> {
            frame.samples16(format.planes[plane]) + place
          }
          row.put(alpha: line(3), line(0), target(0), (line(3), target(3)), isAlpha: true)
          row.put(alpha: line(3), line(1), target(1), (line(2), target(2)), isAlpha: false)
        }
      }
    }
  }

  /// Makes the planes of a sprite, those that lie in the same places at once.
  ///
  /// - Parameter prepare: gives the pass for one plane's geometry and some channels; nil where
  ///   nothing is touched. Of all kinds of passes there is one function, as rows are made one by
  ///   one.
  @_semantics("optimize.sil.specialize.generic.never")
  private func build<Pass: SpritePass>(
    _ sprite: Sprite, _ limits: Limits, _ workspace: Workspace,
    _ prepare: (_ layout: PlaneLayout, _ channels: Channels, _ limit: Box?) -> Pass?
  ) {
    let encoder = SpriteEncoder(depth: format.depth, peak: coding.peak)
    let (blue, red) = (format.roles.firstIndex(of: .blue), format.roles.firstIndex(of: .red))
    /// Makes planes of the channels of one pass, from one of them on. They are no array, as that would
    /// be made for each frame.
    func make(
      _ channels: Channels, from channel: Int = 0, _ first: Int, _ second: Int? = nil,
      _ third: Int? = nil
    ) {
      let layout = format.planes[first]
      guard let pass = prepare(layout, channels, limits.box(layout)) else { return }
      let plane = sprite.addPlane(first, box: pass.box)
      let other = second.map { sprite.addPlane($0, box: pass.box, sharing: plane) }
      let last = third.map { sprite.addPlane($0, box: pass.box, sharing: plane) }
      let least = max(16, Workspace.leastRows(width: pass.box.width))
      workspace.split(pass.box.y..<pass.box.maxY, least: least) { rows, scratch in
        let cover = limits.region.map { _ in scratch.take(UInt16.self, pass.box.width) }
        pass.run(rows, scratch) { row, samples in
          if let region = limits.region, let cover {
            region.limit(samples, row, of: pass.box, layout, limits.clip, cover)
          }
          let alpha = samples[channels.count - 1]
          encoder.encode(row, alpha: alpha, samples[channel], to: plane)
          if let other { encoder.encode(row, samples[channel + 1], to: other) }
          if let last { encoder.encode(row, samples[channel + 2], to: last) }
        }
      }
    }
    func areAlike(_ one: Int, _ other: Int) -> Bool {
      format.planes[one].map == format.planes[other].map
    }
    if let blue, let red, areAlike(0, blue), areAlike(0, red) {
      make(.all, 0, blue, red)
    } else {
      make(.luma, 0)
      if let blue, let red, areAlike(blue, red) {
        make(.chroma, blue, red)
      } else {
        if let blue { make(.chroma, blue) }
        if let red { make(.chroma, from: 1, red) }
      }
    }
    if let alpha = format.roles.firstIndex(of: .alpha), let luma = sprite.planes[0] {
      let plane = sprite.addPlane(alpha, box: luma.box, sharing: luma)
      encoder.encodeAlpha(
        keep: luma.keep, to: plane.add, count: plane.box.width * plane.box.height)
    }
  }

  /// Draws where boxes stay boxes: one filter across, one down.
  func aligned<Source: RowSource>(
    _ source: Source, _ placement: Placement, _ picture: Box?, _ layout: PlaneLayout,
    _ channels: Channels, _ limit: Box?, _ scratch: Scratch
  ) -> AlignedPass<Source>? {
    let map = layout.map.after(placement.map)
    let visible = picture.map { layout.extent(of: $0) }
    let bounds = Placement.bounds(of: placement.domain, through: map)
    let box = limit.map { bounds.intersection($0) } ?? bounds
    guard !box.isEmpty, map.a != 0, map.d != 0 else { return nil }
    let resize = Resize(
      source: source, channels: channels,
      across: Axis(
        domain: placement.domain.x, scale: map.a, offset: map.tx, limit: box.x..<box.maxX,
        visible: visible?.x, sampling: placement.sampling, scratch: scratch),
      down: Axis(
        domain: placement.domain.y, scale: map.d, offset: map.ty, limit: box.y..<box.maxY,
        visible: visible?.y, sampling: placement.sampling, scratch: scratch))
    return resize.box.isEmpty ? nil : AlignedPass(resize: resize)
  }

  /// Draws through any other map, from a copy of about the drawn size.
  private func warped(
    _ texture: Texture, _ placement: Placement, _ layout: PlaneLayout, _ channels: Channels,
    _ limit: Box?, _ scratch: Scratch
  ) -> WarpPass? {
    let map = layout.map.after(placement.map)
    let bounds = Placement.bounds(of: placement.domain, through: map).grown(by: 1)
    let box = limit.map { bounds.intersection($0) } ?? bounds
    guard !box.isEmpty else { return nil }
    let (texels, toSource) = texture.texels(
      of: channels, for: placement.domain, scaleX: Vector(map.a, map.b).length,
      scaleY: Vector(map.c, map.d).length, sampling: placement.sampling, scratch)
    guard let inverse = map.after(toSource).inverse else { return nil }
    return WarpPass(
      box: box, warp: Warp(texels: texels, inverse: inverse, sampling: placement.sampling))
  }
}

/// Makes the rows of some channels of a sprite.
protocol SpritePass {
  /// The samples that are made.
  var box: Box { get }

  /// Makes some rows of ``box`` and hands each to `emit`, counted from the box's first.
  func run(_ rows: Range<Int>, _ scratch: Scratch, _ emit: (Int, ChannelRows) -> Void)
}

/// Makes the rows of a picture that is turned, slanted or bent.
private struct WarpPass: SpritePass {
  let box: Box
  let warp: Warp

  func run(_ rows: Range<Int>, _ scratch: Scratch, _ emit: (Int, ChannelRows) -> Void) {
    let part = Box(x: box.x, y: rows.lowerBound, width: box.width, height: rows.count)
    warp.run(part, scratch) { row, samples in emit(row - box.y, samples) }
  }
}

/// Makes the rows of a picture whose boxes stay boxes.
struct AlignedPass<Source: RowSource>: SpritePass {
  let resize: Resize<Source>

  var box: Box { resize.box }

  func run(_ rows: Range<Int>, _ scratch: Scratch, _ emit: (Int, ChannelRows) -> Void) {
    let (across, down) = (resize.across, resize.down)
    resize.run(scratch, rows: rows) { row, samples in
      let whole = down.coverage[row - down.first]
      for channel in samples {
        for edge in across.edges {
          let x = Int(edge)
          channel[x] = channel[x].scaled(by: across.coverage[x])
        }
        if whole != 65535 {
          for x in 0..<across.count { channel[x] = channel[x].scaled(by: whole) }
        }
      }
      emit(row - down.first, samples)
    }
  }
}

extension PlacedRegion {
  /// Multiplies the samples of row `row` of `box` by the region's cover.
  fileprivate func limit(
    _ samples: ChannelRows, _ row: Int, of box: Box, _ layout: PlaneLayout, _ clip: Box?,
    _ row16: UnsafeMutablePointer<UInt16>
  ) {
    let picture = clip ?? Box(x: -(1 << 20), y: -(1 << 20), width: 1 << 21, height: 1 << 21)
    cover(
      layout, y: box.y + row, columns: box.x..<box.maxX, picture: picture, to: row16)
    for channel in samples {
      for x in 0..<box.width { channel[x] = channel[x].scaled(by: row16[x]) }
    }
  }
}

extension UInt16 {
  /// The sample times `coverage` / 65,535, rounded.
  fileprivate func scaled(by coverage: UInt16) -> UInt16 {
    let whole = UInt32(coverage) &+ UInt32(coverage &>> 15)
    return UInt16(truncatingIfNeeded: (UInt32(self) &* whole &+ 32768) &>> 16)
  }
}

extension SpriteEncoder {
  /// Writes row `row` of a plane's `keep` and `add`.
  func encode(
    _ row: Int, alpha: UnsafeMutablePointer<UInt16>, _ channel: UnsafeMutablePointer<UInt16>,
    to plane: SpritePlane
  ) {
    let width = plane.box.width
    encodeKeep(alpha, to: plane.keep + row * width, count: width)
    encode(row, channel, to: plane)
  }

  /// Writes row `row` of a plane's `add` where its `keep` is written already.
  func encode(_ row: Int, _ channel: UnsafeMutablePointer<UInt16>, to plane: SpritePlane) {
    let start = row * plane.box.width
    encodeAdd(
      channel, keep: plane.keep + start, to: plane.add + start, count: plane.box.width)
  }
}

extension Texture {
  /// The picture with its axes exchanged.
  func transposed() -> Texture {
    let turned = Texture(width: height, height: width)
    for index in 0..<4 {
      let (from, to) = (plane(index), turned.plane(index))
      for y in 0..<height {
        for x in 0..<width { to[x * height + y] = from[y * width + x] }
      }
    }
    return turned
  }

  /// The samples of `source` that `domain` covers, and where they begin: the whole of what is a
  /// texture already.
  static func part(
    of source: some RowSource, covering domain: Placement.Domain
  ) -> (texture: Texture, origin: (x: Int, y: Int)) {
    if let texture = source.texture { return (texture, (0, 0)) }
    let columns =
      max(0, Int(domain.left.rounded(.down)))..<min(source.width, Int(domain.right.rounded(.up)))
    let rows =
      max(0, Int(domain.top.rounded(.down)))..<min(source.height, Int(domain.bottom.rounded(.up)))
    let texture = Texture(width: columns.count, height: rows.count)
    for y in rows {
      source.fill(
        texture.row(y - rows.lowerBound).shifted(by: -columns.lowerBound), y: y, columns: columns)
    }
    return (texture, (columns.lowerBound, rows.lowerBound))
  }
}

import Y4M

/// Resamples a picture into a sprite for one format.
struct SpriteBuilder {
  let format: PixelFormat
  let coding: ColorCoding

  /// Makes the sprite of `source` at `placement`.
  ///
  /// - Parameter clip: the whole picture, as it lies around the placement, when only what is
  ///   within it is to be made and its edges are to be heeded; nil for all that the source covers,
  ///   so that the sprite can be drawn elsewhere.
  func sprite(_ source: some RowSource, _ placement: Placement, clip: Box?) -> Sprite {
    if placement.map.isAxisAligned {
      return build(clip) { aligned(source, placement, clip, $0, $1, $2, $3) }
    }
    guard let placement = clip.map({ placement.limited(to: $0) }) ?? placement else {
      return Sprite(planes: format.planes.map { _ in nil })
    }
    let (texture, origin) = Texture.part(of: source, covering: placement.domain)
    return sprite(texture, placement.shifted(to: origin), clip: clip)
  }

  /// Makes the sprite of a texture that is turned or skewed.
  private func sprite(_ texture: Texture, _ placement: Placement, clip: Box?) -> Sprite {
    if placement.map.isTransposing {
      let swap = Affine(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
      let domain = placement.domain
      let turned = Placement(
        domain: .init(
          left: domain.top, top: domain.left, right: domain.bottom, bottom: domain.right),
        map: placement.map.after(swap), sampling: placement.sampling)
      let transposed = texture.transposed()
      return build(clip) { aligned(transposed, turned, clip, $0, $1, $2, $3) }
    }
    return build(clip) { warped(texture, placement, $0, $1, $2, $3) }
  }

  /// A pass over one plane geometry: makes the rows of some channels and emits them.
  private typealias Pass = (
    _ plane: PlaneLayout, _ channels: Channels, _ limit: Box?, _ emit: Emit
  ) -> Void
  private typealias Emit = (_ box: Box, _ row: Int, _ samples: [UnsafeMutablePointer<UInt16>]) ->
    Void

  private func build(_ clip: Box?, _ pass: Pass) -> Sprite {
    var planes = [SpritePlane?](repeating: nil, count: format.planes.count)
    let encoder = SpriteEncoder(depth: format.depth, peak: coding.peak)
    // The clip counts from the sprite's own origin, so it may lie anywhere.
    func limit(_ layout: PlaneLayout) -> Box? { clip.map { layout.footprint(of: $0) } }

    let luma = format.planes[0]
    var keepRow: [SpritePlane] = []
    pass(luma, .luma, limit(luma)) { box, row, samples in
      if keepRow.isEmpty { keepRow = [SpritePlane(box: box)] }
      encoder.encode(row - box.y, alpha: samples[1], channels: [samples[0]], to: keepRow)
    }
    planes[0] = keepRow.first

    for group in chromaGroups() {
      let layout = format.planes[group[0].plane]
      var made: [SpritePlane] = []
      pass(layout, .chroma, limit(layout)) { box, row, samples in
        if made.isEmpty {
          let first = SpritePlane(box: box)
          made = [first] + group.dropFirst().map { _ in SpritePlane(box: box, keep: first.keep) }
        }
        encoder.encode(
          row - box.y, alpha: samples[2], channels: group.map { samples[$0.channel] }, to: made)
      }
      for (member, plane) in zip(group, made) { planes[member.plane] = plane }
    }

    if let alpha = format.roles.firstIndex(of: .alpha), let luma = planes[0] {
      let plane = SpritePlane(box: luma.box, keep: luma.keep)
      encoder.encodeAlpha(keep: luma.keep.base, to: plane.add.base, count: plane.add.count)
      planes[alpha] = plane
    }
    for plane in planes { plane?.trim(whole: encoder.whole) }
    return Sprite(planes: planes)
  }

  /// The chroma planes, grouped by geometry: both at once unless their siting differs.
  private func chromaGroups() -> [[(plane: Int, channel: Int)]] {
    guard let blue = format.roles.firstIndex(of: .blue),
      let red = format.roles.firstIndex(of: .red)
    else { return [] }
    let (first, second) = (format.planes[blue], format.planes[red])
    if first.originX == second.originX, first.originY == second.originY {
      return [[(blue, 0), (red, 1)]]
    }
    return [[(blue, 0)], [(red, 1)]]
  }

  /// Draws where boxes stay boxes: one filter across, one down.
  private func aligned(
    _ source: some RowSource, _ placement: Placement, _ picture: Box?, _ layout: PlaneLayout,
    _ channels: Channels, _ limit: Box?, _ emit: Emit
  ) {
    let map = layout.map.after(placement.map)
    let visible = picture.map { layout.extent(of: $0) }
    let bounds = Placement.bounds(of: placement.domain, through: map)
    let box = limit.map { bounds.intersection($0) } ?? bounds
    guard !box.isEmpty, map.a != 0, map.d != 0 else { return }
    let resize = Resize(
      source: source, channels: channels,
      across: Axis(
        domain: placement.domain.x, scale: map.a, offset: map.tx, limit: box.x..<box.maxX,
        visible: visible?.x, sampling: placement.sampling),
      down: Axis(
        domain: placement.domain.y, scale: map.d, offset: map.ty, limit: box.y..<box.maxY,
        visible: visible?.y, sampling: placement.sampling))
    let edges = resize.across.coverage.indices.filter { resize.across.coverage[$0] != 65535 }
    let made = Box(
      x: resize.across.first, y: resize.down.first, width: resize.across.count,
      height: resize.down.count)
    resize.run { row, samples in
      let rowCoverage = resize.down.coverage[row - made.y]
      for samples in samples {
        for x in edges { samples[x] = samples[x].scaled(by: resize.across.coverage[x]) }
        if rowCoverage != 65535 {
          for x in 0..<made.width { samples[x] = samples[x].scaled(by: rowCoverage) }
        }
      }
      emit(made, row, samples)
    }
  }

  /// Draws through any other map, from a copy of about the drawn size.
  private func warped(
    _ texture: Texture, _ placement: Placement, _ layout: PlaneLayout, _ channels: Channels,
    _ limit: Box?, _ emit: Emit
  ) {
    let map = layout.map.after(placement.map)
    let (texels, toSource) = texture.texels(
      of: channels, for: placement.domain, scaleX: Vector(map.a, map.b).length,
      scaleY: Vector(map.c, map.d).length, sampling: placement.sampling)
    let whole = map.after(toSource)
    let bounds = Placement.bounds(of: placement.domain, through: map).grown(by: 1)
    let box = limit.map { bounds.intersection($0) } ?? bounds
    guard !box.isEmpty, let inverse = whole.inverse else { return }
    let warp = Warp(texels: texels, inverse: inverse, sampling: placement.sampling)
    warp.run(box) { row, samples in emit(box, row, samples) }
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
  /// Writes one row of samples that share an alpha to planes that share a `keep`.
  func encode(
    _ row: Int, alpha: UnsafeMutablePointer<UInt16>,
    channels: [UnsafeMutablePointer<UInt16>], to planes: [SpritePlane]
  ) {
    guard let first = planes.first else { return }
    let width = first.box.width
    let keep = first.keep.base + row * width
    encodeKeep(alpha, to: keep, count: width)
    for (channel, plane) in zip(channels, planes) {
      encodeAdd(channel, keep: keep, to: plane.add.base + row * width, count: width)
    }
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
    if let texture = source as? Texture { return (texture, (0, 0)) }
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

import Bytes
import Geometry
import Timeline
import Y4M

/// Draws frames of any kind onto frames of the stream or of layers, at any place and size, turned
/// or not.
///
/// An opaque picture whose sides stay along the axes is resampled plane by plane, and touches
/// nothing but its box. Everything else goes the way of pictures with alpha.
final class FramePainter: Sendable {
  private let coding: ColorCoding
  private let pictures: PicturePainter
  private let masks = MaskStore()
  private let identity: SampleConversion
  private let lights: LightConversion
  private let conversions = Mutex<[Conversion]>([])

  private struct Conversion {
    let matrix: Matrix
    let range: ColorRange
    let depth: Int
    let hasColor: Bool
    let made: SampleConversion
  }

  /// - Parameters: as for ``PicturePainter``.
  init(coding: ColorCoding, _ budget: CacheBudget) {
    self.coding = coding
    identity = SampleConversion(from: coding, to: coding, hasColor: true)
    lights = LightConversion(coding)
    pictures = PicturePainter(coding: coding, budget)
  }

  /// Draws `source` at `placement`, which counts its luma samples.
  ///
  /// - Parameters:
  ///   - colors: what its samples mean; nil when they are picture units of the target's colours.
  ///   - opacity: 0 to 65,535.
  ///   - region: the part of the target that it may touch, when that is limited.
  ///   - moment: tells this picture from others that the painter draws.
  func draw(
    _ source: FrameSource, _ colors: SourceColors?, on target: Frame, at moment: Time,
    _ placement: Placement, opacity: UInt16, region: PlacedRegion? = nil, _ workspace: Workspace
  ) throws(RenderError) {
    guard opacity > 0 else { return }
    try lights.convert(source, colors, workspace) { (source) throws(RenderError) in
      try drawConverted(
        source, colors, on: target, at: moment, placement, opacity: opacity, region: region,
        workspace)
    }
  }

  /// Draws what is in the light of the target.
  private func drawConverted(
    _ source: FrameSource, _ colors: SourceColors?, on target: Frame, at moment: Time,
    _ placement: Placement, opacity: UInt16, region: PlacedRegion?, _ workspace: Workspace
  ) throws(RenderError) {
    let conversion = conversion(from: source.format, colors)
    if isAligned(source, target.format, placement, opacity, region) {
      if conversion.isByChannel {
        draw(source, conversion, on: target, placement, opacity, region, workspace)
        return
      }
      return try withPicture(source, conversion, workspace) { picture in
        draw(
          FrameSource(SharedFrame(picture)), identity, on: target, placement, opacity, region,
          workspace)
      }
    }
    try withPicture(source, conversion, workspace) { (picture) throws(RenderError) in
      try pictures.draw(
        on: target, picture: .moment(moment), placement: placement, opacity: opacity,
        isLasting: false, region: region, workspace
      ) { workspace.texture(of: picture) }
    }
  }

  /// Fills `target` with `source` at `map`, blurred; gives false where the frame cannot be read
  /// plane by plane.
  func drawBlurred(
    _ source: FrameSource, _ colors: SourceColors?, to target: Frame, _ map: Affine,
    _ strength: Double, _ workspace: Workspace
  ) -> Bool {
    let conversion = conversion(from: source.format, colors)
    guard conversion.isByChannel, !source.format.hasAlpha, source.second == nil else {
      return false
    }
    lights.convert(source, colors, workspace) { source in
      fill(target, with: source, colors, map, strength, workspace)
    }
    return true
  }

  private func fill(
    _ target: Frame, with source: FrameSource, _ colors: SourceColors?, _ map: Affine,
    _ strength: Double, _ workspace: Workspace
  ) {
    let format = target.format
    let conversion = conversion(from: source.format, colors)
    let blurred = BlurredBackdrop(
      input: source.format, output: format, map: map, strength: strength)
    for (plane, role) in format.roles.enumerated() {
      guard let from = source.format.roles.firstIndex(of: role) else {
        target.fill(plane: plane, units: role == .alpha ? 65535 : 32768)
        continue
      }
      workspace.scratch.scope {
        blurred.paint(
          source.frame, plane: from, target, plane: plane, gain: conversion.gain(role),
          workspace.scratch)
      }
    }
  }

  /// The bytes of the frames that drawing frames of a source takes to bring them into another
  /// light.
  func workingBytes(_ colors: SourceColors) -> Int { lights.workingBytes(colors) }

  /// Forgets what was kept.
  func release() {
    pictures.release()
    masks.removeAll()
  }

  /// The conversion from a source's samples to the target's.
  private func conversion(
    from source: PixelFormat, _ colors: SourceColors?
  ) -> SampleConversion {
    guard let colors else { return identity }
    let hasColor = source.chroma != .none
    return conversions.withLock { known in
      let found = known.first {
        $0.matrix == colors.matrix && $0.range == colors.range && $0.depth == source.depth
          && $0.hasColor == hasColor
      }
      if let found { return found.made }
      let from = ColorCoding(matrix: colors.matrix, range: colors.range, depth: source.depth)
      let made = SampleConversion(from: from, to: coding, hasColor: hasColor)
      known.append(
        Conversion(
          matrix: colors.matrix, range: colors.range, depth: source.depth, hasColor: hasColor,
          made: made))
      return made
    }
  }

  /// Whether the planes can be drawn one by one.
  private func isAligned(
    _ source: FrameSource, _ target: PixelFormat, _ placement: Placement, _ opacity: UInt16,
    _ region: PlacedRegion?
  ) -> Bool {
    guard !source.format.hasAlpha, placement.map.isAxisAligned || placement.map.isTransposing
    else { return false }
    // Straight colours can be mixed by their alpha alone, but well replaced.
    return !target.isStraight || (opacity == 65535 && region == nil && placement.hasWholeSides)
  }

  /// Calls `body` with the source as a premultiplied picture, in memory of the workspace.
  private func withPicture(
    _ source: FrameSource, _ conversion: SampleConversion, _ workspace: Workspace,
    _ body: (Frame) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard let format = FrameTexture.format(of: source.format) else {
      throw RenderError(
        .tooLarge(.picture(width: source.format.width, height: source.format.height)), at: nil)
    }
    try workspace.withFrame(format) { (picture) throws(RenderError) in
      FrameTexture(source: source, conversion: conversion).fill(picture, workspace)
      try body(picture)
    }
  }

  private func draw(
    _ source: FrameSource, _ conversion: SampleConversion, on target: Frame,
    _ placement: Placement, _ opacity: UInt16, _ region: PlacedRegion?, _ workspace: Workspace
  ) {
    let format = target.format
    let canvas = Box(x: 0, y: 0, width: format.width, height: format.height)
    let box = placement.bounds.grown(by: 2).intersection(canvas)
    guard !box.isEmpty else { return }
    let mask = region.map { masks.mask($0, format: format, box: box) }
    let from = source.format
    for (index, role) in format.roles.enumerated() {
      let plane = from.roles.firstIndex(of: role)
      if plane == nil, opacity == 65535, mask == nil, format.planes[index].map == .identity,
        let whole = placement.wholeBox
      {
        target.fill(
          plane: index, units: role == .alpha ? 65535 : 32768, whole.intersection(canvas))
        continue
      }
      let drawing = PlaneDrawing(
        placement: placement, from: from.planes[plane ?? 0], to: format.planes[index],
        canvas: canvas, gain: plane == nil ? nil : conversion.gain(role), opacity: opacity,
        mask: mask.map { ($0, index) })
      if let plane {
        let rows = PlaneRows(source, plane: plane, isTransposed: drawing.isTransposed)
        drawing.draw(rows, on: target, workspace)
      } else {
        let layout = drawing.from
        let rows = EvenRows(
          sample: role == .alpha ? 65535 : 32768,
          width: drawing.isTransposed ? layout.height : layout.width,
          height: drawing.isTransposed ? layout.width : layout.height)
        drawing.draw(rows, on: target, workspace)
      }
    }
    if let mask { masks.finish(mask) }
  }
}

extension Placement {
  /// Whether all sides lie between samples.
  var hasWholeSides: Bool { wholeBox != nil }

  /// The samples that it covers, where all sides lie between samples; nil where one doesn't.
  fileprivate var wholeBox: Box? {
    let corners = domain.corners(through: map)
    func span(_ values: SIMD4<Double>) -> (low: Int, count: Int)? {
      let wholes = values.rounded(.toNearestOrEven)
      let off = values - wholes
      guard off.max() < 1.0 / 512, off.min() > -1.0 / 512, wholes.max().magnitude < 1e6,
        wholes.min().magnitude < 1e6
      else { return nil }
      return (Int(wholes.min()), Int(wholes.max() - wholes.min()))
    }
    guard let x = span(corners.x), let y = span(corners.y) else { return nil }
    return Box(x: x.low, y: y.low, width: x.count, height: y.count)
  }
}

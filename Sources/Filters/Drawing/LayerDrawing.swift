import Geometry
import Y4M

extension Compositor {
  /// Puts a layer that was drawn apart over the frame, which has no straight alpha.
  ///
  /// The samples are those that a sprite of the layer gives, which pays only where it is drawn
  /// again.
  func draw(_ layer: PlacedLayer, coding: ColorCoding) {
    if layer.box.isEmpty { return }
    if frame.format.depth == 8 {
      LayerDrawing<UInt8>(self, layer, coding).run()
    } else {
      LayerDrawing<UInt16>(self, layer, coding).run()
    }
  }
}

/// Puts a layer that was drawn apart, in its place, over a frame.
struct LayerDrawing<S: Sample> {
  private let frame: Frame
  private let workspace: Workspace
  private let layer: PlacedLayer
  private let texture: Texture
  private let builder: SpriteBuilder
  private let canvas: Box

  init(_ compositor: Compositor, _ layer: PlacedLayer, _ coding: ColorCoding) {
    (frame, workspace) = (compositor.frame, compositor.workspace)
    self.layer = layer
    texture = workspace.texture(of: layer.frame)
    builder = SpriteBuilder(format: frame.format, coding: coding)
    canvas = Box(x: 0, y: 0, width: frame.format.width, height: frame.format.height)
  }

  func run() {
    let format = frame.format
    let (blue, red) = (format.roles.firstIndex(of: .blue), format.roles.firstIndex(of: .red))
    put(.luma, 0, format.roles.firstIndex(of: .alpha))
    if let blue, let red, format.planes[blue].map == format.planes[red].map {
      put(.chroma, blue, red)
    } else {
      if let blue { put(.chroma, blue) }
      if let red { put(.chroma, red, from: 1) }
    }
  }

  /// Puts one or two planes that lie at the same places: of chroma, or luma and alpha.
  ///
  /// - Parameter channel: the first plane's among the channels.
  private func put(_ channels: Channels, _ first: Int, _ second: Int? = nil, from channel: Int = 0)
  {
    let layout = frame.format.planes[first]
    if layout.map == Affine.identity {
      putRows(channels, first, second, from: channel)
    } else {
      workspace.scratch.scope { putResampled(channels, first, second, from: channel) }
    }
  }

  /// Puts planes whose samples are those of the layer.
  private func putRows(_ channels: Channels, _ first: Int, _ second: Int?, from channel: Int) {
    let box = layer.box.intersection(canvas)
    guard !box.isEmpty else { return }
    split(box) { rows, scratch in
      let row = Row(builder, opacity: layer.opacity, width: box.width, scratch)
      for y in rows {
        let start = (y - layer.y) * texture.width + box.x - layer.x
        func line(_ index: Int) -> UnsafeMutablePointer<UInt16> {
          texture.plane(channels.number(index)) + start
        }
        row.put(
          alpha: line(channels.count - 1), line(channel), target(first, box.x, y),
          second.map { (line(channel + 1), target($0, box.x, y)) }, isAlpha: channels == .luma)
      }
    }
  }

  /// Puts planes of chroma that have fewer samples.
  private func putResampled(
    _ channels: Channels, _ first: Int, _ second: Int?, from channel: Int
  ) {
    let layout = frame.format.planes[first]
    let seen = layer.box.moved(x: -layer.x, y: -layer.y)
    let placement = Placement(
      domain: .init(
        left: Double(seen.x), top: Double(seen.y), right: Double(seen.maxX),
        bottom: Double(seen.maxY)),
      map: .translation(Double(layer.x), Double(layer.y)), sampling: .bilinear)
    let pass = builder.aligned(
      texture, placement, canvas, layout, channels, layout.box, workspace.scratch)
    guard let pass else { return }
    split(pass.box) { rows, scratch in
      let row = Row(builder, opacity: layer.opacity, width: pass.box.width, scratch)
      pass.run(rows, scratch) { index, samples in
        let (x, y) = (pass.box.x, pass.box.y + index)
        row.put(
          alpha: samples[channels.count - 1], samples[channel], target(first, x, y),
          second.map { (samples[channel + 1], target($0, x, y)) }, isAlpha: false)
      }
    }
  }

  private func split(_ box: Box, _ body: (Range<Int>, Scratch) -> Void) {
    workspace.split(box.y..<box.maxY, least: max(16, Workspace.leastRows(width: box.width)), body)
  }

  private func target(_ plane: Int, _ x: Int, _ y: Int) -> UnsafeMutablePointer<S> {
    let layout = frame.format.planes[plane]
    return frame.samples(layout) + (y * layout.width + x)
  }

  /// Puts rows of picture units over rows of samples.
  struct Row {
    private let encoder: SpriteEncoder
    private let depth: Int
    private let opacity: UInt16
    private let width: Int
    private let add: UnsafeMutablePointer<UInt16>
    private let keep: UnsafeMutablePointer<UInt16>

    init(_ builder: SpriteBuilder, opacity: UInt16, width: Int, _ scratch: Scratch) {
      depth = builder.format.depth
      encoder = SpriteEncoder(depth: depth, peak: builder.coding.peak)
      (self.opacity, self.width) = (opacity, width)
      (add, keep) = (scratch.take(UInt16.self, width), scratch.take(UInt16.self, width))
    }

    /// - Parameters:
    ///   - second: another row with the same alpha, of which the first is chroma.
    ///   - isAlpha: whether the second is alpha itself.
    func put(
      alpha: UnsafeMutablePointer<UInt16>, _ samples: UnsafeMutablePointer<UInt16>,
      _ target: UnsafeMutablePointer<S>,
      _ second: (samples: UnsafeMutablePointer<UInt16>, target: UnsafeMutablePointer<S>)?,
      isAlpha: Bool
    ) {
      let seen = Self.seen(alpha, width)
      if seen.isEmpty { return }
      let (start, count) = (seen.lowerBound, seen.count)
      encoder.encodeKeep(alpha + start, to: keep, count: count)
      encoder.encodeAdd(samples + start, keep: keep, to: add, count: count)
      blend(target + start, count)
      guard let second else { return }
      if isAlpha {
        encoder.encodeAlpha(keep: keep, to: add, count: count)
      } else {
        encoder.encodeAdd(second.samples + start, keep: keep, to: add, count: count)
      }
      blend(second.target + start, count)
    }

    private func blend(_ target: UnsafeMutablePointer<S>, _ count: Int) {
      if opacity == 65535 {
        S.blend(target, add: add, keep: keep, depth: depth, count: count)
      } else {
        S.blend(target, add: add, keep: keep, depth: depth, opacity: opacity, count: count)
      }
    }

    /// Samples that are looked at together.
    private static var block: Int { 32 }

    /// The samples of a row from the first block in which something is covered to the last.
    private static func seen(_ alpha: UnsafePointer<UInt16>, _ count: Int) -> Range<Int> {
      var first = 0
      while first < count, !isAny(alpha + first, count - first) { first += block }
      guard first < count else { return 0..<0 }
      var last = (count - 1) / block * block
      while last > first, !isAny(alpha + last, count - last) { last -= block }
      return first..<min(last + block, count)
    }

    /// Whether anything is covered in a block, or in the last samples of a row.
    @inline(__always)
    private static func isAny(_ samples: UnsafePointer<UInt16>, _ count: Int) -> Bool {
      var any: UInt16 = 0
      if count >= block {
        for x in 0..<block { any |= samples[x] }
      } else {
        for x in 0..<count { any |= samples[x] }
      }
      return any != 0
    }
  }
}

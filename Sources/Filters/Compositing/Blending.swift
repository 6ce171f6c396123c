import Colors
import Y4M

/// How a layer that was drawn apart is mixed with what is below it.
struct Blending: Sendable {
  let mode: BlendMode
  /// The stream's colours.
  let coding: ColorCoding

  init(mode: BlendMode, coding: ColorCoding) {
    self.mode = mode
    self.coding = coding
  }

  /// The blending of a layer; nil where it is simply put over what is below it.
  init?(ofLayer mode: BlendMode, coding: ColorCoding) {
    if mode == .normal, coding.mixing == nil { return nil }
    self.init(mode: mode, coding: coding)
  }

  /// Whether it is a mix of light by what is covered, as code values are mixed where nothing else
  /// is asked for.
  var isMixing: Bool { mode == .normal && coding.mixing != nil }

  /// The same with code values in place of light.
  var ofCodeValues: Blending {
    var coding = coding
    coding.mixing = nil
    return Blending(mode: mode, coding: coding)
  }
}

/// A layer that was drawn apart, and where it lies.
struct PlacedLayer {
  /// 4:4:4, of 16 bits; of 8 where it is straight and every sample is one of 8.
  let frame: Frame
  /// Whether the frame holds straight R'G'B' (``makeStraight(_:_:)``), not premultiplied Y'CbCr.
  var isStraight = false
  /// 0 to 65,535.
  var opacity: UInt16 = 65535
  /// Where the frame's first sample lies on the canvas.
  let x: Int
  let y: Int
  /// The part of the canvas in which there is something of it.
  let box: Box
  /// What rows cover, from the frame's first on; empty where that is not known.
  var covers: [RowExtent] = []

  /// The part of it that lies in a box.
  func cut(to box: Box) -> PlacedLayer {
    PlacedLayer(
      frame: frame, isStraight: isStraight, opacity: opacity, x: x, y: y,
      box: self.box.intersection(box), covers: covers)
  }
}

/// What of a row a layer covers.
enum RowExtent: UInt8 {
  case nothing
  case part
  case all

  /// The extent of what a row of 16-bit shares covers.
  init(_ samples: UnsafePointer<UInt16>, count: Int) {
    var (any, all) = (0 as UInt16, 65535 as UInt16)
    for x in 0..<count {
      any |= samples[x]
      all &= samples[x]
    }
    self = any == 0 ? .nothing : all == 65535 ? .all : .part
  }
}

extension Compositor {
  /// Blends a layer with what the frame holds, by the rules of W3C Compositing and Blending
  /// Level 1.
  ///
  /// A sample is what was there and the difference that the layer makes: where it changes no
  /// colour, it changes no sample, at every depth and subsampling. Chroma takes the mean difference
  /// over what a sample of it stands for.
  func blend(_ layer: PlacedLayer, _ blending: Blending) {
    guard let layer = seen(layer) else { return }
    let format = frame.format
    let isInPlace =
      BlendedBytes.suits(format, blending, keepsWhole: false) && BlendedBytes.looksOnce(at: format)
    workspace.withFrame(format) { before in
      before.copyRows(from: frame, of: read(layer)) { $0 != .luma || !isInPlace }
      blend(layer, blending, over: before, keepsWhole: false)
    }
  }

  /// Mixes the light of a layer with that of what the frame holds.
  ///
  /// What it covers wholly is as `draw` leaves it: nothing is mixed there.
  ///
  /// - Parameter draw: puts the same layer over the frame, mixing code values.
  func mix<Failure: Error>(
    _ layer: PlacedLayer, _ blending: Blending, draw: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let layer = seen(layer) else { return }
    try workspace.withFrame(frame.format) { (before) throws(Failure) in
      before.copyRows(from: frame, of: read(layer))
      try draw()
      blend(layer, blending, over: before, keepsWhole: true)
    }
  }

  /// Mixes the light of a frame with that of another one, in place of their code values.
  ///
  /// What is seen of one alone stays as it is.
  ///
  /// - Parameters:
  ///   - incoming: has the format of the frame, which has no alpha and holds a mix of code values.
  ///   - before: what it is mixed with.
  ///   - shares: says how much of it is seen, for the places of luma.
  func mix(
    _ incoming: Frame, over before: Frame, within box: Box, _ coding: ColorCoding,
    shares: @escaping IncomingShares
  ) {
    let layer = PlacedLayer(frame: incoming, x: 0, y: 0, box: box)
    guard let layer = seen(layer) else { return }
    blend(
      layer, Blending(mode: .normal, coding: coding), over: before, keepsWhole: true,
      shares: shares)
  }

  /// Writes how much of a frame is seen at a row's columns, 0 to 1; false where nothing is.
  typealias IncomingShares = (
    _ y: Int, _ columns: Range<Int>, _ line: UnsafeMutablePointer<Float>
  ) -> Bool

  private var whole: Box {
    Box(x: 0, y: 0, width: frame.format.width, height: frame.format.height)
  }

  /// What of a layer lies on the frame; nil where nothing does.
  private func seen(_ layer: PlacedLayer) -> PlacedLayer? {
    let seen = layer.box.intersection(whole)
    return seen.isEmpty ? nil : layer.cut(to: seen)
  }

  /// What is read of the frame where a layer is blended with it.
  private func read(_ layer: PlacedLayer) -> Box { layer.box.grown(by: 8).intersection(whole) }

  /// Blends a layer with what was there before.
  ///
  /// - Parameter keepsWhole: whether samples that are wholly covered stay as they are.
  private func blend(
    _ layer: PlacedLayer, _ blending: Blending, over before: Frame, keepsWhole: Bool,
    shares: IncomingShares? = nil
  ) {
    let format = frame.format
    let seen = layer.box
    // The plane with the largest samples: its rows are shared out, and with them the others'.
    let sites = format.planes[format.roles.firstIndex(of: .blue) ?? 0]
    var part = sites.box(covering: seen)
    if let red = format.roles.firstIndex(of: .red) {
      part = part.union(format.planes[red].box(covering: seen))
    }
    let least = max(Workspace.leastRows(width: part.width) / 4, 2)
    let isQuick =
      shares == nil && BlendedBytes.suits(format, blending, keepsWhole: keepsWhole)
    let tables = isQuick ? blending.coding.mixing.map { workspace.byteLight($0) } : nil
    workspace.split(part.y..<part.maxY, least: least) { rows, scratch in
      if isQuick {
        BlendedBytes(layer, blending, before, frame, tables, scratch).run(rows)
      } else if format.depth == 8 {
        BlendedRows(layer, blending, before, frame, keepsWhole, shares, scratch) {
          $0.samples8($1)
        }.run(rows)
      } else {
        BlendedRows(layer, blending, before, frame, keepsWhole, shares, scratch) {
          $0.samples16($1)
        }.run(rows)
      }
    }
  }
}

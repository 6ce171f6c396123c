import Timeline
import Y4M

/// A layer is seen where another one covers, or is bright.
///
/// The matte stands on a clear canvas of its own, with its geometry, effects and transitions. By
/// luma counts what it shows, as code values weighed by the stream's matrix (lottie-spec, "Matte
/// Mode").
struct MatteStage: LayerStage {
  private let content: any LayerContent
  private let measure: Matte.Measure
  private let isInverted: Bool
  private let format: PixelFormat
  private let coding: ColorCoding

  var order: StageOrder { .matte }

  /// - Parameter content: the matte, in the layer's own time and, where its luma counts, in SDR;
  ///   nobody else lets go of it.
  init(
    _ matte: Matte, _ content: any LayerContent, _ format: PixelFormat, _ coding: ColorCoding
  ) {
    self.content = content
    measure = matte.measure
    isInverted = matte.isInverted
    self.format = format
    self.coding = coding
  }

  func isOn(at time: Time) -> Bool { true }

  var isStill: Bool { content.isStill }

  func bounds(of box: Box, at time: Time) -> Box {
    isInverted ? box : box.intersection(content.bounds(at: time))
  }

  func apply(
    to picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let cut = content.bounds(at: time)
    if !isInverted { picture.limit(to: cut) }
    guard !picture.seen.isEmpty else { return }
    let place = picture.place
    guard !cut.intersection(place).isEmpty else { return }
    try workspace.withFrame(format) { (matte) throws(RenderError) in
      try content.drawApart(on: &matte, clearing: place, at: time, workspace)
      let shares = MatteShares(
        frame: matte, measure: measure, isInverted: isInverted,
        coding: RGBCoding(coding, depth: format.depth))
      workspace.split(place.y..<place.maxY, least: 16 * Workspace.leastRows(width: place.width)) {
        rows, scratch in
        let line = scratch.take(UInt16.self, place.width)
        for y in rows {
          shares.read(y, place.x..<place.maxX, to: line)
          picture.multiply(row: y - picture.y, by: line)
        }
      }
    }
  }

  func release() { content.release() }

  var workingBytes: Int { content.workingBytes(apartOn: format.frameBytes) }

  var histories: [HistoryUse] { content.histories }
}

/// How much of a layer is seen behind the samples of a matte.
struct MatteShares {
  let frame: Frame
  let measure: Matte.Measure
  let isInverted: Bool
  let coding: RGBCoding

  /// Writes a row of shares, 0 to 65,535.
  func read(_ y: Int, _ columns: Range<Int>, to line: UnsafeMutablePointer<UInt16>) {
    let format = frame.format
    let start = y * format.width + columns.lowerBound
    let alpha = frame.samples16(format.planes[3]) + start
    switch measure {
    case .alpha: line.update(from: alpha, count: columns.count)
    case .luma:
      let luma = frame.samples16(format.planes[0]) + start
      // Premultiplied luma stands on as much black as there is alpha.
      let black = coding.black / 65535
      let scale = 65535 / coding.lumaSpan
      for x in 0..<columns.count {
        let light = (Float(luma[x]) - Float(alpha[x]) * black) * scale
        line[x] = UInt16(truncatingIfNeeded: (min(max(light, 0), 65535) + 8_388_608).bitPattern)
      }
    }
    if isInverted { for x in 0..<columns.count { line[x] = ~line[x] } }
  }
}

extension IsolatedPicture {
  /// Leaves of the part that is seen what lies in a box of the canvas.
  mutating func limit(to box: Box) {
    seen = place.intersection(box).moved(x: -x, y: -y)
  }

  /// Leaves a share of each sample of a row of the frame, within the part that is seen.
  ///
  /// - Parameter shares: from the first column that is seen on, 0 to 65,535.
  func multiply(row: Int, by shares: UnsafeMutablePointer<UInt16>) {
    let format = frame.format
    for layout in format.planes {
      let samples = frame.samples16(layout) + row * format.width + seen.x
      for x in 0..<seen.width {
        let product = UInt32(samples[x]) * UInt32(shares[x])
        // Over 65,535, rounded: exact for the whole share.
        samples[x] = UInt16(
          truncatingIfNeeded: (product &+ 32768 &+ (product &+ 32768) >> 16) >> 16)
      }
    }
  }
}

import Bytes
import Timeline
import Y4M

// How a layer is seen as it moves: the mean of what it is while the shutter is open.
extension IsolatedLayer {
  /// Draws the mean of what is seen while the shutter is open, with what moves with the layer.
  func expose(
    _ picture: inout IsolatedPicture, _ exposure: LayerExposure, _ way: LayerWay, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) {
    let scratch = workspace.scratch
    try scratch.scope { () throws(RenderError) in
      let sums = ExposureSums(picture.seen, painter.coding, scratch)
      if try addLine(way, exposure, to: sums, &picture, at: time, workspace) {
        return sums.write(to: picture.frame, count: 1, workspace)
      }
      let count = exposure.count(way, at: time)
      for number in 0..<count {
        let share = Shutter.share(number, of: count)
        let part = try drawMoment(share, exposure, &picture.frame, at: time, workspace)
        if let part { sums.add(part, workspace) }
      }
      sums.write(to: picture.frame, count: count, workspace)
    }
  }

  /// Adds up the way of a layer that is only shifted along rows or columns from one drawing; false
  /// where that cannot be.
  private func addLine(
    _ way: LayerWay, _ exposure: LayerExposure, to sums: ExposureSums,
    _ picture: inout IsolatedPicture, at time: Time, _ workspace: Workspace
  ) throws(RenderError) -> Bool {
    guard let line = way.line, exposure.isRigid(at: time) else { return false }
    let places = line.places
    // A mask or a shadow of what is cut by the canvas is not that of the whole.
    let isPlain = !stages.contains { $0.order.movesWithLayer && $0.isOn(at: time) }
    for step in [places.count / 2, 0, places.count - 1] {
      let share = Rational(reducing: Int128(step), over: Int128(places.count - 1))
      let box = changed(exposure.bounds(at: time, share), at: time) { $0 == .style }
      let offsets = places.map { $0 - places[step] }
      // What lies beyond the canvas is not in the drawing, and must not come in.
      let isBefore = isPlain && offsets.allSatisfy { $0 <= 0 }
      let isAfter = isPlain && offsets.allSatisfy { $0 >= 0 }
      let isAcross = line.isAcross
      guard box.x > 0 || (isAcross ? isBefore : isPlain),
        box.y > 0 || (isAcross ? isPlain : isBefore),
        box.maxX < canvas.maxX || (isAcross ? isAfter : isPlain),
        box.maxY < canvas.maxY || (isAcross ? isPlain : isAfter)
      else { continue }
      guard let part = try drawMoment(share, exposure, &picture.frame, at: time, workspace) else {
        continue
      }
      let base = ExposureSums(part.seen, painter.coding, workspace.scratch)
      base.add(part, workspace)
      let shift = ShiftWeights(along: offsets)
      sums.add(base, isAcross: isAcross, first: shift.first, shift.weights, workspace)
      return true
    }
    return false
  }

  /// Draws the layer at one moment of the open shutter; nil where nothing is to be seen.
  private func drawMoment(
    _ share: Rational, _ exposure: LayerExposure, _ frame: inout Frame, at time: Time,
    _ workspace: Workspace
  ) throws(RenderError) -> IsolatedPart? {
    let drawn = exposure.bounds(at: time, share).intersection(canvas)
    guard !drawn.isEmpty else { return nil }
    workspace.exposure = share
    defer { workspace.exposure = nil }
    try content.drawApart(on: &frame, clearing: drawn, at: time, workspace)
    var picture = IsolatedPicture(frame: frame, seen: drawn)
    try apply(to: &picture, at: time, upTo: stages.count, workspace) { $0.movesWithLayer }
    frame = picture.frame
    guard !picture.seen.isEmpty else { return nil }
    return IsolatedPart(frame: frame, x: picture.x, y: picture.y, seen: picture.seen)
  }
}

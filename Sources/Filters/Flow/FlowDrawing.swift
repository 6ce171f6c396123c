import Geometry
import Y4M

/// Draws the planes of a frame between two others.
struct FlowDrawing {
  let projection: FlowProjection
  /// Pixels of the picture for each one of the working size.
  let scale: Float
  let peak: Float

  /// Writes a plane.
  func draw<S: Sample>(
    _ first: UnsafePointer<S>, _ second: UnsafePointer<S>, to target: UnsafeMutablePointer<S>,
    _ layout: PlaneLayout, _ workspace: Workspace
  ) {
    let scratch = workspace.scratch
    scratch.scope {
      let weights = FlowReader<S>.weights(scratch)
      let columns = columns(layout, scratch)
      workspace.split(0..<layout.height, least: 16) { rows, scratch in
        let places = Places(layout, stride: projection.x.stride, scratch)
        let early = FlowReader(
          samples: first, width: layout.width, height: layout.height, weights: weights)
        let late = FlowReader(
          samples: second, width: layout.width, height: layout.height, weights: weights)
        for y in rows {
          find(y, layout, columns, places)
          let row = target + y &* layout.width
          for x in 0..<layout.width {
            let spot = places.spots[x]
            let start = early.value(spot.x, spot.y)
            let mixed = start + (late.value(spot.z, spot.w) - start) * places.shares[x]
            let held = mixed > 0 ? (mixed < peak ? mixed : peak) : 0
            row[x] = S(truncatingIfNeeded: Int32(held + 0.5))
          }
        }
      }
    }
  }

  /// Where each column of a plane is among those of the working size.
  private struct Columns {
    let places: UnsafeMutablePointer<Int32>
    let rests: UnsafeMutablePointer<Float>
  }

  private func columns(_ layout: PlaneLayout, _ scratch: Scratch) -> Columns {
    let columns = Columns(
      places: scratch.take(Int32.self, layout.width),
      rests: scratch.take(Float.self, layout.width))
    for x in 0..<layout.width {
      let place = place(x, origin: layout.originX, shift: layout.shiftX)
      let whole = place.rounded(.down)
      columns.places[x] = Int32(whole)
      columns.rests[x] = place - whole
    }
    return columns
  }

  /// Where a row or a column of a plane is at the working size.
  private func place(_ number: Int, origin: Double, shift: Int) -> Float {
    (Float(number << shift) + Float(origin) + 0.5) / scale - 0.5
  }

  /// What is known of the samples of a row.
  private struct Places {
    /// The motion and the share, at the columns of the working size.
    let x: UnsafeMutablePointer<Float>
    let y: UnsafeMutablePointer<Float>
    let share: UnsafeMutablePointer<Float>
    /// Where a sample is in both frames, in 64ths: across and down in the first, then in the second.
    let spots: UnsafeMutablePointer<SIMD4<Int32>>
    /// The second frame's share of each sample.
    let shares: UnsafeMutablePointer<Float>

    init(_ layout: PlaneLayout, stride: Int, _ scratch: Scratch) {
      x = scratch.take(Float.self, stride)
      y = scratch.take(Float.self, stride)
      share = scratch.take(Float.self, stride)
      spots = scratch.take(SIMD4<Int32>.self, layout.width)
      shares = scratch.take(Float.self, layout.width)
    }
  }

  private func find(_ y: Int, _ layout: PlaneLayout, _ columns: Columns, _ places: Places) {
    let place = place(y, origin: layout.originY, shift: layout.shiftY)
    let whole = place.rounded(.down)
    mix(projection.x, Int(whole), place - whole, to: places.x)
    mix(projection.y, Int(whole), place - whole, to: places.y)
    mix(projection.share, Int(whole), place - whole, to: places.share)
    let margin = FlowPlane.margin
    let (moveX, moveY, share) = (places.x + margin, places.y + margin, places.share + margin)
    let unitX = scale * 64 / Float(1 << layout.shiftX)
    let unitY = scale * 64 / Float(1 << layout.shiftY)
    let phase = projection.phase
    for x in 0..<layout.width {
      let (at, rest) = (Int(columns.places[x]), columns.rests[x])
      let wayX = (moveX[at] + (moveX[at &+ 1] - moveX[at]) * rest) * unitX
      let wayY = (moveY[at] + (moveY[at &+ 1] - moveY[at]) * rest) * unitY
      places.shares[x] = share[at] + (share[at &+ 1] - share[at]) * rest
      let here = SIMD4(Float(x &* 64), Float(y &* 64), Float(x &* 64), Float(y &* 64))
      let way = SIMD4(-wayX * phase, -wayY * phase, wayX * (1 - phase), wayY * (1 - phase))
      // The nearest whole numbers, in the low bits.
      let bits = unsafeBitCast(here + way + 12_582_912, to: SIMD4<Int32>.self)
      places.spots[x] = bits &- 0x4B40_0000
    }
  }

  /// A row between two of the working size, its margins too.
  private func mix(
    _ plane: FlowPlane, _ row: Int, _ down: Float, to target: UnsafeMutablePointer<Float>
  ) {
    let upper = plane.row(row) - FlowPlane.margin
    let lower = upper + plane.stride
    for x in 0..<plane.stride { target[x] = upper[x] + (lower[x] - upper[x]) * down }
  }
}

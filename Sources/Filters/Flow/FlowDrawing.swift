import Y4M

/// Draws the planes of a frame between two others.
struct FlowDrawing {
  let projection: FlowProjection
  /// How often the sides are halved to the working size.
  let halvings: Int
  let peak: Float

  /// Writes a plane.
  func draw<S: Sample>(
    _ first: UnsafePointer<S>, _ second: UnsafePointer<S>, to target: UnsafeMutablePointer<S>,
    _ layout: PlaneLayout, _ workspace: Workspace
  ) {
    let (width, scratch) = (layout.width, workspace.scratch)
    scratch.scope {
      let tables = FlowReader.tables(scratch)
      let early = FlowReader(width: width, height: layout.height, tables: tables, scratch)
      let late = FlowReader(width: width, height: layout.height, tables: tables, scratch)
      early.fill(first, workspace)
      late.fill(second, workspace)
      workspace.split(0..<layout.height, least: 16) { rows, scratch in
        let places = FlowPlaces(projection, layout, halvings: halvings, scratch)
        let parts = scratch.take(SIMD4<Float>.self, width)
        let numbers = scratch.take(Float.self, width)
        for y in rows {
          places.find(y)
          Self.read(early, late, places, width, to: parts)
          Self.sum(parts, peak: peak, width, to: numbers)
          let row = target + y &* width
          for x in 0..<width { row[x] = S(truncatingIfNeeded: numbers[x].bitPattern) }
        }
      }
    }
  }

  /// Mixes both frames at the places of a row.
  private static func read(
    _ early: FlowReader, _ late: FlowReader, _ places: FlowPlaces, _ count: Int,
    to parts: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    for x in 0..<count {
      let start = early.parts(places.earlyX[x], places.earlyY[x])
      let end = late.parts(places.lateX[x], places.lateY[x])
      parts[x] = start + (end - start) * places.shares[x]
    }
  }

  /// Adds up the parts of each sample; its whole number is in the low bits.
  private static func sum(
    _ parts: UnsafeMutablePointer<SIMD4<Float>>, peak: Float, _ count: Int,
    to numbers: UnsafeMutablePointer<Float>
  ) {
    let parts = UnsafeMutableRawPointer(parts).assumingMemoryBound(to: Float.self)
    for x in 0..<count {
      let four = parts + 4 &* x
      numbers[x] = (four[0] + four[1]) + (four[2] + four[3])
    }
    for x in 0..<count {
      let held = numbers[x] > 0 ? numbers[x] : 0
      numbers[x] = (held < peak ? held : peak) + 8_388_608
    }
  }
}

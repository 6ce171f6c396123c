import Y4M

/// Puts pixels over a frame by a coverage: whatever is drawn meets what is below it here.
///
/// Three things are put over frames: sprites, rows of samples that are made as they are needed
/// (``rows(of:opacity:)``), and what an effect made over what was there (``mix(over:_:)``). All of
/// it is done in bands, for 8 bits and for more with types made concrete.
struct Compositor {
  let frame: Frame
  let workspace: Workspace

  init(_ frame: Frame, _ workspace: Workspace) {
    self.frame = frame
    self.workspace = workspace
  }

  /// Draws `sprite` over the frame, moved by `x` and `y` luma samples (whole chroma cells).
  ///
  /// - Parameters:
  ///   - opacity: 0 to 65,535, where 65,535 is the sprite as it is.
  ///   - limit: the part of the picture that is drawn on; nil for all. A chroma sample belongs to
  ///     the part in which the first luma sample of its cell lies.
  func draw(_ sprite: Sprite, x: Int, y: Int, opacity: UInt16, within limit: Box? = nil) {
    let place = SpritePlace(sprite: sprite, x: x, y: y, limit: limit)
    let format = frame.format
    if format.isStraight {
      draw(place, StraightOver(frame, sprite, opacity))
    } else if format.depth == 8 {
      draw(place, SourceOver<UInt8>(frame, opacity))
    } else {
      draw(place, SourceOver<UInt16>(frame, opacity))
    }
  }

  /// A sprite, and where it goes.
  private struct SpritePlace {
    let sprite: Sprite
    let x: Int
    let y: Int
    let limit: Box?
  }

  private func draw(_ placed: SpritePlace, _ rule: some CompositingRule) {
    let format = frame.format
    for (index, layout) in format.planes.enumerated() where rule.isCalled(forPlane: index) {
      guard let plane = placed.sprite.planes[index] else { continue }
      let place = plane.box.moved(x: placed.x >> layout.shiftX, y: placed.y >> layout.shiftY)
      let visible = place.intersection(placed.limit.map(layout.cells) ?? layout.box)
      if visible.isEmpty { continue }
      let least = rule.weight * Workspace.leastRows(width: visible.width)
      workspace.split(visible.y..<visible.maxY, least: least) { rows, _ in
        for row in rows {
          for run in plane.runs[row - place.y] {
            let first = max(visible.x, place.x + Int(run.start))
            let count = min(visible.maxX, place.x + Int(run.end)) - first
            guard count > 0 else { continue }
            rule.put(
              SpriteStretch(
                plane: plane, layout: layout, run: run, column: first - place.x,
                from: (row - place.y) * place.width + first - place.x,
                to: row * layout.width + first, count: count))
          }
        }
      }
    }
  }
}

/// A stretch of a row of a sprite, and of the row of a frame that it lies on.
struct SpriteStretch {
  let plane: SpritePlane
  /// The frame's plane.
  let layout: PlaneLayout
  /// The run that the stretch is a part of.
  let run: SpriteRun
  /// Where it begins, in columns of the sprite's plane.
  let column: Int
  /// Its first sample in the sprite's plane.
  let from: Int
  /// Its first sample in the frame's plane.
  let to: Int
  let count: Int
}

/// How what is drawn is mixed with what is there.
///
/// Source-over is a sum for each plane. A rule that needs the colours of what is drawn and of what
/// is there (a blend mode, mixing amounts of light) is called for the first plane and changes all
/// of them, as ``StraightOver`` does.
protocol CompositingRule {
  /// How many times fewer samples of a resampling take as long as it does: bands are made larger by
  /// that.
  var weight: Int { get }

  /// Whether it is called for the stretches of this plane.
  func isCalled(forPlane index: Int) -> Bool

  /// Puts a stretch over the frame. Called from several threads at once, for stretches that share
  /// no sample.
  func put(_ stretch: SpriteStretch)
}

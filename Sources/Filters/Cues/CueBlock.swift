import Fonts
import Geometry

/// An event's text in its place, ready to be painted, in pixels of the frame.
struct CueBlock: Sendable {
  /// A part of a line that is sung as one.
  struct Sung: Sendable {
    var syllable: CueRun.Syllable
    var line: Int
    /// What it takes of its line, before the event's turn.
    var box: Bounds
    /// Where a sweep begins: at the left of what is drawn, as in libass; nil where nothing is.
    var ink: Double?
  }

  let scene: TextScene
  /// The box behind the whole text (BorderStyle 4), which libass neither clips nor fades.
  let backdrop: TextScene.Backing?
  /// What other text keeps away from.
  let box: Bounds
  /// How much of that is the outline's, on each side.
  let border: Double
  /// In the order of the text.
  let sung: [Sung]
  /// The styles whose outlines come when they are sung (`\ko`).
  let outlined: Set<Int>
  /// Whether boxes stand behind letters.
  let hasBoxes: Bool
  /// The event's turn in the plane.
  let turn: Affine
  let warnings: [String]

  /// The scene with everything but the fills of what is sung; beneath them, outlines go on.
  var base: TextScene {
    var scene = scene
    for index in scene.styles.indices where scene.styles[index].highlight != nil {
      scene.styles[index].highlight = nil
      if outlined.contains(index) {
        scene.styles[index].hideStrokes()
        scene.styles[index].fill = .none
      } else {
        scene.styles[index].fill = scene.styles[index].strokes.first?.fill ?? .none
      }
    }
    return scene
  }

  /// The fills of what is sung alone, as they are before or after; with its outlines where they
  /// come then.
  func fills(highlighted: Bool) -> TextScene {
    var scene = scene
    scene.backings = []
    scene.shapes = scene.shapes.filter { scene.styles[$0.style].highlight != nil }
    for (index, style) in scene.styles.enumerated() {
      var fills = GlyphStyle(
        fill: (highlighted ? style.highlight : nil) ?? style.fill, blur: style.blur)
      if highlighted, outlined.contains(index) { fills.strokes = style.strokes }
      scene.styles[index] = fills
    }
    return scene
  }

  /// The box behind the whole text alone; nil where there is none.
  var backdropScene: TextScene? {
    guard let backdrop else { return nil }
    var scene = scene
    scene.shapes = []
    scene.backings = [backdrop]
    return scene
  }

  /// The scene as it is before or after all of it is sung.
  func whole(highlighted: Bool) -> TextScene {
    var scene = scene
    for index in scene.styles.indices {
      guard let highlight = scene.styles[index].highlight else { continue }
      if highlighted {
        scene.styles[index].fill = highlight
      } else if outlined.contains(index) {
        scene.styles[index].hideStrokes()
      }
      scene.styles[index].highlight = nil
    }
    return scene
  }

  /// Whether letters lie over something of their own, which is seen through them when they fade.
  var fadesApart: Bool { hasBoxes || scene.styles.contains { !$0.shadows.isEmpty } }

  /// The scene with so much of each of its colours, as libass fades it.
  ///
  /// - Parameter highlighted: whether it is as after it is sung, or before; nil where none of it is.
  func faded(to share: Double, highlighted: Bool?) -> TextScene {
    var scene = highlighted.map(whole) ?? base
    for index in scene.styles.indices { scene.styles[index].fade(to: share) }
    for index in scene.backings.indices {
      scene.backings[index].fill = scene.backings[index].fill.faded(to: share)
    }
    return scene
  }

  /// A piece of a line of what is sung.
  struct Part {
    var box: Bounds
    var isHighlighted: Bool
    /// Whether it is narrower or wider in the next frame.
    var isSweeping: Bool
  }

  /// What is highlighted at a time and what is not yet; neighbours are joined.
  func parts(at time: Double) -> [Part] {
    var parts: [Part] = []
    for (index, part) in sung.enumerated() {
      var box = part.box
      // Letters lean and hang over the ends of lines.
      let overhang = box.height / 2
      if index == 0 || sung[index - 1].line != part.line { box.minX -= overhang }
      if index == sung.count - 1 || sung[index + 1].line != part.line { box.maxX += overhang }
      if part.line == sung[0].line { box.minY -= overhang }
      if part.line == sung[sung.count - 1].line { box.maxY += overhang }
      // Whole pixels, so that the two meet without a seam.
      box.minX.round()
      box.maxX.round()
      box.minY.round()
      box.maxY.round()
      let syllable = part.syllable
      if time < syllable.start {
        Self.add(box, isHighlighted: false, to: &parts)
      } else if syllable.kind != .sweep || time >= syllable.end {
        Self.add(box, isHighlighted: true, to: &parts)
      } else {
        let share = (time - syllable.start) / (syllable.end - syllable.start)
        let end = ((part.ink ?? part.box.minX) + part.box.width * share).rounded()
        var (left, right) = (box, box)
        left.maxX = min(max(end, box.minX), box.maxX)
        right.minX = left.maxX
        Self.add(left, isHighlighted: true, isSweeping: true, to: &parts)
        Self.add(right, isHighlighted: false, isSweeping: true, to: &parts)
      }
    }
    return parts
  }

  private static func add(
    _ box: Bounds, isHighlighted: Bool, isSweeping: Bool = false, to parts: inout [Part]
  ) {
    guard box.width > 0 else { return }
    if let last = parts.last, last.isHighlighted == isHighlighted, !last.isSweeping, !isSweeping,
      last.box.minY == box.minY, last.box.maxY == box.maxY, last.box.maxX == box.minX
    {
      parts[parts.count - 1].box.maxX = box.maxX
    } else {
      parts.append(Part(box: box, isHighlighted: isHighlighted, isSweeping: isSweeping))
    }
  }
}

import Fonts
import Geometry
import Text

/// The boxes behind the letters of an event, in pixels of the frame.
struct CueBoxes {
  let setter: CueSetter
  let layout: TextLayout
  /// From the layout's pixels to the frame's.
  let shift: Vector

  private var canvas: CueCanvas { setter.canvas }

  /// The background of letters (WebVTT), as high as their line.
  func background(of segment: TextLayout.Segment) -> Bounds {
    let line = layout.lines[segment.line]
    return Bounds(
      minX: segment.left + shift.x, minY: line.top + shift.y,
      maxX: segment.left + segment.width + shift.x, maxY: line.bottom + shift.y)
  }

  /// The box in place of an outline (BorderStyle 3), as libass has it after VSFilter: as high as
  /// the letters' own font, reaching out by a pixel at the least, and scaled once more but for
  /// where it begins.
  func box(of segment: TextLayout.Segment, _ style: CueStyle) -> Bounds {
    let x = max(style.borderX * canvas.border.x * style.scaleX, 1)
    let y = max(style.borderY * canvas.border.y * style.scaleY, 1)
    let move = isShadow(style) ? offset(style) : Vector(0, 0)
    let shift = Vector(shift.x + move.x, shift.y + move.y)
    let (left, right) = (segment.left, segment.left + segment.width)
    let last = layout.glyphs[layout.lines[segment.line].glyphs].last { $0.tag == segment.tag }
    let start = min(max(last?.x ?? left, left), right)
    let (top, height) = (segment.baseline - segment.ascent, segment.ascent + segment.descent)
    return Bounds(
      minX: left + shift.x - x, minY: top + shift.y - y,
      maxX: start + (right - start) * style.scaleX + shift.x + x,
      maxY: top + height * style.scaleY + shift.y + y)
  }

  /// Whether libass draws the shadow of a box alone, as of one without an outline.
  private func isShadow(_ style: CueStyle) -> Bool {
    style.hasBox && style.borderX <= 0 && style.borderY <= 0
  }

  /// How far a shadow lies from its box.
  private func offset(_ style: CueStyle) -> Vector {
    Vector(style.shadowX * canvas.border.x, style.shadowY * canvas.border.y)
  }

  /// What those boxes look like.
  func style(_ style: CueStyle) -> GlyphStyle {
    var result = GlyphStyle(fill: .color((style.background ?? style.outline).color))
    result.fade(to: style.opacity)
    guard style.hasBox else { return result }
    result.blur = setter.blur(style)
    if isShadow(style) {
      result.fill = .color(style.shadow.color)
      return result
    }
    let offset = offset(style)
    if offset.x != 0 || offset.y != 0 {
      result.shadows = [
        GlyphStyle.Shadow(offset: offset, blur: result.blur, fill: .color(style.shadow.color))
      ]
    }
    return result
  }

  /// Whether a box is drawn itself, not its shadow alone.
  func throwsShadow(_ style: CueStyle) -> Bool { style.hasBox && !isShadow(style) }

  /// What a box looks like that comes when it is sung (`\ko`), and its shadow, which libass draws
  /// before that, too.
  func sungStyles(_ style: CueStyle) -> [GlyphStyle] {
    var box = self.style(style)
    let shadow: Fill = box.shadows.first?.fill ?? .none
    box.shadows = []
    box.highlight = box.fill
    box.fill = .none
    return [box, GlyphStyle(fill: shadow, blur: box.blur)]
  }

  /// The shadow of such a box, with the second of its styles.
  func shadow(of box: TextScene.Shape, _ style: CueStyle) -> TextScene.Shape {
    let offset = offset(style)
    var shadow = box
    shadow.place = Affine.translation(offset.x, offset.y).after(box.place)
    shadow.style += 1
    return shadow
  }

  /// The box behind the whole text (BorderStyle 4), which its shadow makes larger on all sides; nil
  /// where there is none. As in libass it is not turned, and its edges are whole pixels.
  func backdrop(of cue: CueLook, _ bounds: Bounds) -> TextScene.Backing? {
    guard let style = cue.backdrop else { return nil }
    func widest(_ border: (CueStyle) -> Double, _ scale: Double) -> Double {
      ((cue.runs.map { border($0.style) }.max() ?? 0) * scale + 0.5).rounded(.down)
    }
    let (x, y) = (widest(\.borderX, canvas.border.x), widest(\.borderY, canvas.border.y))
    let across = max((style.shadowX * canvas.border.x).rounded(), 0)
    let down = max((style.shadowY * canvas.border.y).rounded(), 0)
    let left = (bounds.minX - x + 0.5).rounded(.down)
    let top = (bounds.minY - y).rounded(.towardZero)
    let box = Bounds(
      minX: left - across, minY: top - down,
      maxX: left + (bounds.width + 2 * x + 0.5).rounded(.down) + across,
      maxY: top + (bounds.height + 2 * y).rounded(.down) + down)
    return TextScene.Backing(
      box: box, radius: 0, fill: .color(style.shadow.color), atoms: 0..<1)
  }
}

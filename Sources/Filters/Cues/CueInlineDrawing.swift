import Fonts
import Geometry

/// A drawing as a part of a line, in pixels of the frame: it takes what its points do, stands on
/// the baseline, and its coordinates count from its top and from where what is before it ends, as
/// in libass.
struct CueInlineDrawing: Sendable {
  let outline: Outline
  let width: Double
  /// How far it reaches above the line's baseline, negative where all of it is below.
  let ascent: Double
  /// How far it is moved below the baseline (`\pbo`), negative where it is moved up.
  let descent: Double

  /// The drawing of a run; nil where there is none, or nothing in it.
  init?(_ run: CueRun, _ canvas: CueCanvas) {
    guard case .drawing(let text, let scale, let offset) = run.content else { return nil }
    let drawing = CueDrawing(text, scale: scale)
    guard let bounds = drawing.bounds else { return nil }
    let style = run.style
    let (scaleX, scaleY) = (style.scaleX * canvas.scaleX, style.scaleY * canvas.scaleY)
    var map = Affine.scale(scaleX, scaleY)
    if style.shearX != 0 || style.shearY != 0 {
      let across = style.scaleY > 0 ? style.shearX * style.scaleX / style.scaleY : 0
      map = Affine(
        a: 1, b: style.slope / canvas.stretch, c: across * canvas.stretch, d: 1, tx: 0, ty: 0
      ).after(map)
    }
    outline = drawing.outline.mapped(by: map)
    width = bounds.width * scaleX
    // The offset is divided as coordinates are.
    descent = offset * scaleY / Double(1 << min(max(scale - 1, 0), 29))
    ascent = bounds.height * scaleY - descent
  }
}

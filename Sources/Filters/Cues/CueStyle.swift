import Subtitles

/// What a piece of a subtitle looks like, in the script's own pixels.
struct CueStyle: Hashable, Sendable {
  /// The family; nil is the layer's own.
  var face: String?
  var weight = 400.0
  var isItalic = false
  var isUnderlined = false
  var isStruck = false
  /// Whether the text goes as its first strong letter does, and not always from the left.
  var findsDirection = true
  /// The height of a line for ASS, and of an em for the others.
  var size = 0.0
  var scaleX = 1.0
  var scaleY = 1.0
  var spacing = 0.0
  /// In degrees, counterclockwise for z.
  var angleX = 0.0
  var angleY = 0.0
  var angleZ = 0.0
  var shearX = 0.0
  var shearY = 0.0
  var primary = SubtitleColor.white
  var secondary = SubtitleColor.white
  var outline = SubtitleColor.black
  var shadow = SubtitleColor.black
  var borderX = 0.0
  var borderY = 0.0
  var shadowX = 0.0
  var shadowY = 0.0
  var blur = 0.0
  var edgeBlur = 0.0
  /// Whether a box stands in for the outline (BorderStyle 3).
  var hasBox = false
  /// Whether a box behind the whole text stands in for the shadow (BorderStyle 4).
  var hasBackdrop = false
  /// A box behind the letters alone (WebVTT).
  var background: SubtitleColor?
  /// Whether the colour is that of a tag and not the layer's own.
  var ownsColor = false
  /// The colour before its time has come (WebVTT); nil where it has none of its own.
  var future: SubtitleColor?
  /// The share of it that is seen (WebVTT).
  var opacity = 1.0
  /// Its shadows (WebVTT); nil where it has none of its own.
  var shadows: [MarkupStyle.Shadow]?
  /// Whether it is a word with a note over it, or such a note.
  var ruby = MarkupStyle.Ruby.none

  init() {}

  /// Whether anything of it is left.
  var isSeen: Bool { scaleX > 0 && scaleY > 0 }

  /// Whether it has an outline, or a box in its place, or a shadow of them.
  var hasEdges: Bool { borderX > 0 || borderY > 0 || shadowX != 0 || shadowY != 0 }

  /// How far its line falls for each pixel to the right (`\fay`).
  var slope: Double { scaleX > 0 ? shearY * scaleY / scaleX : 0 }

  /// A style of an ASS script.
  init(_ style: ASSStyle) {
    face = style.fontName
    weight = style.weight
    isItalic = style.isItalic
    isUnderlined = style.isUnderlined
    isStruck = style.isStruck
    // As in libass, after VSFilter.
    findsDirection = style.encoding == -1
    size = style.fontSize
    scaleX = style.scaleX / 100
    scaleY = style.scaleY / 100
    spacing = style.spacing
    angleZ = style.angle
    (primary, secondary, outline, shadow) =
      (style.primary, style.secondary, style.outline, style.back)
    (borderX, borderY) = (style.outlineWidth, style.outlineWidth)
    (shadowX, shadowY) = (style.shadowDepth, style.shadowDepth)
    hasBox = style.borderStyle == 3
    hasBackdrop = style.borderStyle == 4
    ownsColor = true
  }

  /// What the tags of SubRip and WebVTT make of it.
  func styled(_ span: MarkupStyle, emScale: Double) -> CueStyle {
    var style = self
    if let isBold = span.isBold { style.weight = isBold ? max(weight, 700) : 400 }
    style.isItalic = span.isItalic ?? isItalic
    style.isUnderlined = span.isUnderlined ?? isUnderlined
    style.isStruck = span.isStruck ?? isStruck
    if let color = span.color {
      style.primary = color
      style.ownsColor = true
    }
    style.background = span.background
    if let size = span.size { style.size = size * emScale }
    if let pixels = span.pixels { style.size = pixels }
    if let scale = span.scale { style.size *= min(max(scale, 0.05), 20) }
    style.face = span.face ?? face
    style.future = span.future ?? future
    style.opacity = span.isHidden ?? false ? 0 : span.opacity ?? 1
    style.shadows = span.shadows
    style.ruby = span.ruby
    if span.ruby == .annotation { style.size *= 0.5 }
    return style
  }

  /// Takes over a tag of ASS.
  ///
  /// - Parameters:
  ///   - share: how much of it is reached, within `\t`: 0 to 1.
  ///   - base: what tags without a value go back to.
  mutating func apply(_ tag: ASSTag, share: Double = 1, base: CueStyle) {
    func mix(_ old: Double, _ new: Double?, else inherited: Double) -> Double {
      new.map { old + ($0 - old) * share } ?? inherited
    }
    switch tag {
    case .bold(let value):
      weight = value.map { $0 == 0 ? 400 : $0 == 1 ? 700 : Double(min($0, 1000)) } ?? base.weight
    case .italic(let value): isItalic = value ?? base.isItalic
    case .underline(let value): isUnderlined = value ?? base.isUnderlined
    case .strikeOut(let value): isStruck = value ?? base.isStruck
    case .encoding(let value): findsDirection = value.map { $0 == -1 } ?? base.findsDirection
    case .fontName(let value): face = value ?? base.face
    case .fontSize(let value):
      switch value {
      case .inherited: size = base.size
      case .absolute(let value): size = mix(size, value, else: base.size)
      case .relative(let value): size = max(size * (1 + share * value / 10), 0)
      }
      if size <= 0 { size = base.size }
    case .scale(let axis, let value):
      let value = value.map { $0 / 100 }
      if axis != .y { scaleX = mix(scaleX, value, else: base.scaleX) }
      if axis != .x { scaleY = mix(scaleY, value, else: base.scaleY) }
    case .spacing(let value): spacing = mix(spacing, value, else: base.spacing)
    case .rotation(.x, let value): angleX = mix(angleX, value, else: 0)
    case .rotation(.y, let value): angleY = mix(angleY, value, else: 0)
    case .rotation(.z, let value): angleZ = mix(angleZ, value, else: base.angleZ)
    case .shear(.x, let value): shearX = mix(shearX, value, else: 0)
    case .shear(_, let value): shearY = mix(shearY, value, else: 0)
    case .border(let sides, let value):
      if sides != .y { borderX = mix(borderX, value, else: base.borderX) }
      if sides != .x { borderY = mix(borderY, value, else: base.borderY) }
    case .shadow(let sides, let value):
      if sides != .y { shadowX = mix(shadowX, value, else: base.shadowX) }
      if sides != .x { shadowY = mix(shadowY, value, else: base.shadowY) }
    case .blur(let value): blur = mix(blur, value, else: 0)
    case .edgeBlur(let value): edgeBlur = mix(edgeBlur, value, else: 0)
    default: applyPaint(tag, share, base)
    }
  }

  private mutating func applyPaint(_ tag: ASSTag, _ share: Double, _ base: CueStyle) {
    func recolor(_ color: inout SubtitleColor, _ new: SubtitleColor?, _ inherited: SubtitleColor) {
      func mixed(_ old: UInt8, _ new: UInt8) -> UInt8 {
        let value = Double(old) + (Double(new) - Double(old)) * share
        return UInt8(min(max(value, 0), 255) + 0.5)
      }
      let opacity = color.opacity
      color =
        new.map {
          SubtitleColor(
            mixed(color.red, $0.red), mixed(color.green, $0.green), mixed(color.blue, $0.blue))
        } ?? inherited
      color.opacity = opacity
    }
    switch tag {
    case .color(.primary, let value):
      recolor(&primary, value, base.primary)
      ownsColor = true
    case .color(.secondary, let value): recolor(&secondary, value, base.secondary)
    case .color(.outline, let value): recolor(&outline, value, base.outline)
    case .color(.shadow, let value): recolor(&shadow, value, base.shadow)
    case .transparency(let component, let value):
      func reach(_ part: ASSTag.Component, _ color: inout SubtitleColor, _ inherited: SubtitleColor)
      {
        guard component == nil || component == part else { return }
        guard let value else {
          color.opacity = inherited.opacity
          return
        }
        // Only of what is reached the lowest byte counts.
        let old = Double(255 - color.opacity)
        let reached = min(max(old + (Double(value) - old) * share, 0), Double(Int32.max))
        color.opacity = 255 - UInt8(truncatingIfNeeded: Int(reached))
      }
      reach(.primary, &primary, base.primary)
      reach(.secondary, &secondary, base.secondary)
      reach(.outline, &outline, base.outline)
      reach(.shadow, &shadow, base.shadow)
    default: break
    }
  }
}

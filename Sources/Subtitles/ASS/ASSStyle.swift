import Bytes

/// A named style of an ASS script; lengths are in the script's own pixels.
package struct ASSStyle: Hashable, Sendable {
  /// What events call it, without a star before it.
  package var name = "Default"
  /// The family that is asked for.
  package var fontName = "Arial"
  /// The height of the font's ascent and descent together, not of its em.
  package var fontSize = 18.0
  /// The letters, and with karaoke what has been reached.
  package var primary = SubtitleColor.white
  /// What karaoke has not reached yet.
  package var secondary = SubtitleColor(255, 255, 0)
  /// The line around letters, or the box of border style 3.
  package var outline = SubtitleColor.black
  /// The shadow.
  package var back = SubtitleColor.black
  /// Which face is asked for: 400, or in the file for any number but 0 700.
  package var weight = 400.0
  /// Whether a leaning face is asked for.
  package var isItalic = false
  /// Whether a line runs under the text.
  package var isUnderlined = false
  /// Whether a line runs through the text.
  package var isStruck = false
  /// In percent.
  package var scaleX = 100.0
  /// In percent.
  package var scaleY = 100.0
  /// Added after each letter.
  package var spacing = 0.0
  /// In degrees, counterclockwise.
  package var angle = 0.0
  /// 1 for an outline and a shadow, 3 for boxes behind the letters, 4 for one behind the whole
  /// text.
  package var borderStyle = 1
  /// How far the outline reaches out from a letter on every side.
  package var outlineWidth = 2.0
  /// How far right and down the shadow lies; 0 for none.
  package var shadowDepth = 2.0
  /// As on a numeric keypad: 1 to 3 at the bottom, 7 to 9 at the top.
  package var alignment = 2
  /// How far text stays away from the picture's left.
  package var marginLeft = 10
  /// How far text stays away from the picture's right.
  package var marginRight = 10
  /// How far text stays away from the top or the bottom, whichever it stands at.
  package var marginVertical = 10
  /// The Windows charset, of which -1 alone means something here: the text's own direction.
  package var encoding = 1

  /// A style as players have it that know of no other.
  package init() {}

  /// What libass takes where a style's line says nothing: no more than zeros, but for the scale and
  /// the font.
  static let unsaid: ASSStyle = {
    var style = ASSStyle()
    (style.primary, style.secondary) = (.black, .black)
    (style.outlineWidth, style.shadowDepth) = (0, 0)
    (style.marginLeft, style.marginRight, style.marginVertical) = (0, 0, 0)
    style.alignment = 1
    style.encoding = 0
    return style
  }()

  /// What libass has before it reads a script: a style that events and `\r` may name, and that
  /// takes the place of styles that are not there.
  static let builtIn: ASSStyle = {
    var style = ASSStyle()
    style.secondary = SubtitleColor(0, 255, 255)
    style.back = SubtitleColor(0, 0, 0, opacity: 127)
    style.weight = 200
    style.shadowDepth = 3
    (style.marginLeft, style.marginRight, style.marginVertical) = (20, 20, 20)
    style.encoding = 0
    return style
  }()
}

/// A line of an ASS script that is shown.
package struct ASSEvent: Sendable {
  /// What has a higher one is drawn over what has a lower one.
  package var layer = 0
  /// When it appears, in seconds.
  package var start: Rational
  /// When it is gone, in seconds: at this time it is no longer seen.
  package var end: Rational
  /// An index in the script's styles.
  package var style = 0
  var styleName = ""
  /// Who speaks (the field Name); it is not shown.
  package var speaker = ""
  /// Zero stands for the style's own.
  package var marginLeft = 0
  /// Zero stands for the style's own.
  package var marginRight = 0
  /// Zero stands for the style's own.
  package var marginVertical = 0
  /// What the field Effect does with it; nil for nothing.
  package var effect: ASSEffect?
  /// The text as the file has it.
  package var text = ""
  /// The text in pieces, each with the tags before it.
  package var pieces: [ASSPiece] = []
  /// The bytes of the line.
  package var range: Range<Int>
  /// The bytes of the text.
  package var textRange: Range<Int>

  /// The letters without tags and drawings; a line break is LF.
  var plainText: String {
    pieces.reduce(into: "") { text, piece in
      if case .text(let letters) = piece { text += letters }
    }
  }

  /// Whether the event is seen at a time: from its start to just before its end.
  package func isOn(at time: Rational) -> Bool { start <= time && time < end }
}

/// A part of an event's text.
package enum ASSPiece: Hashable, Sendable {
  /// Letters; LF is a line break that is meant, U+2028 one that only wrap style 2 obeys.
  case text(String)
  case tag(ASSTag)
  /// The commands of a drawing.
  case drawing(String)
}

/// All that an ASS file says.
package struct ASSScript: Sendable {
  /// The size of the picture that all lengths are meant for, in pixels.
  package var playWidth = 384
  /// Its rows.
  package var playHeight = 288
  /// The size of the picture that the script was made on (LayoutResX and LayoutResY), which blurs
  /// and turns in space are measured on; nil where that is the picture it is shown on.
  package var layoutSize: (width: Int, height: Int)?
  /// 0 and 3 wrap evenly, 1 fills lines, 2 does not wrap.
  package var wrapStyle = 0
  /// Whether outlines and shadows grow with the picture.
  package var scalesBorderAndShadow = false
  /// Whether pairs of letters are moved together, as their font has it.
  package var kerns = false
  /// At least one.
  package var styles: [ASSStyle] = []
  /// In the order of the file, whatever their times.
  package var events: [ASSEvent] = []
  /// What its styles may ask for before the fonts of the system.
  package var fonts: [ASSFont] = []

  /// A script that says nothing, with the sizes that players then take.
  package init() {}
}

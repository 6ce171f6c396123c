import Fonts
import Geometry

/// Letters in their places and what they look like: all that there is to paint.
///
/// Places are pixels of the text's own space, `y` down, from the top left of its block.
struct TextScene: Sendable {
  /// Something to paint: a glyph, or a line under or through one.
  struct Shape: Sendable {
    enum Form: Sendable {
      case glyph(Font, GlyphID)
      case outline(Outline)
    }

    var form: Form
    /// From the form's own units to the text's space.
    var place: Affine
    /// Its style, among ``TextScene/styles``.
    var style: Int
    /// What it belongs to, among ``TextScene/atoms``.
    var atom: Int
    /// How far a glyph grows at every side, in ems, for a bold that its font lacks.
    var growth = 0.0

    init(_ form: Form, place: Affine, style: Int, atom: Int) {
      self.form = form
      self.place = place
      self.style = style
      self.atom = atom
    }
  }

  /// The smallest part that moves on its own: what one written character becomes.
  struct Atom: Hashable, Sendable {
    /// The place of the character, word and line that it belongs to.
    var character: Int
    var word: Int
    var line: Int
    /// The box that it takes: as wide as it is long, as high as its line.
    var box: Bounds
    var isRightToLeft: Bool

    init(
      character: Int, word: Int, line: Int, box: Bounds, isRightToLeft: Bool = false
    ) {
      self.character = character
      self.word = word
      self.line = line
      self.box = box
      self.isRightToLeft = isRightToLeft
    }
  }

  /// A box behind the whole text, a line or a span.
  struct Backing: Hashable, Sendable {
    var box: Bounds
    var radius: Double
    var fill: Fill
    /// The atoms before it; it is as opaque as the most opaque of them.
    var atoms: Range<Int>

    init(box: Bounds, radius: Double, fill: Fill, atoms: Range<Int>) {
      self.box = box
      self.radius = radius
      self.fill = fill
      self.atoms = atoms
    }
  }

  var shapes: [Shape]
  var styles: [GlyphStyle]
  var atoms: [Atom]
  var backings: [Backing]
  /// The sides of the text's block, along which gradients run.
  var size: Vector

  init(
    shapes: [Shape], styles: [GlyphStyle], atoms: [Atom], backings: [Backing] = [], size: Vector
  ) {
    self.shapes = shapes
    self.styles = styles
    self.atoms = atoms
    self.backings = backings
    self.size = size
  }
}

/// How an atom is seen at one moment, apart from its style.
struct AtomState: Hashable, Sendable {
  /// From where it lies to where it is seen, in the text's space.
  var map = Affine.identity
  /// 0 to 1.
  var opacity = 1.0
  /// A gaussian's sigma.
  var blur = 0.0
  /// How far the highlight has swept: to the left of this place (to the right in text that runs
  /// from right to left), in the text's space.
  var sweep: Double?

  init() {}

  static let rest = AtomState()

  /// Whether it is likely to be so for a while: where it lies, wholly there or not at all.
  var isSettled: Bool {
    map == .identity && blur == 0 && (opacity == 0 || opacity == 1)
      && (sweep.map { $0.magnitude > Self.far / 2 } ?? true)
  }

  /// How far beyond its end a highlight lies that has swept over all.
  static let far = 1e5
}

import Fonts
import Geometry

/// Letters in their places and what they look like: all that there is to paint.
///
/// Places are pixels of the text's own space, `y` down, from the top left of its block.
package struct TextScene: Sendable {
  /// Something to paint: a glyph, or a line under or through one.
  package struct Shape: Sendable {
    package enum Form: Sendable {
      case glyph(Font, GlyphID)
      case outline(Outline)
    }

    package var form: Form
    /// From the form's own units to the text's space.
    package var place: Affine
    /// Its style, among ``TextScene/styles``.
    package var style: Int
    /// What it belongs to, among ``TextScene/atoms``.
    package var atom: Int
    /// How far a glyph grows at every side, in ems, for a bold that its font lacks.
    package var growth = 0.0

    package init(_ form: Form, place: Affine, style: Int, atom: Int) {
      self.form = form
      self.place = place
      self.style = style
      self.atom = atom
    }
  }

  /// The smallest part that moves on its own: what one written character becomes.
  package struct Atom: Hashable, Sendable {
    /// The place of the character, word and line that it belongs to.
    package var character: Int
    package var word: Int
    package var line: Int
    /// The box that it takes: as wide as it is long, as high as its line.
    package var box: Bounds
    package var isRightToLeft: Bool

    package init(
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
  package struct Backing: Hashable, Sendable {
    package var box: Bounds
    package var radius: Double
    package var fill: Fill
    /// The atoms before it; it is as opaque as the most opaque of them.
    package var atoms: Range<Int>

    package init(box: Bounds, radius: Double, fill: Fill, atoms: Range<Int>) {
      self.box = box
      self.radius = radius
      self.fill = fill
      self.atoms = atoms
    }
  }

  package var shapes: [Shape]
  package var styles: [GlyphStyle]
  package var atoms: [Atom]
  package var backings: [Backing]
  /// The sides of the text's block, along which gradients run.
  package var size: Vector

  package init(
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
package struct AtomState: Hashable, Sendable {
  /// From where it lies to where it is seen, in the text's space.
  package var map = Affine.identity
  /// 0 to 1.
  package var opacity = 1.0
  /// A gaussian's sigma.
  package var blur = 0.0
  /// How far the highlight has swept: to the left of this place (to the right in text that runs from
  /// right to left), in the text's space.
  package var sweep: Double?

  package init() {}

  package static let rest = AtomState()

  /// Whether it is likely to be so for a while: where it lies, wholly there or not at all.
  var isSettled: Bool {
    map == .identity && blur == 0 && (opacity == 0 || opacity == 1)
      && (sweep.map { $0.magnitude > Self.far / 2 } ?? true)
  }

  /// How far beyond its end a highlight lies that has swept over all.
  static let far = 1e5
}

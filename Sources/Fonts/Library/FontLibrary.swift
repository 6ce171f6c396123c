import Bytes

/// The fonts that texts may use: the built-in one, those of the system's folders, and files.
///
/// Nothing is looked for before a family or a fallback is asked for; then an index of all faces is
/// made once and kept. May be used from any thread. What it gives depends on the files alone, not
/// on the order of questions.
package final class FontLibrary: Sendable {
  private let state: Mutex<FontShelf>

  /// A library of these files; none is opened yet.
  package init(files: FontFiles) { state = Mutex(FontShelf(files)) }

  /// Knows the built-in font, and no files.
  package static let builtInOnly = FontLibrary(files: .none)

  /// The fonts of a request in the order in which they are tried, the built-in one last.
  ///
  /// A family that is not there is a warning.
  /// - Throws: ``FontChoiceError`` for a path at which there is no font that can be read.
  package func stack(_ request: FontRequest) throws(FontChoiceError) -> FontStack {
    try state.withLock { $0.stack(request) }.get()
  }

  /// Whether there is a font of a family or name, or one for a generic name; no file is opened by
  /// its path.
  package func has(family name: String) -> Bool { state.withLock { $0.has(family: name) } }

  /// Whether a name is one of CSS that stands for several families.
  package static func isGeneric(_ name: String) -> Bool {
    GenericFamilies.families(of: name) != nil
  }

  /// The fonts of ``stack(_:)``, without the warnings.
  package func font(_ request: FontRequest) throws(FontChoiceError) -> [Font] {
    Array(try stack(request).fonts)
  }

  /// A font of the system for characters that no font of a request has; nil when there is none.
  ///
  /// - Parameters:
  ///   - cluster: the characters that are to stand in one font.
  ///   - request: which weight, width and style are wanted.
  ///   - wantsEmoji: whether pictures in colour are preferred.
  ///   - language: a BCP 47 tag, which decides between the forms of Chinese characters.
  package func fallback(
    for cluster: [Unicode.Scalar], request: FontRequest, wantsEmoji: Bool = false,
    language: String? = nil
  ) -> Font? {
    state.withLock {
      $0.fallback(for: cluster, request, wantsEmoji: wantsEmoji, language: language)
    }
  }

  /// A font of the system for one character.
  package func fallback(
    for scalar: Unicode.Scalar, request: FontRequest, wantsEmoji: Bool = false
  ) -> Font? {
    fallback(for: [scalar], request: request, wantsEmoji: wantsEmoji)
  }

  /// All faces: the built-in one, then those of the system's folders in a fixed order.
  package func faces() -> [FontFace] { state.withLock { $0.index.faces } }

  /// Files of the system's folders that can't be used, and why.
  package func skipped() -> [(path: String, error: FontError)] {
    state.withLock { $0.index.skipped }
  }

  /// The face that a font of this library is; nil for fonts of elsewhere.
  package func face(of font: Font) -> FontFace? {
    // A list of fonts draws the built-in one by itself.
    state.withLock { $0.origins[font.identity] } ?? (BuiltInFont.has(font) ? .builtIn : nil)
  }

  /// The font of a face of ``faces()``, as near to a request as it can be set.
  package func font(
    _ face: FontFace, for request: FontRequest
  ) throws(FontChoiceError) -> Font {
    try state.withLock { $0.font(face, for: request) }.get()
  }
}

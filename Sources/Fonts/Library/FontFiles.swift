/// What a library of fonts needs of a file system.
///
/// This module opens no files; the creator of a library supplies the functions.
package struct FontFiles: Sendable {
  /// The paths of the font files in the system's folders, in a fixed order. Called once at most.
  package var list: @Sendable () -> [String]
  /// Parts of a file, shorter where it ends earlier; nil when it can't be read.
  package var parts: @Sendable (_ path: String, _ ranges: [Range<Int>]) -> [[UInt8]]?
  /// Lets `body` read parts of a file that is opened once; it is not called for one that can't be.
  package var reading: @Sendable (_ path: String, _ body: (FontPart) -> Void) -> Void
  /// A whole file of ``list``, or the reason why it can't be read.
  package var load: @Sendable (_ path: String) -> Result<FontData, FontChoiceError>
  /// A whole file at a path as a user wrote it, which may count from another folder.
  package var named: @Sendable (_ path: String) -> Result<FontData, FontChoiceError>

  /// Reads a part of a file, shorter where that ends earlier.
  package typealias FontPart = (Range<Int>) -> [UInt8]

  /// - Parameters:
  ///   - reading: by `parts` when it is nil.
  ///   - named: as `load` when it is nil.
  package init(
    list: @escaping @Sendable () -> [String],
    parts: @escaping @Sendable (_ path: String, _ ranges: [Range<Int>]) -> [[UInt8]]?,
    reading: (@Sendable (_ path: String, _ body: (FontPart) -> Void) -> Void)? = nil,
    load: @escaping @Sendable (_ path: String) -> Result<FontData, FontChoiceError>,
    named: (@Sendable (_ path: String) -> Result<FontData, FontChoiceError>)? = nil
  ) {
    self.list = list
    self.parts = parts
    self.reading =
      reading ?? { path, body in
        guard parts(path, []) != nil else { return }
        body { parts(path, [$0])?.first ?? [] }
      }
    self.load = load
    self.named = named ?? load
  }

  /// Files that are held in memory, in the order of their paths.
  package init(_ contents: [String: [UInt8]]) {
    self.init(
      list: { contents.keys.sorted() },
      parts: { path, ranges in
        contents[path].map { bytes in ranges.map { Array(bytes[$0.clamped(to: bytes.indices)]) } }
      },
      load: { path in
        contents[path].map { .success(FontData($0)) }
          ?? .failure(FontChoiceError("\(path): no such file"))
      })
  }

  /// One file.
  init(_ path: String, _ data: FontData) {
    self.init(
      list: { [path] }, parts: { _, ranges in ranges.map(data.bytes) },
      load: { _ in .success(data) })
  }

  /// No files at all.
  package static let none = FontFiles([:])

  /// Whether a name in a timeline is a path, and no family: it has a `/` or ends as font files do.
  static func isPath(_ name: String) -> Bool {
    name.contains("/") || endings.contains { name.lowercased().hasSuffix($0) }
  }

  /// How the names of font files end.
  package static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]
}

/// Why a font that was asked for by its path can't be had.
package struct FontChoiceError: Error, Hashable, Sendable {
  /// What is wrong, with the path.
  package let message: String

  /// A message that names the path.
  package init(_ message: String) { self.message = message }
}

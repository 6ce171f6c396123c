import Timeline

/// Reads the files that a timeline names, relative to the timeline's folder.
package struct AssetLoader: Sendable {
  private let read: @Sendable (String) -> Result<[UInt8], RenderError>

  /// - Parameter read: the bytes of a path, or what is wrong with it (without a place).
  package init(_ read: @escaping @Sendable (String) -> Result<[UInt8], RenderError>) {
    self.read = read
  }

  /// Reads nothing, for timelines that name no files.
  package static let none = AssetLoader { path in
    .failure(RenderError(message: "\(path) cannot be read here", place: nil))
  }

  /// The bytes of the file at `path`, which stands at `place` in the timeline.
  func load(_ path: Path, at place: Range<Int>) throws(RenderError) -> [UInt8] {
    switch read(path.text) {
    case .success(let bytes): return bytes
    case .failure(let error): throw RenderError(message: error.message, place: place)
    }
  }
}

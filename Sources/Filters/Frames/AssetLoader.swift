import Timeline

/// Why a file that a timeline names can't be had: whoever reads files says it.
package struct AssetFault: Error, Hashable, Sendable {
  /// What is wrong, with the file's name.
  package let message: String

  /// A message that names the file.
  package init(_ message: String) { self.message = message }
}

/// Reads the files that a timeline names, relative to the timeline's folder.
package struct AssetLoader: Sendable {
  /// The size of a still picture, in pixels.
  package typealias Size = (width: Int, height: Int)

  private let measure: @Sendable (String) -> Result<Size?, AssetFault>
  private let remark: @Sendable (String) -> String?
  private let doubts: @Sendable (String) -> [String]
  private let data: @Sendable (String) -> Result<[UInt8], AssetFault>
  private let read: @Sendable (String) -> Result<[UInt8], AssetFault>

  /// - Parameters:
  ///   - remark: what is to be said of a file that is taken for a picture.
  ///   - doubts: what is to be said of a still picture that another program reads.
  ///   - measure: the size of a still picture that costs much to read, or nil for what is simply
  ///     read.
  ///   - data: the bytes of a file that is no picture, or what is wrong with it; without it, those
  ///     that `read` gives.
  ///   - read: the bytes of a picture, or what is wrong with it.
  package init(
    remark: @escaping @Sendable (String) -> String? = { _ in nil },
    doubts: @escaping @Sendable (String) -> [String] = { _ in [] },
    measure: @escaping @Sendable (String) -> Result<Size?, AssetFault> = { _ in .success(nil) },
    data: (@Sendable (String) -> Result<[UInt8], AssetFault>)? = nil,
    _ read: @escaping @Sendable (String) -> Result<[UInt8], AssetFault>
  ) {
    self.remark = remark
    self.doubts = doubts
    self.measure = measure
    self.data = data ?? read
    self.read = read
  }

  /// Reads nothing, for timelines that name no files.
  package static let none = AssetLoader { path in
    .failure(AssetFault("\(path) cannot be read here"))
  }

  /// What is to be said of the file at `path`, which is taken for a picture; nil for nothing.
  func remark(on path: Path) -> String? { remark(path.text) }

  /// What is to be said of the still picture at `path`, which another program reads.
  func doubts(about path: Path) -> [String] { doubts(path.text) }

  /// The size of the still picture at `path`, where that is known without its bytes; else nil.
  func size(of path: Path, at place: Range<Int>) throws(RenderError) -> Size? {
    switch measure(path.text) {
    case .success(let size): return size
    case .failure(let fault): throw RenderError(.file(fault), at: place)
    }
  }

  /// The bytes of the picture at `path`, which stands at `place` in the timeline: as PNG, where it
  /// is of a kind that another program has to read.
  func load(_ path: Path, at place: Range<Int>) throws(RenderError) -> [UInt8] {
    try Self.bytes(read(path.text), at: place)
  }

  /// The bytes of a file that is no picture, such as a table, which no other program is asked
  /// about.
  func data(_ path: Path, at place: Range<Int>) throws(RenderError) -> [UInt8] {
    try Self.bytes(data(path.text), at: place)
  }

  private static func bytes(
    _ result: Result<[UInt8], AssetFault>, at place: Range<Int>
  ) throws(RenderError) -> [UInt8] {
    switch result {
    case .success(let bytes): return bytes
    case .failure(let fault): throw RenderError(.file(fault), at: place)
    }
  }
}

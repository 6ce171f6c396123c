import Synchronization
import Timeline
import Y4M

/// A kind of layer: one file in `Layers/` that holds its parameters, its documentation and how it
/// is drawn.
package protocol LayerKind: Sendable {
  /// The kind's name, documentation and own parameters.
  static var declaration: Declaration { get }

  /// Takes a layer that the timeline has already checked against ``declaration``.
  ///
  /// - Throws: what is wrong with the files that the layer names.
  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError)

  /// The samples of the picture that the layer may touch at `time`; empty when it is not seen.
  ///
  /// Drawing touches nothing outside, in any plane, but samples whose footprints meet the box.
  func bounds(at time: Time) -> Box

  /// Draws the layer as it is at `time`, counted from the layer's start.
  ///
  /// Called from several threads at once, each with a frame and a workspace of its own.
  func draw(on frame: Frame, at time: Time, _ workspace: Workspace, level: Int) throws(RenderError)

  /// Forgets what was kept for later frames; the layer's time is over.
  func release()
}

/// What a layer needs to know of its surroundings.
package struct LayerSetting: Sendable {
  /// The frames that the layer draws on.
  let format: PixelFormat
  /// The stream's colours.
  let coding: ColorCoding
  /// Reads the files that layers name.
  let loader: AssetLoader
  /// The memory, in bytes, that a layer may keep for later frames.
  let keptBytes: Int
  /// Whether alpha belongs to the picture, as inside a group.
  let includesAlpha: Bool
  /// Takes what is wrong with the layers, so that all of it is told at once.
  let faults: FaultLog

  var canvas: (width: Int, height: Int) { (format.width, format.height) }

  /// Makes what draws a layer's pictures.
  func painter() -> PicturePainter {
    PicturePainter(
      format: format, coding: coding, byteCap: keptBytes, isPremultiplied: includesAlpha)
  }
}

/// Why a timeline that was right in itself cannot be drawn.
package struct RenderError: Error, Sendable {
  /// What is wrong, as a message for the user.
  package let message: String
  /// Where the timeline asked for it, as a byte range.
  package let place: Range<Int>?

  package init(message: String, place: Range<Int>?) {
    self.message = message
    self.place = place
  }
}

/// Everything that keeps a timeline from being drawn.
package struct RenderFaults: Error, Sendable {
  /// At least one fault, in the order of the layers.
  package let faults: [RenderError]
  /// What could be lived with.
  package let warnings: [RenderError]
}

/// What is wrong with the files of a timeline, gathered while layers are made.
final class FaultLog: Sendable {
  private let found = Mutex<(errors: [RenderError], warnings: [RenderError])>(([], []))

  var errors: [RenderError] { found.withLock { $0.errors } }
  var warnings: [RenderError] { found.withLock { $0.warnings } }

  func add(_ error: RenderError) { found.withLock { $0.errors.append(error) } }

  /// Notes something that can be lived with.
  func warn(_ message: String, at place: Range<Int>) {
    found.withLock { $0.warnings.append(RenderError(message: message, place: place)) }
  }
}

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

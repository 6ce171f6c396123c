import Bytes
import Y4M

/// Frames between the frames of one film, by the motion between them: found once for all frames of
/// the output between two of the film's.
final class FlowStore: Sendable {
  /// A field and the frames that it is for.
  private struct Entry {
    let field: FlowField
    let format: PixelFormat
    var numbers: FrameNumbers
    var users: Int
  }

  /// The latest taken last; two at most are not in use.
  private let entries = Mutex<[Entry]>([])

  /// Calls `body` with the frame that is seen between two others: drawn by their motion, or the
  /// nearer one across a cut. What is too small for a search is mixed.
  ///
  /// - Parameter picture: two frames and the share of the second, or one that is seen alone.
  func withPicture<Value, Failure: Error>(
    _ picture: FrameSource, _ workspace: Workspace,
    _ body: (FrameSource) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let format = picture.format
    guard let next = picture.second, let numbers = picture.numbers,
      FlowPyramid.fits(width: format.width, height: format.height)
    else { return try body(picture) }
    // Played backwards, the same frames are drawn.
    let isForward = numbers.first < numbers.second
    let (first, second) = isForward ? (picture.frame, next) : (next, picture.frame)
    let phase = isForward ? Int(picture.weight) : 65536 - Int(picture.weight)
    let field = take(
      FrameNumbers(
        first: min(numbers.first, numbers.second), second: max(numbers.first, numbers.second)),
      format)
    defer { giveBack(field) }
    if field.find(first, second, isLate: phase >= 32768, workspace) {
      // In the middle the first one, which lasts until the second begins.
      return try body(FrameSource(phase <= 32768 ? first : second))
    }
    return try workspace.withFrame(format) { (frame) throws(Failure) in
      field.draw(first, second, phase: phase, to: frame, workspace)
      return try body(FrameSource(SharedFrame(frame)))
    }
  }

  /// The field of two frames.
  private func take(_ numbers: FrameNumbers, _ format: PixelFormat) -> FlowField {
    entries.withLock { entries in
      let known = entries.firstIndex { $0.numbers == numbers && $0.format == format }
      var entry: Entry
      if let known {
        entry = entries.remove(at: known)
      } else if let free = entries.firstIndex(where: { $0.users == 0 && $0.format == format }) {
        entry = entries.remove(at: free)
        entry.field.reset()
        entry.numbers = numbers
      } else {
        entry = Entry(field: FlowField(format), format: format, numbers: numbers, users: 0)
      }
      entry.users += 1
      entries.append(entry)
      return entry.field
    }
  }

  private func giveBack(_ field: FlowField) {
    entries.withLock { entries in
      guard let place = entries.lastIndex(where: { $0.field === field }) else { return }
      entries[place].users -= 1
      let unused = entries.count { $0.users == 0 }
      if unused > 2, let oldest = entries.firstIndex(where: { $0.users == 0 }) {
        entries.remove(at: oldest)
      }
    }
  }

  /// The bytes that a worker takes for frames of a format, beside the motion itself.
  static func workingBytes(_ format: PixelFormat) -> Int {
    guard FlowPyramid.fits(width: format.width, height: format.height) else { return 0 }
    // Pyramids and the planes of a search at all sizes; the luma of two frames as numbers, and the
    // frame that is drawn.
    let luma = FlowPlane.count(width: format.width, height: format.height)
    return 3 * FlowField.byteCount(format) + 2 * MemoryLayout<Float>.stride * luma
      + format.frameBytes
  }

  /// Forgets all motion.
  func release() { entries.withLock { $0.removeAll { $0.users == 0 } } }
}

import Bytes
import Y4M

/// Layers that stand still and are blended: made once, and kept until the layer's time is over.
final class LastingPictures: Sendable {
  /// Unchecked: it is written by the thread that made it, and then only read.
  private struct Entry: @unchecked Sendable {
    let number: Int
    /// Nil where nothing is to be seen.
    let layer: PlacedLayer?
  }

  private let entries = Mutex<[Entry]>([])

  /// The picture of a number. Others wait while it is made; what cannot be made is not kept, so
  /// that every frame that needs it says so.
  func picture(
    _ number: Int, make: () throws(RenderError) -> PlacedLayer?
  ) throws(RenderError) -> PlacedLayer? {
    let result: Result<Entry, RenderError> = entries.withLock { entries in
      Result { () throws(RenderError) in
        if let found = entries.first(where: { $0.number == number }) { return found }
        let made = Entry(number: number, layer: try make())
        entries.append(made)
        return made
      }
    }
    return try result.get().layer
  }

  /// Forgets all pictures.
  func removeAll() { entries.withLock { $0.removeAll() } }
}

import Bytes

/// The shares that were made last: masks that stand still are made once.
final class KeptShares: Sendable {
  struct Key: Hashable, Sendable {
    let place: Box
    let edges: LayerEdges
    let moments: [LayerMask.Moment]
  }

  private let latest = Mutex<(key: Key, shares: [UInt16])?>(nil)

  func shares(
    _ key: Key, _ make: () throws(RenderError) -> [UInt16]
  ) throws(RenderError) -> [UInt16] {
    if let latest = latest.withLock({ $0 }), latest.key == key { return latest.shares }
    let made = try make()
    latest.withLock { $0 = (key, made) }
    return made
  }

  func release() { latest.withLock { $0 = nil } }
}

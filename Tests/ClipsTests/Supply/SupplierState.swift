@testable import Clips
@testable import Pipes

extension Supplier {
  /// How many frames were ever made.
  var madeFrames: Int { pool.made }

  /// The process numbers of the children that were started and not yet stopped.
  var childNumbers: [Int32] {
    players.compactMap { player in
      guard case .movie(let reader, _, _) = player.track?.origin else { return nil }
      return reader.child.process
    }
  }
}

import Foundation

/// How many of very many cases are tried: all where `VFX_THOROUGH` is 1, as `scripts/test --full` sets it, and else
/// a share of them.
package enum Thoroughness {
  /// Whether all are tried.
  package static let isFull = ProcessInfo.processInfo.environment["VFX_THOROUGH"] == "1"

  /// One case in so many is tried.
  package static func share(_ quick: Int, full: Int = 1) -> Int { isFull ? full : quick }
}

import Foundation
import Testing

@testable import vfx

/// That the number of workers changes nothing, whatever they share.
@Suite(.timeLimit(.minutes(10))) struct WorkersTests {
  #if THREAD_SANITIZER
    // Which sees a race by what is not ordered, and not by what comes out.
    private static let rounds = 2
  #else
    // A dozen where there is time for it, as in scripts/test --full.
    private static let rounds =
      ProcessInfo.processInfo.environment["VFX_ROUNDS"].flatMap { Int($0) } ?? 4
  #endif

  /// Frames that are seen twice are shared between workers, and some of them draw on what they get.
  @Test func `any number of workers draws clips and layers alike, each time`() throws {
    let timelines = try RandomTimelines(try Workbench())
    for seed in 0..<100 {
      let (scene, playsInput) = try timelines.scene(seed, frames: 10)
      let expected = try timelines.frames(scene, playsInput, workers: 1)
      try #require(!expected.isEmpty, "seed \(seed)")
      for workers in [1, 2, 4, 8] {
        var faults = 0
        for _ in 0..<Self.rounds {
          let found = try timelines.frames(scene, playsInput, workers: workers)
          if found != expected { faults += 1 }
        }
        let text = RandomTimelines.text(seed)
        #expect(
          faults == 0,
          "seed \(seed): \(faults) of \(Self.rounds) runs by \(workers) differ:\n\(text)")
      }
    }
  }
}

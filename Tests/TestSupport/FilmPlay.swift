import Bytes
import Filters
import Timeline
import Y4M

extension Film {
  /// The frames that those of a stream become, one after the other, each with as many before it as
  /// the timeline reads.
  ///
  /// - Parameter numbers: those that are drawn; all by default.
  package func frames(
    _ sources: [Frame], rate: FrameRate, only numbers: Range<Int>? = nil,
    _ workspace: Workspace = Workspace()
  ) throws -> [Frame] {
    try (numbers ?? sources.indices).map { number in
      let target = Frame(renderer.output)
      target.fill(Noise(seed: 99))
      try draw(sources, number, rate: rate, to: target, workspace)
      return target
    }
  }

  /// Draws one of them.
  package func draw(
    _ sources: [Frame], _ number: Int, rate: FrameRate, to target: Frame, _ workspace: Workspace
  ) throws {
    let time = Time(frame: number, rate: rate)
    let first = max(0, number - renderer.history(at: time))
    try stream.draw(
      sources[number], to: target, at: time,
      past: (first..<number).reversed().map { (sources[$0], Time(frame: $0, rate: rate)) },
      workspace)
  }
}

import Bytes
import Clips
import Pipes
import Timeline
import Y4M

/// A timeline as it was read at one time.
struct Edition {
  /// Rises from one to the next.
  let number: Int
  let scene: Scene
  /// What is read for its frames.
  let plans: [FeedPlan]
  /// How many frames there are to see, at least 1.
  let frameCount: Int

  init(_ scene: Scene, _ input: PreviewInput, number: Int) {
    (self.scene, self.number) = (scene, number)
    plans = Playback.plans(of: scene).map { plan in input.film.map { plan.playing($0) } ?? plan }
    let films = scene.plan.document.playsStream ? input.frameCount : nil
    frameCount = max(1, scene.frameCount ?? films ?? Self.seen(scene))
  }

  /// How long anything is to be seen, where nothing says when the film ends.
  private static func seen(_ scene: Scene) -> Int {
    let document = scene.plan.document
    let clips = document.playsStream ? [] : scene.plan.edit?.entries ?? []
    let ranges = document.layers.map(\.range) + clips.map(\.range)
    let last = ranges.flatMap { [$0.start, $0.end ?? $0.start] }.max() ?? .zero
    let end = max(last, scene.start) + Time(seconds: ranges.contains { $0.end == nil } ? 5 : 1)
    return (end - scene.start).frameIndex(rate: scene.rate, rounding: .up)
  }

  /// A picture of a source, whatever timeline shows it.
  struct SourceKey: Hashable {
    let path: String
    let mark: FileMark?
    let choice: FrameChoice
    let rate: FrameRate?
    let canvas: PixelFormat
  }

  /// What of each source is seen in a frame.
  func sources(at index: Int) -> [(feed: Int, key: SourceKey)] {
    plans.compactMap { plan in
      guard plan.demand.outputs.contains(index), let path = plan.source.path else { return nil }
      return (
        plan.feed,
        SourceKey(
          path: path, mark: FileMark(path), choice: plan.demand.choice(at: index),
          rate: plan.source.rate(canvasRate: scene.rate),
          canvas: scene.renderer.output)
      )
    }
  }
}

extension Source {
  /// The file that frames are read from; nil for standard input and pictures.
  fileprivate var path: String? {
    switch self {
    case .y4m(let file): file.path
    case .movie(let file): file.path
    case .stdin, .picture: nil
    }
  }
}

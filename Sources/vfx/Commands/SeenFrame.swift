import Bytes
import Filters
import Shell
import Timeline
import Y4M

/// A composed frame that is seen at a time that was wanted.
struct SeenFrame {
  /// Which of the times show it.
  let places: [Int]
  /// It is not kept.
  let frame: SharedFrame
  let number: Int
  /// When it begins.
  let time: Time
}

extension Still {
  /// Draws the frames that are seen at times and no others, and gives each to `use` once, in the
  /// order of the film.
  ///
  /// - Throws: the film ends before one of them.
  static func frames(
    at moments: [Time], _ scene: Scene, _ input: PictureInput?, _ use: (SeenFrame) throws -> Void
  ) throws {
    let playback = try Playback(scene, input: input)
    defer { playback.stop() }
    if let film = input?.film, scene.plan.document.playsStream {
      try timedFrames(at: moments, scene, playback, film.header.clock?.ticks, use)
      return
    }
    let wanted = moments.map { ($0 - scene.start).frameIndex(rate: scene.rate) }
    playback.convertAhead(wanted.sorted().map { $0..<$0 + 1 })
    let item = scene.makeItem()
    let workspace = Workspace()
    let places = Dictionary(grouping: wanted.indices) { wanted[$0] }
    var next = 0
    for index in places.keys.sorted() {
      // A stream must be read up to there; of other sources, what is not wanted is left out.
      if input == nil { next = index }
      while next <= index {
        guard try playback.read(next, into: item), item.time != nil else {
          let film =
            input == nil ? "the film ends" : "the stream ends after \(counted(next, "frame")),"
          throw CommandFailure("\(film) before \(scene.time(of: next))")
        }
        if next == index {
          try scene.draw(item, workspace)
          try use(
            SeenFrame(
              places: places[index] ?? [], frame: item.frame, number: index,
              time: scene.time(of: index)))
        }
        next += 1
      }
    }
  }

  /// The same of a stream whose frames have times of their own: each is seen until the next begins,
  /// and the last for as long as the rate says.
  ///
  /// - Parameter ticks: those of the stream's clock, to which its times are rounded.
  private static func timedFrames(
    at moments: [Time], _ scene: Scene, _ playback: Playback, _ ticks: FrameRate?,
    _ use: (SeenFrame) throws -> Void
  ) throws {
    let half = ticks.flatMap { Rational(reducing: 1, over: 2).divided(by: $0.exact) } ?? .zero
    var waiting = moments.indices.sorted { (moments[$0], $0) < (moments[$1], $1) }[...]
    let workspace = Workspace()
    var (shown, coming) = (scene.makeItem(), scene.makeItem())
    var count = 0
    func show(_ places: ArraySlice<Int>) throws {
      guard let time = shown.time, !places.isEmpty else { return }
      try scene.draw(shown, workspace)
      try use(SeenFrame(places: Array(places), frame: shown.frame, number: count - 1, time: time))
      waiting = waiting.dropFirst(places.count)
    }
    while let last = waiting.last {
      // No later frame can be seen by then.
      if let time = shown.time, moments[last] <= time { return try show(waiting) }
      let isRead = try playback.read(count, into: coming)
      if isRead, coming.time == nil { continue }
      if let end = coming.time ?? shown.time.map({ $0 + Time(frame: 1, rate: scene.rate) }) {
        try show(waiting.prefix { moments[$0] + Time(half) < end })
      }
      guard isRead else {
        guard let place = waiting.first else { return }
        throw CommandFailure(
          "the stream ends after \(counted(count, "frame")), before \(moments[place])")
      }
      count += 1
      swap(&shown, &coming)
    }
  }
}

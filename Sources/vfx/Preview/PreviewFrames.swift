import Bytes
import Clips
import Filters
import Pipes
import Shell

/// Draws frames one at a time, in any order: what is read ahead of time is kept open as long as
/// they go forwards.
///
/// Unchecked: all of it is touched under the lock.
final class PreviewFrames: @unchecked Sendable {
  /// How far films are decoded forwards, in frames, before they are opened again instead.
  private static let reach = 60
  /// What is kept of the pictures of sources, in bytes.
  private static let kept = 192 << 20

  private struct State {
    var edition = 0
    /// What reads films, and the edition that it reads them for.
    var playback: Playback?
    var played = 0
    /// The number that the playback gives next.
    var next = 0
    var item: FrameItem?
    var pictures = BoundedCache<Edition.SourceKey, SourcePicture>(
      CacheBudget(bytes: PreviewFrames.kept))
    var workspace = Workspace()
  }

  private let input: PreviewInput
  private let state = UncheckedLock(State())

  init(_ input: PreviewInput) { self.input = input }

  /// Draws a frame, and gives it to `use`.
  func draw<Value>(
    _ index: Int, _ edition: Edition, _ use: (FrameItem) throws -> Value
  ) throws -> Value {
    try state.withLock { state in
      if state.edition != edition.number {
        // Films stay open: what is seen of them is kept, and may be all that is asked for.
        (state.item, state.workspace, state.edition) = (nil, Workspace(), edition.number)
      }
      let item = state.item ?? edition.scene.makeItem()
      state.item = item
      try fill(item, index, edition, &state)
      input.complete(item, edition, at: index)
      try edition.scene.draw(item, state.workspace)
      return try use(item)
    }
  }

  /// Ends all children.
  func stop() { state.withLock { $0.playback?.stop() } }

  /// Gets the pictures of all sources: those that are kept, or else all of them anew.
  private func fill(
    _ item: FrameItem, _ index: Int, _ edition: Edition, _ state: inout State
  ) throws {
    let sources = edition.sources(at: index)
    let found = sources.compactMap { source in
      state.pictures.find(source.key).map { (source.feed, $0) }
    }
    let readsPast = edition.scene.renderer.history(at: edition.scene.time(of: index)) > 0
    if found.count == sources.count, !readsPast {
      if let playback = state.playback { playback.release(item) } else { _ = item.release() }
      item.time = edition.scene.time(of: index)
      for (feed, picture) in found { item.pictures[feed] = picture }
      return
    }
    let isNear = (state.next...state.next + Self.reach).contains(index)
    if state.playback == nil || state.played != edition.number || !isNear {
      state.playback?.stop()
      state.playback = nil
      state.playback = try Playback(
        edition.scene, from: index, input: input.film, keepsPictures: true)
      state.played = edition.number
    }
    guard let playback = state.playback else { return }
    state.next = index + 1
    guard try playback.read(index, into: item) else {
      throw CommandFailure("the film ends before frame \(index)")
    }
    for source in sources {
      guard let picture = item.pictures[source.feed] else { continue }
      let bytes = picture.frame.format.frameBytes * (picture.second == nil ? 1 : 2)
      _ = state.pictures.insert(picture, for: source.key, bytes: bytes)
    }
  }
}

import Bytes

/// The frames of a file as finished pictures, decoded when first asked for.
///
/// Frames are decoded in order, once, and kept as long as they fit under a limit; the first ones to
/// be decoded stay. A file that fits is decoded once. Otherwise, frames that are not kept are
/// decoded each time they are shown; a jump backwards or forwards decodes from the nearest earlier
/// frame that is kept or does not depend on others.
///
/// Any thread may call this; while one decodes, the others wait.
package final class PictureSequence: Sendable {
  private struct State: Sendable {
    var hasBegun = false
    var compositor: AnimationCompositor
    var kept: [Picture?]
    var keptBytes = 0
    /// The last picture that was made, for the next call that asks for it.
    var latest: (index: Int, picture: Picture)?
    /// What is wrong with the frames that are known to be broken.
    var broken: [Int: ImageError] = [:]
    /// What is wrong with a picture that is shown all the same.
    var flaw: ImageError?
  }

  /// The file of these frames.
  package let file: ImageFile
  private let cap: Int
  private let state: Mutex<State>

  /// Makes a sequence that has decoded nothing yet.
  ///
  /// The kept pictures take at most `cap` bytes, in addition to the current one.
  package init(_ file: ImageFile, keeping cap: Int = 256 << 20) {
    self.file = file
    self.cap = cap
    state = Mutex(
      State(
        compositor: AnimationCompositor(file),
        kept: [Picture?](repeating: nil, count: file.frameCount)))
  }

  /// Why frames show less than the file promises: what broke when it was taken apart, or else the
  /// first of the frames decoded so far that turned out to be broken.
  package var damage: ImageError? {
    if let damage = file.damage { return damage }
    return state.withLock { state in state.broken.min { $0.key < $1.key }?.value }
  }

  /// What is wrong with a picture that was decoded so far and is shown all the same: parts of it
  /// are missing, or other than they should be.
  package var flaw: ImageOddity? {
    state.withLock { $0.flaw }.map { ImageOddity($0, .partsMissing) }
  }

  /// The picture that is seen while a frame lasts.
  ///
  /// A frame whose data are broken draws nothing, so the one before it stays visible. The result
  /// does not depend on earlier requests.
  ///
  /// - Parameter index: limited to the frames that there are.
  /// - Returns: the finished picture, of the size of the file.
  /// - Throws: ``ImageError`` when the first frame is broken.
  package func picture(_ index: Int) throws(ImageError) -> Picture {
    let wanted = min(max(index, 0), file.frameCount - 1)
    let result = state.withLock { state in picture(wanted, &state) }
    return try result.get()
  }

  private func picture(_ index: Int, _ state: inout State) -> Result<Picture, ImageError> {
    // The first frame decides whether there is anything to show.
    if !state.hasBegun {
      state.hasBegun = true
      advance(&state, isAlone: false)
    }
    if let error = state.broken[0] { return .failure(error) }
    if let picture = state.kept[index] { return .success(picture) }
    if let latest = state.latest, latest.index == index { return .success(latest.picture) }

    while state.latest?.index != index {
      // A frame that is begun with hides all before it; when it turns out to be broken, it does
      // not, and the way has to begin further back.
      let isAlone = place(&state, before: index)
      guard advance(&state, isAlone: isAlone) else { continue }
      while state.compositor.next <= index { advance(&state, isAlone: false) }
    }
    guard let latest = state.latest else { return .failure(.malformed(.noFrames, at: .byte(0))) }
    return .success(latest.picture)
  }

  /// Makes the compositor stand as near before a frame as it can.
  ///
  /// - Returns: whether it stands at a frame that is thought to need none of those before it.
  private func place(_ state: inout State, before index: Int) -> Bool {
    let current = state.compositor.next
    var start = index
    while start != current {
      if file.beginsClear(start) || (file.hidesAll(start) && state.broken[start] == nil) {
        state.compositor.restart(at: start)
        return !file.beginsClear(start)
      }
      if let picture = state.kept[start - 1], file.info(of: start - 1).disposal != .restore {
        state.compositor.resume(behind: start - 1, picture)
        return false
      }
      start -= 1
    }
    return false
  }

  /// Draws one frame and keeps it if there is room.
  ///
  /// - Returns: false when it is broken and `isAlone`; the compositor is then back at the start.
  @discardableResult
  private func advance(_ state: inout State, isAlone: Bool) -> Bool {
    let index = state.compositor.next
    // Without this reference the compositor need not copy its canvas.
    state.latest = nil
    if let error = state.compositor.advance() {
      state.broken[index] = error
      if isAlone {
        state.compositor.restart(at: 0)
        return false
      }
    }
    if state.flaw == nil { state.flaw = state.compositor.flaw }
    let picture = state.compositor.picture
    state.latest = (index, picture)
    if state.kept[index] == nil, state.keptBytes + picture.byteCount <= cap {
      state.kept[index] = picture
      state.keptBytes += picture.byteCount
    }
    return true
  }
}

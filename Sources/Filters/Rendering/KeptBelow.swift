import Bytes
import Timeline
import Y4M

/// What lay below an effect in the latest frames, so that each is drawn once for all that read it.
///
/// What is kept is what would be drawn again: frames are the same with it and without it.
final class KeptBelow: Sendable {
  private final class Slot: Sendable {
    let time: Time
    let frame = Mutex<SharedFrame?>(nil)

    init(_ time: Time) { self.time = time }
  }

  private struct State {
    /// By their times.
    var slots: [Slot] = []
    /// Those whose frames are used again once no one reads them.
    var retired: [Slot] = []
    /// How many frames are drawn just now, and at most.
    var drawing = 0
    var mostDrawing = 1
  }

  private let format: PixelFormat
  private let history: Int
  private let state = Mutex(State())

  /// - Parameter history: how many frames before its own the effect reads.
  init(_ format: PixelFormat, history: Int) {
    (self.format, self.history) = (format, history)
  }

  /// Notes that a frame is begun, or done.
  func note(isDrawing: Bool) {
    state.withLock { state in
      state.drawing += isDrawing ? 1 : -1
      state.mostDrawing = max(state.mostDrawing, state.drawing)
    }
  }

  /// What lies below the effect at a time; where it is not kept, `draw` draws it, and others who
  /// ask for it wait.
  func frame(
    at time: Time, _ draw: (Frame) throws(RenderError) -> Void
  ) throws(RenderError) -> SharedFrame {
    let (slot, spare) = slot(at: time)
    let result: Result<SharedFrame, RenderError> = slot.frame.withLock { kept in
      Result { () throws(RenderError) in
        if let kept { return kept }
        let frame = spare ?? Frame(format)
        try draw(frame)
        let made = SharedFrame(frame)
        kept = made
        return made
      }
    }
    return try result.get()
  }

  /// The place of a time, and a frame to draw on where one is free.
  private func slot(at time: Time) -> (Slot, Frame?) {
    state.withLock { state in
      if let slot = state.slots.last(where: { $0.time == time }) { return (slot, nil) }
      let slot = Slot(time)
      let place = state.slots.lastIndex { $0.time < time }.map { $0 + 1 } ?? 0
      state.slots.insert(slot, at: place)
      while state.slots.count > history + state.mostDrawing + 1 {
        state.retired.append(state.slots.removeFirst())
      }
      return (slot, Self.spare(&state.retired))
    }
  }

  /// A frame that nobody reads any more.
  private static func spare(_ retired: inout [Slot]) -> Frame? {
    for place in retired.indices where isKnownUniquelyReferenced(&retired[place]) {
      let slot = retired.remove(at: place)
      return slot.frame.withLock { SharedFrame.taken(from: &$0) }
    }
    // What others read is theirs.
    if retired.count > 4 { retired.removeFirst() }
    return nil
  }

  func removeAll() {
    state.withLock { state in
      state.slots = []
      state.retired = []
    }
  }
}

import Pipes
import Shell
import Timeline

/// What a preview shows at present, and who waits for something else.
///
/// Unchecked: what changes is touched under the monitor's lock.
final class PreviewStudio: @unchecked Sendable {
  /// What is shown at one time.
  struct Notice {
    /// Rises with each text that was read.
    let number: Int
    let edition: Edition?
    /// What the page gets, as JSON.
    let plan: String
  }

  private let monitor = Monitor()
  private var notice = Notice(number: 0, edition: nil, plan: "{}")
  private var ticks = 0
  private var isOver = false

  /// What is shown now.
  var now: Notice { monitor.withLock { notice } }

  /// Shows something else.
  ///
  /// - Parameter plan: gets the number under which it is known.
  func show(_ edition: Edition?, _ plan: (Int) -> JSONText) {
    let number = monitor.withLock { notice.number + 1 }
    let text = plan(number).compact
    monitor.withLock {
      notice = Notice(number: number, edition: edition ?? notice.edition, plan: text)
      monitor.broadcast()
    }
  }

  /// Waits until something other than `number` is shown, or until the next ``tick()``.
  ///
  /// - Returns: what is shown; nil at the end.
  func wait(after number: Int) -> Notice? {
    monitor.withLock {
      let tick = ticks
      while notice.number == number, ticks == tick, !isOver { monitor.wait() }
      return isOver ? nil : notice
    }
  }

  /// Lets all who wait see whether they are still wanted.
  func tick() {
    monitor.withLock {
      ticks += 1
      monitor.broadcast()
    }
  }

  /// Ends all waiting.
  func stop() {
    monitor.withLock {
      isOver = true
      monitor.broadcast()
    }
  }
}

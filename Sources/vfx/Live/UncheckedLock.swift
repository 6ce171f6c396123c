import Pipes

/// A value of any type under a lock.
///
/// Unchecked: the value is touched under the monitor's lock alone.
final class UncheckedLock<Value>: @unchecked Sendable {
  private let monitor = Monitor()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try monitor.withLock { try body(&value) }
  }
}

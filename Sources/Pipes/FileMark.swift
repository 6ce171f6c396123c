/// What tells one state of a file from another without reading it.
package struct FileMark: Hashable, Sendable {
  let written: Int
  /// When it, its name or its rights last changed, in nanoseconds since 1970.
  package let changed: Int
  let size: Int
  let number: UInt64
  let device: UInt64

  /// The mark of what a path leads to now; nil when that is nothing.
  package init?(_ path: String) {
    guard let mark = Syscall.mark(of: path) else { return nil }
    self = mark
  }

  init(written: Int, changed: Int, size: Int, number: UInt64, device: UInt64) {
    (self.written, self.changed, self.size) = (written, changed, size)
    (self.number, self.device) = (number, device)
  }

  /// Whether there is nothing in the file.
  package var isEmpty: Bool { size == 0 }

  /// Now, by the clock of ``changed``, which may be set back.
  package static var now: Int { Syscall.calendarTime() }
}

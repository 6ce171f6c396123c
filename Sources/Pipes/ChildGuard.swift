import Synchronization

/// Ends the children of this program when it ends, in whatever way: also by SIGKILL, and by a fault
/// of its own.
///
/// A shell waits at the end of a pipe that only this program can write to, and kills the process
/// groups that it was told of when the pipe ends. Where there is no shell, children are on their
/// own after such an end; most of them meet the end of their own pipe then.
enum ChildGuard {
  private struct State {
    /// The shell and the pipe that it reads; nil before the first child, and without a shell.
    var shell: (process: ProcessNumber, pipe: Int32)?
    var wasTried = false
  }

  private static let state = Mutex(State())

  /// Reads a line for each child that begins, `+ NUMBER`, and that has ended, `- NUMBER`.
  private static let script = """
    trap '' HUP INT QUIT TERM
    alive=' '
    while read -r sign number; do
      case $sign in
        +) alive="$alive$number " ;;
        -) alive="${alive%% $number *} ${alive#* $number }" ;;
      esac
    done
    for number in $alive; do kill -s KILL -- "-$number"; done
    """

  /// Takes a process group into care.
  static func add(_ process: ProcessNumber) { tell("+ \(process)\n", startsShell: true) }

  /// Lets go of a process group whose leader has ended and is gone.
  static func remove(_ process: ProcessNumber) { tell("- \(process)\n", startsShell: false) }

  /// Ends the shell, before the program ends in good order.
  static func end() {
    state.withLock { state in
      guard let shell = state.shell else { return }
      state.shell = nil
      _ = Syscall.closeNumber(shell.pipe)
      _ = Syscall.state(of: shell.process, isWaiting: true)
    }
  }

  private static func tell(_ line: String, startsShell: Bool) {
    state.withLock { state in
      if startsShell, !state.wasTried {
        state.wasTried = true
        state.shell = start()
      }
      guard let shell = state.shell else { return }
      var line = line
      line.withUTF8 { _ = Syscall.writeSome(shell.pipe, UnsafeRawBufferPointer($0)) }
    }
  }

  private static func start() -> (process: ProcessNumber, pipe: Int32)? {
    guard case .success(let ends) = Syscall.makePipe() else { return nil }
    let result = Syscall.start(
      "/bin/sh", ["-c", script, "children of vfx"], input: ends.reading, output: nil, errors: nil)
    _ = Syscall.closeNumber(ends.reading)
    guard result > 0 else {
      _ = Syscall.closeNumber(ends.writing)
      return nil
    }
    return (ProcessNumber(truncatingIfNeeded: result), ends.writing)
  }
}

import Synchronization

/// Ends the children of this program when it ends, in whatever way: also by SIGKILL, and by a fault
/// of its own.
///
/// A shell waits at the end of a pipe that no other program can write to, and kills the process
/// groups that it was told of when the pipe ends. A child begins as a shell too, which writes its
/// own number to that pipe before it becomes the program: so there is no moment at which a child
/// runs and the guard does not know it. Where there is no shell, children are on their own after
/// such an end; most of them meet the end of their own pipe then.
enum ChildGuard {
  private struct State {
    /// The shell and the pipe that it reads; nil before the first child, and without a shell.
    var shell: (process: ProcessNumber, pipe: Int32)?
    var wasTried = false
  }

  private static let state = Mutex(State())

  /// Reads a line for each child that begins, `+ NUMBER`, and that has ended, `- NUMBER`. One that
  /// is ended before it has announced itself is not in the list.
  static let script = """
    trap '' HUP INT QUIT TERM
    alive=' '
    while read -r sign number; do
      case $sign in
        +) alive="$alive$number " ;;
        -) case $alive in
          *" $number "*) alive="${alive%% $number *} ${alive#* $number }" ;;
        esac ;;
      esac
    done
    for number in $alive; do kill -s KILL -- "-$number"; done
    """

  /// What a child is before it becomes its program, which does not get the pipe. The pipe is
  /// descriptor 9, the highest that every shell can name.
  private static let announcement = #"echo "+ $$" >&9; exec "$@" 9>&-"#

  /// Starts a program as ``Syscall/start(_:_:input:output:errors:second:ninth:)`` does, and takes
  /// its process group into care.
  static func start(
    _ path: String, _ arguments: [String], input: Int32? = nil, output: Int32?, errors: Int32?,
    second: Int32? = nil
  ) -> Int {
    state.withLock { state in
      if !state.wasTried {
        state.wasTried = true
        state.shell = startShell()
      }
      // A program that cannot start says so by itself where no shell stands before it.
      guard let shell = state.shell, Syscall.isProgram(path) else {
        return Syscall.start(
          path, arguments, input: input, output: output, errors: errors, second: second)
      }
      return Syscall.start(
        "/bin/sh", ["-c", announcement, "sh", path] + arguments, input: input, output: output,
        errors: errors, second: second, ninth: shell.pipe)
    }
  }

  /// Lets go of a process group whose leader has ended and is gone.
  static func remove(_ process: ProcessNumber) {
    state.withLock { state in
      guard let shell = state.shell else { return }
      var line = "- \(process)\n"
      line.withUTF8 { _ = Syscall.writeSome(shell.pipe, UnsafeRawBufferPointer($0)) }
    }
  }

  /// Ends the shell, before the program ends in good order.
  static func end() {
    state.withLock { state in
      guard let shell = state.shell else { return }
      state.shell = nil
      _ = Syscall.closeNumber(shell.pipe)
      _ = Syscall.state(of: shell.process, isWaiting: true)
    }
  }

  private static func startShell() -> (process: ProcessNumber, pipe: Int32)? {
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

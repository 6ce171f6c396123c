/// What the program asks of the machine and the system around it.
package enum Host {
  /// An environment variable's value, or nil.
  package static func environment(_ name: String) -> String? { Syscall.environment(name) }

  /// The path of the program that runs, or nil.
  package static var executablePath: String? { Syscall.executablePath() }

  /// Processors that this process may run on (its affinity, on Linux), at least 1.
  package static var processorCount: Int {
    let online = Syscall.processorCount()
    #if canImport(Darwin)
      return online
    #else
      return min(Syscall.allowedProcessorCount() ?? online, online)
    #endif
  }

  /// The most memory that was ever resident, in bytes.
  package static var peakMemory: Int { Syscall.usage().peakBytes }

  /// The memory in bytes that there is for all programs: the machine's, or less where the program
  /// runs in a container that has a limit.
  package static var memory: Int {
    let limit = try? Files.load("/sys/fs/cgroup/memory.max", limit: 1 << 10)
    let words = limit.map { String(decoding: $0.filter { $0 > 0x20 }, as: UTF8.self) }
    // Where nothing is told, as much as any machine of today has.
    return min(Syscall.physicalMemory() ?? 8 << 30, words.flatMap { Int($0) } ?? .max)
  }

  /// Processor time that all threads have used, in nanoseconds.
  package static var processorTime: UInt64 { Syscall.usage().processorTime }

  /// Nanoseconds of a clock that never goes back; only differences mean anything.
  package static var monotonicTime: UInt64 { Syscall.monotonicTime() }

  /// Columns of the terminal behind `descriptor`, or nil when there is none.
  package static func terminalWidth(_ descriptor: FileDescriptor = .standardError) -> Int? {
    Syscall.terminalColumns(descriptor.number)
  }

  /// Makes freed pictures return their memory to the system.
  ///
  /// The allocator of glibc keeps blocks of up to 32 MiB once one was freed, so that pictures of
  /// many different sizes would add up; and it keeps apart what each thread frees. Threads that
  /// draw seldom allocate, so that one place for all costs them nothing.
  package static func returnFreedMemory() {
    #if canImport(Glibc)
      Syscall.mapAllocations(from: 1 << 20)
    #endif
  }

  /// Ends the program, and with it all its children.
  package static func exit(_ code: Int32) -> Never {
    ChildGuard.end()
    Syscall.leave(code)
  }

  /// Opens each of the descriptors 0, 1 and 2 that is closed, so that its use fails.
  ///
  /// Called first of all. Otherwise the first file to be opened would become the standard output of
  /// a program that was started without one.
  package static func occupyStandardDescriptors() {
    for number in Int32(0)...2 where FileDescriptor(number, name: "").kind == .closed {
      // Open the wrong way round, so that reading 0 and writing 1 or 2 gives EBADF.
      _ = Syscall.openPath("/dev/null", number == 0 ? .creating : .reading, blocking: true)
    }
  }
}

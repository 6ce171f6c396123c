#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Syscall {
  /// getenv(3).
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The file that runs, or nil when the system does not tell.
  static func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let count = buffer.firstIndex(of: 0) ?? buffer.count
    #else
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return startedPath() }
    #endif
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Columns of the terminal behind `number`, or nil.
  static func terminalColumns(_ number: Int32) -> Int? {
    var size = winsize()
    #if canImport(Darwin)
      // TIOCGWINSZ is _IOR('t', 104, struct winsize), a macro that Swift cannot import.
      let request: UInt = 0x4008_7468
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard ioctl(number, request, &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Processors that are on line, at least 1.
  static func processorCount() -> Int {
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Most memory ever resident, in bytes, and processor time of all threads, in nanoseconds.
  static func usage() -> (peakBytes: Int, processorTime: UInt64) {
    var usage = rusage()
    // RUSAGE_SELF is 0 everywhere, of a type that differs.
    guard getrusage(0, &usage) == 0 else { return (0, 0) }
    let seconds = UInt64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    let micros = UInt64(usage.ru_utime.tv_usec) + UInt64(usage.ru_stime.tv_usec)
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) * 1024
    #endif
    return (peak, seconds * 1_000_000_000 + micros * 1000)
  }

  /// The machine's memory in bytes, by sysconf(3); nil where it does not tell.
  static func physicalMemory() -> Int? {
    let (pages, size) = (Int(sysconf(Int32(_SC_PHYS_PAGES))), Int(sysconf(Int32(_SC_PAGESIZE))))
    let (bytes, overflows) = pages.multipliedReportingOverflow(by: size)
    return pages > 0 && size > 0 && !overflows ? bytes : nil
  }

  /// calloc(3); nil where there is no memory.
  static func makeZeroed(_ bytes: Int) -> UnsafeMutableRawPointer? { calloc(1, bytes) }

  /// free(3), for ``makeZeroed(_:)``.
  static func giveBack(_ memory: UnsafeMutableRawPointer) { free(memory) }

  /// mmap(2): the first bytes of a file, to be read; nil where that cannot be.
  static func map(_ number: Int32, count: Int) -> UnsafeRawPointer? {
    guard count > 0, let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, number, 0),
      start != MAP_FAILED
    else { return nil }
    // Glyphs lie anywhere: what stands around them need not be read.
    _ = madvise(start, count, MADV_RANDOM)
    return UnsafeRawPointer(start)
  }

  /// munmap(2).
  static func unmap(_ start: UnsafeRawPointer, count: Int) {
    _ = munmap(UnsafeMutableRawPointer(mutating: start), count)
  }

  /// Nanoseconds of a clock that never goes back.
  static func monotonicTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// _exit(2), without the C library's own work at the end.
  static func leave(_ code: Int32) -> Never { exit(code) }
}

#if !canImport(Darwin)
  // Swift's modules of the C libraries are without these functions, so they are looked up.
  extension Syscall {
    /// The path that the kernel was given for this program, with all links resolved: getauxval(3),
    /// AT_EXECFN, for where nothing is mounted at /proc.
    static func startedPath() -> String? {
      guard let symbol = dlsym(nil, "getauxval") else { return nil }
      typealias Query = @convention(c) (UInt) -> UInt
      let bits = unsafeBitCast(symbol, to: Query.self)(31)
      guard let given = UnsafePointer<CChar>(bitPattern: bits), let path = realpath(given, nil)
      else { return nil }
      defer { free(path) }
      return String(cString: path)
    }

    /// sched_getaffinity(2): the processors that this thread may run on, or nil.
    static func allowedProcessorCount() -> Int? {
      guard let symbol = dlsym(nil, "sched_getaffinity") else { return nil }
      typealias Query = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32
      // A bit for each processor of the largest machine that Linux knows.
      var mask = [UInt64](repeating: 0, count: 128)
      let result = mask.withUnsafeMutableBytes { bytes in
        unsafeBitCast(symbol, to: Query.self)(0, bytes.count, bytes.baseAddress)
      }
      let count = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      return result == 0 && count > 0 ? count : nil
    }
  }
#endif

#if canImport(Glibc)
  extension Syscall {
    /// Lets every allocation of `bytes` and more be a mapping of its own, which goes back to the
    /// system when it is freed, and all threads share what is left for smaller ones (mallopt(3),
    /// M_MMAP_THRESHOLD and M_ARENA_MAX).
    static func mapAllocations(from bytes: Int32) {
      // Swift's module of glibc is without <malloc.h>.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
      let setOption = unsafeBitCast(symbol, to: Mallopt.self)
      _ = setOption(-3, bytes)
      _ = setOption(-8, 1)
    }
  }
#endif

#if canImport(Glibc) && arch(x86_64)
  extension Syscall {
    /// What processor and system offer of the leaf that <sys/platform/x86.h> gives this number, as
    /// EAX, EBX, ECX and EDX; nil where the C library does not tell, as before glibc 2.33.
    static func processorFeatures(_ leaf: UInt32) -> SIMD4<UInt32>? {
      typealias Query = @convention(c) (UInt32) -> UnsafeRawPointer?
      // Looked up and not linked, so that the program starts with an older C library, too.
      guard let symbol = dlsym(nil, "__x86_get_cpuid_feature_leaf"),
        let feature = unsafeBitCast(symbol, to: Query.self)(leaf)
      else { return nil }
      // struct cpuid_feature: what the processor has, and after 16 bytes what can be used of it.
      return feature.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    }

    /// execv(3): goes on as another program, with the same environment; comes back on failure only.
    static func replaceProgram(
      _ path: String, _ arguments: ArgumentWords
    ) -> Int {
      outcome(execv(path, arguments))
    }
  }
#endif

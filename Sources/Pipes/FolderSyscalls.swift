#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What reading folders needs, apart from Syscalls.swift only because of its length.
extension Syscall {
  /// What a path leads to, links followed.
  struct Place: Sendable {
    var kind: FileKind
    /// The same for all paths to one file.
    var identity: FileIdentity
  }

  /// The number of a file and that of the device it is on.
  struct FileIdentity: Hashable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  /// stat(2); nil when the path leads nowhere.
  static func place(of path: String) -> Place? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let kind: FileKind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFIFO: kind = .pipe
    case S_IFSOCK: kind = .socket
    default: kind = .device
    }
    return Place(
      kind: kind,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)))
  }

  /// stat(2): what tells one state of a file from another; nil when there is none.
  static func mark(of path: String) -> FileMark? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return FileMark(
      written: nanoseconds(written), changed: nanoseconds(changed), size: Int(status.st_size),
      number: UInt64(truncatingIfNeeded: status.st_ino),
      device: UInt64(truncatingIfNeeded: status.st_dev))
  }

  /// clock_gettime(2) of CLOCK_REALTIME: nanoseconds since 1970, as files are marked with.
  static func calendarTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  /// lstat(2): whether a path is a symbolic link, whether or not it leads anywhere.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// fstat(2): the identity of an open file; nil when that fails.
  static func identity(_ number: Int32) -> FileIdentity? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// statvfs(3): how many bytes may still be written where a file is; nil when that is not known.
  static func freeBytes(_ path: String) -> Int? {
    var status = statvfs()
    // Some file systems that are none of disks count no blocks at all.
    guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, isBeyond) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isBeyond ? .max : bytes
  }

  /// realpath(3): the path with all links followed; nil when it leads nowhere.
  static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// readdir(3): the names in a folder, at most `limit`, in no order; nil when it can't be read.
  static func names(in folder: String, limit: Int) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      // The name's field is declared too short on some systems, so it is read by its place.
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
      let name = UnsafeRawPointer(entry).advanced(by: offset)
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}

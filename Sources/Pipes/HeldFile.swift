/// A file that one program makes at a time: the others that want to see that it is held.
///
/// The lock is advisory, flock(2), and ends with the program, however that ends.
package struct HeldFile {
  private let file: FileDescriptor

  /// Makes the file where it is not there, and holds it; nil while another program does.
  package init?(_ path: String) throws(PipeError) {
    while true {
      let file = try FileDescriptor(opening: path, for: .holding)
      guard Syscall.hold(file.number) else {
        try file.close()
        return nil
      }
      // The one that held it until now may have given it its own name.
      if let identity = Syscall.identity(file.number), identity == Syscall.place(of: path)?.identity
      {
        self.file = file
        return
      }
      try file.close()
    }
  }

  /// Lets go of the file, which keeps its name.
  package func release() { try? file.close() }
}

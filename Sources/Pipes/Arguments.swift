/// The arguments of a command line as a C array that ends with nil.
package typealias ArgumentWords = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

#if canImport(Glibc) && compiler(>=6.3)
  /// What the C library has handed over; written once, before `main`.
  private nonisolated(unsafe) var handedOver: (count: Int32, words: ArgumentWords?) = (0, nil)

  /// glibc calls what stands in this section with the arguments of `main`, before that.
  ///
  /// The standard library's `CommandLine` reads `/proc/self/cmdline` instead, and says that there
  /// are no arguments where nothing is mounted there.
  @section(".init_array") @used
  private let takeArguments:
    @convention(c) (Int32, ArgumentWords?, UnsafeMutableRawPointer?) -> Void = { count, words, _ in
      handedOver = (count, words)
    }
#endif

extension Host {
  /// The arguments of this program, its own name first.
  ///
  /// Nil if the system does not provide them, because there is always a name.
  package static var argumentWords: ArgumentWords? {
    #if canImport(Glibc) && compiler(>=6.3)
      if handedOver.count > 0 { return handedOver.words }
    #endif
    return CommandLine.argc > 0 ? CommandLine.unsafeArgv : nil
  }

  /// The same as texts, without the program's own name; what is not UTF-8 is repaired.
  package static var arguments: [String]? {
    guard let words = argumentWords, words[0] != nil else { return nil }
    var arguments: [String] = []
    var next = words + 1
    while let word = next.pointee {
      arguments.append(String(cString: word))
      next += 1
    }
    return arguments
  }
}

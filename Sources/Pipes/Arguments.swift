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

  /// The same as texts, without the program's own name.
  ///
  /// Nil if the system does not provide them.
  ///
  /// - Throws: that one is not UTF-8: repaired, it would be the name of another file.
  package static func arguments() throws(ArgumentFault) -> [String]? {
    guard let words = argumentWords, words[0] != nil else { return nil }
    var arguments: [String] = []
    var next = words + 1
    while let word = next.pointee {
      guard let argument = String(validatingCString: word) else {
        throw ArgumentFault(repaired: String(cString: word))
      }
      arguments.append(argument)
      next += 1
    }
    return arguments
  }
}

/// An argument of the command line that is not UTF-8.
package struct ArgumentFault: Error {
  /// With a mark in place of each part that is none.
  package let repaired: String
}

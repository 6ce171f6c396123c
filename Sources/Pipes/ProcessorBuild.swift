/// What stands at the end of a program that `scripts/build --portable` has made: the processors
/// that it is built for, and what it was built from.
///
/// 80 bytes of ASCII: the name of the level, filled up to 16 bytes with spaces, and 64 hexadecimal
/// digits that are the same in all programs of one build. The system does not look at what follows
/// the parts of an executable that it loads.
struct BuildMark: Equatable {
  static let byteCount = 80
  static let baseline = "x86-64"
  static let newer = "x86-64-v3"

  let level: String
  let identity: String

  init(level: String, identity: String) {
    self.level = level
    self.identity = identity
  }

  /// Reads a mark, and gives nil where `bytes` are none.
  init?(_ bytes: some Collection<UInt8>) {
    let identity = bytes.dropFirst(16)
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) || (97...102).contains(byte) }
    guard bytes.count == Self.byteCount, identity.allSatisfy(isDigit) else { return nil }
    let level = String(decoding: bytes.prefix(16), as: UTF8.self)
    guard let end = level.firstIndex(of: " "), level[end...].allSatisfy({ $0 == " " }) else {
      return nil
    }
    self.level = String(level[..<end])
    self.identity = String(decoding: identity, as: UTF8.self)
  }

  /// The mark of the program at `path`, or nil where there is none.
  init?(programAt path: String) {
    guard let file = try? FileDescriptor(opening: path, isBlocking: false) else { return nil }
    defer { try? file.close() }
    guard let size = file.size, size > Self.byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    let count = bytes.withUnsafeMutableBytes { buffer in
      try? file.readFully(into: buffer, at: size - Self.byteCount)
    }
    guard count == Self.byteCount else { return nil }
    self.init(bytes)
  }
}

#if canImport(Glibc) && arch(x86_64)
  extension Host {
    /// Replaces this program, whose name is NAME, by `x86-64-v3/NAME` in its folder, if the
    /// processor has that level and both are of one build; returns otherwise.
    ///
    /// Called first of all, with the command line as the system gave it. A program made by plain
    /// `swift build` has no mark and is not replaced.
    package static func continueAsNewerBuild(_ arguments: ArgumentWords) {
      guard hasLevelThree, environment("VFX_BASELINE") == nil,
        let path = executablePath, let slash = path.lastIndex(of: "/"),
        let own = BuildMark(programAt: path), own.level == BuildMark.baseline
      else { return }
      let newer = "\(path[...slash])\(BuildMark.newer)\(path[slash...])"
      let wanted = BuildMark(level: BuildMark.newer, identity: own.identity)
      guard BuildMark(programAt: newer) == wanted else { return }
      // Comes back only where the system refuses, and then this build does the work.
      _ = Syscall.replaceProgram(newer, arguments)
    }

    /// Whether processor and system have all of level x86-64-v3 (System V ABI, AMD64 supplement,
    /// 3.1.1), AVX state that the system saves included.
    static var hasLevelThree: Bool {
      // Registers are EAX, EBX, ECX, EDX; bits as in <bits/platform/x86.h>.
      let wanted: [(leaf: UInt32, register: Int, bits: [UInt32])] = [
        // SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C.
        (0, 2, [0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29]),
        // BMI1, AVX2, BMI2.
        (1, 1, [3, 5, 8]),
        // LAHF, LZCNT.
        (2, 2, [0, 5]),
      ]
      return wanted.allSatisfy { leaf, register, bits in
        guard let active = Syscall.processorFeatures(leaf)?[register] else { return false }
        return bits.allSatisfy { active & (1 << $0) != 0 }
      }
    }
  }
#endif

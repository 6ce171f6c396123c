import TestSupport
import Testing

@testable import Pipes

@Suite struct ProcessorBuildTests {
  private let identity = String(repeating: "0123456789abcdef", count: 4)

  private func text(_ level: String) -> [UInt8] { Array((level + identity).utf8) }

  @Test func `a mark is read at the end of a program`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("program")
    try Files.write(Array("ELF and so on".utf8) + text("x86-64-v3       "), to: path)
    #expect(BuildMark(programAt: path) == BuildMark(level: "x86-64-v3", identity: identity))
    try Files.write(text("x86-64          "), to: path)
    #expect(BuildMark(programAt: path) == nil, "a mark without a program")
    #expect(BuildMark(programAt: folder.file("nothing")) == nil)
    #expect(BuildMark(programAt: "/") == nil)
  }

  @Test func `what is no mark is none`() {
    #expect(BuildMark(text("x86-64          "))?.level == "x86-64")
    #expect(BuildMark(text("x86-64         ")) == nil, "a byte is missing")
    #expect(BuildMark(text("x86-64 v3       ")) == nil, "a space within the level")
    #expect(BuildMark(text("x86-64-very-new-")) == nil, "no end of the level")
    #expect(BuildMark(Array(repeating: 0, count: BuildMark.byteCount)) == nil)
    var wrong = text("x86-64          ")
    wrong[40] = UInt8(ascii: "G")
    #expect(BuildMark(wrong) == nil, "not a digit")
  }

  @Test func `a program without a mark goes on as itself`() {
    #expect(BuildMark(programAt: Host.executablePath ?? "") == nil)
    #if canImport(Glibc) && arch(x86_64)
      let name = "program"
      name.withCString { name in
        var arguments: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: name), nil]
        Host.continueAsNewerBuild(&arguments)
      }
    #endif
  }

  #if canImport(Glibc) && arch(x86_64)
    @Test func `the level of the processor is what the kernel says`() throws {
      let text = String(decoding: try Files.load("/proc/cpuinfo", limit: 1 << 22), as: UTF8.self)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("flags") })
      let flags = Set(line.split(separator: " ").map(String.init))
      // The kernel's names; it leaves out what it does not save. LZCNT is `abm` there.
      let wanted = [
        "pni", "ssse3", "fma", "cx16", "sse4_1", "sse4_2", "movbe", "popcnt", "avx", "f16c",
        "bmi1", "avx2", "bmi2", "lahf_lm", "abm",
      ]
      #expect(Host.hasLevelThree == flags.isSuperset(of: wanted))
    }
  #endif
}

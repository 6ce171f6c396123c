import Foundation
import FuzzTargets
import TestFiles
import Testing

/// Every file that a fuzzer ever made a target fail with.
@Suite struct CrashTests {
  static let folder = Checkout.fixture("crashes")

  static func files(_ target: FuzzTarget) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }

  @Test func `every file belongs to a target`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0 != "SOURCE.txt" }
    #expect(names.count >= 5)
    for name in names { #expect(FuzzTarget(rawValue: name) != nil, "\(name)") }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `files that once failed do so no more`(_ target: FuzzTarget) throws {
    for file in Self.files(target) {
      let clock = ContinuousClock()
      // A failure ends the whole run, so the name has to be said before.
      print("replaying \(target)/\(file.lastPathComponent)")
      let bytes = [UInt8](try Data(contentsOf: file))
      let time = clock.measure { target.run(bytes) }
      #expect(time < .seconds(20), "\(file.lastPathComponent) takes \(time)")
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `empty and arbitrary bytes come back`(_ target: FuzzTarget) {
    target.run([])
    for byte in [0, 10, 0x80, 255] as [UInt8] {
      target.run([UInt8](repeating: byte, count: 300))
    }
  }
}

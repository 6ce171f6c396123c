@testable import Pipes
import Synchronization
import TestSupport
import Testing

@testable import Clips

/// Pictures that a shell program reads in the place of ffmpeg.
@Suite struct StillStoreTests {
  let folder: TemporaryFolder
  let tools: MediaTools

  init() throws {
    folder = try TemporaryFolder()
    // How many are at work is written down before and after.
    let path = try folder.script(
      "ffmpeg",
      """
      for word in "$@"; do case "$word" in file:*) f=${word#file:};; esac; done
      echo "+ $f" >>"\(folder.path)/log"
      sleep 0.2
      echo "- $f" >>"\(folder.path)/log"
      [ -e "$f" ] || { echo gone >&2; exit 1; }
      case "$f" in *damaged*) echo '[bmp @ 0x5560] error y=20 x=12' >&2;; esac
      printf '\\211PNG\\r\\n\\032\\n\\0\\0\\0\\rIHDR\\0\\0\\0\\012\\0\\0\\0\\024\(String(repeating: "x", count: 100))'
      """)
    _ = try folder.script(
      "ffprobe",
      """
      echo probe >>"\(folder.path)/probes"
      printf '[FRAME]\\nwidth=20\\nheight=10\\n[SIDE_DATA]\\nrotation=-90\\n[/SIDE_DATA]\\n[/FRAME]\\n'
      """)
    tools = MediaTools(path)
  }

  private func still(_ name: String, isThere: Bool = true) throws -> StillStore.Still {
    if isThere { try Files.write([1], to: folder.file(name)) }
    return StillStore.Still(path: folder.file(name), kind: "BMP")
  }

  private func lines(_ name: String) throws -> [String] {
    guard let bytes = try? Files.load(folder.file(name), limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private var conversions: Int { get throws { try lines("log").count { $0.hasPrefix("+") } } }

  /// The most that were at work at once.
  private func mostAtOnce() throws -> Int {
    var (now, most) = (0, 0)
    for line in try lines("log") {
      now += line.hasPrefix("+") ? 1 : -1
      most = max(most, now)
    }
    return most
  }

  @Test func `what ffmpeg complains of in a picture is reported once, when it is made`() throws {
    let store = StillStore(SpoolSettings(folder: folder.path))
    let stills = try ["damaged-b.bmp", "a.bmp", "damaged-a.bmp"].map { try still($0) }
    #expect(store.takeDamage().isEmpty)
    for still in stills { _ = try store.png(of: still, tools) }
    let said = "parts of the picture may be missing or wrong: error y=20 x=12"
    #expect(store.takeDamage(of: stills[1]) == nil)
    let told = store.takeDamage()
    #expect(told.map { $0.path } == [stills[2].path, stills[0].path])
    #expect(told.map { $0.damage } == [said, said])
    #expect(store.takeDamage().isEmpty && store.takeDamage(of: stills[0]) == nil)
    let other = try still("damaged-c.bmp")
    _ = try store.png(of: other, tools)
    #expect(store.takeDamage(of: other) == said && store.takeDamage().isEmpty)
  }

  @Test func `a picture is made once, whoever asks, and is kept`() throws {
    let store = StillStore(SpoolSettings(folder: folder.path))
    let still = try still("a.bmp")
    #expect(try store.size(of: still, tools) == StillSize(width: 10, height: 20))
    #expect(try store.size(of: still, tools) == StillSize(width: 10, height: 20))
    #expect(try (conversions, lines("probes").count) == (0, 1))
    let first = try store.png(of: still, tools)
    #expect(StillSize(png: first) == StillSize(width: 10, height: 20))
    #expect(try store.png(of: still, tools) == first)
    #expect(try conversions == 1)
  }

  @Test func `many that ask at once get the same one, and two are made at a time`() throws {
    let store = StillStore()
    let stills = try (0..<5).map { try still("\($0).bmp") }
    let sizes = Mutex<[Int]>([])
    let threads = try (0..<15).map { number in
      try Thread(name: "\(number)") { [tools] in
        guard let png = try? store.png(of: stills[number % 5], tools) else { return }
        sizes.withLock { $0.append(png.count) }
      }
    }
    threads.forEach { $0.join() }
    #expect(sizes.withLock { $0 } == [Int](repeating: 124, count: 15))
    #expect(try (conversions, mostAtOnce()) == (5, StillStore.mostChildren))
  }

  @Test func `a fault is found once, and a size that is not what was said is one`() throws {
    let store = StillStore()
    let gone = try still("gone.bmp", isThere: false)
    for _ in 0..<2 {
      #expect(throws: ClipError.Fault.childFailed(program: "ffmpeg", .exited(1), words: "gone\n")) {
        try store.png(of: gone, tools)
      }
    }
    #expect(try conversions == 1)
    let other = try still("other.bmp")
    _ = try folder.script("ffprobe", "printf 'width=3\\nheight=4\\n'")
    #expect(try store.size(of: other, tools) == StillSize(width: 3, height: 4))
    #expect(throws: ClipError.Fault.self) { try store.png(of: other, tools) }
  }

  @Test func `sizes of many are found without a picture`() throws {
    let store = StillStore()
    let stills = try (0..<6).map { try still("\($0).bmp") }
    store.measure(stills, tools)
    for still in stills { _ = try store.size(of: still, tools) }
    #expect(try (conversions, lines("probes").count) == (0, 6))
  }

  @Test func `what has no room is made again`() throws {
    let store = StillStore(SpoolSettings(folder: folder.path, limit: 10))
    let still = try still("a.bmp")
    for _ in 0..<2 { #expect(try store.png(of: still, tools).count == 124) }
    #expect(try conversions == 2)
  }

  @Test func `a few are made ahead, and no more`() throws {
    let store = StillStore()
    let stills = try (0..<8).map { try still("\($0).bmp") }
    store.convertAhead(stills, tools)
    defer { store.stop() }
    let start = Host.monotonicTime
    while try conversions < 2, Host.monotonicTime - start < 5_000_000_000 {
      Syscall.pause(milliseconds: 10)
    }
    Syscall.pause(milliseconds: 500)
    #expect(try conversions == StillStore.mostAhead)
    _ = try store.png(of: stills[0], tools)
    while try conversions < 3, Host.monotonicTime - start < 10_000_000_000 {
      Syscall.pause(milliseconds: 10)
    }
    Syscall.pause(milliseconds: 300)
    #expect(try conversions == 3)
    #expect(try lines("log").prefix(1) == ["+ \(stills[0].path)"] || mostAtOnce() == 2)
  }

  @Test func `a signal is no fault of the picture`() throws {
    let interrupt = try Interrupt()
    let store = StillStore()
    let still = try still("a.bmp")
    interrupt.stop(by: .interrupt)
    #expect(throws: ClipError.Fault.stop(.stopped(.interrupt))) {
      try store.png(of: still, tools.interrupted(by: interrupt))
    }
    #expect(try store.png(of: still, tools).count == 124)
  }
}

import Foundation
import Testing

/// What happens at the ends of the pipe.
@Suite(.timeLimit(.minutes(20))) struct StreamBehaviourTests {
  let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `a file that may grow no more is a fault that is reported`() throws {
    let told = try bench.bash("(ulimit -f 1; vfx testsrc -q -s 640x360 -n 3 > a.y4m)")
    #expect(
      told.status == 1 && told.errors.contains("cannot write standard output"), "\(told.errors)")
  }

  @Test func `a reader that goes away ends the program quietly`() throws {
    let outcome = try bench.bash(
      "{ vfx testsrc -d 3600; echo $? > status; } | head -c 10; cat status")
    #expect(outcome.text == "YUV4MPEG2 0\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a folder for what is kept is missed before anything is written`() throws {
    let text = #"{ "version": 1, "clips": [{ "source": "stdin", "out": 1, "reverse": true }] }"#
    try bench.write(text)
    let source = "vfx testsrc -q -s 16x16 -n 30 |"
    let named = try bench.bash("\(source) vfx -q -t t.json --spool nowhere | wc -c")
    #expect(named.text.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
    let fault = "cannot open a temporary file in nowhere: No such file or directory"
    #expect(named.errors == "vfx: --spool: \(fault)\n")
    let standard = try bench.bash("\(source) TMPDIR=$PWD/nowhere vfx -q -t t.json | wc -c")
    #expect(standard.text.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
    #expect(
      standard.errors.contains("No such file or directory; --spool or TMPDIR names another folder"),
      "\(standard.errors)")
    for command in ["vfx check", "vfx plan", "afx check", "afx plan"] {
      let outcome = try bench.bash("\(command) t.json --fps 25 --spool nowhere")
      #expect(outcome.status == 2 && outcome.errors.contains("--spool: "), "\(command)")
    }
    // What needs no such file does without its folder.
    let other = text.replacingOccurrences(of: "true", with: "false")
    try bench.write(other)
    let plain = try bench.bash("\(source) TMPDIR=$PWD/nowhere vfx -q -t t.json | vfx hash | wc -l")
    #expect(plain.errors == "", "\(plain.errors)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full device is an error`() throws {
    let outcome = try bench.bash("vfx testsrc -n 5 > /dev/full")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "vfx: cannot write standard output: No space left on device\n")
  }

  @Test(arguments: [["testsrc", "-n", "5"], ["help"], ["man"], ["completions", "bash"]])
  func `a closed standard output is an error`(_ arguments: [String]) throws {
    let outcome = try bench.bash("vfx \(arguments.joined(separator: " ")) >&-")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "vfx: cannot write standard output: Bad file descriptor\n")
  }

  @Test func `a closed standard error does no harm`() throws {
    let outcome = try bench.bash("vfx testsrc -n 2 --stats 2>&- | vfx hash 2>&- | tail -n 2")
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").count == 2)
  }

  @Test func `an empty input is told from one that is not Y4M`() throws {
    let empty = try bench.vfx("hash")
    #expect(empty.status == 1)
    #expect(empty.errors == "vfx: the input is empty: the program before the pipe wrote nothing\n")
    let other = try bench.vfx("hash", input: Data("RIFF....CDDA".utf8))
    #expect(other.status == 1)
    #expect(
      other.errors.hasPrefix("vfx: the input is not YUV4MPEG2: it starts with \"RIFF....CDDA"))
  }

  @Test(arguments: [
    ("RIFF....AVI LIST", "AVI"), ("....ftypisom....", "MP4"), ("....ftypqt  ....", "MOV"),
    ("\u{1A}E\\xdf\\xa3........", "Matroska or WebM"), ("GIF89a..........", "GIF"),
    ("G@\u{11}\u{10}\u{1}B..........", "MPEG-TS"), ("FLV\u{1}............", "FLV"),
  ])
  func `a film that nobody unpacked is called by its name`(_ start: String, _ name: String) throws {
    for (command, form) in [("vfx", "yuv4mpegpipe"), ("vfx hash", "yuv4mpegpipe"), ("afx", "wav")] {
      let outcome = try bench.bash("printf '\(start)' | \(command) >/dev/null")
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains("the input is \(name), not "), "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("ffmpeg -i FILE -f \(form) - | "))
    }
  }

  @Test func `a stream for the other program is sent there`() throws {
    let sound = try bench.bash("printf 'RIFF....WAVEfmt ' | vfx >/dev/null")
    #expect(sound.errors.contains("the input is WAV, which is sound: use afx for it"))
    let music = try bench.bash("printf '....ftypM4A ....' | vfx >/dev/null")
    #expect(music.errors.contains("the input is M4A, which is sound"))
    let pictures = try bench.bash("vfx testsrc -n 1 | afx >/dev/null")
    #expect(pictures.errors.contains("which is video: use vfx for it"))
  }

  @Test func `a frame cut short is an error, after all whole ones`() throws {
    let outcome = try bench.bash(
      "vfx testsrc -s 16x16 -n 3 | head -c -100 | vfx hash; echo ${PIPESTATUS[2]}")
    #expect(outcome.errors == "vfx: the input ends inside frame 2: 100 bytes are missing\n")
    let lines = outcome.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 3)
    #expect(lines.last == "1")
  }

  @Test func `junk between frames is an error with its place`() throws {
    let outcome = try bench.bash(
      "{ vfx testsrc -s 16x16 -n 1; printf 'JUNKJUNK'; } | vfx hash > /dev/null")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("frame 1, byte "))
    #expect(outcome.errors.contains("FRAME expected, but \"JUNKJU\" found"))
  }

  @Test func `frames that no PNG file can hold are refused before they are read`() throws {
    let header = Data("YUV4MPEG2 W30000 H30000 F25:1 Cmono\n".utf8)
    try bench.write(header, to: "a.y4m")
    try bench.write("{\"version\": 1}")
    let fault = "vfx: frames of 30000x30000 are too large for a PNG file\n"
    let still = try bench.vfx("still", "t.json", "-o", "still.png", input: header)
    #expect(still.status == 1 && still.errors == fault)
    let compare = try bench.vfx("compare", "a.y4m", "a.y4m", "--diff-image", "worst.png")
    #expect(compare.status == 1 && compare.errors == fault)
  }

  @Test func `a missing file is named`() throws {
    let outcome = try bench.vfx("hash", "nowhere.y4m")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "vfx: cannot open nowhere.y4m: No such file or directory\n")
    let folder = try bench.vfx("hash", "/tmp")
    #expect(folder.status == 1)
    #expect(folder.errors == "vfx: /tmp is a directory, not a file\n")
  }

  /// Starts `process` from a thread that blocks all signals, as Dispatch's threads do.
  ///
  /// A program inherits what the starting thread blocks, and what its parent ignores: a shell's
  /// `&` has it ignore SIGINT.
  private func runBlocked(_ process: Process) throws {
    signal(SIGINT, SIG_DFL)
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    try process.run()
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)])
  func `a signal ends the stream after a whole frame`(_ signal: Int32, _ status: Int) throws {
    let process = bench.process(["testsrc", "-s", "64x48", "-d", "100000"])
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try runBlocked(process)
    var received = pipe.fileHandleForReading.readData(ofLength: 100_000)
    kill(process.processIdentifier, signal)
    received += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == Int32(status))
    let header = try #require(received.firstIndex(of: 10)) + 1
    #expect((received.count - header) % (6 + 64 * 48 * 3 / 2) == 0)
  }

  @Test func `a signal ends a wait for input`() throws {
    let process = bench.process(["hash"])
    let input = Pipe()
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    let frame = "FRAME\n" + String(repeating: "a", count: 6)
    try runBlocked(process)
    input.fileHandleForWriting.write(Data("YUV4MPEG2 W2 H2 F25:1\n\(frame)".utf8))
    var text = ""
    // The line of the first frame shows that it waits for the second.
    while !text.contains("0,          0,") {
      text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func `progress for programs is one object a line`() throws {
    let outcome = try bench.vfx(
      "testsrc", "-s", "32x32", "-n", "50", "--progress", "json", "--quiet")
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    let last = try JSONSerialization.jsonObject(with: Data(try #require(lines.last).utf8))
    let object = try #require(last as? [String: Any])
    #expect(object["frame"] as? Int == 50)
    #expect(object["percent"] as? Double == 100)
    #expect(object["done"] as? Bool == true)
    #expect(object["time"] as? Double == 1.96)
  }

  @Test func `nothing is said where nobody looks`() throws {
    let outcome = try bench.vfx("testsrc", "-s", "32x32", "-n", "5")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `the summary counts what was kept and found again`() throws {
    let timeline = #"{ "version": 1, "layers": [ { "type": "color", "size": [9, 9] } ] }"#
    try bench.write(timeline)
    let outcome = try bench.bash("vfx testsrc -q -s 32x32 -n 5 | vfx -j 1 --stats -t t.json >out")
    #expect(outcome.errors.contains("of pictures and glyphs in caches, 80.0 % hits"))
  }

  @Test func `the summary is one line`() throws {
    let outcome = try bench.vfx("testsrc", "-s", "32x32", "-n", "5", "--stats")
    #expect(outcome.errors.hasPrefix("vfx: 5 frames in "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}

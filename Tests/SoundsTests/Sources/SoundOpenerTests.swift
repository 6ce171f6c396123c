import Clips
import Pipes
import TestSupport
import Testing
import Timeline
import WAV

@testable import Sounds

@Suite struct SoundOpenerTests {
  private func fault(
    _ name: String, _ bytes: [UInt8]? = nil, isAllowed: Bool = false
  ) throws -> SoundError? {
    let folder = try TemporaryFolder()
    if let bytes { try Files.write(bytes, to: folder.file("a")) }
    var opener = SoundOpener(MediaTools("/nonexistent/ffmpeg", isAllowed: isAllowed))
    do {
      _ = try opener.open(name, path: folder.file("a"), place: 1..<4)
      return nil
    } catch {
      return error
    }
  }

  @Test func `names are files, and no options or protocols`() throws {
    #expect(try fault("-i")?.fault == .source(.optionName))
    #expect(try fault("http://a/b.wav")?.fault == .source(.protocolName("http")))
    #expect(try fault("concat:a")?.place == 1..<4)
  }

  @Test func `what other programs read is not read when none may be started`() throws {
    let error = try fault("a", Array("ID3 and so on".utf8))
    #expect(error?.fault == .source(.childForbidden(kind: "a sound of this kind")))
    #expect(
      error?.description == "a: a sound of this kind is read by ffmpeg, which --no-exec forbids")
    #expect(error?.isFailure == false)
  }

  @Test func `files that are not there, or no files, are errors`() throws {
    guard case .source(.file(.failed(.open, _, _))) = try fault("a")?.fault else {
      Issue.record("a missing file")
      return
    }
    var opener = SoundOpener(MediaTools(isAllowed: false))
    let error = #expect(throws: SoundError.self) {
      try opener.open("dev", path: "/dev/null", place: 0..<0)
    }
    guard case .source(.file(.notAFile)) = error?.fault else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `pictures and playlists have no sound`() throws {
    let folder = try TemporaryFolder()
    var opener = SoundOpener(MediaTools(isAllowed: false))
    try Files.write(Array("GIF89a".utf8), to: folder.file("a.gif"))
    let source = try opener.open("a.gif", path: folder.file("a.gif"), place: 0..<0)
    #expect(source.format == nil)
    #expect(source.clipLength == nil)
    try Files.write(
      Array("YUV4MPEG2 W2 H2 F25:1 Cmono\nFRAME\n1234FRAME\n1234".utf8), to: folder.file("a.y4m"))
    let frames = try opener.open("a.y4m", path: folder.file("a.y4m"), place: 0..<0)
    #expect(frames.clipLength == time(2, 25))
    #expect(frames.format == nil)
    #expect(
      try fault("a", Array("#EXTM3U".utf8))?.description
        == "a: it is a playlist or a script; only media files are read")
  }

  @Test func `faulty WAV files are errors, and cut ones as long as they are`() throws {
    let whole = NumberedSound.bytes(100)
    for count in [8, 11, 12, 20, 30, 40] {
      #expect(try fault("a", Array(whole[..<count])) != nil)
    }
    let folder = try TemporaryFolder()
    var opener = SoundOpener(MediaTools(isAllowed: false))
    try Files.write(Array(whole[..<(44 + 4 * 60 + 2)]), to: folder.file("a.wav"))
    let source = try opener.open("a.wav", path: folder.file("a.wav"), place: 0..<0)
    #expect(source.clipLength == time(60, 48_000))
    // Of a kind that is not read here, ffmpeg is asked, where it may be.
    var coded = whole
    coded[20] = 0x55
    guard case .wav(.unsupported) = try fault("a", coded)?.fault else {
      Issue.record("a codec")
      return
    }
    if case .wav = try fault("a", coded, isAllowed: true)?.fault { Issue.record("not asked") }
  }

  @Test func `a file that changes while it is read is an error`() throws {
    let folder = try TemporaryFolder()
    var opener = SoundOpener(MediaTools(isAllowed: false))
    let path = folder.file("a.wav")
    try Files.write(NumberedSound.bytes(1000), to: path)
    let source = try opener.open("a.wav", path: path, place: 0..<0)
    func play() throws -> SoundError? {
      let player = SoundPlayer(
        [Player.feed(use())], rate: 48_000, [SoundPlayer.Item(source, name: "a.wav")], input: nil,
        tools: MediaTools(), spool: SpoolSettings())
      let block = AudioBlock(channels: 1, capacity: 10)
      do { _ = try player.read(0, at: 0, into: block) } catch { return error }
      return nil
    }
    #expect(try play() == nil)
    try Files.write(NumberedSound.bytes(1000, channels: 2), to: path)
    #expect(
      try play()?.description == "a.wav: it has changed since it was first read")
    try Files.write([], to: path)
    #expect(try play() != nil)
  }
}

@Suite struct LayoutNameTests {
  @Test func `names of layouts mean speakers`() {
    #expect(ChannelLayout(ffmpeg: "5.1(side)", channels: 6).mask == 0x60F)
    #expect(ChannelLayout(ffmpeg: "stereo", channels: 2) == .stereo)
    #expect(ChannelLayout(ffmpeg: "FL+FR+LFE", channels: 3).mask == 0xB)
    #expect(ChannelLayout(ffmpeg: "3 channels (FL+FR+LFE)", channels: 3).mask == 0xB)
  }

  @Test func `what does not fit, or is unknown, goes by the number of channels`() {
    for name in ["stereo", "ambisonic 1", "FR+FL", "", "(((", "+"] {
      #expect(ChannelLayout(ffmpeg: name, channels: 6) == ChannelLayout(count: 6))
    }
    #expect(ChannelLayout(ffmpeg: nil, channels: 1) == .mono)
    #expect(ChannelLayout(ffmpeg: "FR+FL", channels: 2) == .stereo)
  }
}

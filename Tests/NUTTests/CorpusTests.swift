import Bytes
import Testing
import Y4M

@testable import NUT

/// Files of ffmpeg, and what ffprobe makes of them.
@Suite struct CorpusTests {
  @Test(arguments: Sample.all)
  func `packets are those that ffprobe shows`(_ sample: Sample) throws {
    let expected = try sample.expected()
    #expect(expected.count >= 3)
    let outcome = Outcome(of: try sample.bytes())
    #expect(outcome.error == nil)
    #expect(outcome.packets == expected)
  }

  @Test(arguments: [1, 3, 7, 1000])
  func `reads of any size give the same`(_ step: Int) throws {
    for sample in Sample.all where sample.name.contains("-raw-") || sample.name.contains("mp3") {
      let bytes = try sample.bytes()
      #expect(Outcome(of: bytes, step: step) == Outcome(of: bytes))
    }
  }

  @Test func `headers say what streams are`() throws {
    let film = try #require(Outcome(of: try Sample.load("ffmpeg9-av-s16.nut")).header)
    #expect(film.version == 3)
    #expect(film.streams.count == 2)
    #expect(film.clock(ofStream: 0) == TimeBase(1, 51_200))
    #expect(film.clock(ofStream: 1) == TimeBase(1, 48_000))
    #expect(film.rate(ofStream: 0) == FrameRate(25, 1))
    #expect(film.rate(ofStream: 1) == nil)
    #expect(film.streams[0].pixelFormat == PixelFormat(width: 32, height: 16))
    #expect(film.streams[1].pixelFormat == nil)
    #expect(film.streams[1].content == .audio(rate: 48_000, over: 1, channels: 2))
    #expect(film.streams[1].rawSound == RawSound(tag: Array("PSD\u{10}".utf8)))

    let wide = try #require(Outcome(of: try Sample.load("ffmpeg5-sar.nut")).header)
    guard case .video(let picture) = wide.streams[0].content else {
      Issue.record("no pictures")
      return
    }
    #expect((picture.aspect, picture.aspectOver) == (16, 11))

    let ntsc = try #require(Outcome(of: try Sample.load("ffmpeg5-ntsc.nut")).header)
    #expect(ntsc.rate(ofStream: 0) == FrameRate(30_000, 1001))

    let texts = try #require(Outcome(of: try Sample.load("ffmpeg5-subtitles.nut")).header)
    #expect(texts.streams.map(\.content).last == .subtitles)
    let aac = try #require(Outcome(of: try Sample.load("ffmpeg5-av-aac.nut")).header)
    #expect(aac.streams.contains { !$0.codecData.isEmpty && $0.tag == [0xFF, 0, 0, 0] })
    let piped = try #require(Outcome(of: try Sample.load("ffmpeg5-syncpoints-none.nut")).header)
    #expect(piped.version == 4 && piped.isPipe)
    let six = try #require(Outcome(of: try Sample.load("ffmpeg9-av-2-sounds-6ch.nut")).header)
    #expect(six.streams[1].content == .audio(rate: 48_000, over: 1, channels: 6))
  }

  @Test func `times are exact`() throws {
    let clock = try #require(TimeBase(1001, 30_000))
    #expect(clock.seconds(7) == Rational(7007, 30_000))
    #expect(clock.seconds(NUTPacket.latest).double > 1e17)
    let other = try #require(TimeBase(1, 48_000))
    #expect(clock.ticks(3, in: other) == 4804)
    #expect(other.ticks(4804, in: clock) == 2)
    #expect(other.ticks(4805, in: clock) == 3)
    #expect(TimeBase(1 << 30, 1)?.ticks(.max, in: other) == nil)
    #expect(TimeBase(0, 1) == nil && TimeBase(1, 1 << 31) == nil)
  }

  @Test func `side data is kept apart`() throws {
    let outcome = Outcome(of: try Sample.load("ffmpeg5-opus-skip.nut"))
    // One value, SkipEnd, of 648 samples, and no metadata: as ffprobe shows it.
    let entry = [1, 7] + Array("SkipEnd".utf8) + [0x8A, 0x0F, 0]
    #expect(outcome.sideData.filter { !$0.isEmpty } == [entry])
    #expect(outcome.sideData.last == entry)
  }
}

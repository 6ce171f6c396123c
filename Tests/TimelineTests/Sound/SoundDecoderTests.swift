import Testing

@testable import Timeline

@Suite struct SoundDecoderTests {
  @Test func `a whole soundtrack is read`() throws {
    let document = try #require(
      Sample.document(
        """
        { "version": 1,
          "clips": [{ "source": "a.mp4", "out": 4, "mute": true, "preservePitch": false,
            "fadeIn": { "duration": "50%", "curve": "qsin" },
            "transition": { "type": "wipe", "duration": 1, "sound": "cut" } },
            { "source": "b.mp4", "out": 4 }],
          "audio": { "rate": 44100, "channels": 6, "volume": { "from": "-60dB", "to": "0dB" },
            "pan": { "from": -1, "to": 1, "duration": 2 }, "fadeOut": 2,
            "effects": [{ "effect": "echo", "start": 1, "duration": 2, "mix": 0.5, "time": 1 },
              { "effect": "echo", "enabled": false }],
            "main": { "volume": 0.5, "crossfade": "equal-gain", "cutFade": "5ms",
              "duck": { "under": "voice", "amount": "-9dB", "attack": 0.1, "release": 1,
                "lookahead": 0.2, "threshold": "-30dB" } },
            "tracks": [
              { "source": "off.wav", "enabled": false, "name": "off" },
              { "name": "voice", "source": "voice.wav", "start": 2, "duration": 5, "in": 1, "out": 9,
                "speed": 2, "preservePitch": false, "reverse": true, "loop": "forever",
                "loopCrossfade": 0.5, "mute": true },
              { "source": "x.mp3", "duck": { "under": "off" } },
              { "source": "y.mp3", "duck": { "under": "main" } } ] } }
        """))
    let sound = document.soundtrack
    #expect(sound.rate == 44100 && sound.channels == 6)
    // The clips last 4 + 4 - 1 seconds.
    #expect(sound.master.volume.keys.map(\.time.seconds) == [0, 7])
    #expect(sound.master.volume.keys.map(\.value.decibels) == [-60, 0])
    #expect(sound.master.pan.value(at: Time(seconds: 1)) == 0)
    #expect(sound.master.fadeOut == SoundFade(Time(seconds: 2)))
    let effects = sound.master.effects
    #expect(effects.map(\.effect) == ["echo"] && effects[0].mix.constantValue == 0.5)
    #expect(effects[0].range == TimeRange(start: Time(seconds: 1), duration: Time(seconds: 2)))
    #expect(effects[0].arguments[Sample.echoTime] == Time(seconds: 1))

    #expect(sound.main.volume.constantValue?.factor == 0.5)
    #expect(sound.crossfade == .equalGain && sound.cutFade == Time(5, 1000))
    let duck = try #require(sound.main.duck)
    #expect(duck.key == .track(0) && duck.amount.decibels == -9 && duck.attack == Time(1, 10))
    #expect(duck.release == Time(seconds: 1) && duck.lookahead == Time(1, 5))
    #expect(duck.threshold.decibels == -30)

    #expect(sound.tracks.map(\.bus.name) == ["voice", nil, nil])
    let voice = sound.tracks[0]
    #expect(voice.range == TimeRange(start: Time(seconds: 2), duration: Time(seconds: 5)))
    #expect(voice.media.start == Time(seconds: 1) && voice.media.end == Time(seconds: 9))
    #expect(voice.media.isReversed && voice.media.loop == nil && voice.bus.isMuted)
    #expect(!voice.preservesPitch && voice.loopCrossfade == Time(1, 2))
    #expect(sound.tracks[1].bus.duck == nil)
    #expect(sound.tracks[2].bus.duck?.key == .main)

    let clip = document.clips[0]
    #expect(clip.sound.isMuted && !clip.sound.preservesPitch)
    #expect(clip.sound.fadeIn == SoundFade(Time(seconds: 2), .qsin))
    #expect(clip.transition?.sound == .cut)
  }

  @Test func `sounds duck under layers that are heard, and layers are called by name or place`()
    throws
  {
    let sound = try #require(
      Sample.document(
        """
        { "version": 1,
          "layers": [{ "type": "color", "end": 1 },
            { "type": "video", "source": "a.mp4", "volume": 1, "name": "pip" },
            { "type": "group", "layers": [{ "type": "video", "source": "b.mp4", "volume": 0.5 }] },
            { "type": "video", "source": "c.mp4", "volume": 1, "name": "voice" }],
          "audio": { "main": { "duck": { "under": "pip" } },
            "tracks": [{ "source": "x.mp3", "duck": { "under": "voice" } },
              { "source": "y.mp3", "name": "voice" }] } }
        """)
    ).soundtrack
    // Layers follow the tracks, and a track goes before a layer of its name.
    #expect(sound.main.duck?.key == .track(2) && sound.tracks[0].bus.duck?.key == .track(1))
    #expect(sound.tracks.map(\.bus.name) == [nil, "voice", "pip", nil, "voice"])
    let titles = ["the video layer 'pip'", "layer 3.1 (video)", "the video layer 'voice'"]
    #expect(sound.tracks.map(\.title) == [nil, nil] + titles)
  }

  @Test func `without audio everything is heard as it comes`() throws {
    let sound = try #require(Sample.document(#"{"version": 1}"#)).soundtrack
    #expect(sound.rate == nil && sound.channels == nil && sound.tracks.isEmpty)
    #expect(sound.main.volume.constantValue == .one && sound.main.duck == nil)
    #expect(sound.crossfade == .equalPower && sound.cutFade == Time(3, 1000))
  }

  @Test func `gains in decibels move in decibels and others in amplitude`() throws {
    func middle(_ from: String, _ to: String) throws -> Double {
      let document = try #require(
        Sample.document(
          #"{"version": 1, "audio": {"volume": {"from": \#(from), "to": \#(to), "duration": 2}}}"#))
      return document.soundtrack.master.volume.value(at: Time(seconds: 1)).factor
    }
    #expect(abs(try middle(#""-60dB""#, #""0dB""#) - 0.0316227766016838) < 1e-12)
    #expect(try middle("0", "1") == 0.5)
    #expect(try middle("0", #""0dB""#) == 0.5)
    #expect(try middle(#""0dB""#, "0.5") == 0.75)
  }

  @Test func `a track that lasts as long as its source moves over that`() throws {
    let text = """
      {"version": 1, "audio": {"tracks": [
        {"source": "a.wav", "in": 1, "volume": {"from": 0, "to": 1}}]}}
      """
    let source = SourceText(name: "t", text: text)
    #expect(Document.decode(source, vocabulary: Sample.vocabulary).document == nil)
    let place = try #require(text.utf8.firstRange(of: "\"a.wav\"".utf8))
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: place.lowerBound)
    let decoded = Document.decode(
      source, vocabulary: Sample.vocabulary,
      knowing: .init(sourceLengths: [offset: Time(seconds: 5)]))
    let keys = try #require(decoded.document).soundtrack.tracks[0].bus.volume.keys
    #expect(keys.map(\.time.seconds) == [0, 4])
  }
}

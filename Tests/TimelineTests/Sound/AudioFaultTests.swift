import Testing

@testable import Timeline

/// The messages of faults in `audio` and in the sounds of clips.
@Suite struct AudioFaultTests {
  static func audio(_ text: String, _ messages: String...) -> (String, [String]) {
    (#"{"version": 1, "audio": \#(text)}"#, messages)
  }

  static func track(_ text: String, _ messages: String...) -> (String, [String]) {
    (#"{"version": 1, "audio": {"tracks": [\#(text)]}}"#, messages)
  }

  static func effect(_ text: String, _ messages: String...) -> (String, [String]) {
    (#"{"version": 1, "audio": {"effects": [\#(text)]}}"#, messages)
  }

  static func clip(_ text: String, _ messages: String...) -> (String, [String]) {
    (#"{"version": 1, "clips": [\#(text)]}"#, messages)
  }

  static let mixes = [
    audio("1️⃣5", "1: 'audio' takes an object, not a number"),
    audio(
      #"{1️⃣"volum": 1, 2️⃣"track": []}"#, "1: unknown key 'volum' in 'audio'; did you mean 'volume'?",
      "2: unknown key 'track' in 'audio'; did you mean 'tracks'?"),
    audio(#"{"rate": 1️⃣0}"#, "1: 'rate' must be from 1 to 768000 Hz, not 0"),
    audio(#"{"rate": 1️⃣44.1}"#, "1: 'rate' takes a whole number, not 44.1"),
    audio(#"{"channels": 1️⃣65}"#, "1: 'channels' must be from 1 to 64, not 65"),
    audio(#"{"mute": 1️⃣1}"#, "1: 'mute' takes true or false, not a number"),
    audio(#"{"pan": 1️⃣2}"#, "1: 'pan' must be from -1 to 1, not 2"),
    audio(
      #"{"volume": 1️⃣"loud"}"#,
      "1: 'volume' cannot be 'loud'; a gain is a factor, or text such as \"-6dB\" or \"50%\""),
    audio(
      #"{"volume": 1️⃣{"from": 0}}"#,
      "1: the animation of 'volume' needs a 'duration', because the length of the sound is not known; give one here, or give the sound an end, by clips that have one"
    ),
    audio(#"{"fadeIn": 1️⃣-1}"#, "1: 'fadeIn' cannot be negative"),
    audio(
      #"{"fadeIn": 1️⃣true}"#,
      #"1: 'fadeIn' takes a fade such as 2 or {"duration": 2, "curve": "qsin"}, not true"#),
    audio(#"{"fadeIn": 1️⃣{"curve": "tri"}}"#, "1: 'fadeIn' needs 'duration'"),
    audio(
      #"{"fadeIn": {"duration": 1, "curve": 1️⃣"qsi"}}"#,
      "1: 'curve' cannot be 'qsi'; did you mean 'qsin'?"),
    audio(
      #"{"fadeIn": {1️⃣"length": 1, "duration": 2️⃣"x"}}"#,
      "1: unknown key 'length' in 'fadeIn'; did you mean 'duration'?",
      "2: 'duration' cannot be 'x': a time is a number of seconds, or text such as \"90f\", \"250ms\", \"1:02.5\", \"00:01:02.500\", \"1001/30000\" or \"50%\""
    ),
    audio(
      #"{"main": {1️⃣"fade": 1, "crossfade": 2️⃣"equal"}}"#,
      "1: unknown key 'fade' in the main sound; did you mean 'fadeIn'?",
      "2: 'crossfade' cannot be 'equal'; it takes 'equal-power', 'equal-gain' or 'cut'"),
    audio(#"{"main": 1️⃣[]}"#, "1: 'main' takes an object, or false for none, not an array"),
    audio(#"{"main": {"cutFade": 1️⃣-1}}"#, "1: 'cutFade' must be from 0 to 1 s, not -1"),
    audio(#"{"tracks": 1️⃣{}}"#, "1: 'tracks' takes an array of tracks, not an object"),
  ]

  static let tracks = [
    track("1️⃣5", "1: a track is an object, not a number"),
    track("1️⃣{}", "1: a track needs 'source'"),
    track(#"{1️⃣"file": "a.wav"}"#, "1: unknown key 'file' in a track; did you mean 'source'?"),
    track(#"{"source": 1️⃣""}"#, "1: 'source' names no file"),
    track(
      #"{"source": 1️⃣{"color": "red"}}"#,
      "1: the source has no sound; a track plays a file, or \"stdin\""),
    track(
      #"{"source": "a", 2️⃣"end": 3, 1️⃣"duration": 2}"#,
      "1: a track has both 'end' and 'duration'; give one of them [2: 'end' is given here]"),
    track(
      #"{"source": "a", "start": 4, "end": 1️⃣3}"#,
      "1: 'end' must be after 'start'; a track is heard from its start up to, not including, its end"
    ),
    track(#"{"source": "a", "duration": 1️⃣0}"#, "1: 'duration' must be more than 0"),
    track(#"{"source": "a", "in": 1️⃣-1}"#, "1: 'in' cannot be negative"),
    track(
      #"{"source": "a", "in": 1️⃣{"type": "wipe"}}"#,
      "1: 'in' takes a time, not an object; fades are 'fadeIn' and 'fadeOut'"),
    track(
      #"{"source": "a", "in": 3, "out": 1️⃣2}"#,
      "1: 'out' must be after 'in'; both count in the source's own time"),
    track(#"{"source": "a", "speed": 1️⃣0.001}"#, "1: 'speed' must be from 0.01 to 100, not 0.001"),
    track(#"{"source": "a", "loop": 1️⃣0}"#, "1: 'loop' must be from 1 to 1000000, not 0"),
    track(
      #"{"source": "a", 1️⃣"pingpong": true}"#,
      "1: 'pingpong' needs a 'loop' of more than one pass; \"loop\": 2 plays forwards, then "
        + "backwards"),
    track(#"{"source": "a", 1️⃣"loopCrossfade": 1}"#, "1: 'loopCrossfade' needs a 'loop'"),
    track(#"{"source": "a", 1️⃣"sampling": "blend"}"#, "1: unknown key 'sampling' in a track"),
    track(
      #"{"source": "a", "duration": 2, "fadeOut": 1️⃣3}"#,
      "1: warning: 'fadeOut' takes 3 s, but the track lasts 2 s"),
    track(
      #"{"source": "a", "start": 1️⃣-3, "duration": 2}"#,
      "1: warning: a track is never heard, because it ends before the sound starts"),
    track(
      #"{"source": "a", "fadeOut": 1️⃣"50%"}"#,
      "1: a percentage cannot be used because the length of the track is not known; give the track an 'end' or a 'duration', or write a time"
    ),
  ]

  /// Two videos that are heard, and one that is not.
  static func pictures(_ name: String, _ message: String) -> (String, [String]) {
    let layers =
      #"{"type": "video", "source": "a", "volume": 1, "name": "pip"}, 2️⃣{"type": "video", "source": "b", "volume": 1, "name": "two"}, 3️⃣{"type": "video", "source": "c", "volume": 1, "name": "two"}, {"type": "video", "source": "d", "name": "quiet"}"#
    return (
      #"{"version": 1, "layers": [\#(layers)], "audio": {"main": {"duck": {"under": 1️⃣"\#(name)"}}}}"#,
      [message]
    )
  }

  static let ducking = [
    pictures("pap", "1: 'under' cannot be 'pap'; did you mean 'pip'?"),
    pictures("quiet", "1: 'under' cannot be 'quiet'; it is 'pip', 'two' or 'main'"),
    pictures(
      "two",
      "1: 'under' cannot be 'two', because 2 layers have that name [2: a layer of that name] [3: a layer of that name]"
    ),
    track(#"{"source": "a", "duck": 1️⃣{}}"#, "1: 'duck' needs 'under'"),
    track(
      #"{"source": "a", "name": "voice"}, {"source": "b", "duck": {"under": 1️⃣"voce"}}"#,
      "1: 'under' cannot be 'voce'; did you mean 'voice'?"),
    track(
      #"{"source": "a", "duck": {"under": 1️⃣"x"}}"#, "1: 'under' cannot be 'x'; it is 'main'"),
    track(
      #"{"source": "a", "name": "v", "duck": {"under": 1️⃣"v"}}"#,
      "1: a sound cannot duck under itself"),
    audio(#"{"main": {"duck": {"under": 1️⃣"main"}}}"#, "1: a sound cannot duck under itself"),
    track(
      #"{"source": "a", "name": "a", "duck": {"under": "b"}}, {"source": "b", "name": "b", "duck": {"under": 1️⃣"a"}}"#,
      "1: sounds duck under each other in a circle"),
    track(
      #"{"source": "a", "name": 2️⃣"v"}, {"source": "b", "name": 3️⃣"v"}, {"source": "c", "duck": {"under": 1️⃣"v"}}"#,
      "1: 'under' cannot be 'v', because 2 tracks have that name [2: a track of that name] [3: a track of that name]"
    ),
    track(
      #"{"source": "a", "duck": {"under": "main", "amount": 1️⃣"3dB", "atack": 1}}"#,
      "1: 'amount' must be from 0 to 1, not '3dB'",
      "line 1, column 96: unknown key 'atack' in 'duck'; did you mean 'attack'?"),
    track(
      #"{"source": "a", "duck": {"under": "main", "lookahead": 1️⃣100}}"#,
      "1: 'lookahead' must be from 0 to 10 s, not 100"),
  ]

  static let effects = [
    effect("1️⃣{}", "1: an effect needs 'effect'; it is 'echo'"),
    effect(#"{"effect": 1️⃣"ecko"}"#, "1: unknown effect 'ecko'; did you mean 'echo'?"),
    effect(
      #"{"effect": 1️⃣"vortex"}"#,
      "1: unknown effect 'vortex'; it changes pictures and belongs in 'layers'"),
    effect(#"{"effect": 1️⃣4}"#, "1: 'effect' takes the name of an effect, not a number"),
    effect(
      #"{"effect": "echo", 1️⃣"tim": 1}"#,
      "1: unknown key 'tim' in an echo effect; did you mean 'time'?"),
    effect(#"{"effect": "echo", "mix": 1️⃣2}"#, "1: 'mix' must be from 0 to 1, not 2"),
    effect(
      #"{"effect": "echo", "start": 2, "end": 1️⃣1}"#,
      "1: 'end' must be after 'start'; a layer is on from its start up to, not including, its end"),
    track(
      #"{"source": "a", "duration": 2, "effects": [{"effect": "echo", "start": 1️⃣3}]}"#,
      "1: warning: an echo effect is never on while the track is; its times count from the start of the track"
    ),
  ]

  static let clips = [
    clip(
      #"{"source": "a", "effects": [{"effect": 1️⃣"echo"}]}"#,
      "1: unknown effect 'echo'; it changes sounds and belongs in 'audio'"),
    clip(#"{"source": "a", "mute": 1️⃣"yes"}"#, "1: 'mute' takes true or false, not a string"),
    clip(
      #"{"source": "a", "duration": 2, "fadeIn": 1️⃣{"duration": 3, "curve": "exp"}}"#,
      "1: warning: 'fadeIn' takes 3 s, but the clip lasts 2 s"),
    clip(
      #"{"source": "a", 1️⃣"preservesPitch": true}"#,
      "1: unknown key 'preservesPitch' in a clip; did you mean 'preservePitch'?"),
    clip(
      #"{"source": "a", "transition": {"type": "wipe", "duration": 1, "sound": 1️⃣"hard"}}"#,
      "1: 'sound' cannot be 'hard'; it takes 'equal-power', 'equal-gain' or 'cut'"),
  ]

  @Test(
    arguments: [
      (#""in": 2"#, 2, "'in' is 2 s, but the source ends at 2.000 s"),
      (#""out": 3"#, 2, "'out' is 3 s, but the source ends at 2.000 s"),
      (
        #""loop": "forever""#, nil,
        "'loop' needs an 'out', because it is not known where the source ends"
      ),
      (
        #""loop": 3, "loopCrossfade": 1.5"#, 2,
        "'loopCrossfade' is 1.5 s, but takes at most half of a pass, which lasts 2.000 s"
      ),
      (#""loop": 3, "loopCrossfade": 1"#, 2, nil), (#""in": 1, "out": 2, "duration": 9"#, 2, nil),
    ] as [(String, Int?, String?)])
  func `a track is held against its source`(_ keys: String, _ length: Int?, _ message: String?)
    throws
  {
    let document = Sample.document(
      #"{"version": 1, "audio": {"tracks": [{"source": "a", \#(keys)}]}}"#)
    let track = try #require(document?.soundtrack.tracks.first)
    let faults = track.faults(length: length.map { Time(seconds: $0) })
    #expect(faults.sorted.map(\.fullMessage) == [message].compactMap { $0 })
    #expect(faults.hasErrors == (length == nil))
  }

  @Test func `decibels may stand apart from their number`() {
    func volume(_ text: String) -> Gain? {
      Sample.document(#"{"version": 1, "audio": {"volume": "\#(text)"}}"#)?
        .soundtrack.master.volume.constantValue
    }
    #expect(volume("-6 dB") == Gain(decibels: -6) && volume("-6 dB") == volume("-6dB"))
    #expect(volume("1 2dB") == nil && volume("1 2 dB") == nil && volume("6 d B") == nil)
  }

  @Test(arguments: [mixes, tracks, ducking, effects, clips].flatMap(\.self))
  func `each fault has its message and its place`(_ item: (text: String, messages: [String])) {
    #expect(Sample.messages(item.text) == item.messages)
  }

  @Test func `a track without an end moves until the main sound ends`() throws {
    let text = """
      {"version": 1, "clips": [{"source": "a", "duration": 9}], "audio": {"tracks": [
        {"source": "b", "loop": "forever", "start": 1, "pan": {"from": -1, "to": 1}}]}}
      """
    let document = try #require(Sample.document(text))
    #expect(document.soundtrack.tracks[0].bus.pan.value(at: Time(seconds: 4)) == 0)
  }

  @Test func `what moves over a sound that nobody has looked at is no fault of pictures`() {
    let text =
      #"{"version": 1, "audio": {"pan": {"to": 1}, "tracks": [{"source": "a", "pan": {"to": 1}, "start": 9}]}}"#
    func decode(ignoresSounds: Bool) -> DecodedDocument {
      Document.decode(
        SourceText(name: "t.json", text: text), vocabulary: Sample.vocabulary,
        knowing: .init(ignoresSounds: ignoresSounds))
    }
    #expect(decode(ignoresSounds: false).diagnostics.sorted.count == 2)
    #expect(decode(ignoresSounds: true).diagnostics.isEmpty)
  }
}

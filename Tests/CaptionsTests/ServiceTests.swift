import Bytes
import Testing

@testable import Captions

/// Words and times of what services write, in the shapes that they document.
@Suite struct ServiceTests {
  private func read(_ text: String) throws -> Transcript { try Transcript(Array(text.utf8)) }

  @Test func `elements of Rev-ai are joined to words`() throws {
    let transcript = try read(
      #"""
      {"monologues": [{"speaker": 1, "elements": [
        {"type": "text", "value": "Well", "ts": 0.5, "end_ts": 1.5, "confidence": 1},
        {"type": "punct", "value": "-"},
        {"type": "text", "value": "known", "ts": 1.5, "end_ts": 1.75},
        {"type": "punct", "value": " "},
        {"type": "text", "value": "World", "ts": 1.75, "end_ts": 2.85, "confidence": 0.8},
        {"type": "punct", "value": "."}]},
        {"speaker": 2, "elements": [{"type": "text", "value": "Yes", "ts": 3, "end_ts": 3.5}]}]}
      """#)
    #expect(transcript.kind == .revAI)
    #expect(
      transcript.words.map(\.shown) == [
        "Well- 500-1500", "+known 1500-1750", "World. 1750-2850", "Yes 3000-3500",
      ])
    #expect(transcript.words.map(\.speaker) == ["1", "1", "1", "2"])
  }

  @Test func `characters of ElevenLabs are joined to words`() throws {
    let transcript = try read(
      #"""
      {"audio_base64": "SUQz", "alignment": {"characters": ["H", "i", ",", " ", "y", "o", "u"],
        "character_start_times_seconds": [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        "character_end_times_seconds": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]},
        "normalized_alignment": null}
      """#)
    #expect(transcript.kind == .elevenLabs)
    #expect(transcript.words.map(\.shown) == ["Hi, 0-300", "you 400-700"])
    let error = #expect(throws: CaptionError.self) {
      try read(
        #"""
        {"characters": ["H", "i"], "character_start_times_seconds": [0, 1],
        "character_end_times_seconds": [1]}
        """#)
    }
    #expect(error?.message == "there must be as many times as characters")
  }

  @Test(arguments: [
    #"""
    {"results": [{"alternatives": [{"transcript": "so okay", "words": [
    {"endTime": "0.400s", "word": "so"}, {"startTime": "1.400s", "endTime": "1.8s",
    "word": "okay"}]}], "resultEndTime": "2s"},
    {"alternatives": [{"transcript": " right"}], "resultEndTime": "3s"}]}
    """#,
    #"""
    {"results": {"gs://b/a.wav": {"transcript": {"results": [{"alternatives": [{"words": [
    {"endOffset": "0.400s", "word": "so"}, {"startOffset": "1.400s", "endOffset": "1.8s",
    "word": "okay"}]}], "resultEndOffset": "2s"},
    {"alternatives": [{"transcript": " right"}], "resultEndOffset": "3s"}]}}}}
    """#,
    #"""
    {"done": true, "response": {"results": [{"alternatives": [{"words": [
    {"start_time": {}, "end_time": {"nanos": 400000000}, "word": "so"},
    {"start_time": {"seconds": "1", "nanos": 400000000}, "end_time": {"seconds": 1,
    "nanos": 800000000}, "word": "okay"}]}], "result_end_time": {"seconds": 2}},
    {"alternatives": [{"transcript": " right"}], "result_end_time": {"seconds": 3}}]}}
    """#,
  ])
  func `Google's times are durations of several kinds`(_ text: String) throws {
    let transcript = try read(text)
    #expect(transcript.kind == .google)
    #expect(transcript.words.map(\.shown) == ["so 0-400", "okay 1400-1800", "right 2000-3000"])
  }

  @Test func `Google's last result tells speakers apart, and repeats all words`() throws {
    let words = try words(
      #"""
      {"results": [{"alternatives": [{"transcript": "hi you", "words": [
      {"startTime": "0s", "endTime": "0.5s", "word": "hi"},
      {"startTime": "0.5s", "endTime": "1s", "word": "you"}]}]},
      {"alternatives": [{"words": [
      {"startTime": "0s", "endTime": "0.5s", "word": "hi", "speakerTag": 1},
      {"startTime": "0.5s", "endTime": "1s", "word": "you", "speakerTag": 2}]}]}]}
      """#)
    #expect(words.map(\.shown) == ["hi 0-500", "you 500-1000"])
    #expect(words.map(\.speaker) == ["1", "2"])
  }

  @Test(arguments: [
    #"""
    {"recognizedPhrases": [{"recognitionStatus": "Success", "speaker": 1, "offsetInTicks": 700000.0,
    "durationInTicks": 15900000.0, "nBest": [{"lexical": "hello world", "display": "Hello world.",
    "words": [{"word": "hello", "offset": "PT0.09S", "duration": "PT0.48S", "offsetInTicks": 900000.0,
    "durationInTicks": 4800000.0}, {"word": "world", "offset": "PT0.59S", "duration": "PT1.07S",
    "offsetInTicks": 5900000.0, "durationInTicks": 10700000.0}]}]}]}
    """#,
    #"""
    {"RecognizedPhrases": [{"Speaker": 1, "NBest": [{"Display": "Hello world.", "Words": [
    {"Word": "hello", "Offset": "PT0.09S", "Duration": "PT0.48S"},
    {"Word": "world", "Offset": "PT0M0.59S", "Duration": "PT1.07S"}]}]}]}
    """#,
    #"""
    {"durationMilliseconds": 2000, "combinedPhrases": [{"text": "Hello world."}], "phrases": [
    {"offsetMilliseconds": 90, "durationMilliseconds": 1570, "speaker": 1, "text": "Hello world.",
    "words": [{"text": "Hello", "offsetMilliseconds": 90, "durationMilliseconds": 480},
    {"text": "world.", "offsetMilliseconds": 590, "durationMilliseconds": 1070}]}]}
    """#,
  ])
  func `Azure's words get what their phrase shows`(_ text: String) throws {
    let transcript = try read(text)
    #expect(transcript.kind == .azure)
    #expect(transcript.words.map(\.shown) == ["Hello 90-570", "world. 590-1660"])
    #expect(transcript.words.map(\.speaker) == ["1", "1"])
  }

  @Test func `punctuation of Speechmatics stands where it is attached`() throws {
    let transcript = try read(
      #"""
      {"format": "2.9", "results": [
      {"type": "word", "start_time": 0.1, "end_time": 0.5, "alternatives": [{"content": "ok",
       "speaker": "S1"}]},
      {"type": "punctuation", "start_time": 0.5, "end_time": 0.5, "attaches_to": "next",
       "alternatives": [{"content": "«", "speaker": "S1"}]},
      {"type": "word", "start_time": 0.7, "end_time": 1, "alternatives": [{"content": "so",
       "speaker": "UU"}]},
      {"type": "punctuation", "start_time": 1, "end_time": 1, "attaches_to": "previous",
       "alternatives": [{"content": "»", "speaker": "UU"}]}]}
      """#)
    #expect(transcript.kind == .speechmatics)
    #expect(transcript.words.map(\.shown) == ["ok 100-500", "«so» 700-1000"])
    #expect(transcript.words.map(\.speaker) == ["S1", nil])
  }

  @Test func `utterances, tokens, bodies and durations are read`() throws {
    let gladia = try read(
      #"""
      {"status": "done", "result": {"transcription": {"utterances": [{"speaker": 0, "start": 0,
      "end": 1, "text": "Hi you", "words": [{"word": " Hi", "start": 0, "end": 0.5},
      {"word": " you", "start": 0.5, "end": 1}]}]}}}
      """#)
    #expect(gladia.kind == .gladia)
    #expect(gladia.words.map(\.shown) == ["Hi 0-500", "you 500-1000"])
    #expect(gladia.words.map(\.speaker) == ["0", "0"])
    let soniox = try read(
      #"""
      {"tokens": [{"text": "Hel", "start_ms": 100, "end_ms": 200, "speaker": "1"},
      {"text": "lo", "start_ms": 200, "end_ms": 300, "speaker": "1"},
      {"text": " you", "start_ms": 400, "end_ms": 500, "speaker": "2"},
      {"text": "toi", "translation_status": "translation"}, {"text": "<end>"}]}
      """#)
    #expect(soniox.kind == .soniox)
    #expect(soniox.words.map(\.shown) == ["Hello 100-300", "you 400-500"])
    #expect(soniox.words.map(\.speaker) == ["1", "2"])
    let parakeet = try words(
      #"""
      {"text": "Hello.", "sentences": [{"text": "Hello.", "start": 0.1, "end": 0.5, "tokens": [
      {"text": " Hel", "start": 0.1, "end": 0.3}, {"text": "lo", "start": 0.3, "duration": 0.1},
      {"text": ".", "start": 0.4, "end": 0.5}]}]}
      """#)
    #expect(parakeet.map(\.shown) == ["Hello. 100-500"])
    let premiere = try words(
      #"""
      {"segments": [{"duration": 1, "speaker": "u-1", "start": 0.1, "words": [
      {"duration": 0.4, "start": 0.1, "text": "Hi", "type": "word"},
      {"duration": 0.2, "start": 0.8, "text": "you.", "type": "word"}]}],
      "speakers": [{"id": "u-1", "name": "Ann"}]}
      """#)
    #expect(premiere.map(\.shown) == ["Hi 100-500", "you. 800-1000"])
    #expect(premiere.map(\.speaker) == ["Ann", "Ann"])
    let podcast = try words(
      #"""
      {"version": "1.0.0", "segments": [
      {"speaker": "Ann", "startTime": 0.5, "endTime": 0.75, "body": "I"},
      {"speaker": "Ann", "startTime": 0.75, "endTime": 1.75, "body": "am no"}]}
      """#)
    #expect(podcast.map(\.shown) == ["I 500-750", "am 750-1250", "no 1250-1750"])
    let watson = try read(
      #"""
      {"results": [{"final": true, "alternatives": [{"transcript": "hi you ", "timestamps": [
      ["hi", 0.1, 0.5], ["%HESITATION", 0.5, 0.6], ["you", 0.6, 0.9]]}]}],
      "speaker_labels": [{"from": 0.1, "to": 0.5, "speaker": 0}]}
      """#)
    #expect(watson.kind == .watson)
    #expect(watson.words.map(\.shown) == ["hi 100-500", "you 600-900"])
    #expect(watson.words.map(\.speaker) == ["0", nil])
    let assembly = try read(
      #"""
      {"utterances": [{"confidence": 0.9, "start": 250, "end": 900, "speaker": "A", "text": "Hi",
      "words": [{"text": "Hi", "start": 250, "end": 900, "confidence": 0.9}]}]}
      """#)
    #expect(assembly.kind == .assemblyAI)
    #expect(assembly.words.map(\.shown) == ["Hi 250-900"])
  }

  @Test func `speakers of older files of AWS stand apart`() throws {
    let words = try words(
      #"""
      {"results": {"speaker_labels": {"segments": [{"speaker_label": "spk_1", "items": [
      {"start_time": "0.04", "end_time": "0.3", "speaker_label": "spk_1"}]}]}, "items": [
      {"type": "pronunciation", "start_time": "0.04", "end_time": "0.3",
       "alternatives": [{"confidence": "0.9", "content": "Hi"}]}]}}
      """#)
    #expect(words.map(\.speaker) == ["spk_1"])
  }

  @Test func `segments without words are parted from words without blanks`() throws {
    let words = try words(
      #"""
      {"segments": [{"words": [{"word": "a", "start": 0, "end": 1}, {"word": "b", "start": 1,
      "end": 2}]}, {"start": 2, "end": 4, "text": "c d"}]}
      """#)
    #expect(words.map(\.shown) == ["a 0-1000", "b 1000-2000", "c 2000-3000", "d 3000-4000"])
  }

  @Test(arguments: [
    #"{"segments": [{"words": [{"text": "a", "start": 9, "duration": LATEST}]}]}"#,
    #"{"phrases": [{"words": [{"text": "a", "offsetMilliseconds": 9, "duration": "LATESTs"}]}]}"#,
    #"{"events": [{"tStartMs": 9, "dDurationMs": LATEST000, "segs": [{"utf8": "a"}]}]}"#,
    #"<timedtext><body><p t="9" d="LATEST000">a</p></body></timedtext>"#,
  ])
  func `no word ends later than a time may be`(_ text: String) throws {
    let latest = String(Transcript.latest)
    let words = try words(text.replacing("LATEST", with: latest))
    #expect(words.map(\.end) == [Rational(Transcript.latest)])
  }

  @Test func `a text without times is refused as that`() {
    let error = #expect(throws: CaptionError.self) { try read(#"{"text": "Hello there."}"#) }
    #expect(error?.kind == .unsupported)
    #expect(error?.message.hasPrefix("this transcript has no times, but a text alone") == true)
  }
}

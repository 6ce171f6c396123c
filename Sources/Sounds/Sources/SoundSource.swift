import Bytes
import Clips
import Timeline
import WAV

/// A source of the timeline, probed but not yet read.
package enum SoundSource: Sendable {
  /// The stream on standard input.
  case input(AudioFormat, length: Int?)
  case wav(path: String, AudioFormat, SampleFormat, length: Int)
  /// What ffmpeg decodes.
  case media(path: String, MediaContents)
  /// The mix of a timeline that is a clip.
  case mix(NestedMix)
  /// What has no sound: frames and pictures, by what they are, and colours, nil.
  case silent(Source?)

  /// How long it lasts, as pictures are cut; a sound without pictures lasts as long as its samples.
  /// Nil where that is not known, and for pictures.
  ///
  /// - Parameter canvasRate: for frames without a stated rate.
  package func length(canvasRate: FrameRate) -> Time? {
    switch self {
    case .input(let format, let length):
      length.map { Time(Rational(reducing: Int128($0), over: Int128(max(format.rate, 1)))) }
    case .wav(_, let format, _, let length):
      Time(Rational(reducing: Int128(length), over: Int128(max(format.rate, 1))))
    case .media(_, let contents): contents.length
    case .mix: nil
    case .silent(let source): source?.length(canvasRate: canvasRate)
    }
  }

  /// Frames a second of its pictures; nil where it has none, or none that follow a fixed rate.
  package var frameRate: FrameRate? {
    switch self {
    case .input, .wav, .mix: nil
    case .media(_, let contents): contents.pictures?.rate
    case .silent(let source): source?.ownRate
    }
  }

  /// Its rate and channels; nil when it has no sound.
  package var format: AudioFormat? {
    switch self {
    case .input(let format, _), .wav(_, let format, _, _): format
    case .media(_, let contents):
      contents.sound.map {
        AudioFormat(
          rate: $0.rate, layout: ChannelLayout(ffmpeg: $0.layout, channels: $0.channels))
      }
    case .mix(let mix): mix.format
    case .silent: nil
    }
  }
}

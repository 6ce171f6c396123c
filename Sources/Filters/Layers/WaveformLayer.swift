/// A box with the waveform of a sound.
struct WaveformLayer: LayerKind, BoxLayer {
  let content: BoxContent<WaveformPicture>

  init(_ content: BoxContent<WaveformPicture>) { self.content = content }
}

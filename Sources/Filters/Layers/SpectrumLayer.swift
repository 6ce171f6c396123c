/// A box with the spectrum of a sound.
struct SpectrumLayer: LayerKind, BoxLayer {
  let content: BoxContent<SpectrumPicture>

  init(_ content: BoxContent<SpectrumPicture>) { self.content = content }
}

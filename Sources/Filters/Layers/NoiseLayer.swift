/// A box filled with noise.
struct NoiseLayer: LayerKind, BoxLayer {
  let content: BoxContent<NoisePicture>

  init(_ content: BoxContent<NoisePicture>) { self.content = content }
}

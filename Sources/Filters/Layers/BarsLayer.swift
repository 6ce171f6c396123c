/// Colour bars, by which pictures are measured.
struct BarsLayer: LayerKind, BoxLayer {
  let content: BoxContent<BarsPicture>

  init(_ content: BoxContent<BarsPicture>) { self.content = content }
}

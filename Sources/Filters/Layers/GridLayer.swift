/// A box with lines across and down.
struct GridLayer: LayerKind, BoxLayer {
  let content: BoxContent<GridPicture>

  init(_ content: BoxContent<GridPicture>) { self.content = content }
}

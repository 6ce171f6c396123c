/// A box of squares in two colours in turn.
struct CheckerboardLayer: LayerKind, BoxLayer {
  let content: BoxContent<CheckerboardPicture>

  init(_ content: BoxContent<CheckerboardPicture>) { self.content = content }
}

/// A box with a count down to the beginning.
struct CountdownLayer: LayerKind, BoxLayer {
  let content: BoxContent<CountdownPicture>

  init(_ content: BoxContent<CountdownPicture>) { self.content = content }
}

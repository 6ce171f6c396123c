/// A box of stripes.
struct StripesLayer: LayerKind, BoxLayer {
  let content: BoxContent<StripesPicture>

  init(_ content: BoxContent<StripesPicture>) { self.content = content }
}

import Geometry

// Letters in their own colours, where they are not just painted.
extension TextForms.Colored {
  /// The same moved by whole samples.
  func moved(x: Int, y: Int) -> TextForms.Colored {
    TextForms.Colored(texture: texture, box: box.moved(x: x, y: y))
  }

  /// Several mixed, with their shares of 65,536; nil for none.
  static func mixed(_ parts: [(picture: TextForms.Colored, share: Int)]) -> TextForms.Colored? {
    guard let first = parts.first?.picture else { return nil }
    if parts.count == 1 { return first }
    let box = parts.reduce(Box.empty) { $0.union($1.picture.box) }
    let texture = Texture(width: box.width, height: box.height)
    texture.clear()
    for (picture, share) in parts {
      let factor = UInt32(truncatingIfNeeded: share)
      for channel in 0..<4 {
        for y in 0..<picture.box.height {
          let row = picture.box.y - box.y + y
          let target = texture.plane(channel) + (row * box.width + picture.box.x - box.x)
          let source = picture.texture.plane(channel) + y * picture.box.width
          for x in 0..<picture.box.width {
            target[x] &+= UInt16(truncatingIfNeeded: (UInt32(source[x]) &* factor) &>> 16)
          }
        }
      }
    }
    return TextForms.Colored(texture: texture, box: box)
  }

  /// The picture blurred with a gaussian of `sigma` samples, and as much larger as that is seen.
  func blurred(sigma: Double, _ scratch: Scratch) -> TextForms.Colored {
    let box = self.box.grown(by: Mask.reach(sigma: sigma))
    let (source, target) = (
      Texture(width: box.width, height: box.height), Texture(width: box.width, height: box.height)
    )
    source.clear()
    for channel in 0..<4 {
      for y in 0..<self.box.height {
        let row = self.box.y - box.y + y
        (source.plane(channel) + (row * box.width + self.box.x - box.x)).update(
          from: texture.plane(channel) + y * self.box.width, count: self.box.width)
      }
      scratch.scope {
        GaussianBlur<UInt16>(
          source: GaussianGrid(source.plane(channel), width: box.width, height: box.height),
          target: GaussianGrid(target.plane(channel), width: box.width, height: box.height),
          depth: 16, across: GaussianAxis(sigma: sigma, scratch),
          down: GaussianAxis(sigma: sigma, scratch), scratch: scratch
        ).run(Box(x: 0, y: 0, width: box.width, height: box.height))
      }
    }
    return TextForms.Colored(texture: target, box: box)
  }
}

import Fonts
import Geometry
import Timeline

// Letters where they are seen, made of what is kept of them.
extension TextBrush {
  /// Larger letters are made where they are seen, in samples.
  private static let largestStamp = 1 << 20

  /// Adds what a part of a shape covers to a mask.
  mutating func add(
    _ index: Int, _ part: TextForms.Part, _ map: Affine, weight: UInt16 = 65535, to mask: Mask
  ) {
    guard let places = places(index, part.reach, map) else {
      return mask.add(cover(index, part, map, clip: mask.box), weight: weight)
    }
    for number in 0..<places.count {
      let place = places[number]
      let cover = stamp(index, part, place.phase)
      mask.add(cover.moved(x: place.x, y: place.y), weight: place.weight(of: weight))
    }
  }

  /// The places of which a shape's is mixed that is only moved; nil when it is to be made as it is
  /// seen.
  private func places(_ index: Int, _ reach: Double, _ map: Affine) -> StampPlaces? {
    let seen = map.after(state(index).map)
    guard keptClip != nil, seen != self.map, let box = stampBox(index, reach),
      box.width * box.height <= Self.largestStamp
    else { return nil }
    return StampPlaces(from: self.map, to: seen)
  }

  /// What is made of a shape to be kept.
  private func stampBox(_ index: Int, _ reach: Double) -> Box? {
    artwork.forms.bounds[index]?.grown(by: reach).mapped(by: map).samples.grown(by: 2)
  }

  private mutating func stamp(
    _ index: Int, _ part: TextForms.Part, _ phase: LetterStamps.Phase
  ) -> Coverage {
    let key = LetterStamps.Key(shape: index, part: part, phase: phase)
    return artwork.stamps.coverage(key, through: map) {
      if artwork.forms.isColored[index] {
        if case .stroke = part { return .empty }
        return coloredStamp(index, phase)?.coverage ?? .empty
      }
      return artwork.forms.coverage(
        TextForms.Key(shape: index, part: part), through: phase.map.after(map), isResting: false,
        snaps: false, clip: stampBox(index, part.reach) ?? .empty, &rasterizer)
    }
  }

  // MARK: Colours of their own

  /// A shape in its own colours; nil when nothing of it is seen.
  func colored(_ index: Int, _ map: Affine, clip: Box) -> TextForms.Colored? {
    let state = state(index)
    guard state.opacity > 0 else { return nil }
    if let places = places(index, 0, map) {
      return TextForms.Colored.mixed(
        (0..<places.count).compactMap { number in
          let place = places[number]
          return coloredStamp(index, place.phase).map {
            ($0.moved(x: place.x, y: place.y), place.share)
          }
        })
    }
    let isResting = keptClip != nil && map == self.map && state.map == .identity
    return artwork.forms.picture(
      index, through: map.after(state.map), color: textColor(index), isResting: isResting,
      clip: isResting ? keptClip ?? clip : clip)
  }

  private func coloredStamp(_ index: Int, _ phase: LetterStamps.Phase) -> TextForms.Colored? {
    let color = textColor(index)
    let key = LetterStamps.ColoredKey(shape: index, color: color, phase: phase)
    return artwork.stamps.colored(key, through: map) {
      artwork.forms.picture(
        index, through: phase.map.after(map), color: color, isResting: false,
        clip: stampBox(index, 0) ?? .empty)
    }
  }

  /// The colour of those parts of coloured glyphs that have the text's own.
  private func textColor(_ index: Int) -> Color {
    guard case .color(let color) = scene.styles[scene.shapes[index].style].fill else {
      return .black
    }
    return color
  }

  // MARK: Shadows

  /// The shadows of some shapes, of which each is blurred once and kept.
  mutating func softMask(_ members: [Int], through map: Affine, sigma: Double) -> Mask? {
    var area = Box.empty
    var seen: [Int] = []
    for index in members {
      let part = softBox(index, map, sigma).intersection(box)
      if part.isEmpty { continue }
      area = area.union(part)
      seen.append(index)
    }
    guard !area.isEmpty else { return nil }
    let mask = Mask(area)
    for index in seen { addSoft(index, map, sigma: sigma, to: mask) }
    return mask
  }

  /// Where the shadow of a shape is seen.
  private func softBox(_ index: Int, _ map: Affine, _ sigma: Double) -> Box {
    let reach = scene.styles[scene.shapes[index].style].shadowReach
    let box = artwork.samples(of: index, map, states, grown: reach)
    return box.isEmpty ? box : box.grown(by: Mask.reach(sigma: sigma) + 1)
  }

  private mutating func addSoft(_ index: Int, _ map: Affine, sigma: Double, to mask: Mask) {
    let state = state(index)
    let weight = state.opacity.weight
    let parts = scene.styles[scene.shapes[index].style].shadowParts
    let seen = map.after(state.map)
    // Wide blurs hide that a place lies between samples.
    let steps = sigma >= 2 ? 1 : LetterStamps.steps
    if state.blur <= 0, let places = StampPlaces(from: self.map, to: seen, steps: steps) {
      for number in 0..<places.count {
        let place = places[number]
        let soft = soft(index, parts, sigma, place.phase)
        mask.add(soft.moved(x: place.x, y: place.y), weight: place.weight(of: weight))
      }
      return
    }
    let blur = state.blur * self.map.size
    let whole = (sigma * sigma + blur * blur).squareRoot()
    let own = Mask(
      softBox(index, map, sigma).intersection(box.grown(by: Mask.reach(sigma: whole))))
    for part in parts { add(index, part, map, to: own) }
    mask.add(own.blurred(sigma: whole, scratch), weight: weight)
  }

  private mutating func soft(
    _ index: Int, _ parts: [TextForms.Part], _ sigma: Double, _ phase: LetterStamps.Phase
  ) -> Mask {
    let key = LetterStamps.SoftKey(shape: index, parts: parts, sigma: sigma, phase: phase)
    return artwork.stamps.soft(key, through: map) {
      let reach = scene.styles[scene.shapes[index].style].shadowReach
      let own = Mask((stampBox(index, reach) ?? .empty).grown(by: Mask.reach(sigma: sigma)))
      for part in parts { own.add(stamp(index, part, phase), weight: 65535) }
      return own.blurred(sigma: sigma, scratch)
    }
  }
}

extension TextArtwork {
  /// Whether there is room for the shadows of all letters, each blurred alone.
  ///
  /// Where letters or their strokes overlap, their shadows together are darker than one of all of
  /// them, so these are blurred together.
  func keepsShadows(through map: Affine) -> Bool {
    stamps.keepsShadows(through: map) {
      var bytes = 0.0
      var last: Bounds?
      for (shape, bounds) in zip(scene.shapes, forms.bounds) {
        let style = scene.styles[shape.style]
        guard let bounds, !style.shadows.isEmpty else { continue }
        let grown = bounds.grown(by: style.shadowReach)
        if let last, last.overlaps(grown) { return .infinity }
        last = grown
        for shadow in style.shadows where shadow.blur > 0 {
          let box = bounds.grown(by: style.shadowReach + 3.5 * shadow.blur).mapped(by: map)
          bytes += 2 * (box.width + 4) * (box.height + 4)
        }
      }
      return bytes
    }
  }
}

extension Bounds {
  fileprivate func overlaps(_ other: Bounds) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

extension GlyphStyle {
  /// How far beyond a letter reaches what throws its shadow.
  var shadowReach: Double { shadowParts.reduce(0) { max($0, $1.reach) } }
}

extension StampPlaces.Place {
  /// The place's share of a weight.
  func weight(of weight: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (share * Int(weight) + 32768) >> 16)
  }
}

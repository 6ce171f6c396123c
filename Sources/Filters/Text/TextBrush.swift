import Fonts
import Geometry
import Timeline

/// The work on one picture of a scene.
struct TextBrush {
  let artwork: TextArtwork
  let map: Affine
  let states: [AtomState]
  let box: Box
  /// What of shapes at rest is made, for later pictures too; nil when nothing is kept.
  let keptClip: Box?
  let texture: Texture
  let scratch: Scratch
  var rasterizer = Rasterizer()

  /// Larger letters are rasterised where they are seen, in samples.
  private static let largestStamp = 1 << 20

  private var scene: TextScene { artwork.scene }
  private var origin: (x: Int, y: Int) { (box.x, box.y) }

  private func state(_ shape: Int) -> AtomState {
    states.isEmpty ? .rest : states[scene.shapes[shape].atom]
  }

  mutating func paint() {
    paintBackings()
    paintShadows()
    paintStrokes { $0 == .outside }
    paintFills()
    paintStrokes { $0 != .outside }
  }

  /// Neighbours of one colour cover together what they share.
  private mutating func paintBackings() {
    let backings = scene.backings
    var next = 0
    while next < backings.count {
      let fill = backings[next].fill
      let alike = backings[next...].prefix { $0.fill == fill }
      next += alike.count
      let area = alike.reduce(Box.empty) { $0.union($1.box.mapped(by: map).samples) }
      guard let ink = artwork.ink(fill, map) else { continue }
      let mask = Mask(area.intersection(box))
      let clip = PixelBox(
        x: mask.box.x, y: mask.box.y, width: mask.box.width, height: mask.box.height)
      for backing in alike {
        let outline = Outline.box(backing.box, radius: backing.radius)
        let cover = rasterizer.coverage(of: outline, through: map, clip: clip)
        mask.add(cover, weight: backing.opacity(states))
      }
      texture.paint(ink, mask, origin: origin)
    }
  }

  private mutating func paintShadows() {
    let most = scene.styles.reduce(0) { max($0, $1.shadows.count) }
    for level in (0..<most).reversed() {
      for group in groups(by: { $0.shadows.count > level ? $0.shadows[level] : nil }) {
        let shadow = group.value
        guard let ink = artwork.ink(shadow.fill, map) else { continue }
        let sigma = shadow.blur * map.size
        let moved = Affine.translation(shadow.offset.x, shadow.offset.y)
        // What is read by the blur may lie beside what is painted.
        guard
          var mask = mask(
            group.members, through: map.after(moved), margin: Mask.reach(sigma: sigma),
            takesColored: true,
            { style in
              let outer = style.strokes.enumerated().filter { $0.element.position != .inside }
              if outer.isEmpty { return [.fill] }
              return outer.map {
                .grown(
                  radius: style.width(ofStroke: $0.offset) / 2, join: $0.element.join,
                  shares: $0.element.shares)
              }
            })
        else { continue }
        if sigma > 0 { mask = mask.blurred(sigma: sigma, scratch) }
        if shadow.strength != 1 { mask.strengthen(by: shadow.strength) }
        texture.paint(ink, mask, origin: origin)
      }
    }
  }

  private mutating func paintStrokes(_ isPainted: (StrokePosition) -> Bool) {
    let most = scene.styles.reduce(0) { max($0, $1.strokes.count) }
    for level in (0..<most).reversed() {
      let found = groups { style in
        style.strokes.count > level && isPainted(style.strokes[level].position) ? style : nil
      }
      for group in found {
        let (style, stroke) = (group.value, group.value.strokes[level])
        guard let ink = artwork.ink(stroke.fill, map) else { continue }
        let width = style.width(ofStroke: level)
        let sigma = stroke.blur * map.size
        let margin = Mask.reach(sigma: sigma)
        let isOutside = stroke.position == .outside
        let made = mask(
          group.members, through: map, margin: margin,
          cut: isOutside
            ? .beneath(isOpaque: style.fill.isOpaque)
            : stroke.position == .inside ? .inside : .nothing
        ) { _ in
          [
            isOutside
              ? .grown(radius: width / 2, join: stroke.join, shares: stroke.shares)
              : .stroke(width: width, join: stroke.join)
          ]
        }
        guard var mask = made else { continue }
        if sigma > 0 { mask = mask.blurred(sigma: sigma, scratch) }
        texture.paint(ink, mask, origin: origin)
      }
    }
  }

  private mutating func paintFills() {
    defer { paintColored() }
    for group in groups(by: { $0 }) {
      let style = group.value
      if let ink = artwork.ink(style.fill, map) {
        let sigma = style.blur * map.size
        if var mask = mask(
          group.members, through: map, margin: Mask.reach(sigma: sigma), { _ in [.fill] })
        {
          if sigma > 0 { mask = mask.blurred(sigma: sigma, scratch) }
          texture.paint(ink, mask, origin: origin)
        }
      }
      guard let highlight = style.highlight, let ink = artwork.ink(highlight, map),
        let mask = mask(group.members, through: map, cut: .sweep, { _ in [.fill] })
      else { continue }
      texture.paint(ink, mask, origin: origin)
    }
  }

  /// Glyphs with colours of their own.
  private func paintColored() {
    for index in scene.shapes.indices where artwork.forms.isColored[index] {
      guard let colored = colored(index, map, clip: box) else { continue }
      texture.paint(
        colored.texture, at: (colored.box.x, colored.box.y), weight: state(index).opacity.weight,
        origin: origin)
    }
  }

  private func colored(_ index: Int, _ map: Affine, clip: Box) -> TextForms.Colored? {
    let (state, shape) = (state(index), scene.shapes[index])
    guard state.opacity > 0 else { return nil }
    let isResting = keptClip != nil && map == self.map && state.map == .identity
    var color = Color.black
    if case .color(let fill) = scene.styles[shape.style].fill { color = fill }
    return artwork.forms.picture(
      index, through: map.after(state.map), color: color, isResting: isResting,
      clip: isResting ? keptClip ?? clip : clip)
  }

  /// Shapes that are painted alike.
  private struct Group<Value> {
    let value: Value
    var members: [Int]
  }

  /// The shapes whose styles have a value, those of one value together, in the order in which the
  /// values first occur.
  private func groups<Value: Hashable>(by value: (GlyphStyle) -> Value?) -> [Group<Value>] {
    let values = scene.styles.map(value)
    var places: [Value: Int] = [:]
    var groups: [Group<Value>] = []
    for (index, shape) in scene.shapes.enumerated() {
      guard let value = values[shape.style] else { continue }
      if let place = places[value] {
        groups[place].members.append(index)
      } else {
        places[value] = groups.count
        groups.append(Group(value: value, members: [index]))
      }
    }
    return groups
  }

  /// What of the covered parts counts.
  private enum Cut: Equatable {
    case nothing
    /// Not what lies beneath a fill through which it would be seen.
    case beneath(isOpaque: Bool)
    /// Only what lies within the letters.
    case inside
    /// Only what the highlight has swept over.
    case sweep
  }

  /// What parts of some shapes cover, all together; nil when that is nothing.
  ///
  /// - Parameters:
  ///   - margin: how much around the picture is wanted too.
  ///   - takesColored: whether glyphs with colours of their own count.
  private mutating func mask(
    _ members: [Int], through map: Affine, margin: Int = 0, cut: Cut = .nothing,
    takesColored: Bool = false,
    _ parts: (GlyphStyle) -> [TextForms.Part]
  ) -> Mask? {
    let clip = box.grown(by: margin)
    var area = Box.empty
    var seen: [(shape: Int, box: Box, parts: [TextForms.Part])] = []
    for index in members {
      if cut == .sweep, state(index).sweep == nil { continue }
      if artwork.forms.isColored[index], !takesColored { continue }
      let parts = parts(scene.styles[scene.shapes[index].style])
      let reach = parts.reduce(0.0) { max($0, $1.reach) }
      let box = artwork.samples(of: index, map, states, grown: reach)
        .grown(by: margin + 1).intersection(clip)
      if box.isEmpty { continue }
      area = area.union(box)
      seen.append((index, box, parts))
    }
    guard !area.isEmpty else { return nil }
    let mask = Mask(area)
    for (index, box, parts) in seen {
      let state = state(index)
      let weight = state.opacity.weight
      let isWhole = weight == 65535
      let cutsHere: Bool =
        switch cut {
        case .nothing: false
        case .beneath(let isOpaque): !isOpaque || !isWhole
        case .inside, .sweep: true
        }
      if state.blur <= 0, !cutsHere, isWhole || parts.count == 1 {
        for part in parts { add(index, part, map, weight: weight, to: mask) }
        continue
      }
      var own = Mask(box)
      for part in parts { add(index, part, map, to: own) }
      if cutsHere { self.cut(&own, cut, index, map) }
      if state.blur > 0 { own = own.blurred(sigma: state.blur * map.size, scratch) }
      mask.add(own, weight: weight)
    }
    return mask
  }

  private mutating func cut(_ own: inout Mask, _ cut: Cut, _ index: Int, _ map: Affine) {
    switch cut {
    case .nothing: break
    case .beneath, .inside:
      let fill = Mask(own.box)
      add(index, .fill, map, to: fill)
      if cut == .inside { own.limit(to: fill) } else { own.subtract(fill) }
    case .sweep:
      let state = state(index)
      guard let sweep = state.sweep, let back = map.after(state.map).inverse else { return }
      let isRightToLeft = scene.atoms[scene.shapes[index].atom].isRightToLeft
      let sign = isRightToLeft ? 1.0 : -1.0
      let length = max(Vector(back.a, back.c).length, 1e-9)
      own.limit(
        beyond: sign * (sweep - back.tx) / length,
        along: Vector(sign * back.a / length, sign * back.c / length))
    }
  }

  /// Adds what a part of a shape covers to a mask.
  private mutating func add(
    _ index: Int, _ part: TextForms.Part, _ map: Affine, weight: UInt16 = 65535, to mask: Mask
  ) {
    guard let stamps = stamps(index, part, map) else {
      return mask.add(cover(index, part, map, clip: mask.box), weight: weight)
    }
    for stamp in stamps { mask.add(stamp.cover, weight: stamp.share.share(of: weight)) }
  }

  /// The kept parts of which a shape that is only moved is made; nil when it is to be rasterised.
  private mutating func stamps(
    _ index: Int, _ part: TextForms.Part, _ map: Affine
  ) -> [(cover: Coverage, share: Int)]? {
    let rest = self.map
    let seen = map.after(state(index).map)
    guard keptClip != nil, seen != rest, !artwork.forms.isColored[index],
      let bounds = artwork.forms.bounds[index],
      let places = StampPlaces(from: rest, to: seen)?.places
    else { return nil }
    let box = bounds.grown(by: part.reach).mapped(by: rest).samples.grown(by: 2)
    guard box.width * box.height <= Self.largestStamp else { return nil }
    return places.map { place in
      let key = LetterStamps.Key(shape: index, part: part, phase: place.phase)
      let cover = artwork.stamps.coverage(key, through: rest) {
        artwork.forms.coverage(
          TextForms.Key(shape: index, part: part), through: place.phase.map.after(rest),
          isResting: false, snaps: false, clip: box, &rasterizer)
      }
      return (cover.moved(x: place.x, y: place.y), place.share)
    }
  }

  private mutating func cover(
    _ index: Int, _ part: TextForms.Part, _ map: Affine, clip: Box
  ) -> Coverage {
    let state = state(index)
    if artwork.forms.isColored[index] {
      return part == .fill ? colored(index, map, clip: clip)?.coverage ?? .empty : .empty
    }
    let isResting = keptClip != nil && map == self.map && state.map == .identity
    let clip = isResting ? keptClip ?? clip : clip
    return artwork.forms.coverage(
      TextForms.Key(shape: index, part: part), through: map.after(state.map),
      isResting: isResting, snaps: state.map == .identity, clip: clip, &rasterizer)
  }
}

extension GlyphStyle {
  /// The whole width of the line that is drawn along the edges for a stroke.
  fileprivate func width(ofStroke level: Int) -> Double {
    let stroke = strokes[level]
    switch stroke.position {
    case .center: return stroke.width
    case .inside: return 2 * stroke.width
    case .outside:
      return 2
        * strokes[...level].reduce(0) { $0 + ($1.position == .outside ? $1.width : 0) }
    }
  }
}

extension Int {
  /// This share, of 65,536, of a weight.
  fileprivate func share(of weight: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (self * Int(weight) + 32768) >> 16)
  }
}

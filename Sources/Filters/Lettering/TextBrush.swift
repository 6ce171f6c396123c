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
  /// Whether shadows are blurred letter by letter, and kept so.
  let keepsShadows: Bool
  let texture: Texture
  let scratch: Scratch
  var rasterizer = Rasterizer()

  var scene: TextScene { artwork.scene }
  private var origin: (x: Int, y: Int) { (box.x, box.y) }

  func state(_ shape: Int) -> AtomState {
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
      let clip = mask.box.pixels
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
      let found = groups(
        by: { $0.shadows.count > level ? $0.shadows[level] : nil }, fills: { [$0.fill] })
      for group in found {
        let shadow = group.value
        guard let ink = artwork.ink(shadow.fill, map.after(group.turn)),
          let mask = shadowMask(group.members, shadow)
        else { continue }
        if shadow.strength != 1 { mask.strengthen(by: shadow.strength) }
        texture.paint(ink, mask, origin: origin)
      }
    }
  }

  private mutating func shadowMask(_ members: [Int], _ shadow: GlyphStyle.Shadow) -> Mask? {
    let sigma = shadow.blur * map.size
    let moved = map.after(.translation(shadow.offset.x, shadow.offset.y))
    if keepsShadows, sigma > 0 {
      return softMask(members, through: moved, sigma: sigma)
    }
    // What is read by the blur may lie beside what is painted.
    let mask = mask(
      members, through: moved, margin: Mask.reach(sigma: sigma), takesColored: true,
      { $0.shadowParts })
    return sigma > 0 ? mask?.blurred(sigma: sigma, scratch) : mask
  }

  private mutating func paintStrokes(_ isPainted: (StrokePosition) -> Bool) {
    let most = scene.styles.reduce(0) { max($0, $1.strokes.count) }
    for level in (0..<most).reversed() {
      let found = groups(
        by: { $0.strokes.count > level && isPainted($0.strokes[level].position) ? $0 : nil },
        fills: { [$0.strokes[level].fill] })
      for group in found {
        let (style, stroke) = (group.value, group.value.strokes[level])
        guard let ink = artwork.ink(stroke.fill, map.after(group.turn)) else { continue }
        let width = style.width(ofStroke: level)
        let sigma = stroke.blur * map.size
        let margin = Mask.reach(sigma: sigma)
        let isOutside = stroke.position == .outside
        // What is blurred is cut after that, as in libass: letters that are not seen stay sharp.
        let isCutLast =
          sigma > 0 && isOutside && !style.fill.isOpaque && group.members.allSatisfy(isStill)
        let made = mask(
          group.members, through: map, margin: margin,
          cut: isOutside
            ? .beneath(isOpaque: isCutLast || style.fill.isOpaque)
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
        if isCutLast, let fills = self.mask(group.members, through: map, { _ in [.fill] }) {
          mask.subtract(fills)
        }
        texture.paint(ink, mask, origin: origin)
      }
    }
  }

  private mutating func paintFills() {
    defer { paintColored() }
    for group in groups(by: { $0 }, fills: { [$0.fill, $0.highlight ?? .none] }) {
      let style = group.value
      if let ink = artwork.ink(style.fill, map.after(group.turn)) {
        let sigma = style.blur * map.size
        if var mask = mask(
          group.members, through: map, margin: Mask.reach(sigma: sigma), { _ in [.fill] })
        {
          if sigma > 0 { mask = mask.blurred(sigma: sigma, scratch) }
          texture.paint(ink, mask, origin: origin)
        }
      }
      guard let highlight = style.highlight,
        let ink = artwork.ink(highlight, map.after(group.turn)),
        let mask = mask(group.members, through: map, cut: .sweep, { _ in [.fill] })
      else { continue }
      texture.paint(ink, mask, origin: origin)
    }
  }

  /// Glyphs with colours of their own.
  private mutating func paintColored() {
    for index in scene.shapes.indices where artwork.forms.isColored[index] {
      let (state, style) = (state(index), scene.styles[scene.shapes[index].style])
      let sigma = (state.blur * state.blur + style.blur * style.blur).squareRoot() * map.size
      let clip = box.grown(by: Mask.reach(sigma: sigma))
      if artwork.samples(of: index, map, states, grown: 0).intersection(clip).isEmpty { continue }
      guard var colored = colored(index, map, clip: clip) else { continue }
      if sigma > 0 { colored = colored.blurred(sigma: sigma, scratch) }
      texture.paint(
        colored.texture, at: (colored.box.x, colored.box.y), weight: state.opacity.weight,
        origin: origin)
    }
  }

  /// Shapes that are painted alike.
  private struct Group<Value> {
    let value: Value
    /// Where their gradients go with them.
    let turn: Affine
    var members: [Int]
  }

  private struct GroupKey<Value: Hashable>: Hashable {
    let value: Value
    let turn: Affine
  }

  /// The shapes whose styles have a value, those of one value together, in the order in which the
  /// values first occur.
  ///
  /// - Parameter fills: what is painted for a value; a letter takes its part of a gradient along.
  private func groups<Value: Hashable>(
    by value: (GlyphStyle) -> Value?, fills: (Value) -> [Fill]
  ) -> [Group<Value>] {
    let values = scene.styles.map(value)
    let turns = values.map { value in
      !states.isEmpty && (value.map { fills($0).contains(where: \.isGradient) } ?? false)
    }
    var places: [GroupKey<Value>: Int] = [:]
    var groups: [Group<Value>] = []
    for (index, shape) in scene.shapes.enumerated() {
      guard let value = values[shape.style] else { continue }
      let key = GroupKey(
        value: value, turn: turns[shape.style] ? states[shape.atom].map : .identity)
      if let place = places[key] {
        groups[place].members.append(index)
      } else {
        places[key] = groups.count
        groups.append(Group(value: value, turn: key.turn, members: [index]))
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
    if cut == .beneath(isOpaque: false) {
      let joined = seen.filter { isStill($0.shape) }
      seen.removeAll { isStill($0.shape) }
      // An edge of one of these would be seen through another that it joins.
      for (index, _, parts) in joined {
        for part in parts { add(index, part, map, to: mask) }
      }
      let fills = Mask(area)
      for (index, _, _) in joined { add(index, .fill, map, to: fills) }
      mask.subtract(fills)
    }
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

  /// Whether a shape is where it was laid out, and all of it to be seen.
  private func isStill(_ index: Int) -> Bool {
    let state = state(index)
    return state.map == .identity && state.opacity.weight == 65535 && state.blur <= 0
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

  mutating func cover(
    _ index: Int, _ part: TextForms.Part, _ map: Affine, clip: Box
  ) -> Coverage {
    let state = state(index)
    if artwork.forms.isColored[index] {
      if case .stroke = part { return .empty }
      return colored(index, map, clip: clip)?.coverage ?? .empty
    }
    let isResting = keptClip != nil && map == self.map && state.map == .identity
    let clip = isResting ? keptClip ?? clip : clip
    return artwork.forms.coverage(
      TextForms.Key(shape: index, part: part), through: map.after(state.map),
      isResting: isResting, snaps: state.map == .identity, clip: clip, &rasterizer)
  }
}

extension GlyphStyle {
  /// What of a letter throws a shadow.
  var shadowParts: [TextForms.Part] {
    let outer = strokes.enumerated().filter { $0.element.position != .inside }
    if outer.isEmpty { return [.fill] }
    return outer.map {
      .grown(
        radius: width(ofStroke: $0.offset) / 2, join: $0.element.join, shares: $0.element.shares)
    }
  }

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

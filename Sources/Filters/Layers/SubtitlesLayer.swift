import Bytes
import Fonts
import Geometry
import Subtitles
import Text
import Timeline
import Y4M

/// Subtitles from a file: SubRip, WebVTT or ASS.
struct SubtitlesLayer: LayerKind {
  static let source = Setting<Path>(
    "source", default: Path(""), required: true,
    "The file: SubRip (.srt), WebVTT (.vtt) or ASS (.ass, .ssa), recognised by their contents.")
  static let offset = Setting<Time>(
    "offset", default: .zero, unit: "s",
    "What is added to the times of the file; a negative offset shows everything earlier.")
  static let rate = Setting<Double>(
    "rate", default: 1, in: 0.01...100,
    "What the times of the file are multiplied by, before `offset` is added.")
  static let encoding = Setting<TextEncoding>(
    "encoding", default: .auto,
    "The character encoding of a file without a byte order mark; `auto` guesses it from the bytes.")

  static let declaration = Declaration(
    name: "subtitles",
    summary: "Subtitles from a SubRip, WebVTT or ASS file.",
    discussion: """
      A cue is shown from the first frame whose time is not before its start to the last one \
      before its end. Cues shown at the same time are stacked. Tags in the file come before the \
      parameters of the layer, which style everything without tags; an ASS script has styles of \
      its own, and only `font` applies, if the script's own font is not found. Its lines are broken at \
      spaces alone, as players do it, so that a longer word leaves the picture. Times count from \
      the layer's start. `vfx lint` reports problems in a file.

      Times of words inside a WebVTT cue (`<00:01.500>`) have an effect if `future`, or a rule for \
      `::cue(:future)` in the file, says what words look like before their time; otherwise all \
      words appear at once, with a warning.

      `animate` moves the letters of each cue as it does those of a text layer, from the cue's start to \
      its end; in an ASS script it does nothing, and neither does it in cues whose words have times.

      Subtitles are as large as the canvas: of the parameters of all layers, they take \
      only `opacity`. A group can move and turn them.
      """,
    example: #"""
      { "type": "subtitles", "source": "film.srt", "size": "5%", "margin": "6%" }
      """#,
    parameters: [
      source, offset, rate, encoding, CueParameters.margin, CueParameters.maxWidth,
      CueParameters.position, CueParameters.anchor, CueParameters.size, CueParameters.weight,
      CueParameters.future,
    ]
      + TextParameters.span.filter { !["size", "weight", "stroke"].contains($0.name) }
      + [
        CueParameters.stroke, TextParameters.background, TextParameters.lineHeight,
        TextAnimator.animate,
      ])

  private let track: CueTrack
  private let moments: CueMoments
  private let painter: PicturePainter
  private let opacity: LayerOpacity
  private let offset: Rational
  /// How many seconds of the layer one of the file takes.
  private let rate: Rational
  /// One over the rate.
  private let speed: Rational

  init(_ layer: Layer, _ setting: LayerSetting) throws(RenderError) {
    let arguments = layer.arguments
    try Self.refuseGeometry(layer)
    let path = arguments[Self.source]
    let file = try Self.file(path, layer, setting)
    let style = CueDefaults(arguments, canvas: setting.canvas)
    let fonts = CueFonts(
      setting.fonts, request: style.request, language: style.language, script: file.script)
    track = CueTrack(
      file, width: setting.canvas.width, height: setting.canvas.height, style.defaults)
    let isScript = file.script != nil
    var setter = CueSetter(
      canvas: track.canvas, fonts: fonts, look: nil, sizesAreCells: isScript,
      lineHeight: isScript ? .natural(1) : style.lineHeight,
      features: file.script.map(CueSetter.features(of:)) ?? style.features,
      language: style.language, letterCase: isScript ? nil : style.letterCase)
    let motions = arguments[TextAnimator.animate]
    if isScript, !motions.isEmpty {
      setting.faults.warn("'animate' does nothing in an ASS script", at: layer.place)
    }
    setter.movesLetters = !isScript && !motions.isEmpty
    let partsLetters = motions.contains {
      (try? TextAnimator($0, length: Time(seconds: 1)))?.unit == .character
    }
    if setter.movesLetters, partsLetters {
      setter.features.insert(contentsOf: [.init("liga", 0), .init("clig", 0)], at: 0)
    }
    let rate = Rational(approximating: arguments[Self.rate])
    self.rate = rate
    moments = CueMoments(
      track, setter, style, coding: setting.coding, setting.budget
    ) { length in
      motions.compactMap { try? TextAnimator($0, length: length * rate) }
    }
    painter = setting.painter()
    opacity = LayerOpacity(arguments)
    offset = arguments[Self.offset].value
    speed = Rational.one.divided(by: rate) ?? .one
    try Self.warn(of: file, track, setter, path, layer, setting)
  }

  private static func refuseGeometry(_ layer: Layer) throws(RenderError) {
    let kept: [any ParameterDescription] = [
      GeometryParameters.opacity, GeometryParameters.blend, MaskParameters.masks,
    ]
    let own = Set(declaration.parameters.map(\.name) + kept.map(\.name))
    for parameter in GeometryParameters.all where !own.contains(parameter.name) {
      guard layer.arguments.isGiven(parameter) else { continue }
      throw RenderError(.notOfSubtitles(parameter: parameter.name), at: layer.place)
    }
  }

  private static func file(
    _ path: Path, _ layer: Layer, _ setting: LayerSetting
  ) throws(RenderError) -> SubtitleFile {
    let bytes = try setting.loader.data(path, at: path.place)
    do throws(SubtitleError) {
      return try SubtitleFile(
        bytes, kind: SubtitleKind(path: path.text),
        encoding: layer.arguments[encoding].encoding)
    } catch {
      throw RenderError(.subtitles(path.text, error), at: path.place)
    }
  }

  /// Tells what is odd in the file and which fonts are not there.
  private static func warn(
    of file: SubtitleFile, _ track: CueTrack, _ setter: CueSetter, _ path: Path, _ layer: Layer,
    _ setting: LayerSetting
  ) throws(RenderError) {
    if let first = file.warnings.first {
      let rest = file.warnings.count - 1
      let more = rest == 0 ? "" : ", and \(rest) more; 'vfx lint' lists them"
      setting.faults.warn("\(path.text): \(first.message)\(more)", at: path.place)
    }
    let (timed, areStyled) = file.timedCues
    if !timed.isEmpty, !areStyled, !layer.arguments.isGiven(CueParameters.future) {
      setting.faults.warn(
        "\(path.text): words have times in \(counted(timed.count, "cue")) but "
          + "appear at once; 'future' sets their colour before that", at: layer.place)
    }
    let fonts = setter.fonts
    for fault in fonts.faults { setting.faults.warn("\(path.text): \(fault)", at: path.place) }
    let letters = CueLetters(track, setter)
    for (style, _) in letters.faces {
      for warning in try fonts.stack(for: style).warnings {
        setting.faults.warn(warning, at: layer.place)
      }
    }
    for warning in try letters.warnings(fonts) {
      setting.faults.warn("\(path.text): \(warning)", at: layer.place)
    }
  }

  // MARK: One moment

  private func seen(at moment: Time) throws(RenderError) -> [SeenCue] {
    let pictures = moments.pictures(at: moment)
    let time = (moment.value - offset) * speed
    var active = track.active(at: time)
    if active.count > 1 {
      active.sort {
        (track.events[$0].layer, track.order[$0]) < (track.events[$1].layer, track.order[$1])
      }
    }
    var seen: [SeenCue] = []
    for index in active {
      let event = track.events[index]
      let state = pictures.state(of: index, at: time)
      guard state.opacity > 0 || state.look.backdrop != nil else { continue }
      var shift = Vector(
        state.shift.x * track.canvas.scaleX, state.shift.y * track.canvas.scaleY)
      if state.look.position == nil {
        guard let free = try pictures.shift(of: index, among: active) else { continue }
        shift.y += free
      }
      let artwork = try pictures.artwork(index, state.look)
      let states =
        artwork.block.sung.isEmpty
        ? pictures.states(artwork, after: Time((time - event.start) * rate)) : []
      seen.append(
        SeenCue(
          pictures: pictures, artwork: artwork, shift: shift, opacity: state.opacity,
          region: region(state), mask: state.mask,
          isLasting: event.changes.isDisjoint(
            with: state.mask == nil ? [.transform, .scroll] : [.transform, .scroll, .move]),
          states: states, time: state.time))
    }
    return seen
  }

  private func region(_ state: CueState) -> PlacedRegion? {
    guard let (box, isInverse) = state.clip else { return nil }
    let canvas = track.canvas
    func bound(_ value: Double) -> Double { min(max(value, -1e5), 1e5) }
    var region = Region(
      left: bound(box.left * canvas.scaleX), top: bound(box.top * canvas.scaleY), width: 0,
      height: 0)
    region.width = max(bound(box.right * canvas.scaleX) - region.left, 0)
    region.height = max(bound(box.bottom * canvas.scaleY) - region.top, 0)
    region.isInverted = isInverse
    return PlacedRegion(region)
  }

  func bounds(at time: Time) -> Box {
    guard opacity(at: time) > 0, let seen = try? seen(at: time) else { return .empty }
    let canvas = Box(
      x: 0, y: 0, width: Int(track.canvas.width), height: Int(track.canvas.height))
    return seen.reduce(Box.empty) { box, seen in
      let map = Affine.translation(seen.shift.x, seen.shift.y)
      let backdrop = seen.artwork.block.backdrop?.box.mapped(by: map).samples ?? .empty
      let letters = seen.artwork.artwork.bounds(through: map, seen.states)
      return box.union(letters.union(backdrop).grown(by: 3))
    }.intersection(canvas)
  }

  func draw(
    on frame: Frame, at time: Time, _ workspace: Workspace
  ) throws(RenderError) {
    let whole = Double(opacity(at: time))
    guard whole > 0 else { return }
    for seen in try seen(at: time) {
      try drawBackdrop(seen, UInt16(min(max(whole, 0), 65535).rounded()), on: frame, workspace)
      let isSung = !seen.artwork.block.sung.isEmpty
      let fade = track.isScript && seen.fadesApart ? seen.opacity : 1
      let opacity = UInt16(
        min(max(fade < 1 ? whole : whole * seen.opacity, 0), 65535).rounded())
      if isSung, opacity > 0, seen.artwork.block.turn == .identity, seen.region == nil,
        seen.mask == nil
      {
        try drawSwept(seen, fade, opacity, on: frame, workspace)
        continue
      }
      let isMoving = !seen.states.isEmpty || fade < 1
      guard opacity > 0,
        let picture = !seen.states.isEmpty
          ? seen.pictures.picture(seen.artwork, seen.states, workspace)
          : fade < 1
            ? seen.pictures.faded(seen.artwork, to: fade, workspace)
            : seen.pictures.picture(seen.artwork, isLasting: seen.isLasting, workspace)
      else { continue }
      try draw(
        picture, seen, region: seen.region, opacity, isLasting: seen.isLasting && !isMoving,
        on: frame, workspace)
      if isSung { try drawSung(seen, opacity, on: frame, workspace) }
    }
  }

  /// Draws the box behind the whole text, which neither a fade nor a clip of its event changes, as
  /// in libass 0.17.
  private func drawBackdrop(
    _ seen: SeenCue, _ opacity: UInt16, on frame: Frame, _ workspace: Workspace
  ) throws(RenderError) {
    guard
      let picture = seen.pictures.backdrop(seen.artwork, isLasting: seen.isLasting, workspace)
    else { return }
    var box = seen
    box.mask = nil
    try draw(
      picture, box, region: nil, opacity, isLasting: seen.isLasting, on: frame, workspace)
  }

  /// Draws an event of which a part is sung: some tiles as they are before, the others as they are
  /// after, so that a frame in which only the sweep moves makes nothing new.
  private func drawSwept(
    _ seen: SeenCue, _ fade: Double, _ opacity: UInt16, on frame: Frame, _ workspace: Workspace
  ) throws(RenderError) {
    let boxes = seen.artwork.block.parts(at: seen.time).filter(\.isHighlighted).map { part in
      part.box.moved(by: seen.shift).samples
    }
    let whole = Box(x: 0, y: 0, width: Int(track.canvas.width), height: Int(track.canvas.height))
    let faded = [false, true].map { isHighlighted in
      fade < 1
        ? seen.pictures.faded(seen.artwork, to: fade, highlighted: isHighlighted, workspace) : nil
    }
    for tile in CueTile.tiles(of: whole, highlighted: boxes) {
      guard
        let picture = fade < 1
          ? faded[tile.isHighlighted ? 1 : 0]
          : seen.pictures.whole(seen.artwork, highlighted: tile.isHighlighted, workspace)
      else { continue }
      try draw(
        picture, seen, region: nil, within: tile.box, opacity,
        isLasting: seen.isLasting && fade >= 1, on: frame, workspace)
    }
  }

  /// Draws the fills of what is sung over everything else of an event.
  private func drawSung(
    _ seen: SeenCue, _ opacity: UInt16, on frame: Frame, _ workspace: Workspace
  ) throws(RenderError) {
    for part in seen.artwork.block.parts(at: seen.time) {
      guard
        let fills = seen.pictures.fills(
          seen.artwork, highlighted: part.isHighlighted, workspace)
      else { continue }
      try draw(
        fills, seen, region: region(part.box, seen), opacity, isLasting: !part.isSweeping,
        on: frame,
        workspace)
    }
  }

  private func draw(
    _ picture: CuePictures.Picture, _ seen: SeenCue, region: PlacedRegion?,
    within limit: Box? = nil,
    _ opacity: UInt16,
    isLasting: Bool, on frame: Frame, _ workspace: Workspace
  ) throws(RenderError) {
    let picture =
      seen.mask.map { seen.pictures.cut(picture, by: $0, movedBy: seen.shift) } ?? picture
    let texture = picture.painting.texture
    let map = Affine.translation(
      Double(picture.painting.x) + seen.shift.x, Double(picture.painting.y) + seen.shift.y)
    let domain = Placement.Domain(
      left: 0, top: 0, right: Double(texture.width), bottom: Double(texture.height))
    let placement = Placement(domain: domain, map: map.snapped, sampling: .bicubic)
    try painter.draw(
      on: frame, picture: .frame(picture.number), placement: placement, opacity: opacity,
      isLasting: isLasting && moments.isStill, region: region, within: limit, workspace
    ) { texture }
  }

  /// The place of a fill, within its event's clip if there is one.
  private func region(_ box: Bounds, _ seen: SeenCue) -> PlacedRegion {
    let turn = seen.artwork.block.turn
    var box = box
    let isTurned = turn != .identity
    if let clip = seen.region?.region, !clip.isInverted, !isTurned {
      box.minX = max(box.minX, clip.left - seen.shift.x)
      box.minY = max(box.minY, clip.top - seen.shift.y)
      box.maxX = max(min(box.maxX, clip.left + clip.width - seen.shift.x), box.minX)
      box.maxY = max(min(box.maxY, clip.top + clip.height - seen.shift.y), box.minY)
    }
    let region = Region(left: box.minX, top: box.minY, width: box.width, height: box.height)
    return PlacedRegion(region, map: Affine.translation(seen.shift.x, seen.shift.y).after(turn))
  }

  func release() {
    painter.release()
    moments.release()
  }
}

/// The encodings that a timeline can name.
enum TextEncoding: String, Choice {
  case auto
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case windows874 = "windows-874"
  case koi8R = "koi8-r"
  case shiftJIS = "shift_jis"
  case eucJP = "euc-jp"
  case iso2022JP = "iso-2022-jp"
  case gb18030
  case gbk
  case big5
  case eucKR = "euc-kr"

  var encoding: SubtitleEncoding? {
    self == .auto ? nil : SubtitleEncoding(named: rawValue)
  }
}

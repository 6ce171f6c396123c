import Bytes
import Fonts
import Geometry
import Subtitles
import Timeline

/// What was made of events, kept for the frames that show the same.
final class CuePictures: Sendable {
  /// A block made ready to be painted.
  struct Artwork: Sendable {
    let block: CueBlock
    let artwork: TextArtwork
    /// How its letters come and go; nil for those that stand still.
    fileprivate let choreography: TextChoreography?
    /// Whether `\move` leads it about.
    fileprivate let isMoving: Bool
    fileprivate let number: Int
  }

  /// A picture, and a number that no other of the layer has.
  struct Picture: Sendable {
    let painting: TextArtwork.Painting
    let number: Int
  }

  private struct Key: Hashable {
    let event: Int
    /// Nil for an event that always looks the same.
    let look: CueLook?
  }

  /// What of a block is in a picture.
  enum Part: Hashable {
    /// All but the fills of what is sung.
    case base
    /// The fills of what is sung, as they are before and after.
    case before, after
    /// Everything, as it is before and after.
    case unsung, sung
    /// The box behind the whole text, which is in none of the others.
    case backdrop
  }

  private struct PictureKey: Hashable {
    let artwork: Int
    let part: Part
  }

  private struct CutKey: Hashable {
    let picture: Int
    let mask: CueMask
    let x: Double
    let y: Double
  }

  private struct Kept {
    var artworks: BoundedCache<Key, Artwork>
    var pictures: BoundedCache<PictureKey, Picture?>
    /// Pictures of which a part is seen.
    var cuts: BoundedCache<CutKey, Picture>
    /// Events that stay as they are, so that their tags are read once.
    var states: BoundedCache<Int, CueState>

    init(_ budget: CacheBudget) {
      // What artworks keep counts as theirs.
      artworks = BoundedCache(CacheBudget(bytes: budget.bytes))
      pictures = BoundedCache(budget / 2)
      cuts = BoundedCache(budget / 2)
      states = BoundedCache(budget / 256)
    }
  }

  private static let mostArtworks = 24

  /// How letters come and go, of an event of some length; none where they stand still.
  private let animators: @Sendable (Time) -> [TextAnimator]
  private let track: CueTrack
  private let setter: CueSetter
  private let ink: InkSetting
  private let budget: CacheBudget
  private let frame: Box
  /// What all events know of letters.
  private let inks: GlyphInks
  private let numbers: Numbers
  private let kept: Mutex<Kept>
  /// By layers. Their lock is taken before that of what is kept.
  private let stacks = Mutex<[Int: CueStack]>([:])

  /// Numbers that are given once.
  final class Numbers: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }

  init(
    _ track: CueTrack, _ setter: CueSetter, coding: ColorCoding, _ budget: CacheBudget,
    inks: GlyphInks, numbers: Numbers, animators: @escaping @Sendable (Time) -> [TextAnimator]
  ) {
    self.animators = animators
    self.track = track
    self.setter = setter
    ink = InkSetting(coding: coding, side: min(setter.canvas.width, setter.canvas.height))
    self.budget = budget
    kept = Mutex(Kept(budget))
    self.inks = inks
    self.numbers = numbers
    frame = Box(x: 0, y: 0, width: Int(setter.canvas.width), height: Int(setter.canvas.height))
  }

  // MARK: Blocks

  /// What an event looks like at a time at which it is seen.
  func state(of index: Int, at time: Rational) -> CueState {
    let event = track.events[index]
    guard event.changes.isDisjoint(with: [.move, .fade, .transform, .scroll]) else {
      return track.state(of: index, at: time)
    }
    var state = kept.withLock { kept in
      kept.states.value(for: index, bytes: { _ in MemoryLayout<CueState>.stride }) {
        track.state(of: index, at: time)
      }
    }
    if event.changes.contains(.karaoke) {
      state.time = ((time - event.start) * Rational(1000)).double
    }
    return state
  }

  /// The block of an event that looks so.
  func artwork(_ event: Int, _ look: CueLook) throws(RenderError) -> Artwork {
    let isSame = track.events[event].changes.isDisjoint(with: [.transform, .scroll])
    let key = Key(event: event, look: isSame ? nil : look)
    let place = look.place(track.events[event].place)
    let isMoving = track.events[event].changes.contains(.move)
    let result = kept.withLock { kept -> Result<Artwork, RenderError> in
      if let found = kept.artworks.find(key) { return .success(found) }
      do throws(RenderError) {
        let block = try setter.block(look, place)
        let artwork = TextArtwork(block.base, ink, budget / 16, inks: inks)
        let made = Artwork(
          block: block, artwork: artwork, choreography: choreography(event, artwork),
          isMoving: isMoving, number: numbers.next())
        kept.artworks.insert(made, for: key, bytes: budget.bytes / Self.mostArtworks)
        return .success(made)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func choreography(_ event: Int, _ artwork: TextArtwork) -> TextChoreography? {
    guard setter.movesLetters else { return nil }
    let length = track.events[event].end - track.events[event].start
    return TextChoreography(
      animators(Time(length)), artwork.scene.atoms, isBlank: artwork.blankAtoms,
      size: track.size ?? track.events[event].style.size)
  }

  /// How the letters of an event are seen so long after its start; empty when all are at rest.
  func states(_ artwork: Artwork, after time: Time) -> [AtomState] {
    artwork.choreography?.states(at: time) ?? []
  }

  /// The picture of a block whose letters move; nil when nothing of it is seen.
  func picture(
    _ artwork: Artwork, _ states: [AtomState], _ workspace: Workspace
  ) -> Picture? {
    artwork.artwork.picture(through: .identity, states, clip: frame, keptFor: frame, workspace).map
    {
      Picture(painting: $0, number: numbers.next())
    }
  }

  /// The picture of a block; nil when nothing of it is seen.
  ///
  /// - Parameter isLasting: whether other frames need the same; they wait while it is made.
  func picture(_ artwork: Artwork, isLasting: Bool, _ workspace: Workspace) -> Picture? {
    func paint() -> TextArtwork.Painting? {
      artwork.artwork.picture(through: .identity, clip: clip(artwork), workspace)
    }
    guard isLasting else {
      return paint().map { Picture(painting: $0, number: numbers.next()) }
    }
    return picture(PictureKey(artwork: artwork.number, part: .base), paint)
  }

  /// The picture of the box behind the whole text of a block; nil when nothing of it is seen.
  ///
  /// - Parameter isLasting: whether other frames need the same.
  func backdrop(_ artwork: Artwork, isLasting: Bool, _ workspace: Workspace) -> Picture? {
    guard let scene = artwork.block.backdropScene else { return nil }
    func paint() -> TextArtwork.Painting? {
      TextArtwork(scene, ink, CacheBudget(bytes: 0), inks: inks)
        .picture(through: .identity, clip: clip(artwork), workspace)
    }
    guard isLasting else {
      return paint().map { Picture(painting: $0, number: numbers.next()) }
    }
    return picture(PictureKey(artwork: artwork.number, part: .backdrop), paint)
  }

  /// The fills of what is sung; nil when nothing of them is seen.
  func fills(_ artwork: Artwork, highlighted: Bool, _ workspace: Workspace) -> Picture? {
    picture(PictureKey(artwork: artwork.number, part: highlighted ? .after : .before)) {
      TextArtwork(
        artwork.block.fills(highlighted: highlighted), ink, CacheBudget(bytes: 0),
        inks: inks
      )
      .picture(through: .identity, clip: clip(artwork), workspace)
    }
  }

  /// All of a block, before or after it is sung; nil when nothing of it is seen.
  func whole(_ artwork: Artwork, highlighted: Bool, _ workspace: Workspace) -> Picture? {
    picture(PictureKey(artwork: artwork.number, part: highlighted ? .sung : .unsung)) {
      TextArtwork(artwork.block.whole(highlighted: highlighted), like: artwork.artwork)
        .picture(through: .identity, clip: clip(artwork), workspace)
    }
  }

  /// The picture of a block that fades; nil when nothing of it is seen.
  ///
  /// - Parameter highlighted: whether it is as after it is sung, or before; nil where none of it is.
  func faded(
    _ artwork: Artwork, to share: Double, highlighted: Bool? = nil, _ workspace: Workspace
  ) -> Picture? {
    TextArtwork(artwork.block.faded(to: share, highlighted: highlighted), like: artwork.artwork)
      .picture(through: .identity, clip: clip(artwork), workspace)
      .map { Picture(painting: $0, number: numbers.next()) }
  }

  /// What of a picture that is moved by `shift` is seen through a mask.
  func cut(_ picture: Picture, by mask: CueMask, movedBy shift: Vector) -> Picture {
    let key = CutKey(picture: picture.number, mask: mask, x: shift.x, y: shift.y)
    if let found = kept.withLock({ $0.cuts.find(key) }) { return found }
    let made = Picture(
      painting: mask.cut(picture.painting, movedBy: shift, setter.canvas), number: numbers.next())
    _ = kept.withLock {
      $0.cuts.insert(made, for: key, bytes: made.painting.texture.byteCount)
    }
    return made
  }

  private func picture(
    _ key: PictureKey, _ make: () -> TextArtwork.Painting?
  ) -> Picture? {
    kept.withLock { kept in
      kept.pictures.value(for: key, bytes: { $0?.painting.texture.byteCount ?? 0 }) {
        make().map { Picture(painting: $0, number: numbers.next()) }
      }
    }
  }

  /// The frame, with some of what is around it for what moves in.
  private func clip(_ artwork: Artwork) -> Box {
    artwork.isMoving ? frame.grown(by: min(max(frame.width, frame.height) / 2, 1024)) : frame
  }

  // MARK: Collisions

  /// How far down an event is moved so that it covers none that was there before it; text at the
  /// bottom goes up. Nil when there is no room for it in the picture.
  ///
  /// - Parameter active: the events that are seen with it.
  func shift(of index: Int, among active: [Int]) throws(RenderError) -> Double? {
    if let region = track.events[index].place.region {
      let later = active.filter { $0 > index && track.events[$0].place.region == region }
      return try -height(of: later)
    }
    let layer = track.events[index].layer
    // A closure of the lock can't say what it throws.
    let result = stacks.withLock { stacks -> Result<Double?, RenderError> in
      if stacks.isEmpty {
        stacks = track.lanes.mapValues { CueStack($0, height: setter.canvas.height) }
      }
      do throws(RenderError) {
        return .success(
          try stacks[layer]?.shift(
            of: index, strip: { self.strip($0) },
            slot: { (event) throws(RenderError) in try self.slot(event) }) ?? nil)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// How high events are that stand beneath each other, as those of a region of WebVTT do (7.3): the
  /// last that came is at its bottom, and pushes those before it up.
  private func height(of events: [Int]) throws(RenderError) -> Double {
    var height = 0.0
    for index in events {
      let look = track.state(of: index, at: track.events[index].start).look
      let block = try artwork(index, look).block
      height += max(block.box.height - 2 * block.border, 0).rounded(.up)
    }
    return height
  }

  /// The look of an event when it appears; nil when it neither gives way to others nor they to it:
  /// it has a region or a place of its own, a point that it turns about, a `\t` or an effect, as in libass.
  private func stackedLook(_ index: Int) -> CueLook? {
    let event = track.events[index]
    if let line = event.place.line, line.moves == .never { return nil }
    guard !event.transforms, event.effect == nil, event.place.region == nil else { return nil }
    let look = track.state(of: index, at: event.start).look
    return look.position == nil && look.origin == nil ? look : nil
  }

  /// What the block of an event covers in any case, so that none is laid out in vain.
  private func strip(_ index: Int) -> CueStack.Strip? {
    guard let look = stackedLook(index) else { return nil }
    let (place, canvas) = (look.place(track.events[index].place), setter.canvas)
    guard place.line == nil else { return nil }
    let across = Double((look.alignment + 2) % 3) / 2
    let left = place.left * canvas.scaleX
    let right = canvas.width - place.right * canvas.scaleX
    let margin = place.vertical * canvas.scaleY
    // Within the block, and not at its very edge.
    let x = left + (right - left) * across + (across == 0 ? 0.5 : across == 1 ? -0.5 : 0)
    switch look.alignment {
    case ...3: return .init(x: x, y: canvas.height - margin, goesUp: true)
    case ...6: return .init(x: x, y: canvas.height / 2, goesUp: false)
    default: return .init(x: x, y: margin, goesUp: false)
    }
  }

  /// What a block takes from others: in a script whole rows, of which the last one is not counted
  /// if it is not full, as in libass.
  private func slot(_ index: Int) throws(RenderError) -> CueSlot? {
    guard let look = stackedLook(index) else { return nil }
    let block = try artwork(index, look).block
    guard !block.scene.shapes.isEmpty || !block.scene.backings.isEmpty else { return nil }
    var slot = CueSlot(box: block.box, way: look.alignment <= 3 ? .up : .down)
    if let line = track.events[index].place.line {
      if case .steps(let step) = line.moves {
        slot.way = .steps(step * setter.canvas.scaleY)
      } else {
        slot.way = .nearest
      }
      // Lines stand right beneath each other, whatever their outlines.
      slot.box.minY += block.border
      slot.box.maxY -= block.border
    }
    guard track.isScript else { return slot }
    let height = slot.box.height.rounded(.down)
    slot.box.minY.round(.down)
    slot.box.maxY = slot.box.minY + height
    return slot
  }

  /// Forgets everything.
  func release() {
    kept.withLock { $0 = Kept(budget) }
    stacks.withLock { $0 = [:] }
  }
}

import Bytes
import Fonts
import Geometry
import Timeline

/// How the words of a caption move, which of them are highlighted, and where the box is.
struct CaptionMotion {
  private let cue: CaptionTrack.Cue
  private let atoms: [TextScene.Atom]
  /// The word of each atom; blanks go with the word before them.
  private let words: [Int]
  /// What each word takes of its line, and which atoms it has.
  private let boxes: [Bounds?]
  private let ranges: [Range<Int>]

  init(_ cue: CaptionTrack.Cue, _ atoms: [TextScene.Atom]) {
    (self.cue, self.atoms) = (cue, atoms)
    var words: [Int] = []
    var boxes = [Bounds?](repeating: nil, count: cue.words.count)
    var ranges = [Range<Int>](repeating: 0..<0, count: cue.words.count)
    for (index, atom) in atoms.enumerated() {
      let word = Self.word(of: atom.character, in: cue.words)
      words.append(word)
      guard cue.words.indices.contains(word),
        cue.words[word].characters.contains(atom.character)
      else { continue }
      boxes[word] = boxes[word]?.union(atom.box) ?? atom.box
      let range = ranges[word]
      ranges[word] =
        range.isEmpty
        ? index..<index + 1 : min(range.lowerBound, index)..<max(range.upperBound, index + 1)
    }
    (self.words, self.boxes, self.ranges) = (words, boxes, ranges)
  }

  /// The last word that begins at a character or before it.
  private static func word(of character: Int, in words: [CaptionTrack.Word]) -> Int {
    var (low, high) = (0, words.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if words[middle].characters.lowerBound <= character { low = middle } else { high = middle }
    }
    return low
  }

  /// How each atom is seen at a time of the file.
  ///
  /// - Parameters:
  ///   - size: of the letters.
  ///   - highlights: whether the word that is spoken has a colour of its own.
  func states(
    _ animators: [TextAnimator], size: Double, highlights: Bool, at time: Rational
  ) -> [AtomState] {
    let made = cue.words.indices.map { word in
      state(of: word, animators, size: size, at: time)
    }
    let karaoke = animators.first { $0.kind == .karaoke }
    var isAtRest = true
    let states = atoms.indices.map { index in
      let word = words[index]
      guard made.indices.contains(word) else { return AtomState.rest }
      var state = made[word]
      let share =
        karaoke.map { swept(word, $0, at: time) }
        ?? (highlights && isSpoken(word, at: time) ? 1 : 0)
      if share > 0, let box = boxes[word] {
        // Letters may reach beyond their boxes.
        let whole = share >= 1 ? AtomState.far : 0
        state.sweep =
          atoms[index].isRightToLeft
          ? box.maxX - share * box.width - whole : box.minX + share * box.width + whole
      }
      if state != .rest { isAtRest = false }
      return state
    }
    return isAtRest ? [] : states
  }

  private func isSpoken(_ word: Int, at time: Rational) -> Bool {
    cue.words[word].start <= time && time < cue.words[word].end
  }

  private func state(
    of word: Int, _ animators: [TextAnimator], size: Double, at time: Rational
  ) -> AtomState {
    var state = AtomState()
    guard let box = boxes[word] else { return state }
    let time = time - cue.words[word].start
    for animator in animators {
      let opacity = state.opacity
      animator.apply(
        to: &state, rank: 0, last: 0, middle: box.center, size: size,
        at: Time(time))
      // A word that moves is there from its start on.
      if time >= .zero, animator.kind != .fade, animator.kind != .blurIn { state.opacity = opacity }
    }
    return state
  }

  /// How far karaoke has swept over a word.
  private func swept(_ word: Int, _ animator: TextAnimator, at time: Rational) -> Double {
    let (start, end) = (cue.words[word].start, cue.words[word].end)
    if time < start { return 0 }
    guard time < end, let share = (time - start).divided(by: end - start) else { return 1 }
    return min(max(animator.ease(share), 0), 1)
  }

  // MARK: The box

  /// The box behind the word that is spoken, without its padding, and the word's atoms; nil between
  /// words.
  ///
  /// For the first `glide` seconds of a word it is on its way from the word before, if that stands
  /// in the same line.
  func box(glide: Rational, at time: Rational) -> (box: Bounds, atoms: Range<Int>)? {
    guard let word = cue.words.indices.last(where: { isSpoken($0, at: time) }),
      let target = boxes[word]
    else { return nil }
    let passed = time - cue.words[word].start
    guard word > 0, cue.words[word - 1].line == cue.words[word].line, let start = boxes[word - 1],
      passed < glide, let share = passed.divided(by: glide)
    else { return (target, ranges[word]) }
    // It slows down as it arrives: 1 - (1 - x)^3.
    let left = 1 - share.double
    let way = 1 - left * left * left
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * way }
    let box = Bounds(
      minX: mix(start.minX, target.minX), minY: mix(start.minY, target.minY),
      maxX: mix(start.maxX, target.maxX), maxY: mix(start.maxY, target.maxY))
    return (box, ranges[word])
  }
}

import Geometry
import Shapes

// A text whose letters move.
extension LottieLettering {
  /// How high letters are that have no other measure, in their size, as lottie-web has it.
  private static let height = 1.2 * 0.714

  /// What it draws at a frame, the uppermost first.
  func drawings(at frame: Double, _ gathering: inout ShapeGathering) -> [LottieDrawing] {
    let base = LetterLook(
      fill: fill, line: line ?? emptyLine, lineWidth: line == nil ? 0 : lineWidth)
    var looks = [LetterLook](repeating: base, count: letters.count)
    for animator in animators {
      gathering.budget.spend(
        letters.count * (1 + animator.selectors.count) * LottieBudget.Cost.letter)
      guard !gathering.budget.isSpent else { return [] }
      LetterChange(animator, at: frame)
        .change(&looks, animator.weights(of: self, at: frame))
    }
    let steps = tracked(looks)
    let pivots = pivots(at: frame)
    if let course {
      let points = course.path.value(at: frame).count / 6
      gathering.budget.spend(points * LottieBudget.Cost.measure)
    }
    let course = course.flatMap { TextCourse($0, letters, at: frame) }
    var drawings: [LottieDrawing] = []
    for (index, letter) in letters.enumerated() where !letter.paths.isEmpty {
      guard !gathering.budget.isSpent else { break }
      let look = looks[index]
      let place = Vector(letter.place.x + steps[index], letter.place.y)
      let pivot = pivots[index].step(from: letter.place)
      let ground =
        course?.map(
          of: index, pivot: Vector(place.x + pivot.x, place.y + pivot.y), moved: look.position)
        ?? .translation(
          place.x + pivot.x + look.position.x, place.y + pivot.y + look.position.y)
      let map = ground.after(look.map).after(.translation(-pivot.x, -pivot.y))
      guard map.isBounded(by: 1e9) else { continue }
      drawings.append(
        .group(gathering.gather(items(letter, look)).drawings, map, opacity: 1))
    }
    return drawings.reversed()
  }

  /// The colour of lines that animators add.
  private var emptyLine: [Double]? {
    animators.contains { $0.line != nil && $0.lineWidth != nil } ? [0, 0, 0] : nil
  }

  private func items(_ letter: LottieLetter, _ look: LetterLook) -> [LottieItem] {
    func style(_ color: [Double], _ opacity: Double, _ line: LottieLine?) -> LottieItem {
      .style(
        LottieStyle(
          ink: .color(LottieTrack(color), whole: 1),
          opacity: LottieTrack([opacity * look.opacity * 100]), rule: .nonzero, line: line,
          blend: .normal))
    }
    var items = [
      LottieItem.group(letter.paths, LottieTransform(at: Vector(0, 0), scale: size / 100))
    ]
    if let fill = look.fill { items.append(style(fill, look.fillOpacity, nil)) }
    if let color = look.line, look.lineWidth > 0 {
      let line = style(color, look.lineOpacity, LottieLine(ofText: look.lineWidth))
      items.insert(line, at: isLineAbove ? 1 : items.count)
    }
    return items
  }

  /// How far letters move along their lines by what is added between them: half of it before each
  /// and half behind, but none at the ends of lines.
  private func tracked(_ looks: [LetterLook]) -> [Double] {
    var steps = [Double](repeating: 0, count: letters.count)
    var start = 0
    while start < letters.count {
      let end = letters[start...].firstIndex { $0.line != letters[start].line } ?? letters.count
      var sum = 0.0
      for index in start..<end {
        if index > start { sum += looks[index].tracking / 2 }
        steps[index] = sum
        if index < end - 1 { sum += looks[index].tracking / 2 }
      }
      for index in start..<end { steps[index] -= sum * share }
      start = end
    }
    return steps
  }

  /// What each letter is turned and scaled about.
  private func pivots(at frame: Double) -> [Vector] {
    let alignment = alignment.vector(at: frame)
    var pivots: [Vector] = []
    var start = 0
    while start < letters.count {
      let end = groupEnd(from: start)
      let first = letters[start..<end].first { !$0.isBlank } ?? letters[start]
      let last = letters[start..<end].last { !$0.isBlank } ?? letters[end - 1]
      let (left, right) = (first.place.x, last.place.x + last.width)
      let pivot = Vector(
        (left + right) / 2 + (right - left) / 2 * alignment.x / 100,
        first.place.y + Self.height * size * alignment.y / 100)
      for _ in start..<end { pivots.append(pivot) }
      start = end
    }
    return pivots
  }

  /// Behind which letter those end that are turned together with one.
  private func groupEnd(from start: Int) -> Int {
    let rest = letters[start...]
    let line = letters[start].line
    switch grouping {
    case .letter: return start + 1
    case .all: return letters.count
    case .line: return rest.firstIndex { $0.line != line } ?? letters.count
    case .word:
      let isBlank = letters[start].isBlank
      return rest.firstIndex { $0.line != line || $0.isBlank != isBlank } ?? letters.count
    }
  }
}

/// A path that letters follow, as it stands at a frame.
private struct TextCourse {
  private let course: PathCourse
  private let turnsLetters: Bool
  /// How far on the path what is at 0 of each letter's line is.
  private let starts: [Double]
  /// Where the middles of letters are, where they are spread over all of it.
  private let middles: [Double]?

  init?(_ course: LottieTextCourse, _ letters: [LottieLetter], at frame: Double) {
    var contour = LottieContour(course.path.value(at: frame))
    if course.isReversed.number(at: frame) >= 0.5 { contour = contour.reversed }
    guard contour.isBounded, let made = contour.contour else { return nil }
    self.course = PathCourse(ShapePath([made]))
    let length = self.course.length
    guard length > 0, length < LottieLimits.number else { return nil }
    turnsLetters = course.turnsLetters.number(at: frame) >= 0.5
    let (first, last) = (course.first.number(at: frame), course.last.number(at: frame))
    // Lines that begin left of 0 are those of the middle or of the right.
    var lefts: [Int: Double] = [:]
    for letter in letters {
      lefts[letter.line] = min(lefts[letter.line] ?? .infinity, letter.place.x)
    }
    starts = letters.map { letter in
      let share = letter.lineWidth > 0 ? -(lefts[letter.line] ?? 0) / letter.lineWidth : 0
      return first + length * min(max(share, 0), 1)
    }
    guard course.fillsPath.number(at: frame) >= 0.5, letters.count > 1,
      let (one, other) = letters.first.map({ ($0.width / 2, letters[letters.count - 1].width / 2) })
    else {
      middles = nil
      return
    }
    let step = (length + last - first - one - other) / Double(letters.count - 1)
    middles = letters.indices.map { first + one + step * Double($0) }
  }

  /// Where the place stands about which a letter is turned; nil beyond what is a path.
  func map(of index: Int, pivot: Vector, moved: Vector) -> Affine? {
    let along = (middles?[index] ?? starts[index] + pivot.x) + moved.x
    guard let (point, way) = course.place(at: along / course.length) else { return nil }
    let ground = Affine.translation(point.x, point.y)
    let up = Affine.translation(0, pivot.y + moved.y)
    guard turnsLetters else { return ground.after(up) }
    return ground.after(Affine(a: way.x, b: way.y, c: -way.y, d: way.x, tx: 0, ty: 0)).after(up)
  }
}

extension LottieLine {
  /// The line around letters.
  init(ofText width: Double) {
    self.init(
      width: LottieTrack([width]), cap: .butt, join: .miter, miterLimit: LottieTrack([4]),
      dashes: [], dashOffset: LottieTrack([0]))
  }
}

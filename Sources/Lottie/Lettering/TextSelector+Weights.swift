import Bytes
import Timeline

// How much the letters of a text are changed: as lottie-web counts.
extension LottieTextAnimator {
  /// How much each letter is changed at a frame, from -1 to 1.
  func weights(of lettering: LottieLettering, at frame: Double) -> [Double] {
    guard let first = selectors.first else {
      return [Double](repeating: 1, count: lettering.letters.count)
    }
    let isFull = [.subtract, .intersect, .least].contains(first.mode)
    var weights = [Double](repeating: isFull ? 1 : 0, count: lettering.letters.count)
    for selector in selectors {
      let (places, count) = selector.basis.places(lettering.letters)
      let range = selector.range(of: count, at: frame)
      let shuffled = selector.isShuffled ? Self.shuffled(count) : []
      for (letter, place) in places.enumerated() {
        let place = place < shuffled.count ? shuffled[place] : place
        weights[letter] = selector.mode.formula(weights[letter], range.weight(Double(place)))
      }
    }
    return weights
  }

  /// Numbers in no order, always the same.
  private static func shuffled(_ count: Int) -> [Int] {
    func key(_ number: Int) -> UInt32 {
      var bits = UInt32(truncatingIfNeeded: number) &* 0x9E37_79B9
      bits = (bits ^ bits >> 15) &* 0x85EB_CA6B
      return bits ^ bits >> 13
    }
    return Array(0..<count).sorted { (key($0), $0) < (key($1), $1) }
  }
}

extension LottieTextSelector.Mode {
  fileprivate func formula(_ before: Double, _ own: Double) -> Double {
    let value: Double =
      switch self {
      case .add: before + own
      case .subtract: before - own
      case .intersect: before * own
      case .least: min(before, own)
      case .most: max(before, own)
      case .difference: (before - own).magnitude
      }
    return min(max(value, -1), 1)
  }
}

extension LottieTextSelector.Basis {
  /// The number of what each letter belongs to, and how many there are.
  fileprivate func places(_ letters: [LottieLetter]) -> (places: [Int], count: Int) {
    var places: [Int] = []
    var count = 0
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : nil
      let isLineEnd = next?.line != letter.line
      places.append(count)
      let isCounted =
        switch self {
        case .letters: true
        case .lettersWithoutBlanks: !letter.isBlank
        // A word ends where blanks begin; those before the first word of a line belong to that.
        case .words: !letter.isBlank && (isLineEnd || next?.isBlank == true)
        case .lines: isLineEnd
        }
      if isCounted { count += 1 }
    }
    return (places, count)
  }
}

extension LottieTextSelector {
  /// The range at a frame, of so many things that are counted.
  fileprivate func range(of count: Int, at frame: Double) -> SelectorRange {
    let unit = isCounted ? 1 : Double(count) / 100
    let offset = offset.number(at: frame) * unit
    let start = start.number(at: frame) * unit + offset
    let end = (end.map { $0.number(at: frame) * unit } ?? Double(count)) + offset
    let (high, low) = (easeHigh.number(at: frame) / 100, easeLow.number(at: frame) / 100)
    func limited(_ value: Double) -> Double { min(max(value, 0), 1) }
    let isEased = high != 0 || low != 0
    return SelectorRange(
      figure: figure, start: min(start, end), end: max(start, end),
      easing: isEased
        ? CubicBezier(
          limited(low), limited(-low), 1 - limited(high), 1 - limited(-high)) : nil,
      smoothness: limited(smoothness.number(at: frame, 100) / 100),
      amount: min(max(amount.number(at: frame, 100) / 100, -1), 1))
  }
}

/// A range as it stands at a frame.
private struct SelectorRange {
  let figure: LottieTextSelector.Figure
  let start: Double
  let end: Double
  let easing: CubicBezier?
  let smoothness: Double
  let amount: Double

  /// How much what has a number is changed.
  func weight(_ number: Double) -> Double {
    var weight = share(number)
    if let easing { weight = easing(weight) }
    if figure == .square, smoothness < 1 {
      // Less than a whole one begins later and ends sooner.
      weight = min(max((weight - 0.5) / max(smoothness, 1e-8) + 0.5, 0), 1)
    }
    return weight * amount
  }

  private func share(_ number: Double) -> Double {
    if figure == .square { return max(min(number + 1, end) - max(number, start), 0) }
    let width = end - start
    let place: Double =
      width > 1e-9
      ? min(max((number + 0.5 - start) / width, 0), 1) : number >= end ? 1 : 0
    switch figure {
    case .square: return 1
    case .rampUp: return place
    case .rampDown: return 1 - place
    case .triangle: return 1 - (2 * place - 1).magnitude
    case .round:
      return max(1 - (2 * place - 1) * (2 * place - 1), 0).squareRoot()
    case .smooth: return (1 - Maths.cos(2 * .pi * place)) / 2
    }
  }
}

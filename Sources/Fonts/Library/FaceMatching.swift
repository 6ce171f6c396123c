/// The choice of a face of a family (CSS Fonts 4, 5.2, "Matching font styles").
enum FaceMatching {
  /// The face that comes nearest to a request: by width, then by style, then by weight. Of equal
  /// ones the first is taken.
  static func best(of faces: [FontFace], for request: FontRequest) -> FontFace? {
    var left = nearest(faces, to: request.width, range: \.widths) { value, wanted in
      // Up to the normal width, narrower ones are tried first; wider ones beyond it.
      (value < wanted) == (wanted <= 100)
    }
    let fitting = left.filter { request.isItalic ? $0.canLean : $0.canStand }
    if !fitting.isEmpty { left = fitting }
    return weighed(left, to: request.weight).first
  }

  private static func weighed(_ faces: [FontFace], to weight: Double) -> [FontFace] {
    if weight >= 400, weight <= 500 {
      // Heavier ones up to 500, then lighter ones, then the rest.
      let exact = faces.filter { $0.weights.contains(weight) }
      if !exact.isEmpty { return exact }
      let medium = faces.filter { $0.weights.lowerBound > weight && $0.weights.lowerBound <= 500 }
      if !medium.isEmpty {
        return nearest(medium, to: weight, range: \.weights) { $0 > $1 }
      }
      return nearest(faces, to: weight, range: \.weights) { $0 < $1 }
    }
    return nearest(faces, to: weight, range: \.weights) { value, wanted in
      (value < wanted) == (wanted < 400)
    }
  }

  /// The faces whose range has the value; else those nearest to it on the side that `isFirst`
  /// wants; else those nearest on the other side.
  private static func nearest(
    _ faces: [FontFace], to wanted: Double, range: (FontFace) -> ClosedRange<Double>,
    isFirst: (_ value: Double, _ wanted: Double) -> Bool
  ) -> [FontFace] {
    var best: (isFirst: Bool, distance: Double)?
    var chosen: [FontFace] = []
    for face in faces {
      let range = range(face)
      let value = min(max(wanted, range.lowerBound), range.upperBound)
      let distance = (value - wanted).magnitude
      let isGood = distance == 0 || isFirst(value, wanted)
      let rank = (isFirst: isGood, distance: distance)
      if let present = best {
        if rank == present {
          chosen.append(face)
          continue
        }
        let isBetter =
          rank.isFirst == present.isFirst
          ? rank.distance < present.distance : rank.isFirst
        guard isBetter else { continue }
      }
      best = rank
      chosen = [face]
    }
    return chosen
  }
}

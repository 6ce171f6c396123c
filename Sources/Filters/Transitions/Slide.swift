import Timeline
import Y4M

/// Pictures that move over one another, or one behind the other.
struct Slide: Transition {
  static let room = TransitionRoom.canvas

  /// What moves.
  private enum Kind: String, CaseIterable {
    case slide
    case cover
    case reveal
    case push

    var summary: String {
      switch self {
      case .slide: "The next picture moves in and pushes the other one out, at even speed."
      case .cover: "The next picture moves in over the other one."
      case .reveal: "The outgoing picture moves out and uncovers the next one."
      case .push:
        "The next picture pushes the other one out, with a gentle start and a gentle end."
      }
    }

    /// The summary of a name with a direction.
    func summary(_ direction: TransitionDirection) -> String {
      let way = direction.isHorizontal ? "to the \(direction)" : "\(direction)wards"
      return switch self {
      case .slide, .push: "The next picture moves in and pushes the other one out, \(way)."
      case .cover: "The next picture moves in over the other one, \(way)."
      case .reveal: "The outgoing picture moves out \(way) and uncovers the next one."
      }
    }
  }

  static let direction = TransitionParameters.direction(.left, "Where the pictures move to.")
  static let pushDirection = TransitionParameters.direction(.right, "Where the pictures move to.")

  static let variants: [TransitionVariant] =
    Kind.allCases.map {
      TransitionVariant(
        $0.rawValue, $0.summary, example: #""direction": "up""#,
        [$0 == .push ? pushDirection : direction])
    }
    + [Kind.slide, .cover, .reveal].flatMap { kind in
      TransitionDirection.allCases.map {
        TransitionVariant(kind.rawValue + $0.rawValue, kind.summary($0))
      }
    }

  private let kind: Kind
  private let direction: TransitionDirection

  init(_ variant: String, _ setting: TransitionSetting) {
    let kind = Kind.allCases.first { variant.hasPrefix($0.rawValue) } ?? .slide
    let preset = TransitionDirection(rawValue: String(variant.dropFirst(kind.rawValue.count)))
    self.kind = kind
    direction =
      preset ?? setting.arguments[kind == .push ? Self.pushDirection : Self.direction]
  }

  func draw(_ job: TransitionJob, progress: Double, at time: Time) {
    let side = direction.isHorizontal ? job.width : job.height
    let progress = kind == .push ? Self.gentle(progress) : progress
    let rest = Int((1 - Float(progress)) * Float(side))
    let isBackward = direction.isBackward
    let seam = isBackward ? rest : side - rest
    func part(_ isNext: Bool, _ shift: Int) -> MoveKernel.Part {
      let isMoved = isNext ? kind != .reveal : kind != .cover
      return MoveKernel.Part(isNext: isNext, shift: isMoved ? shift : 0)
    }
    job.run(
      MoveKernel(
        isHorizontal: direction.isHorizontal, seam: seam, before: part(!isBackward, side - seam),
        behind: part(isBackward, -seam)))
  }

  /// Quadratic easing at both ends.
  static func gentle(_ progress: Double) -> Double {
    let rest = 1 - progress
    return progress < 0.5 ? 2 * progress * progress : 1 - 2 * rest * rest
  }
}

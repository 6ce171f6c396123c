import Bytes
import Images

/// An animation as pictures in a row, which change often enough to be on time in any film.
struct LottieFrames: DrawnAnimation {
  /// How many pictures there are in a second, at least.
  private static let rate = 240.0
  /// The most pictures of all.
  private static let most = 60_000.0

  let delays: [Rational]
  let lacks: [String]
  private let animation: LottieAnimation
  /// How many pictures a frame of the animation has.
  private let steps: Int

  var width: Int { animation.width }
  var height: Int { animation.height }
  var missingFonts: [String] { animation.missingFonts }

  init(_ animation: LottieAnimation) {
    self.animation = animation
    lacks = animation.lacks + (animation.stops() ? ["more than is drawn of one picture"] : [])
    let length = animation.length
    guard length > .one else {
      (steps, delays) = (1, [.zero])
      return
    }
    let wanted = (Self.rate / animation.rate.double).rounded(.up)
    let steps = Int(max(min(wanted, (Self.most / length.double).rounded(.down)), 1))
    let frame = Rational.one.divided(by: animation.rate) ?? .one
    let step = frame * Rational(reducing: 1, over: Int128(steps))
    let count = Int((length.double * Double(steps)).rounded(.up))
    // The last one is shorter where the animation ends between two.
    let rest = length * frame - step * Rational(reducing: Int128(count - 1), over: 1)
    delays = [Rational](repeating: step, count: count - 1) + [max(rest, .zero)]
    self.steps = steps
  }

  func picture(_ index: Int, width: Int, height: Int) -> Picture {
    animation.picture(at: Double(index) / Double(steps), width: width, height: height)
  }
}

extension ImageFile {
  /// Reads an animation.
  ///
  /// - Parameter files: gives pictures that lie beside it, by their names.
  /// - Throws: ``ImageError`` when it is broken.
  package init(lottie bytes: [UInt8], files: (String) -> [UInt8]?) throws(ImageError) {
    do throws(LottieError) {
      self.init(LottieFrames(try LottieAnimation(parsing: bytes, files: files)), format: .lottie)
    } catch {
      switch error {
      case .malformed(let what, let byte): throw .malformed(.animation(what), at: .byte(byte))
      case .unsupported(let what): throw .unsupported(.animation(what), at: .byte(0))
      case .truncated(let byte): throw .truncated(at: .byte(byte))
      }
    }
  }
}

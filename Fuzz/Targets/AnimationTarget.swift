import Images
import Lottie

/// Reads an animation, and draws it small at its ends and between two of its frames.
enum AnimationTarget {
  static func run(_ bytes: [UInt8]) {
    _ = LottieAnimation.isLikely(bytes)
    let animation: LottieAnimation
    do throws(LottieError) {
      animation = try LottieAnimation(parsing: bytes)
    } catch {
      precondition(!"\(error)".isEmpty)
      return
    }
    precondition(animation.width > 0 && animation.height > 0)
    precondition(animation.rate > .zero && animation.length > .zero)
    for share in [0, 0.37, 1] {
      let frame = animation.length.double * share
      let picture = animation.picture(at: frame, width: 48, height: 32)
      precondition(picture.width == 48 && picture.height == 32)
      // A picture does not depend on those before it.
      if share > 0 { precondition(picture == animation.picture(at: frame, width: 48, height: 32)) }
    }
  }
}

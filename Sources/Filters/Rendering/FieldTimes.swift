import Bytes
import Timeline
import Y4M

/// The fields of an interlaced frame: every other line is of another time.
package struct FieldTimes: Hashable, Sendable {
  /// Whether the lines of the first field are the first, the third and so on.
  private let isTopFirst: Bool
  /// How much later the second field is than the first, which has the frame's time.
  package let distance: Time

  /// The fields of frames of a rate; nil where frames have none, or where each frame says it
  /// itself.
  package init?(_ interlacing: Interlacing, rate: FrameRate) {
    switch interlacing {
    case .topFieldFirst: isTopFirst = true
    case .bottomFieldFirst: isTopFirst = false
    case .progressive, .unknown, .mixed: return nil
    }
    distance = Time(frame: 1, rate: rate) * Rational(reducing: 1, over: 2)
  }

  /// The first line of the second field, in every plane: lines of chroma belong to the fields in
  /// turn, as those of luma do.
  var secondLine: Int { isTopFirst ? 1 : 0 }
}

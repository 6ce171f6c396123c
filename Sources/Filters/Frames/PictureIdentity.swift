import Bytes
import Timeline

/// Which of a layer's pictures is drawn.
enum PictureIdentity: Hashable {
  /// The frame of a file, or the only picture there is.
  case frame(Int)
  /// A colour by its samples.
  case color(SIMD4<UInt16>)
  /// A picture that is there at this time alone.
  case moment(Time)
  /// The same at a share of the open shutter.
  case exposed(Time, Rational)
}

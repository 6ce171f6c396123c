import Testing
import Y4M

extension PixelFormat: CustomTestStringConvertible {
  /// Such as "420mpeg2 13x9".
  public var testDescription: String {
    "\(Colorspace.of(self)?.name ?? "?") \(width)x\(height)"
  }
}

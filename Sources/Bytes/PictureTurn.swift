/// How a picture is to be turned and mirrored to be seen upright, as cameras say it: the
/// orientation of TIFF 6.0, tag 274, which Exif has too (JEITA CP-3451, 4.6.4).
package enum PictureTurn: Int, Sendable {
  case none = 1
  case mirrored
  case half
  case upsideDown
  case mirroredLeft
  case right
  case mirroredRight
  case left

  /// Whether width and height change places.
  package var exchangesSides: Bool { rawValue >= Self.mirroredLeft.rawValue }

  /// Reads the orientation of the first directory of TIFF data.
  ///
  /// - Parameter bytes: as for ``TIFFDirectory/number(of:bytes:)``.
  package init?(tiff bytes: (_ count: Int, _ place: Int) -> [UInt8]?) {
    guard let number = TIFFDirectory.number(of: 274, bytes: bytes) else { return nil }
    self.init(rawValue: number)
  }
}

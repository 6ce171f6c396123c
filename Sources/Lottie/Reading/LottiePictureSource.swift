import Bytes
import Geometry
import Images
import Plates
import Timeline

/// Where a picture of an animation is.
struct LottiePictureSource: Sendable {
  private let area: LottieArea
  private let folder: String
  private let name: String

  init(_ asset: JSONNode) {
    area = LottieArea(width: asset["w"]?.number ?? 0, height: asset["h"]?.number ?? 0)
    folder = asset["u"]?.string ?? ""
    name = asset["p"]?.string ?? ""
  }

  /// The picture; nil where it can't be had.
  ///
  /// - Parameter files: gives the files beside the animation by their names.
  func picture(_ files: (String) -> [UInt8]?) -> PlatePicture? {
    guard let bytes = Base64.data(ofURI: name) ?? files(folder + name) ?? files(name),
      let file = try? ImageFile(parsing: bytes, limits: ImageLimits(side: 16_384, pixels: 1 << 25)),
      let picture = try? PictureSequence(file, keeping: 0).picture(0)
    else { return nil }
    let own = Vector(Double(picture.width), Double(picture.height))
    return PlatePicture(
      picture, area.width > 0 && area.height > 0 ? Vector(area.width, area.height) : own)
  }
}

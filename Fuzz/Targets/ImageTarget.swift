import Bytes
import Images

/// Takes a picture file apart and decodes its first frames, in order and out of it.
enum ImageTarget {
  private static let limits = ImageLimits(
    side: 1024, pixels: 1 << 16, bytes: 1 << 19, frames: 64)
  private static let mostFrames = 8

  static func run(_ bytes: [UInt8]) {
    let file: ImageFile
    do {
      file = try ImageFile(parsing: bytes, limits: limits)
    } catch {
      precondition(!"\(error)".isEmpty)
      return
    }
    precondition(file.frameCount >= 1 && file.frameCount <= limits.frames)
    precondition(file.width * file.height <= limits.pixels && file.loopCount ?? 1 >= 1)

    let forwards = PictureSequence(file)
    let count = min(file.frameCount, mostFrames)
    let pictures = (0..<count).map { try? forwards.picture($0) }
    // What a frame looks like does not depend on what was asked for before.
    let backwards = PictureSequence(file, keeping: 0)
    for index in (0..<count).reversed() {
      precondition((try? backwards.picture(index)) == pictures[index])
    }
    if let damage = forwards.damage { precondition(!"\(damage)".isEmpty) }
    if let picture = pictures[0] { check(picture, of: file) }

    let schedule = FrameSchedule(file)
    precondition((0..<file.frameCount).contains(schedule.frame(at: Rational(reducing: 7, over: 3))))
  }

  /// A picture has the file's size, and comes back from PNG as it was.
  private static func check(_ picture: Picture, of file: ImageFile) {
    precondition(picture.width == file.width && picture.height == file.height)
    precondition(picture.byteCount == file.bytesPerFrame)
    let encoded = PNGEncoder.encode(picture)
    guard let again = try? ImageFile(parsing: encoded) else {
      preconditionFailure("what was encoded cannot be read")
    }
    precondition((try? PictureSequence(again).picture(0)) == picture)
  }
}

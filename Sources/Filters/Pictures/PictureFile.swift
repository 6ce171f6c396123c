import Images
import Timeline

/// The picture of a file that an effect or a transition follows: a map, a plate, a field.
struct PictureFile: Sendable {
  private let path: Path
  private let place: Range<Int>
  private let loader: AssetLoader
  private let target: PictureTarget
  /// The file as it was when it was opened; nil for one that costs much to read.
  private var contents: ImageFile?

  /// Opens the file, and unpacks it once, so that what is wrong with it is known. One that costs
  /// much to read is read when it is drawn by; of any other the bytes are kept, so that it may go.
  ///
  /// - Parameters:
  ///   - place: the bytes of the object that names the file, for paths without a place.
  ///   - faults: takes what is to be said of the file.
  ///   - target: what becomes of a picture of PQ or HLG.
  init(
    _ path: Path, in place: Range<Int>, _ loader: AssetLoader, _ faults: FaultLog? = nil,
    target: PictureTarget = .standard
  ) throws(RenderError) {
    self.path = path
    self.place = path.place.isEmpty ? place : path.place
    self.loader = loader
    self.target = target
    if let remark = loader.remark(on: path) { faults?.warn(remark, at: self.place) }
    guard try loader.size(of: path, at: self.place) != nil else {
      let file = try file()
      for oddity in file.oddities { faults?.warn("\(path.text): \(oddity)", at: self.place) }
      if let flaw = try first(of: file).flaw, !file.oddities.contains(where: \.losesParts) {
        faults?.warn("\(path.text): \(flaw)", at: self.place)
      }
      contents = file
      return
    }
    for doubt in loader.doubts(about: path) { faults?.warn(doubt, at: self.place) }
  }

  private func file() throws(RenderError) -> ImageFile {
    let bytes = try loader.load(path, at: place)
    do throws(ImageError) {
      return try ImageFile(reading: bytes, target: target)
    } catch {
      throw RenderError(.picture(path.text, error), at: place)
    }
  }

  /// The first picture, and what is wrong with it where it is shown all the same.
  private func first(
    of file: ImageFile
  ) throws(RenderError) -> (picture: Picture, flaw: ImageOddity?) {
    do throws(ImageError) {
      let sequence = PictureSequence(file, keeping: 0)
      let picture = try sequence.picture(0)
      return (picture, sequence.flaw)
    } catch {
      throw RenderError(.picture(path.text, error), at: place)
    }
  }

  /// The first picture; of a file that costs much to read and has gone since, one transparent
  /// pixel.
  func picture() -> Picture {
    let picture = try? first(of: contents ?? file()).picture
    return picture ?? Picture(width: 1, height: 1, samples: .eight([0, 0, 0, 0]))
  }
}

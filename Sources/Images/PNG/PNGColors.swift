import Bytes
import Colors

/// The chunks of a PNG file that say what its colours are (PNG, third edition, section 11.3.2).
struct PNGColors {
  private static let names: [PNGChunk.Name] = [
    .sceneLight, .codingPoints, .profile, .standard, .gamma, .chromaticities,
  ]

  private let header: PNGHeader
  private let bytes: [UInt8]
  private var chunks: [PNGChunk.Name: PNGChunk] = [:]

  init(_ header: PNGHeader, _ bytes: [UInt8]) { (self.header, self.bytes) = (header, bytes) }

  /// Whether a chunk is one of these.
  static func holds(_ name: PNGChunk.Name) -> Bool { names.contains(name) }

  /// Takes a chunk; one with an error, or that is too late, is left out.
  mutating func take(_ chunk: PNGChunk, isLate: Bool, _ oddities: inout [ImageOddity]) {
    guard chunk.hasRightChecksum(in: bytes) else {
      return oddities.note(ImageOddity(.checksum(chunk.name.text), at: chunk.start))
    }
    guard chunks[chunk.name] == nil else {
      return oddities.note(
        ImageOddity(.repeated("chunk \(chunk.name.text)"), at: chunk.start, .firstCounts))
    }
    guard !isLate else {
      return oddities.note(ImageOddity(.chunk(chunk.name.text), at: chunk.start))
    }
    chunks[chunk.name] = chunk
  }

  /// What the colours are; nil where they are sRGB.
  ///
  /// The first of `cICP`, `iCCP`, `sRGB`, and `gAMA` with `cHRM` counts (section 4.3); one that
  /// can't be used gives way to the next.
  func colors(_ oddities: inout [ImageOddity]) -> PictureColors? {
    var errors: [ImageError] = []
    let found = colors(&errors)
    for error in errors { oddities.note(ImageOddity(error, found == nil ? .asSRGB : .leftOut)) }
    return found
  }

  private func colors(_ errors: inout [ImageError]) -> PictureColors? {
    for way in [Self.sceneLight, Self.codingPoints, Self.profile, Self.standard, Self.gamma] {
      do throws(ImageError) {
        switch try way(self)() {
        case .none: continue
        case .standard: return nil
        case .some(let colors): return colors.isSRGB ? nil : colors
        }
      } catch {
        errors.append(error)
      }
    }
    return nil
  }

  /// What a chunk says.
  private enum Finding {
    case none
    case standard
    case some(PictureColors)
  }

  private var isGray: Bool { header.colorType == .gray || header.colorType == .grayAlpha }

  /// Samples of PQ whose 1 cd/m² is white; the one byte says whether they are multiplied by alpha.
  private func sceneLight() throws(ImageError) -> Finding {
    guard let chunk = chunks[.sceneLight] else { return .none }
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count == 1, let isMultiplied = cursor.byte() else { throw chunk.misplaced }
    let matrix = try chunks[.chromaticities].map { chunk throws(ImageError) in
      try self.matrix(chunk)
    }
    var colors = PictureColors(.scene, isGray ? .identity : matrix ?? .identity)
    colors.isMultiplied = isMultiplied != 0
    return .some(colors)
  }

  private func codingPoints() throws(ImageError) -> Finding {
    guard let chunk = chunks[.codingPoints] else { return .none }
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count == 4, let primaries = cursor.byte(), let transfer = cursor.byte(),
      let matrix = cursor.byte(), let isFull = cursor.byte(), isFull <= 1
    else { throw chunk.misplaced }
    // PNG has red, green and blue alone.
    guard matrix == 0 else {
      throw .malformed(.field("the matrix of cICP", Int(matrix)), at: .byte(chunk.start))
    }
    let points = CodingPoints(primaries: primaries, transfer: transfer)
    guard let colors = PictureColors(points, isGray: isGray, isNarrow: isFull == 0) else {
      throw .unsupported(
        .codingPoints(primaries: Int(primaries), transfer: Int(transfer)), at: .byte(chunk.start))
    }
    return .some(colors)
  }

  private func profile() throws(ImageError) -> Finding {
    guard let chunk = chunks[.profile] else { return .none }
    do throws(ProfileFault) {
      return .some(try PictureColors(ofProfile: try unpacked(chunk), isGray: isGray))
    } catch {
      throw ImageError(error, at: chunk.start)
    }
  }

  /// The profile that stands packed behind a name.
  private func unpacked(_ chunk: PNGChunk) throws(ProfileFault) -> [UInt8] {
    let data = bytes[chunk.data]
    guard let end = data.prefix(80).firstIndex(of: 0), end > chunk.data.lowerBound,
      end + 2 <= chunk.data.upperBound, data[end + 1] == 0
    else { throw .malformed("no name, or packed in an unknown way") }
    do throws(ImageError) {
      var inflater = try Inflater(bytes, in: end + 2..<chunk.data.upperBound, largestRead: 1 << 16)
      let head = try inflater.withBytes(4) { [$0[0], $0[1], $0[2], $0[3]] }
      let size = head.reduce(0) { $0 << 8 | Int($1) }
      guard size >= 128 else { throw .truncated(at: .byte(end)) }
      guard size <= ICCProfile.mostBytes else {
        throw .unsupported(.profile("tables of colours"), at: .byte(end))
      }
      var profile = head
      while profile.count < size {
        let part = min(size - profile.count, 1 << 16)
        profile += try inflater.withBytes(part) { span in
          span.indices.map { span[$0] }
        }
      }
      return profile
    } catch {
      if case .unsupported = error { throw .unsupported("tables of colours") }
      throw .malformed("it can't be unpacked")
    }
  }

  private func standard() throws(ImageError) -> Finding {
    guard let chunk = chunks[.standard] else { return .none }
    guard chunk.data.count == 1, bytes[chunk.data.lowerBound] <= 3 else { throw chunk.misplaced }
    return .standard
  }

  /// Either may stand alone: then the other is that of sRGB.
  private func gamma() throws(ImageError) -> Finding {
    let (gamma, primaries) = (chunks[.gamma], chunks[.chromaticities])
    if gamma == nil, primaries == nil { return .none }
    let curve = try gamma.map { chunk throws(ImageError) in try self.curve(chunk) }
    let matrix = try primaries.map { chunk throws(ImageError) in try self.matrix(chunk) }
    return .some(
      PictureColors(curve ?? .transfer(.srgb), isGray ? .identity : matrix ?? .identity))
  }

  private func curve(_ chunk: PNGChunk) throws(ImageError) -> SampleCurve {
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count == 4, let number = cursor.bigEndian32() else { throw chunk.misplaced }
    guard number > 0, number < 1 << 31 else {
      throw .malformed(.field("gAMA", Int(number)), at: .byte(chunk.start))
    }
    // Beside sRGB, 45455 stands for its curve (section 11.3.2.5), and so it does without.
    if (45_355...45_555).contains(number) { return .transfer(.srgb) }
    return .power(100_000 / Double(number))
  }

  private func matrix(_ chunk: PNGChunk) throws(ImageError) -> LightMatrix {
    var cursor = ByteCursor(bytes, in: chunk.data)
    guard chunk.data.count == 32 else { throw chunk.misplaced }
    var places: [Chromaticity] = []
    for _ in 0..<4 {
      guard let x = cursor.bigEndian32(), let y = cursor.bigEndian32() else {
        throw chunk.misplaced
      }
      // The blue of ACES lies below 0, and programs write and read it so.
      func place(_ number: UInt32) -> Double { Double(Int32(bitPattern: number)) / 100_000 }
      places.append(Chromaticity(place(x), place(y)))
    }
    let primaries = Primaries(red: places[1], green: places[2], blue: places[3], white: places[0])
    guard places.allSatisfy({ $0.x.magnitude <= 1 && $0.y.magnitude <= 1 }),
      let matrix = primaries.toSRGB
    else {
      throw .malformed(.primaries, at: .byte(chunk.start))
    }
    return matrix
  }
}

import Bytes

/// Takes a JPEG file apart, segment by segment (ISO/IEC 10918-1, annex B).
///
/// Segments that no picture depends on are stepped over unread. A fault before the first scan is an
/// error. After one, it ends the file, and what is there is shown, as every decoder does: so do
/// files of which a part is lost.
struct JPEGParser {
  /// More scans than pictures have: each may take as long as all others.
  private static let mostScans = 128
  /// How many blocks all scans of arithmetic codes may visit: 20 scans of the largest pictures.
  private static let mostVisits = 1 << 25

  private let bytes: [UInt8]
  private let limits: ImageLimits
  private var frame: JPEGFrame?
  private var scans: [JPEGScan] = []
  /// Tables by their numbers: factors in the order of the file, and codes of first and of other
  /// coefficients.
  private var factors = [[Int16]?](repeating: nil, count: 4)
  private var firstCodes = [JPEGCodes?](repeating: nil, count: 4)
  private var otherCodes = [JPEGCodes?](repeating: nil, count: 4)
  /// How arithmetic codes are read, by the numbers of their tables.
  private var smallDifferences = [ClosedRange<Int>](repeating: 0...1, count: 4)
  private var knees = [Int](repeating: 5, count: 4)
  private var interval = 0
  private var hasJFIF = false
  /// What Adobe's programs say of the colours, by their number.
  private var transform: UInt8?
  private var turn: PictureTurn?
  private var profile = JPEGProfile()
  private var oddities: [ImageOddity] = []

  /// Takes a file apart.
  static func parse(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> JPEGFile {
    var parser = JPEGParser(bytes, limits)
    return try parser.parse()
  }

  private init(_ bytes: [UInt8], _ limits: ImageLimits) {
    (self.bytes, self.limits) = (bytes, limits)
  }

  private mutating func parse() throws(ImageError) -> JPEGFile {
    var place = 2
    var damage: ImageError?
    do throws(ImageError) {
      while true {
        let segment = try JPEGSegment(in: bytes, from: place)
        if segment.marker == .end { break }
        place = segment.data.upperBound
        try take(segment)
        if let scan = scans.last, segment.marker == .scan { place = scan.data.upperBound }
      }
    } catch {
      guard !scans.isEmpty else { throw error }
      damage = error
    }
    guard let frame, !scans.isEmpty else { throw .malformed(.noFrames, at: .byte(place)) }
    guard frame.height > 0 else {
      throw .malformed(
        .size(width: frame.width, height: 0), at: .byte(frame.place + 5))
    }
    let coding = coding(of: frame)
    let colors = colors(isGray: coding == .gray)
    if let damage { oddities.note(ImageOddity(damage, .partsMissing)) }
    let file = JPEGFile(
      bytes: bytes, frame: frame, coding: coding, scans: scans, colors: colors,
      turn: turn ?? .none, oddities: oddities)
    try check(file)
    return file
  }

  /// Refuses what would take too much memory, and pictures whose data are next to nothing beside
  /// them.
  private func check(_ file: JPEGFile) throws(ImageError) {
    let frame = file.frame
    let place = ImageError.Place.byte(frame.place + 5)
    guard limits.allow(width: frame.width, height: frame.height, bytesPerPixel: 4),
      file.isDrawnAsRead
        || 4 * frame.width * frame.height + JPEGPlanes.bytes(of: frame) <= limits.bytes
    else { throw .unsupported(.size(width: frame.width, height: frame.height), at: place) }
    let packed = scans.reduce(0) { $0 + $1.data.count }
    // Of a whole picture, a block takes no less than a bit. Of arithmetic codes it takes next to
    // nothing; there, data of a few bytes may ask for so much work, and not for more.
    let isLikely =
      frame.isArithmetic
      ? scans.count * frame.blocks <= Self.mostVisits + 4096 * packed
      : frame.blocks / 64 <= packed
    guard isLikely else { throw .truncated(at: .byte(bytes.count)) }
  }

  private mutating func take(_ segment: JPEGSegment) throws(ImageError) {
    switch segment.marker {
    case .start: throw segment.misplaced
    case .quantizers: try takeFactors(segment)
    case .codes: try takeCodes(segment)
    case .conditioning: try takeConditioning(segment)
    case .interval:
      var cursor = ByteCursor(bytes, in: segment.data)
      guard let interval = cursor.bigEndian16() else { throw segment.misplaced }
      self.interval = interval
    case .height: try takeHeight(segment)
    case .scan: try takeScan(segment)
    case .jfif: if holds("JFIF\0", segment) { hasJFIF = true }
    case .adobe:
      if holds("Adobe", segment), segment.data.count >= 12 {
        transform = bytes[segment.data.lowerBound + 11]
      }
    case .exif: takeExif(segment)
    case .profile: profile.take(segment, bytes)
    default:
      if let limitation = segment.marker.limitation {
        throw .unsupported(.jpeg(limitation), at: .byte(segment.start))
      }
      if segment.marker.isFrame { try takeFrame(segment) }
    }
  }

  /// Whether the contents of a segment begin with a name.
  private func holds(_ name: String, _ segment: JPEGSegment) -> Bool {
    ByteCursor(bytes, in: segment.data).starts(with: Array(name.utf8))
  }

  // MARK: - Tables

  /// Takes by how much coefficients are multiplied (B.2.4.1).
  private mutating func takeFactors(_ segment: JPEGSegment) throws(ImageError) {
    var cursor = ByteCursor(bytes, in: segment.data)
    while let head = cursor.byte() {
      let (isWide, index) = (head >> 4 == 1, Int(head & 15))
      guard head >> 4 <= 1, index < 4 else { throw segment.misplaced }
      var factors: [Int16] = []
      for _ in 0..<64 {
        guard let factor = isWide ? cursor.bigEndian16() : cursor.byte().map({ Int($0) }) else {
          throw segment.misplaced
        }
        factors.append(Int16(truncatingIfNeeded: factor))
      }
      self.factors[index] = factors
    }
  }

  /// Takes Huffman codes (B.2.4.2).
  private mutating func takeCodes(_ segment: JPEGSegment) throws(ImageError) {
    var cursor = ByteCursor(bytes, in: segment.data)
    while let head = cursor.byte() {
      let (isFirst, index) = (head >> 4 == 0, Int(head & 15))
      guard head >> 4 <= 1, index < 4, let counts = cursor.skip(16) else {
        throw segment.misplaced
      }
      let count = bytes[counts].reduce(0) { $0 + Int($1) }
      guard count <= 256, let symbols = cursor.skip(count),
        // A first coefficient has no run; 16 is one of pictures without loss.
        !isFirst || bytes[symbols].allSatisfy({ $0 <= 16 }),
        let codes = JPEGCodes(counts: bytes[counts], symbols: Array(bytes[symbols]))
      else { throw segment.misplaced }
      if isFirst { firstCodes[index] = codes } else { otherCodes[index] = codes }
    }
  }

  /// Takes how arithmetic codes are read (B.2.4.3).
  private mutating func takeConditioning(_ segment: JPEGSegment) throws(ImageError) {
    var cursor = ByteCursor(bytes, in: segment.data)
    while let head = cursor.byte() {
      let (isFirst, index) = (head >> 4 == 0, Int(head & 15))
      guard head >> 4 <= 1, index < 4, let value = cursor.byte().map({ Int($0) }) else {
        throw segment.misplaced
      }
      if isFirst {
        guard value & 15 <= value >> 4 else { throw segment.misplaced }
        smallDifferences[index] = value & 15...value >> 4
      } else {
        guard (1...63).contains(value) else { throw segment.misplaced }
        knees[index] = value
      }
    }
  }

  // MARK: - Pictures

  private mutating func takeFrame(_ segment: JPEGSegment) throws(ImageError) {
    guard frame == nil else { throw segment.repeated }
    let frame = try JPEGFrame(segment, bytes)
    if frame.height > 0,
      !limits.allow(width: frame.width, height: frame.height, bytesPerPixel: 4)
    {
      throw .unsupported(
        .size(width: frame.width, height: frame.height), at: .byte(segment.data.lowerBound + 1))
    }
    self.frame = frame
  }

  /// Takes the height of a picture whose frame did not know it (B.2.5); of any other it says
  /// nothing, wherever it stands.
  private mutating func takeHeight(_ segment: JPEGSegment) throws(ImageError) {
    guard let frame, frame.height == 0 else { return }
    var cursor = ByteCursor(bytes, in: segment.data)
    guard let height = cursor.bigEndian16(), height > 0, scans.count == 1 else {
      throw segment.misplaced
    }
    self.frame?.settle(height: height)
  }

  /// Takes the beginning of a scan, and finds where it ends.
  private mutating func takeScan(_ segment: JPEGSegment) throws(ImageError) {
    guard var frame else { throw segment.misplaced }
    guard scans.count < Self.mostScans else {
      throw .unsupported(.jpeg("more than \(Self.mostScans) scans"), at: .byte(segment.start))
    }
    var cursor = ByteCursor(bytes, in: segment.data)
    guard let count = cursor.byte().map({ Int($0) }), (1...4).contains(count),
      cursor.remaining >= 2 * count + 3
    else { throw segment.misplaced }
    var scan = JPEGScan(
      parts: [], band: 0...63, low: 0, isRefining: false, interval: interval,
      data: segment.data.upperBound..<segment.data.upperBound)
    var found: [(component: Int, tables: UInt8)] = []
    for _ in 0..<count {
      guard let identifier = cursor.byte(), let tables = cursor.byte(),
        let index = frame.components.indices.first(where: { index in
          frame.components[index].identifier == identifier
            && !found.contains { $0.component == index }
        })
      else { throw segment.misplaced }
      found.append((index, tables))
      guard let factors = factors[frame.components[index].quantizer] else {
        throw .malformed(.segment("DQT"), at: .byte(segment.start))
      }
      frame.settle(factors, of: index)
    }
    if frame.isProgressive { try takeBand(&cursor, &scan, segment, count: found.count) }
    for (index, tables) in found {
      scan.parts.append(try part(index, tables, scan, segment))
    }
    let end = JPEGBytes.endOfScan(bytes.span, from: segment.data.upperBound)
    scan.data = segment.data.upperBound..<end
    self.frame = frame
    scans.append(scan)
  }

  /// Takes which coefficients, and which of their bits, a scan of a progressive picture has
  /// (G.1.1.1).
  private func takeBand(
    _ cursor: inout ByteCursor, _ scan: inout JPEGScan, _ segment: JPEGSegment, count: Int
  ) throws(ImageError) {
    guard let first = cursor.byte(), let last = cursor.byte(), let bits = cursor.byte(),
      first <= last, last < 64, first > 0 ? count == 1 : last == 0
    else { throw segment.misplaced }
    let (high, low) = (Int(bits >> 4), Int(bits & 15))
    guard low <= 13, high == 0 || high == low + 1 else { throw segment.misplaced }
    scan.band = Int(first)...Int(last)
    (scan.low, scan.isRefining) = (low, high > 0)
  }

  /// What a scan has of a component, with the codes that it needs.
  private func part(
    _ component: Int, _ tables: UInt8, _ scan: JPEGScan, _ segment: JPEGSegment
  ) throws(ImageError) -> JPEGScan.Part {
    let (first, others) = (Int(tables >> 4), Int(tables & 15))
    guard first < 4, others < 4 else { throw segment.misplaced }
    if frame?.isArithmetic == true {
      let conditioning = JPEGConditioning(
        first: first, others: others, small: smallDifferences[first], knee: knees[others])
      return JPEGScan.Part(
        component: component, first: nil, others: nil, conditioning: conditioning)
    }
    let isProgressive = frame?.isProgressive == true
    let needsFirst = scan.band.lowerBound == 0 && !scan.isRefining
    let needsOthers = !isProgressive || scan.band.lowerBound > 0
    let part = JPEGScan.Part(
      component: component,
      first: firstCodes[first] ?? JPEGCodes.standard(first, isFirst: true),
      others: otherCodes[others] ?? JPEGCodes.standard(others, isFirst: false))
    guard !needsFirst || part.first != nil, !needsOthers || part.others != nil else {
      throw .malformed(.segment("DHT"), at: .byte(segment.start))
    }
    return part
  }

  // MARK: - Beside them

  /// Takes how the picture is turned; the first segment counts, and one that can't be read says
  /// nothing.
  private mutating func takeExif(_ segment: JPEGSegment) {
    guard turn == nil, holds("Exif\0", segment), segment.data.count >= 6 else { return }
    let data = segment.data.lowerBound + 6..<segment.data.upperBound
    turn = PictureTurn(tiffIn: data, of: bytes)
  }

  /// What the components are, by libjpeg's rules.
  private func coding(of frame: JPEGFrame) -> JPEGCoding {
    switch frame.components.count {
    case 1: return .gray
    case 4: return transform == 2 ? .ycck : .cmyk
    default:
      if hasJFIF { return .yCbCr }
      if let transform { return transform == 0 ? .rgb : .yCbCr }
      return frame.components.map(\.identifier) == Array("RGB".utf8) ? .rgb : .yCbCr
    }
  }

  /// What the colours are; nil where they are sRGB, or where the profile can't be used.
  private mutating func colors(isGray: Bool) -> PictureColors? {
    guard let start = profile.start else { return nil }
    do throws(ProfileFault) {
      let colors = try PictureColors(
        ofProfile: try profile.joined(bytes, most: ICCProfile.mostBytes), isGray: isGray)
      return colors.isSRGB ? nil : colors
    } catch {
      oddities.note(ImageOddity(ImageError(error, at: start), .asSRGB))
      return nil
    }
  }
}

/// Why a picture file, or a part of it, can't be used.
package enum ImageError: Error, Hashable, Sendable {
  /// Where in the file a fault lies.
  package enum Place: Hashable, Sendable {
    /// An offset in bytes from the start of the file.
    case byte(Int)
    /// A frame, counted from zero.
    case frame(Int)
    /// A character of a text, both counted from 1.
    case text(line: Int, column: Int)
  }

  /// The bytes break a rule of the format.
  case malformed(Fault, at: Place)
  /// The bytes may be right, but the format or the size is none that is read here.
  case unsupported(Limitation, at: Place)
  /// The bytes end before the picture does.
  case truncated(at: Place)

  /// A rule that a file breaks.
  package enum Fault: Hashable, Sendable {
    /// A chunk's checksum is wrong; the chunk's name is given.
    case checksum(String)
    /// A chunk is missing, repeated, out of place or of a wrong length; its name is given.
    case chunk(String)
    /// A segment is missing, out of place or of a wrong length; its name is given.
    case segment(String)
    /// What may stand in the file once stands there again; its name is given.
    case repeated(String)
    /// The colour type and the bit depth do not go together.
    case colorType(Int, depth: Int)
    /// A field has a value that its format does not define.
    case field(String, Int)
    /// A width or height is zero or negative.
    case size(width: Int, height: Int)
    /// A frame does not lie within the picture.
    case frameOutside
    /// A sequence number other than the next one.
    case sequence(Int, expected: Int)
    /// Compressed data break a rule of RFC 1950 or RFC 1951.
    case deflate(DeflateFault)
    /// Packed data of a JPEG picture; what is wrong with them is given in words.
    case coded(String)
    /// A code that is not in the table of the LZW decoder yet.
    case code(Int)
    /// No frame.
    case noFrames
    /// A colour profile breaks a rule of ICC.1; which is given.
    case profile(String)
    /// What is wrong with an animation, in words.
    case animation(String)
    /// Chromaticities that no red, green, blue and white can have.
    case primaries
  }

  /// A rule of RFC 1950 or RFC 1951 that compressed data break.
  package enum DeflateFault: Hashable, Sendable {
    case header, blockType, storedLength, codeLengths, symbol, distance, checksum
  }

  /// A limit that a file goes beyond.
  package enum Limitation: Hashable, Sendable {
    /// The first bytes are those of no known format.
    case format
    /// Larger than ``ImageLimits`` allow.
    case size(width: Int, height: Int)
    /// A chunk that a decoder must know, and this one does not; its name is given.
    case criticalChunk(String)
    /// A JPEG file with something that is not read; which is given.
    case jpeg(String)
    /// More frames than ``ImageLimits`` allow.
    case frames(Int)
    /// A part of an animation that is not drawn; its name is given.
    case undrawn(String)
    /// A limit of animations that is given in words.
    case animation(String)
    /// More packed bytes than are unpacked.
    case packed(most: Int)
    /// A colour profile with parts that are not read; which is given.
    case profile(String)
    /// Code points of colours that are not read.
    case codingPoints(primaries: Int, transfer: Int)
  }
}

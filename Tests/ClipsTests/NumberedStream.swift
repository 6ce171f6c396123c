import Bytes
import Pipes
import Y4M

/// Small streams whose frames bear their numbers.
enum NumberedStream {
  static let header = "YUV4MPEG2 W16 H4 F10:1 Ip A1:1 Cmono XCOLORRANGE=LIMITED\n"
  /// 16x4 samples of luma.
  static let frameBytes = 64

  static func payload(_ number: Int) -> [UInt8] {
    (0..<frameBytes).map { place in
      place < 4
        ? UInt8(truncatingIfNeeded: number >> (8 * place))
        : UInt8(truncatingIfNeeded: number &* 61 &+ place)
    }
  }

  static func bytes(frames: Int, header: String = header, line: (Int) -> String = { _ in "" })
    -> [UInt8]
  {
    Array(header.utf8) + (0..<frames).flatMap { Array("FRAME\(line($0))\n".utf8) + payload($0) }
  }

  static func reader(frames: Int) throws -> FrameReader {
    try FrameReader(ByteSource(bytes(frames: frames)))
  }

  /// The number that a frame bears, or -1 when it is none of these.
  static func number(_ frame: Frame) -> Int { number(SharedFrame(frame)) }

  /// The number that a frame bears, or -1 when it is none of these, or none at all.
  static func number(_ frame: SharedFrame?) -> Int {
    guard let frame else { return -1 }
    let number = (0..<4).reduce(0) { $0 | Int(frame.bytes[$1]) << (8 * $1) }
    return frame.bytes.elementsEqual(payload(number)) ? number : -1
  }
}

/// The type of a plane's samples: `UInt8`, or `UInt16` for more than 8 bits.
///
/// Arithmetic is done on wider types; a sample is only loaded and stored.
protocol Sample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {}

extension UInt8: Sample {}
extension UInt16: Sample {}

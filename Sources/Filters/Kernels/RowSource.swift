/// Where the rows of a premultiplied picture come from.
///
/// A source has no memory of its own beyond what it was made from; asked twice for a row it gives
/// the same samples, on any thread.
protocol RowSource: Sendable {
  /// Columns.
  var width: Int { get }
  /// Rows.
  var height: Int { get }
  /// The source itself, when it is held in memory already.
  var texture: Texture? { get }
  /// The source itself, when it is a plane of 8 bits in memory; as long as the source is kept.
  var bytes: BytePlane? { get }

  /// Writes the samples of row `y` in `columns` to `row`, in picture units.
  func fill(_ row: PictureRow, y: Int, columns: Range<Int>)

  /// Writes at least these channels of row `y` in `columns`.
  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels)
}

extension RowSource {
  func fill(_ row: PictureRow, y: Int, columns: Range<Int>, _ channels: Channels) {
    fill(row, y: y, columns: columns)
  }

  var texture: Texture? { nil }

  var bytes: BytePlane? { nil }
}

/// One row of premultiplied samples: Y, Cb, Cr in picture units, alpha 0 to 65,535.
///
/// The pointers are indexed by column.
struct PictureRow {
  let y: UnsafeMutablePointer<UInt16>
  let u: UnsafeMutablePointer<UInt16>
  let v: UnsafeMutablePointer<UInt16>
  let a: UnsafeMutablePointer<UInt16>

  /// The row with its columns counted from elsewhere.
  func shifted(by columns: Int) -> PictureRow {
    PictureRow(y: y + columns, u: u + columns, v: v + columns, a: a + columns)
  }
}

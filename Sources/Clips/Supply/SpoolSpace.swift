import Pipes

/// Where frames or samples that are needed again are kept, and how much space they may take in
/// total.
package struct SpoolSettings: Sendable {
  static let standardLimit = 8 << 30

  /// The folder of the temporary files.
  package let folder: String
  /// The most bytes of all sources together.
  package let limit: Int

  /// `TMPDIR`, or else `/tmp`, and ``standardLimit``, unless stated otherwise.
  package init(folder: String? = nil, limit: Int = standardLimit) {
    self.folder = folder ?? TemporaryFile.standardFolder
    self.limit = limit
  }

  /// Makes a file in the folder and lets go of it.
  ///
  /// - Throws: why none can be made there.
  package func check() throws(PipeError) { _ = try TemporaryFile(in: folder) }
}

/// The space that all spools of a program share.
package final class SpoolSpace {
  /// More space is needed at the same time than there is; both in bytes.
  package struct Full: Error {
    /// Including what is kept already; the largest number if it is not known.
    package let needed: Int
    /// The most that may be kept.
    package let limit: Int
  }

  /// The folder and the bound.
  package let settings: SpoolSettings
  private var used = 0

  /// A space of which nothing is taken.
  package init(_ settings: SpoolSettings) { self.settings = settings }

  /// Takes so many bytes, or none.
  package func take(_ bytes: Int) throws(Full) {
    let (needed, isHuge) = used.addingReportingOverflow(bytes)
    guard !isHuge, needed <= settings.limit else {
      throw Full(needed: isHuge ? .max : needed, limit: settings.limit)
    }
    used = needed
  }

  /// Gives back bytes that were taken.
  package func give(_ bytes: Int) { used -= bytes }
}

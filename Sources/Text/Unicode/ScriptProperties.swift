extension Script {
  private static let tagList = tags.split(separator: " ").map(String.init)

  private static let extensionSets: [[Script]] = {
    let byTag = Dictionary(
      zip(tagList, Script.allCases), uniquingKeysWith: { first, _ in first })
    return [[]]
      + extensionLists.split(separator: "\n").map { line in
        line.split(separator: " ").compactMap { byTag[String($0)] }
      }
  }()

  /// The script's tag of ISO 15924, such as "Latn".
  package var tag: String {
    let index = Int(rawValue)
    return index < Self.tagList.count ? Self.tagList[index] : "Zzzz"
  }

  /// Whether a scalar of this script goes with any script around it.
  package var isShared: Bool { self == .common || self == .inherited }

  /// The scripts that a scalar is used with, if Unicode lists them; empty otherwise.
  static func extensions(of scalar: Unicode.Scalar) -> [Script] {
    let number = Int(extensionTable[scalar])
    return number < extensionSets.count ? extensionSets[number] : []
  }
}

extension Unicode.Scalar {
  /// The scalar's own script; `common` and `inherited` for those that go with any.
  package var script: Script { Script(rawValue: Script.table[self]) ?? .unknown }

  /// How it stands in lines that run down.
  package var verticalOrientation: VerticalOrientation {
    VerticalOrientation(rawValue: VerticalOrientation.table[self]) ?? .rotated
  }
}

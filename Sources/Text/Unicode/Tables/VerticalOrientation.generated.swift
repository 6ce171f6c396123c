// Written by scripts/unicode from the Unicode Character Database 15.0.0. Do not edit.
// Derived from data files that are copyright 1991-2022 Unicode, Inc., under the Unicode License
// (https://www.unicode.org/license.txt).

/// How a scalar stands in lines that run down (UAX #50).
package enum VerticalOrientation: UInt8, Hashable, Sendable, CaseIterable {
  case rotated
  case transformedRotated
  case transformedUpright
  case upright

  static let table = RangeTable(
    """
    nFABDBABDEABDCABDKADDYABDfABDyPACD0wDAgIDhQA-TDwRAwCD24BABDJACDOACDJACDFABDEADDHABDTABD3DAED\
    BADDbACDBAHDFABDDACDBACDGAGDBABDBABDBABDEABDGALDFAGDBACDBA7BDCAEDuEABDVACDqGAIDEAUDEAFDCBBDx\
    CAeDjBAQDBABDBALDGAhCDBA8GDgFA6DDGAoKDOAeD+bAeDgBAKD9BABDgBAaDBAZDEAQDwSACDuBAhMDCCFDKBCDMBQ\
    DBBQDBCBDBCBDBCBDBCBDBCZDBCfDBCBDBCBDBCGDBCGDCCEDCCDDBBBCBDBCBDBCBDBCBDBCZDBCfDBCBDBCBDBCGDB\
    CGDCCFDBBqBDBCoGDQC-HD5CCjBDFCwqcDwkBAgBDgUAggLDggCAg4GDwYAQDQAZDHADCFDBAGBEDEAJDxEABCGDCBCD\
    BCBABCLDCBDABCbDBBBDBBBDBBbDGB-DADDBBEDIAJDDACDisCAgBDg-CAgEDggBAgGDgqFAgjBDg9DAgUDgrKAgtHDw\
    zIAwYDggHAwGDwBAgQDgHAgFDgkBAwVDwqFAgQDCC+vBDgIAgQDgoBA+--BDCA+--BDiggWA+--BDCA+--BDCA
    """)
}

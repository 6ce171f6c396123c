// Written by scripts/unicode from the Unicode Character Database 15.0.0. Do not edit.
// Derived from data files that are copyright 1991-2022 Unicode, Inc., under the Unicode License
// (https://www.unicode.org/license.txt).

/// A script of writing.
package enum Script: UInt8, Hashable, Sendable, CaseIterable {
  case common
  case inherited
  case unknown
  case adlam
  case ahom
  case anatolianHieroglyphs
  case arabic
  case armenian
  case avestan
  case balinese
  case bamum
  case bassaVah
  case batak
  case bengali
  case bhaiksuki
  case bopomofo
  case brahmi
  case braille
  case buginese
  case buhid
  case canadianAboriginal
  case carian
  case caucasianAlbanian
  case chakma
  case cham
  case cherokee
  case chorasmian
  case coptic
  case cuneiform
  case cypriot
  case cyproMinoan
  case cyrillic
  case deseret
  case devanagari
  case divesAkuru
  case dogra
  case duployan
  case egyptianHieroglyphs
  case elbasan
  case elymaic
  case ethiopic
  case georgian
  case glagolitic
  case gothic
  case grantha
  case greek
  case gujarati
  case gunjalaGondi
  case gurmukhi
  case han
  case hangul
  case hanifiRohingya
  case hanunoo
  case hatran
  case hebrew
  case hiragana
  case imperialAramaic
  case inscriptionalPahlavi
  case inscriptionalParthian
  case javanese
  case kaithi
  case kannada
  case katakana
  case kawi
  case kayahLi
  case kharoshthi
  case khitanSmallScript
  case khmer
  case khojki
  case khudawadi
  case lao
  case latin
  case lepcha
  case limbu
  case linearA
  case linearB
  case lisu
  case lycian
  case lydian
  case mahajani
  case makasar
  case malayalam
  case mandaic
  case manichaean
  case marchen
  case masaramGondi
  case medefaidrin
  case meeteiMayek
  case mendeKikakui
  case meroiticCursive
  case meroiticHieroglyphs
  case miao
  case modi
  case mongolian
  case mro
  case multani
  case myanmar
  case nabataean
  case nagMundari
  case nandinagari
  case newTaiLue
  case newa
  case nko
  case nushu
  case nyiakengPuachueHmong
  case ogham
  case olChiki
  case oldHungarian
  case oldItalic
  case oldNorthArabian
  case oldPermic
  case oldPersian
  case oldSogdian
  case oldSouthArabian
  case oldTurkic
  case oldUyghur
  case oriya
  case osage
  case osmanya
  case pahawhHmong
  case palmyrene
  case pauCinHau
  case phagsPa
  case phoenician
  case psalterPahlavi
  case rejang
  case runic
  case samaritan
  case saurashtra
  case sharada
  case shavian
  case siddham
  case signWriting
  case sinhala
  case sogdian
  case soraSompeng
  case soyombo
  case sundanese
  case sylotiNagri
  case syriac
  case tagalog
  case tagbanwa
  case taiLe
  case taiTham
  case taiViet
  case takri
  case tamil
  case tangsa
  case tangut
  case telugu
  case thaana
  case thai
  case tibetan
  case tifinagh
  case tirhuta
  case toto
  case ugaritic
  case vai
  case vithkuqi
  case wancho
  case warangCiti
  case yezidi
  case yi
  case zanabazarSquare

  /// The tags of ISO 15924, in the order of the cases.
  static let tags = """
    Zyyy Zinh Zzzz Adlm Ahom Hluw Arab Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai \
    Bugi Buhd Cans Cari Aghb Cakm Cham Cher Chrs Copt Xsux Cprt Cpmn Cyrl Dsrt Deva Diak Dogr \
    Dupl Egyp Elba Elym Ethi Geor Glag Goth Gran Grek Gujr Gong Guru Hani Hang Rohg Hano Hatr \
    Hebr Hira Armi Phli Prti Java Kthi Knda Kana Kawi Kali Khar Kits Khmr Khoj Sind Laoo Latn \
    Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mlym Mand Mani Marc Gonm Medf Mtei Mend Merc \
    Mero Plrd Modi Mong Mroo Mult Mymr Nbat Nagm Nand Talu Newa Nkoo Nshu Hmnp Ogam Olck Hung \
    Ital Narb Perm Xpeo Sogo Sarb Orkh Ougr Orya Osge Osma Hmng Palm Pauc Phag Phnx Phlp Rjng \
    Runr Samr Saur Shrd Shaw Sidd Sgnw Sinh Sogd Sora Soyo Sund Sylo Syrc Tglg Tagb Tale Lana \
    Tavt Takr Taml Tnsa Tang Telu Thaa Thai Tibt Tfng Tirh Toto Ugar Vaii Vith Wcho Wara Yezi \
    Yiii Zanb
    """

  static let table = RangeTable(
    """
    hCAanCGAanCvBABnCPABnCFAXnCBAfnCBAhOnCnBAFnCFACPUAwDBEtBBADtBCCEtBBABtBECBtBBABtBBADtBBCBtBB\
    CUtBBC-BtBObQtBlEfCBpFfBCmBHCCyBHCCDHBC3B2BICb2BECG2BLCFGBAGGBAOGBADGBAgBGBAKGLBaGBBsDGBAiBG\
    OrEBC8BrECCDrEwBGyB2EOC7BmDCCDmDuB-DCCP-DBCcyCCCByCBCLrEFCfGBCCGGCqCGBAdGxChBEBPhBCAahBENBCI\
    NCCCNCCWNBCHNBCBNDCENCCJNCCCNCCENICBNECCNBCFNCCZNCCDwBBCGwBECCwBCCWwBBCHwBBCCwBBCCwBBCCwBCCB\
    wBBCFwBECCwBCCDwBDCBwBHCEwBBCBwBHCRwBKCDuBBCJuBBCDuBBCWuBBCHuBBCCuBBCFuBCCKuBBCDuBBCDuBCCBuB\
    PCEuBCCMuBHCHuBBCD0DBCI0DCCC0DCCW0DBCH0DBCC0DBCF0DCCJ0DCCC0DCCD0DHCD0DECC0DBCF0DCCS0DKCCyEBC\
    GyEDCDyEBCEyEDCCyEBCByEBCCyEDCCyEDCDyEDCMyEECFyEDCDyEBCEyECCByEGCByEOCVyEFCN1EBCD1EBCX1EBCQ1\
    ECCJ1EBCD1EBCE1EHCC1EBCD1ECCB1ECCE1ECCK1EHCJ1EN9BBCD9BBCX9BBCK9BBCF9BCCJ9BBCD9BBCE9BHCC9BGCC\
    9BBCE9BCCK9BBCD9BMCNxCBCDxCBCzBxCBCDxCBCGxCECQxCCCaxCBCDlEBCSlEDCYlEBCJlEBCBlECCHlEDCBlEECGl\
    EBCBlEBCIlEGCKlECCDlEMC6B3EECBAc3ElBCCmCBCBmCBCFmCBCYmCBCBmCBCXmCCCFmCBCBmCBCHmCBCKmCCCEmCgB\
    CoC4EBCkB4EECnB4EBCkB4EBCP4EBCH4EEAC4ElBCgFgDmBpBBCBpBFCBpBCCrBpBBAEpBgIyBpCoBBCEoBCCHoBBCBo\
    BBCEoBCCpBoBBCEoBCChBoBBCEoBCCHoBBCBoBBCEoBCCPoBBC5BoBBCEoBCCjCoBCCgBoBDCaoBGC2CZCCGZCCgUUdp\
    DDCrC+DDAL+DHCWsEJCBsEV0BCAJCUTMCNtEBCDtEBCCtEMC+CjCCCKjCGCKjCGCC9CCAB9CBAU9CGC5C9CHCrB9CFCm\
    CUKCfpCBCMpCECMpCECBpCDCMpCeuECCFuELCsBkDECakDGCLkDDCCkDgBjCcSCCCS-BvEBCdvECCLvEGCKvEGCOvECC\
    fBxBCtCJDCvBJBCgCpE0BMICEM4BoCDCPoCDCDoCwBqDJfHCrBpBCCDpBIpEICDBBANBBAHBEABBGABBDACBBAFCmBnC\
    FtBBfxBnCFtBEnCFtBNnCBfmCnCBtBgCBgInCWtBCCGtBCCmBtBCCGtBCCItBBCBtBBCBtBBCBtBBCftBCC1BtBBCPtB\
    BCOtBCCGtBBCTtBCCDtBBCJtBBCMACB3CABCLABnCCCLABnCPABCNnCDChBAPChBBPCmBABtBDACnCGABnCbABnCRApB\
    nCDAEC3UAZCLAVCgdAgIR0TACCgBABCpDAgDqBgBnC0DbFCHbmBpBBCBpBFCBpBCC4B5EHCC5EOCB5EXoBJCHoBBCHoB\
    BCHoBBCHoBBCHoBBCHoBBCHoBBCHoBBCgBf+CAiBCaxBBC5CxBMC2GxBaCMAECFABxBBABxBZAJxBEBCyBIAExBEABC2\
    C3BCCCBCAD3BBA6C+BCAD+BFCrBPBC+CyBBCQAgBPkBAMCQ+BfyBBCgCAfyBxCAvB+BBA4C+BoFAguGxBgCAgwUxBtkB\
    iFDC3BiFJCwBsCsJ9EUCgDf4CKICiBAmDnCDAgCnCFCCnCBCBnCBCFnCYCOnCtBqEDCKAGC4B6DICmCgEICMgEGCgBhB\
    uBgCBABgCkB9DLCB9DdyBDCuC7BBCBAK7BECC7BfgDBC3BYJCOYCCKYCCEYgBgDjCwEYCFwEX3CKCGoBCCGoBCCGoBJC\
    HoBBCHoBBCrBnCBAJnCBtBEnCCAECwCZuB3CCCK3CGCk9KyBMCXyBECxByBkoICuLxBCCqDxBmBCHnCMCFHFCa2BBCF2\
    BBCB2BBCC2BBCC2BBCK2BzDGQCrLGCAwCGCC2BGHCBGgBCQGQBKAGCOBCfjBABCTABCEAECFGBCnEGCCBABCgBAanCGA\
    anCLAK+BBAtB+BCAfyBDCGyBCCGyBCCGyBCCDyBDCHABCHAKCFACCMrCBCarCBCTrCBCCrCBCPrCCCOrCiBC7DrCFCDA\
    ECtBADCJAvCtBBCNADCBtBvBCtBABBiECdtCDCxBVPCBBbAECkBsDJCDsDbrBFCrBuDFCe8EBCB8EkBvDECOvDqBCwCg\
    BwBiEe2DCCK2DGCkB1DECkB1DECoBmBIC0BWLCBWL+EBCP+EBCH+EBCC+EBCL+EBCP+EBCH+EBCC+EjCC3JqCJCWqCKC\
    IqCYCGnCBCqBnCBCJnClCCGdCCBdBCsBdBCCdDCBdCCBdW4BBCJ4BgB4DfhDICJhDwBCT1BBCC1BFCF1Bc7DDCB7DauC\
    FCBuCgCCgB6CY5CECU5CCCuB5CEhCBCChCFCIhCBCDhCBCdhCCCDhCECKhCHCJhCHCgBxDgBtDgBCnBzCECMzCJC2BID\
    CHIW6BCCI6BT5BFCI5BS8DHCE8DMCH8DwCCpCyD3BCzBrDNCzBrDHCGrDoBzBICKzBmJCfGBCqBhFBCDhFCCChFrCCDG\
    oBwDICqBmEWCazDmBCcaUCXnBJCuCQECkBQJCBQjC8BKCB8BCCZnEHCKnEGC1BXBCSXICnBvCJCgDhEBCUlELCSkCBCv\
    BkC+BCH-CBCB-CBCE-CBCP-CBCL-CGC7BlCFCKlCGCEsBBCIsBCCCsBCCWsBBCHsBBCCsBBCFsBBCBBJsBCCCsBCCDsB\
    CCBsBGCBsBFCHsBCCHsBDCFsBrEC8ClDBCFlDeCoC6EICK6EmFC2BjECCmBjEiBClC8CLCK8CGCN9CTC6BxEGCKxE2BC\
    bECCPEECXE5FC8BjBkDCzCgFMCBgFHiBCCBiBCCIiBBCCiBBCeiBBCCiBCCMiBJCKiBmCCIjDCCuBjDCCLjDbCoCjFIC\
    zCoENCQU5B5DHCKhB2HCJOBCtBOBCOOKCdODCgB0CCCW0CBCO0CpCCH1CBCC1CBCsB1CDCB1CBCC1CBCJ1CICK1CGCGv\
    BBCCvBBClBvBBCCvBBCGvBHCKvB2JCZwCHCR-BBCpB-BDCc-B2CCBsCPCyByENCByE6ccmDCvDcBCFcLCkGcsyCCjDeN\
    C2iBlBq9DCnSF5tIC5RKHCf+CBCK+CECC+CvCzEBCKzEGCeLCCGLKCmC3DKCK3DBCH3DBCV3DFCT3DwVC7C2ClDCrC7C\
    EC5B7CHCR7CgCCB0EBnDCxBBiCLCCxBOC4-F0EICgY0E2OiCqBCJ0En3ICE+BBCH+BBCC+BBCB+B-I3BD+BPCB3BdCD3\
    BCCB+BOCE+BICsMnDkoCCrDkBFCNkBDCJkBHCKkBCCEkBEA8yECuBBCCXBJC0DA8BC2HAKCnBACC+BADBRAIBCAHBeAE\
    B9BAVCmCtB6DCUAMCUAMC3CAJCZAnEC1CABCnCABCCACCBACCCACCEABCMABCBABCHABChCABCEACCIABCHABCcABCEA\
    BCFABCBADCHABC0KACCkJACCyBAsUkEPCFkEBCPkEwiBCfnCGCGnC1GCHqBBCRqBCCHqBBCCqBBCFqBFC+BfhBCBfwDC\
    tBoDDCOoDCCKoDECCoDgKCf7ERC6B-EFCB-EwOCqBiDmXCHoBBCEoBBCCoBBCPoBBClG4CCCQ4CpBCsCDECKDECCDxYC\
    kCAsCC9BAiGCEGBCbGBCCGBCBGCCBGBCKGBCEGBCBGBCBGGCBGECBGBCBGBCBGBCDGBCCGBCBGCCBGBCBGBCBGBCBGBC\
    BGBCCGBCBGCCEGBCHGBCEGBCEGBCBGBCKGBCRGFCDGBCFGBCRG0BCCGuICsBAECkDAMCPACCPABCPABClBAKCuFA4BCa\
    AB3BCANCsBAECJAHCCAOCGA6EC4eAECRADCNADC3DAEC-CAGCMAECBAPCMAEC4BAICKAGCoBAICeACCCAuCC0KAMCOAC\
    CNADCJAHCuBABCHAICOAECJAHCJAHCzEABC3BAlBCKAmgBCg3pBxBgBC6hExBGC+GxBCCi0FxBOCxpHxB-gDC+QxBivB\
    Cr6ExBFCgjExBxi3VCBAeCgDAgECwHBww-FC
    """)

  /// The number of a line of ``extensionLists``, counted from 1; 0 for none.
  static let extensionTable = RangeTable(
    """
    iaABECABEdANGzIABUBSCTBSkMAByBOAByBBkBCAB1BgBAB3BKALMKAKlBGABMjDABK8TAB6BB5BRAB9BB+BKwB2DAKm\
    B2DAKd2DAKc2HAObyHAKgBwaAKnBxFABa5xBACvBrGACjBBABjBqmBABuBBCBuBBWBCCOBYBOBYB0BBCCYCCBYBOHCBX\
    BOCCBOECB2BBWBqBCOBBCWBHlGACE2BABVBABI0RABhBgGABrByqDABS9NACzBBxBCABFBAKzBBABxBIzBExBKAEPCAB\
    xBFfBABxBEACsBCF5CAEfDABf6CABzBBfzEAQFgBAkBF8BAoBF4BAxBFPAMFzBABF4CAZFKAFFgDAfFwzcABSwEAIeoJ\
    AD8BD7BE4B3FABOBABZ6BABtBgFABQu7UACLyFABNKABNnCACxB6IAFzBKABftBACfgLACoBBREAtBpBDAJRgNAcJ2-B\
    ABiBugCABbBABb3BACbzkDACbBABbsmnBAED81FASF+2HACFutjeA
    """)

  /// Sets of scripts that share characters, one a line.
  static let extensionLists = """
    Beng\n\
    Deva\n\
    Dupl\n\
    Grek\n\
    Hani\n\
    Latn\n\
    Nand\n\
    Syrc\n\
    Arab Copt\n\
    Arab Rohg\n\
    Arab Nkoo\n\
    Arab Syrc\n\
    Arab Thaa\n\
    Beng Deva\n\
    Bopo Hani\n\
    Bugi Java\n\
    Cprt Linb\n\
    Cyrl Glag\n\
    Cyrl Latn\n\
    Cyrl Perm\n\
    Cyrl Syrc\n\
    Deva Gran\n\
    Deva Nand\n\
    Deva Shrd\n\
    Deva Taml\n\
    Geor Latn\n\
    Gran Taml\n\
    Gujr Khoj\n\
    Guru Mult\n\
    Hani Latn\n\
    Hira Kana\n\
    Knda Nand\n\
    Latn Mong\n\
    Mani Ougr\n\
    Mong Phag\n\
    Arab Syrc Thaa\n\
    Arab Thaa Yezi\n\
    Beng Cakm Sylo\n\
    Cakm Mymr Tale\n\
    Cpmn Cprt Linb\n\
    Cprt Lina Linb\n\
    Deva Gran Knda\n\
    Deva Gran Latn\n\
    Hani Hira Kana\n\
    Kali Latn Mymr\n\
    Beng Deva Gran Knda\n\
    Buhd Hano Tagb Tglg\n\
    Deva Dogr Kthi Mahj\n\
    Bopo Hang Hani Hira Kana\n\
    Arab Nkoo Rohg Syrc Thaa Yezi\n\
    Bopo Hang Hani Hira Kana Yiii\n\
    Deva Knda Mlym Orya Taml Telu\n\
    Adlm Arab Nkoo Rohg Syrc Thaa Yezi\n\
    Beng Deva Gran Knda Nand Orya Telu Tirh\n\
    Adlm Arab Mand Mani Ougr Phlp Rohg Sogd Syrc\n\
    Deva Dogr Gujr Guru Khoj Kthi Mahj Modi Sind Takr Tirh\n\
    Beng Deva Gran Gujr Guru Knda Latn Mlym Orya Taml Telu Tirh\n\
    Beng Deva Gran Gujr Guru Knda Latn Mlym Orya Shrd Taml Telu Tirh\n\
    Deva Dogr Gujr Guru Khoj Knda Kthi Mahj Modi Nand Sind Takr Tirh\n\
    Deva Dogr Gujr Guru Khoj Knda Kthi Mahj Mlym Modi Nand Sind Takr Tirh\n\
    Beng Deva Dogr Gong Gonm Gran Gujr Guru Knda Mahj Mlym Nand Orya Sind Sinh Sylo Takr Taml \
    Telu Tirh\n\
    Beng Deva Dogr Gong Gonm Gran Gujr Guru Knda Limb Mahj Mlym Nand Orya Sind Sinh Sylo Takr \
    Taml Telu Tirh
    """
}

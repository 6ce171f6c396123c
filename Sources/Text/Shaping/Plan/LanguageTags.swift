import Fonts

/// How OpenType names languages.
enum LanguageTags {
  /// The tags of languages whose three letters differ from those of ISO 639-2, and of languages
  /// that BCP 47 names by two letters. OpenType, "Language system tags".
  private static let table: [Substring: Tag] = {
    var table: [Substring: Tag] = [:]
    for entry in list.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let parts = entry.split(separator: "=")
      if parts.count == 2 { table[parts[0]] = Tag(String(parts[1])) }
    }
    return table
  }()

  private static let list = """
    af=AFK am=AMH ar=ARA as=ASM az=AZE be=BEL bg=BGR bn=BEN bo=TIB br=BRE bs=BOS ca=CAT cs=CSY
    cy=WEL da=DAN de=DEU dv=DIV dz=DZN el=ELL en=ENG eo=NTO es=ESP et=ETI eu=EUQ fa=FAR fi=FIN
    fo=FOS fr=FRA fy=FRI ga=IRI gd=GAE gl=GAL gn=GUA gu=GUJ ha=HAU he=IWR hi=HIN hr=HRV hu=HUN
    hy=HYE id=IND is=ISL it=ITA iw=IWR ja=JAN ji=JII jv=JAV ka=KAT kk=KAZ kl=GRN km=KHM kn=KAN
    ko=KOR ks=KSH ku=KUR ky=KIR la=LAT lb=LTZ lo=LAO lt=LTH lv=LVI mg=MLG mi=MRI mk=MKD ml=MAL
    mn=MNG mo=MOL mr=MAR ms=MLY mt=MTS my=BRM ne=NEP nl=NLD nn=NYN no=NOR nb=NOR oc=OCI or=ORI
    pa=PAN pl=PLK ps=PAS pt=PTG rm=RMS ro=ROM ru=RUS sa=SAN sd=SND se=NSM si=SNH sk=SKY sl=SLV
    so=SML sq=SQI sr=SRB sv=SVE sw=SWK ta=TAM te=TEL tg=TAJ th=THA ti=TGY tk=TKM tr=TRK tt=TAT
    ug=UYG uk=UKR ur=URD uz=UZB vi=VIT wo=WLF yi=JII yo=YBA zu=ZUL syr=SYR syc=SYR kok=KOK
    mai=MTH mni=MNI sat=SAT ota=ARA pes=FAR prs=DRI ckb=KUR kmr=KUR sdh=KUR pbt=PAS pbu=PAS pst=PAS
    swh=SWK swc=SWK cmn=ZHS yue=ZHH nob=NOR nno=NYN arb=ARA ary=MOR arz=ARA apc=ARA npi=NEP ory=ORI
    ekk=ETI lvs=LVI zsm=MLY uzn=UZB azj=AZE khk=MNG gom=KOK als=SQI ydd=JII plt=MLG quz=QUZ ell=ELL
    """

  /// The tags of a BCP 47 language, the best first.
  static func tags(_ language: String?) -> [Tag] {
    guard let language else { return [] }
    let parts = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let first = parts.first else { return [] }
    if first == "zh" { return [chinese(parts.dropFirst())] }
    if first == "ro", parts.contains("md") { return ["MOL ", "ROM "] }
    if let tag = table[first] { return [tag] }
    return first.utf8.count == 3 ? [Tag(first.uppercased())] : []
  }

  private static func chinese(_ parts: ArraySlice<Substring>) -> Tag {
    if parts.contains("hk") || parts.contains("mo") { return "ZHH " }
    if parts.contains("hans") { return "ZHS " }
    return parts.contains("hant") || parts.contains("tw") ? "ZHT " : "ZHS "
  }
}

import Fonts

/// How OpenType names languages.
enum LanguageTags {
  /// The tags of languages whose three letters differ from those of ISO 639-2, and of languages
  /// that BCP 47 names by two letters; several in the order in which HarfBuzz looks for them.
  /// OpenType, "Language system tags".
  private static let table: [Substring: [Tag]] = {
    var table: [Substring: [Tag]] = [:]
    for entry in list.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let parts = entry.split(separator: "=")
      if parts.count == 2 {
        table[parts[0]] = parts[1].split(separator: "+").map { Tag(String($0)) }
      }
    }
    return table
  }()

  private static let list = """
    aa=AFR ab=ABK af=AFK ak=AKA am=AMH an=ARG ar=ARA as=ASM av=AVR ay=AYM az=AZE ba=BSH be=BEL
    bg=BGR bi=BIS+CPP bm=BMB bn=BEN bo=TIB br=BRE bs=BOS ca=CAT ce=CHE ch=CHA co=COS cr=CRE cs=CSY
    cu=CSL cv=CHU cy=WEL da=DAN de=DEU dv=DIV+DHV dz=DZN ee=EWE el=ELL en=ENG eo=NTO es=ESP et=ETI
    eu=EUQ fa=FAR ff=FUL fi=FIN fj=FJI fo=FOS fr=FRA fy=FRI ga=IRI+IRT gd=GAE gl=GAL gn=GUA gu=GUJ
    gv=MNX ha=HAU he=IWR hi=HIN ho=HMO+CPP hr=HRV ht=HAI+CPP hu=HUN hy=HYE0+HYE hz=HER ia=INA
    id=IND+MLY ie=ILE ig=IBO ii=YIM ik=IPK in=IND+MLY io=IDO is=ISL it=ITA iu=INU+INUK iw=IWR ja=JAN
    ji=JII jv=JAV jw=JAV ka=KAT kg=KON0 ki=KIK kj=KUA kk=KAZ kl=GRN km=KHM kn=KAN ko=KOR+KOH kr=KNR
    ks=KSH ku=KUR kv=KOM kw=COR ky=KIR la=LAT lb=LTZ lg=LUG li=LIM ln=LIN lo=LAO lt=LTH lu=LUB
    lv=LVI mg=MLG mh=MAH mi=MRI mk=MKD ml=MAL+MLR mn=MNG mo=MOL+ROM mr=MAR ms=MLY mt=MTS my=BRM
    na=NAU nb=NOR nd=NDB ne=NEP ng=NDG nl=NLD nn=NYN no=NOR nr=NDB nv=NAV+ATH ny=CHI oc=OCI oj=OJB
    om=ORO or=ORI os=OSS pa=PAN pi=PAL pl=PLK ps=PAS pt=PTG qu=QUZ rm=RMS rn=RUN ro=ROM ru=RUS
    rw=RUA sa=SAN sc=SRD sd=SND se=NSM sg=SGO sh=BOS+HRV+SRB si=SNH sk=SKY sl=SLV sm=SMO sn=SNA0
    so=SML sq=SQI sr=SRB ss=SWZ st=SOT su=SUN sv=SVE sw=SWK ta=TAM te=TEL tg=TAJ th=THA ti=TGY
    tk=TKM tl=TGL tn=TNA to=TGN tr=TRK ts=TSG tt=TAT tw=TWI+AKA ty=THT ug=UYG uk=UKR ur=URD uz=UZB
    ve=VEN vi=VIT vo=VOL wa=WLN wo=WLF xh=XHS yi=JII yo=YBA za=ZHA zu=ZUL syr=SYR syc=SYR kok=KOK
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
    if let tags = table[first] { return tags }
    return first.utf8.count == 3 ? [Tag(first.uppercased())] : []
  }

  private static func chinese(_ parts: ArraySlice<Substring>) -> Tag {
    if parts.contains("hk") || parts.contains("mo") { return "ZHH " }
    if parts.contains("hans") { return "ZHS " }
    return parts.contains("hant") || parts.contains("tw") ? "ZHT " : "ZHS "
  }
}

import Bytes
import Colors
import Geometry
import Timeline

/// Reads the layers of a file, and notes what is not drawn.
struct LottieReader {
  var compositions: [LottieComposition] = []
  /// What pictures are: data, or names of files.
  var pictures: [LottiePictureSource] = []
  /// The kinds of things that are left out, each once, in the order in which they come.
  private(set) var lacks: [String] = []
  private(set) var layers = 0
  var shapes = 0
  private var assets: [String: LottieAsset] = [:]
  /// Letters by their names.
  private(set) var letters: [String: LottieGlyph] = [:]
  /// Whether colours are numbers up to 255: so they are in files of Bodymovin before 4.1.9.
  let isOld: Bool
  /// The fonts that texts name.
  let fonts: [JSONNode]
  /// Fonts with letters that the file does not bring.
  var otherFonts: LottieFonts

  /// Reads all of a file; its own layers are the last composition.
  ///
  /// - Parameter files: gives the files beside it by their names.
  init(_ root: JSONNode, files: (String) -> [UInt8]?) throws(LottieError) {
    let version = (root["v"]?.string ?? "").split(separator: ".").map { Int($0) ?? 0 }
    isOld = !version.isEmpty && version.lexicographicallyPrecedes([4, 1, 9])
    fonts = root["fonts"]?["list"]?.elements ?? []
    otherFonts = LottieFonts(fonts, files)
    letters = try glyphs(root["chars"], version: root["v"]?.string ?? "")
    var nodes: [JSONNode] = []
    for asset in root["assets"]?.elements ?? [] {
      guard let name = Self.name(asset["id"]), assets[name] == nil else { continue }
      if let layers = asset["layers"] {
        assets[name] = .composition(nodes.count)
        nodes.append(layers)
      } else if asset["p"]?.string != nil {
        assets[name] = .picture(pictures.count)
        pictures.append(LottiePictureSource(asset))
      }
    }
    for node in nodes + (root["layers"].map { [$0] } ?? []) {
      compositions.append(try composition(node))
      if node.hasExpressions { note("changes that expressions make") }
    }
  }

  private static func name(_ node: JSONNode?) -> String? {
    node?.string ?? node?.number.map { "\($0)" }
  }

  mutating func note(_ lack: String) {
    if !lacks.contains(lack), lacks.count < 32 { lacks.append(lack) }
  }

  private mutating func composition(_ node: JSONNode) throws(LottieError) -> LottieComposition {
    var made = LottieComposition()
    for element in node.elements ?? [] {
      layers += 1
      guard layers <= LottieLimits.layers else {
        throw .unsupported("it has more than \(LottieLimits.layers) layers")
      }
      let layer = try layer(element)
      if let number = layer.number, made.places[number] == nil {
        made.places[number] = made.layers.count
      }
      // What the layer above lets through is not seen itself, whether or not it says so.
      if let matte = layer.matte, matte.layer == nil, let above = made.layers.indices.last {
        made.layers[above].isMatte = true
      }
      made.layers.append(layer)
    }
    return made
  }

  private mutating func layer(_ node: JSONNode) throws(LottieError) -> LottieLayer {
    let isHidden = node.isSet("hd")
    let stretch = node["sr"]?.number ?? 1
    let begin = node["ip"]?.number ?? -.infinity
    let end = node["op"]?.number ?? .infinity
    let (blend, matte) = (blend(node), matte(node))
    return LottieLayer(
      content: try content(node, isHidden: isHidden),
      transform: LottieTransform(node["ks"], followsWay: node.isSet("ao")),
      frames: begin..<max(begin, end), start: node["st"]?.number ?? 0,
      stretch: stretch == 0 ? 1 : stretch, number: node.whole("ind"), parent: node.whole("parent"),
      masks: masks(node["masksProperties"]), matte: matte, effects: isHidden ? [] : effects(node),
      styles: isHidden ? [] : styles(node), isMatte: node.isSet("td"), isHidden: isHidden,
      blend: blend)
  }

  private mutating func content(
    _ node: JSONNode, isHidden: Bool
  ) throws(LottieError) -> LottieLayer.Content {
    switch node.whole("ty") {
    case 0:
      guard case .composition(let index)? = Self.name(node["refId"]).flatMap({ assets[$0] }) else {
        return .nothing
      }
      return .composition(
        index, width: node["w"]?.number ?? 0, height: node["h"]?.number ?? 0,
        remap: LottieTrack(node["tm"]))
    case 1:
      return .solid(
        width: node["sw"]?.number ?? 0, height: node["sh"]?.number ?? 0,
        color: LottieColor(hex: node["sc"]?.string ?? ""))
    case 2:
      guard case .picture(let index)? = Self.name(node["refId"]).flatMap({ assets[$0] }) else {
        return .nothing
      }
      return .picture(index)
    case 3: return .nothing
    case 4: return .shapes(try items(node["shapes"], depth: 0))
    case 5: return .texts(texts(node))
    case 6: if !isHidden { note("sounds") }
    case 13: note("cameras")
    default: if !isHidden { note("layers of unknown kinds") }
    }
    return .nothing
  }

  mutating func blend(_ node: JSONNode) -> BlendMode { blend(number: node.whole("bm") ?? 0) }

  /// The blend mode of a number.
  mutating func blend(number: Int) -> BlendMode {
    let modes: [BlendMode] = [
      .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
      .softLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity, .linearDodge,
      .hardMix,
    ]
    if modes.indices.contains(number) { return modes[number] }
    note("unknown blend modes")
    return .normal
  }

  private mutating func matte(_ node: JSONNode) -> LottieMatte? {
    switch node.whole("tt") ?? 0 {
    case 0: return nil
    case 1...4:
      let kind = node.whole("tt") ?? 1
      return LottieMatte(
        byLuma: kind > 2, isInverted: kind.isMultiple(of: 2), layer: node.whole("tp"))
    default:
      note("unknown kinds of mattes")
      return nil
    }
  }

  private mutating func masks(_ node: JSONNode?) -> [LottieMask] {
    var masks: [LottieMask] = []
    for element in node?.elements ?? [] {
      let name = element["mode"]?.string ?? "a"
      if name == "n" { continue }
      guard let mode = LottieMask.Mode(rawValue: name) else {
        note("unknown kinds of masks")
        continue
      }
      guard let path = LottieTrack(path: element["pt"]) else { continue }
      masks.append(
        LottieMask(
          mode: mode, isInverted: element.isSet("inv"), path: path,
          opacity: LottieTrack(element["o"], [100]), expansion: LottieTrack(element["x"], [0]),
          feather: LottieTrack(element["f"])))
    }
    return masks
  }
}

/// What the files of an animation are by their names.
enum LottieAsset {
  case composition(Int)
  case picture(Int)
}

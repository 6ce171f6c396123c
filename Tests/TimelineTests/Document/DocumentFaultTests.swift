import Testing

@testable import Timeline

/// The messages of faults outside the layers' parameters.
@Suite struct DocumentFaultTests {
  typealias Case = JSONParserTests.Case

  static let cases = [
    Case("1️⃣[]", #"1: a timeline is an object, not an array; such as {"version": 1, "layers": []}"#),
    Case("1️⃣{}", #"1: the timeline needs 'version'; write "version": 1"#),
    Case(#"{"version": 1️⃣2}"#, "1: version 2 is not known; this program reads version 1"),
    Case(#"{"version": 1️⃣"1"}"#, "1: 'version' takes a whole number, not a string"),
    Case(#"{"version": 1️⃣1.5}"#, "1: 'version' takes a whole number, not 1.5"),
    Case(
      #"{"version": 1, 1️⃣"layer": []}"#,
      "1: unknown key 'layer' in the timeline; did you mean 'layers'?"),
    Case(
      #"{"version": 1, 1️⃣"fps": 25}"#,
      #"1: unknown key 'fps' in the timeline; write "canvas": { "rate": 25 }"#),
    Case(#"{"version": 1, "layers": 1️⃣{}}"#, "1: 'layers' takes an array of layers, not an object"),
    Case(
      #"{"version": 1, "layers": [1️⃣5, 2️⃣null]}"#, "1: a layer is an object, not a number",
      "2: a layer is an object, not null"),
    Case(#"{"version": 1, "clips": 1️⃣{}}"#, "1: 'clips' takes an array of clips, not an object"),
    Case(#"{"version": 1, "audio": 1️⃣[]}"#, "1: 'audio' takes an object, not an array"),
    Case(
      #"{"version": 1, "vars": 1️⃣"a"}"#,
      #"1: 'vars' takes an object, not a string; such as {"who": "Ada"}"#),
    Case(#"{"version": 1, "name": 1️⃣1}"#, "1: 'name' takes a string, not a number"),
    Case(#"{"version": 1, "canvas": 1️⃣1}"#, "1: 'canvas' takes an object, not a number"),
    Case(
      #"{"version": 1, "canvas": {1️⃣"backgroud": "red", "fit": 2️⃣"contian"}}"#,
      "1: unknown key 'backgroud' in the canvas; did you mean 'background'?",
      "2: 'fit' cannot be 'contian'; did you mean 'contain'?"),
    Case(
      #"{"version": 1, "canvas": {"fit": 1️⃣"zz", "size": 2️⃣100}}"#,
      "1: 'fit' cannot be 'zz'; it takes 'contain', 'cover', 'fill' or 'scale-down'",
      #"2: 'size' takes a size [width, height], not a number; such as [200, "auto"]"#),
    Case(
      #"{"version": 1, "layers": [1️⃣{"source": "a.png"}]}"#,
      "1: a layer needs 'type'; it is 'image', 'text', 'color', 'gradient', 'group', 'video' or 'effect'"
    ),
    Case(
      #"{"version": 1, "layers": [1️⃣{"effect": "vortex"}]}"#,
      #"1: a layer needs 'type'; write "type": "effect""#),
    Case(
      #"{"version": 1, "layers": [{1️⃣"Type": "color"}]}"#,
      "1: unknown key 'Type' in a layer; did you mean 'type'?"),
    // The last letter is Cyrillic.
    Case(
      #"{"version": 1, "layers": [{1️⃣"typе": "color"}]}"#,
      "1: unknown key 'typе' in a layer; did you mean 'type'? Its 'е' is U+0435"),
    Case(
      #"{"version": 1, "layers": [{"type": 1️⃣7}]}"#,
      "1: 'type' takes the kind of the layer, not a number"),
    Case(
      #"{"version": 1, "layers": [{"type": 1️⃣"imgae"}]}"#,
      "1: unknown kind of layer 'imgae'; did you mean 'image'?"),
    Case(
      #"{"version": 1, "layers": [{"type": 1️⃣"sprite"}]}"#,
      "1: unknown kind of layer 'sprite'; a layer is 'image', 'text', 'color', 'gradient', 'group', 'video' or 'effect'"
    ),
    Case(
      #"{"version": 1, "layers": [{"type": 1️⃣"vortex"}]}"#,
      #"1: 'vortex' is an effect, not a kind of layer; write "type": "effect", "effect": "vortex""#),
    Case(
      #"{"version": 1, "layers": [{"type": 1️⃣"effect"}]}"#,
      "1: an effect layer needs 'effect'; it is 'vortex' or 'pointillize'"),
    Case(
      #"{"version": 1, "layers": [{"type": "effect", "effect": 1️⃣"votrex"}]}"#,
      "1: unknown effect 'votrex'; did you mean 'vortex'?"),
    Case(
      #"{"version": 1, "layers": [{"type": "effect", "effect": 1️⃣"blur"}]}"#,
      "1: unknown effect 'blur'; the effects are 'vortex' and 'pointillize'"),
    Case(
      #"{"version": 1, "layers": [{"type": "effect", "effect": 1️⃣"Whirl-Pool"}]}"#,
      "1: unknown effect 'Whirl-Pool'; did you mean 'vortex'?"),
    Case(
      #"{"version": 1, "layers": [{"type": "effect", "effect": 1️⃣3}]}"#,
      "1: 'effect' takes the name of an effect, not a number"),
    Case(#"{"version": 1, "layers": [{"type": 1️⃣"group"}]}"#, "1: a group layer needs 'layers'"),
    Case(
      #"{"version": 1, "layers": [{"type": "group", "layers": [{"type": 1️⃣"imag"}]}]}"#,
      "1: unknown kind of layer 'imag'; did you mean 'image'?"),
    Case(
      #"{"version": 1, 1️⃣"version": 1}"#,
      "1: the key 'version' is given twice [line 1, column 2: it is first given here]"),
    // Faults of syntax and of meaning come in one run.
    Case(
      #"{"version": 1, "layers": [{"type": "color"1️⃣ 2️⃣"opactiy": 3️⃣.5}]}"#,
      "1: a comma is missing here",
      "2: unknown key 'opactiy' in a color layer; did you mean 'opacity'?",
      "3: '.5' is not a number of JSON; write 0.5"),
    // Where brackets are missing, nothing else is said.
    Case(
      #"{"version": 1, "layers": 2️⃣[{"type": "imgae", "opactiy": 2}1️⃣}"#,
      "1: ']' is missing before '}' [2: the array opens here]"),
  ]

  @Test(arguments: cases) func `each fault has its message and its place`(_ item: Case) {
    #expect(Sample.messages(item.text) == item.messages)
  }
}

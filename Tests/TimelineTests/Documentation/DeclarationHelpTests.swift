import Testing

@testable import Timeline

@Suite struct DeclarationHelpTests {
  @Test func `help is laid out for a terminal`() throws {
    let image = try #require(Sample.vocabulary.layers.first)
    #expect(
      DeclarationHelp.text(of: image, kind: "layer") == """
        image (layer): A picture from a file.

        Whether it moves is found in the file.

        PNG, APNG and GIF are read.

        Parameters:
          source [path; required]
              The file.
          loop [loop; default "file"]
              How often it plays.
          speed [number; more than 0 and at most 100; default 1]
              How fast it plays.
          offset [time; in s; default 0]
              Where it starts.
          fit [contain | cover | fill | scale-down; default "contain"]
              How the picture fills its box.
          label [text; default none]
              Words to remember it by.

        Example:
          { "type": "image", "source": "logo.png", "position": [20, 20] }

        """)
  }

  @Test func `effects stand below their families, with their other names`() throws {
    let effects = Sample.vocabulary.effects
    #expect(
      DeclarationHelp.families(of: effects) == """
        Distort:
          vortex  Turns the picture about a centre.

        Stylize:
          pointillize  Paints with dots.

        """)
    let vortex = try #require(effects.first)
    #expect(
      DeclarationHelp.text(of: vortex, kind: "effect").hasSuffix(
        "\n\nElsewhere: Core Image CIVortexDistortion.\n"))
  }

  @Test func `no line is longer than the terminal`() {
    let vocabulary = Sample.vocabulary
    var texts = (vocabulary.layers + vocabulary.effects).map {
      DeclarationHelp.text(of: $0, kind: "x")
    }
    texts.append(DeclarationHelp.text(of: vocabulary.clipPage, kind: "timeline"))
    texts += vocabulary.layers.map {
      DeclarationHelp.text(of: vocabulary.page(ofLayer: $0), kind: "x")
    }
    texts += vocabulary.transitions.map {
      DeclarationHelp.text(of: vocabulary.page(ofTransition: $0), kind: "transition")
    }
    texts.append(DeclarationHelp.text(of: vocabulary.soundPage, kind: "timeline"))
    texts.append(DeclarationHelp.text(of: vocabulary.trackPage, kind: "timeline"))
    texts.append(
      DeclarationHelp.text(of: vocabulary.soundEffectCommon, heading: "Every effect on sounds"))
    texts.append(DeclarationHelp.text(of: vocabulary.transitionCommon, heading: "Every transition"))
    texts.append(DeclarationHelp.text(of: vocabulary.layerCommon, heading: "Every layer"))
    texts.append(DeclarationHelp.text(of: vocabulary.effectCommon, heading: "Every effect"))
    texts.append(DeclarationHelp.overview(of: vocabulary.layers, heading: "Layers"))
    texts.append(DeclarationHelp.easings)
    for line in texts.joined().split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(texts.joined().contains("region.feather"))
    #expect(texts.joined().contains("ease-in-out"))
  }

  @Test func `the pages of clips, video layers and transitions have the built-in keys`() throws {
    let vocabulary = Sample.vocabulary
    let clip = DeclarationHelp.text(of: vocabulary.clipPage, kind: "timeline")
    for key in ClipKeys.names.union(["fit", "zoom", "freeze.at"]) {
      #expect(clip.contains("\n  \(key) ["), "\(key)")
    }
    let wipe = try #require(vocabulary.transitions.first { $0.name == "wipe" })
    #expect(
      DeclarationHelp.text(of: vocabulary.page(ofTransition: wipe), kind: "transition") == """
        wipe (transition): An edge passes.

        Parameters:
          direction [left | right | up | down; default "left"]
              Where the edge moves.
          softness [number; 0 to 1; can be animated; default 0]
              How soft the edge is.
          duration [time; default 0.5]
              How long it lasts; 0 is a cut.
          ease [easing; default "linear"]
              The easing of its progress.
          reverse [true or false; default false]
              Whether it runs backwards: the incoming picture is drawn as the outgoing
              one, from the end.
          sound [equal-power | equal-gain | cut; default that of the main sound]
              How the sounds of the two clips are crossfaded: at equal power, at equal
              gain, or by a cut in the middle. Layers have no sound.

        Example:
          { "type": "wipe", "duration": 1, "direction": "up" }

        """)
    let video = try #require(vocabulary.layers.first { $0.name == "video" })
    let text = DeclarationHelp.text(of: vocabulary.page(ofLayer: video), kind: "layer")
    #expect(text.contains("\n  in [time or transition; default 0]"))
    #expect(text.contains("\n  speed [speed; 0.01 to 100; can be animated; default 1]"))
  }

  @Test func `text is broken at its blanks`() {
    let words = Array(repeating: "abcdefghi", count: 20).joined(separator: " ")
    let lines = DeclarationHelp.wrap(words, indent: 2).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("  abc") && $0.count <= 80 })
    #expect(DeclarationHelp.wrap(String(repeating: "x", count: 99)).count == 99)
    #expect(DeclarationHelp.wrap("") == "")
  }
}

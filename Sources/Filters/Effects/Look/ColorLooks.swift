/// Looks of colours alone, as a lab or a grade gives them.
extension LookRecipe {
  static let bleachBypass = LookRecipe(
    "Silver that stays in the film: harder, and nearly grey.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 1.2, "saturation": 0.4, "pivot": 0.45 },
    { "type": "effect", "effect": "curves", "master": [[0, 0], [0.25, 0.2], [0.75, 0.84], [1, 1]] },
    { "type": "effect", "effect": "wheels", "gain": [0.98, 1, 1.02] }
    """#)

  static let tealOrange = LookRecipe(
    "Skin against its complement: shadows and blues turn to teal, highlights to orange.",
    #"""
    { "type": "effect", "effect": "hue-curves",
      "hue": [[0, 8], [30, 0], [60, -16], [120, 35], [180, 0], [240, -40], [300, 15]],
      "saturation": [[0, 1], [30, 1.2], [120, 0.7], [190, 1.15], [300, 0.7]] },
    { "type": "effect", "effect": "split-tone", "shadows": "#0a5a66", "highlights": "#f2a25a",
      "amount": 0.24 },
    { "type": "effect", "effect": "curves", "master": [[0, 0], [0.25, 0.21], [0.75, 0.79], [1, 1]] }
    """#)

  static let crossProcess = LookRecipe(
    "Slide film in the bath for negatives: hard, yellow in the lights and blue in the shadows.",
    #"""
    { "type": "effect", "effect": "curves", "red": [[0, 0], [0.25, 0.15], [0.7, 0.8], [1, 1]],
      "green": [[0, 0], [0.25, 0.21], [0.7, 0.78], [1, 1]],
      "blue": [[0, 0.14], [0.5, 0.48], [1, 0.84]] },
    { "type": "effect", "effect": "adjust", "saturation": 1.2 }
    """#)

  static let vintage = LookRecipe(
    "An old print: faded, brown in the shadows and cream in the lights.",
    #"""
    { "type": "effect", "effect": "curves", "red": [[0, 0.04], [0.45, 0.5], [1, 0.98]],
      "blue": [[0, 0.06], [0.5, 0.44], [1, 0.82]] },
    { "type": "effect", "effect": "split-tone", "shadows": "#6b4028", "highlights": "#f3d9a0",
      "amount": 0.2 },
    { "type": "effect", "effect": "matte-look", "black": 0.07, "saturation": 0.75 }
    """#)

  static let noir = LookRecipe(
    "Black and white with hard light, in which skin is pale and sky dark.",
    #"""
    { "type": "effect", "effect": "black-and-white", "red": 0.5, "green": 0.42, "blue": 0.08 },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0], [0.2, 0.08], [0.5, 0.46], [0.78, 0.9], [1, 1]] }
    """#)

  static let dayForNight = LookRecipe(
    "Daylight as moonlight: dark, blue and pale.",
    #"""
    { "type": "effect", "effect": "white-balance", "temperature": 11000 },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0], [0.35, 0.12], [0.75, 0.36], [1, 0.58]] },
    { "type": "effect", "effect": "adjust", "saturation": 0.5 },
    { "type": "effect", "effect": "split-tone", "shadows": "#0c2450", "highlights": "#9db8e8",
      "amount": 0.3 }
    """#)

  static let goldenHour = LookRecipe(
    "Low sun: warm light, soft shadows.",
    #"""
    { "type": "effect", "effect": "white-balance", "temperature": 5100 },
    { "type": "effect", "effect": "split-tone", "shadows": "#5c3a4e", "highlights": "#ffbe5c",
      "amount": 0.18 },
    { "type": "effect", "effect": "shadows-highlights", "shadows": 0.2 },
    { "type": "effect", "effect": "vibrance", "amount": 0.25 }
    """#)

  static let arctic = LookRecipe(
    "Cold light over snow: blue shadows, little colour.",
    #"""
    { "type": "effect", "effect": "white-balance", "temperature": 8200 },
    { "type": "effect", "effect": "adjust", "brightness": 0.02, "contrast": 1.08,
      "saturation": 0.65 },
    { "type": "effect", "effect": "split-tone", "shadows": "#1e4466", "highlights": "#e2f0ff",
      "amount": 0.2 }
    """#)

  static let pastel = LookRecipe(
    "Light and soft: bright, flat, with pale colours.",
    #"""
    { "type": "effect", "effect": "exposure", "ev": 0.3 },
    { "type": "effect", "effect": "matte-look", "black": 0.16, "white": 0.97, "saturation": 0.8 },
    { "type": "effect", "effect": "vibrance", "amount": 0.2 },
    { "type": "effect", "effect": "split-tone", "shadows": "#7f8fc8", "highlights": "#ffddd2",
      "amount": 0.15 }
    """#)

  static let twoStrip = LookRecipe(
    "Film of two colours, as of 1922: red, and a green that stands for blue too.",
    #"""
    { "type": "effect", "effect": "channel-mixer", "green": [0, 0.75, 0.25],
      "blue": [0, 0.55, 0.45] },
    { "type": "effect", "effect": "adjust", "contrast": 1.08, "saturation": 1.15 }
    """#)

  static let neon = LookRecipe(
    "A street at night: violet shadows, magenta lights, strong colours.",
    #"""
    { "type": "effect", "effect": "split-tone", "shadows": "#24188c", "highlights": "#ff4fb0",
      "balance": -0.3, "amount": 0.4 },
    { "type": "effect", "effect": "vibrance", "amount": 0.5 },
    { "type": "effect", "effect": "curves", "master": [[0, 0], [0.3, 0.22], [0.75, 0.82], [1, 1]] }
    """#)
}

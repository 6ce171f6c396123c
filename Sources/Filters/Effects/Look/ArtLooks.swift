/// Looks of what is drawn, painted or printed.
extension LookRecipe {
  static let comic = LookRecipe(
    "A comic book: flat shades, strong colours, ink outlines and a screen of dots.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 1.15, "saturation": 1.5 },
    { "type": "effect", "effect": "cartoon", "levels": 6, "threshold": 0.09,
      "smooth": "0.3%" },
    { "type": "effect", "effect": "halftone", "shape": "dot", "size": "0.8%",
      "color": "#00000050", "background": "#00000000" }
    """#)

  static let print = LookRecipe(
    "A coloured magazine, close up: four inks, each with its own screen of dots.",
    #"""
    { "type": "effect", "effect": "adjust", "saturation": 1.2 },
    { "type": "effect", "effect": "halftone", "shape": "cmyk", "size": "0.8%",
      "sharpness": 0.6 },
    { "type": "effect", "effect": "levels", "outBlack": 0.08, "outWhite": 0.97 },
    { "type": "effect", "effect": "color-balance", "highlights": [0.03, 0.01, -0.04] }
    """#)

  static let newspaper = LookRecipe(
    "A picture in a newspaper: black dots on grey-yellow paper.",
    #"""
    { "type": "effect", "effect": "black-and-white" },
    { "type": "effect", "effect": "adjust", "contrast": 1.25 },
    { "type": "effect", "effect": "clarity", "amount": 0.6, "radius": "2%" },
    { "type": "effect", "effect": "curves", "master": [[0, 0.08], [0.5, 0.56], [1, 0.95]] },
    { "type": "effect", "effect": "halftone", "shape": "dot", "size": "0.75%", "angle": 45,
      "color": "#26241f", "background": "#ece5d3" }
    """#)

  static let sketchbook = LookRecipe(
    "A pencil drawing on warm paper.",
    #"""
    { "type": "effect", "effect": "sketch", "radius": "0.8%", "strength": 1.3 },
    { "type": "effect", "effect": "gradient-map",
      "stops": ["#2b2723", "#8c857b", "#f6f0e2"] },
    { "type": "effect", "effect": "grain", "amount": 0.06, "size": "0.25%",
      "response": "even", "rate": 0 }
    """#)

  static let oilPainting = LookRecipe(
    "Oil on canvas: flat strokes, deep colours, a relief of paint.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 1.08, "saturation": 1.3 },
    { "type": "effect", "effect": "oil", "radius": "0.55%" },
    { "type": "effect", "effect": "sharpen", "amount": 0.8, "radius": "0.3%" },
    { "type": "effect", "effect": "vignette", "amount": 0.25, "size": 0.95 }
    """#)
}

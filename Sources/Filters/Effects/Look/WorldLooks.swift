/// Looks of places and of what one sees through.
extension LookRecipe {
  static let dream = LookRecipe(
    "A dream: a veil of light, pale colours with a breath of violet.",
    #"""
    { "type": "effect", "effect": "exposure", "ev": 0.1 },
    { "type": "effect", "effect": "split-tone", "shadows": "#6a58b8",
      "highlights": "#ffd2e6", "amount": 0.22 },
    { "type": "effect", "effect": "soft-focus", "radius": "2%", "amount": 0.35 },
    { "type": "effect", "effect": "bloom", "threshold": 0.7, "radius": "4%",
      "intensity": 0.5, "tint": "#ffe6f2" },
    { "type": "effect", "effect": "vignette", "amount": -0.35, "size": 0.9,
      "softness": 0.8 }
    """#)

  static let memory = LookRecipe(
    "Something remembered: warm and faded, sharp in the middle, lost at the edges.",
    #"""
    { "type": "effect", "effect": "adjust", "saturation": 0.6 },
    { "type": "effect", "effect": "split-tone", "shadows": "#5a4038",
      "highlights": "#ffe0b0", "amount": 0.25 },
    { "type": "effect", "effect": "matte-look", "black": 0.1 },
    { "type": "effect", "effect": "soft-focus", "radius": "1.5%", "amount": 0.25 },
    { "type": "effect", "effect": "vignette", "amount": 0.75, "size": 0.85, "softness": 0.6,
      "color": "#f4e8d2" }
    """#)

  static let nightVision = LookRecipe(
    "An image intensifier: green, noisy, and blinded by lights.",
    #"""
    { "type": "effect", "effect": "bloom", "threshold": 0.6, "radius": "1.5%",
      "intensity": 0.6 },
    { "type": "effect", "effect": "gradient-map", "preset": "night-vision" },
    { "type": "effect", "effect": "grain", "amount": 0.22, "size": "0.3%",
      "response": "even", "rate": 30 },
    { "type": "effect", "effect": "crt", "lines": 360, "strength": 0.15, "curvature": 0 },
    { "type": "effect", "effect": "vignette", "amount": 1, "size": 0.8, "softness": 0.35,
      "roundness": 1 }
    """#)

  static let thermal = LookRecipe(
    "A thermal camera: soft shapes, bright ones hot and dark ones cold.",
    #"""
    { "type": "effect", "effect": "blur", "sigma": "0.5%" },
    { "type": "effect", "effect": "gradient-map", "preset": "thermal" },
    { "type": "effect", "effect": "grain", "amount": 0.03, "size": "0.4%",
      "response": "even", "rate": 9 }
    """#)

  static let miniature = LookRecipe(
    "A model railway: a narrow band is sharp, colours are those of toys.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 1.1, "saturation": 1.25 },
    { "type": "effect", "effect": "vibrance", "amount": 0.3 },
    { "type": "effect", "effect": "tilt-shift", "center": ["50%", "55%"], "focus": "22%",
      "falloff": "30%", "blur": "1.1%" }
    """#)

  static let underwater = LookRecipe(
    "Below the surface: blue-green and hazy, with slow waves and light from above.",
    #"""
    { "type": "effect", "effect": "channel-mixer", "red": [0.55, 0.2, 0.05] },
    { "type": "effect", "effect": "split-tone", "shadows": "#02424f",
      "highlights": "#7fe6de", "amount": 0.45 },
    { "type": "effect", "effect": "curves", "master": [[0, 0.04], [0.5, 0.5], [1, 0.9]] },
    { "type": "effect", "effect": "turbulence", "amount": "1.2%", "size": "22%",
      "octaves": 2, "rate": 0.35, "edge": "mirror" },
    { "type": "effect", "effect": "rays", "center": ["40%", "-30%"], "length": 0.6,
      "threshold": 0.6, "amount": 0.7, "color": "#bff8ee" },
    { "type": "effect", "effect": "soft-focus", "radius": "1.2%", "amount": 0.2 },
    { "type": "effect", "effect": "vignette", "amount": 0.5, "size": 0.9,
      "color": "#01222c" }
    """#)

  static let heatHaze = LookRecipe(
    "Noon in the desert: bleached, yellow, and air that shimmers.",
    #"""
    { "type": "effect", "effect": "white-balance", "temperature": 5400 },
    { "type": "effect", "effect": "curves", "master": [[0, 0.04], [0.5, 0.54], [1, 1]] },
    { "type": "effect", "effect": "adjust", "saturation": 0.88 },
    { "type": "effect", "effect": "turbulence", "amount": "0.7%", "size": "6%",
      "octaves": 2, "rate": 1.6, "edge": "mirror" },
    { "type": "effect", "effect": "bloom", "threshold": 0.75, "radius": "3%",
      "intensity": 0.4, "tint": "#ffe9bf" }
    """#)

  static let neonNight = LookRecipe(
    "A city at night: violet shadows, glowing magenta lights, split colours.",
    #"""
    { "type": "effect", "effect": "split-tone", "shadows": "#24188c",
      "highlights": "#ff4fb0", "balance": -0.3, "amount": 0.36 },
    { "type": "effect", "effect": "vibrance", "amount": 0.5 },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0], [0.3, 0.17], [0.75, 0.78], [1, 1]] },
    { "type": "effect", "effect": "bloom", "threshold": 0.6, "radius": "2.5%",
      "intensity": 0.9, "tint": "#ff8fe0" },
    { "type": "effect", "effect": "chromatic-aberration", "amount": "0.35%" },
    { "type": "effect", "effect": "vignette", "amount": 0.45, "size": 0.85 }
    """#)

  static let musicVideo = LookRecipe(
    "A clip that moves with the beat: hard and cool, pulsing, colours drawn apart.",
    #"""
    { "type": "effect", "effect": "curves",
      "master": [[0, 0], [0.25, 0.17], [0.75, 0.85], [1, 1]] },
    { "type": "effect", "effect": "split-tone", "shadows": "#123a6b",
      "highlights": "#ffe3c0", "amount": 0.22 },
    { "type": "effect", "effect": "zoom-pulse", "amount": 0.05, "decay": 0.25, "bpm": 120 },
    { "type": "effect", "effect": "chromatic-aberration", "amount": "0.5%" },
    { "type": "effect", "effect": "bloom", "threshold": 0.75, "radius": "2.5%",
      "intensity": 0.45 },
    { "type": "effect", "effect": "grain", "amount": 0.1, "size": "0.18%" }
    """#)
}

/// Looks of tapes, tubes and small screens.
extension LookRecipe {
  static let vhsTape = LookRecipe(
    "A worn video tape: smeared colours, noise, and lines that sway.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 0.94, "saturation": 1.1 },
    { "type": "effect", "effect": "vhs", "tape": "lp", "noise": 0.35, "tracking": 0.25,
      "edgeWave": 0.6 }
    """#)

  static let camcorder = LookRecipe(
    "A home video of the nineties: soft and cool, sharpened by the camera.",
    #"""
    { "type": "effect", "effect": "levels", "outBlack": 0.05, "outWhite": 0.98 },
    { "type": "effect", "effect": "color-balance", "shadows": [-0.02, 0, 0.04],
      "highlights": [-0.02, 0.01, 0.02] },
    { "type": "effect", "effect": "bloom", "threshold": 0.85, "radius": "1.2%",
      "intensity": 0.4 },
    { "type": "effect", "effect": "vhs", "tape": "sp", "noise": 0.15, "tracking": 0,
      "headSwitch": 4, "edgeWave": 0.1, "ringing": 0.8 }
    """#)

  static let glitchTv = LookRecipe(
    "A broken signal: displaced bands and split colours on a tube.",
    #"""
    { "type": "effect", "effect": "glitch", "amount": 0.45, "blocks": 18, "shift": "9%",
      "split": "0.9%" },
    { "type": "effect", "effect": "crt", "strength": 0.25, "curvature": 0.04 },
    { "type": "effect", "effect": "adjust", "contrast": 1.12, "saturation": 1.25 }
    """#)

  static let crtMonitor = LookRecipe(
    "An old colour tube: bulging glass, lines, a mask, and a soft glow.",
    #"""
    { "type": "effect", "effect": "bloom", "threshold": 0.5, "radius": "0.8%",
      "intensity": 0.35 },
    { "type": "effect", "effect": "adjust", "brightness": 0.08, "contrast": 1.15,
      "saturation": 1.2 },
    { "type": "effect", "effect": "crt", "lines": 240, "strength": 0.3, "mask": "aperture",
      "curvature": 0.15, "bloom": 0.7 },
    { "type": "effect", "effect": "vignette", "amount": 0.35, "size": 0.9 }
    """#)

  static let securityCamera = LookRecipe(
    "A camera under the ceiling: wide, coarse and greenish grey.",
    #"""
    { "type": "effect", "effect": "lens-distortion", "k1": 0.18 },
    { "type": "effect", "effect": "pixelate", "size": "0.4%" },
    { "type": "effect", "effect": "black-and-white", "tint": "#8fb09a40" },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0.08], [0.3, 0.3], [0.7, 0.76], [1, 0.92]] },
    { "type": "effect", "effect": "grain", "amount": 0.12, "size": "0.4%",
      "response": "even", "rate": 12 },
    { "type": "effect", "effect": "crt", "lines": 288, "strength": 0.14, "curvature": 0 },
    { "type": "effect", "effect": "vignette", "amount": 0.5, "size": 0.9 }
    """#)

  static let pixelArt = LookRecipe(
    "Coarse pixels in few colours, as games of the nineties had.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 1.15, "saturation": 1.3 },
    { "type": "effect", "effect": "pixelate", "size": "1.25%", "origin": "corner" },
    { "type": "effect", "effect": "posterize", "levels": 8 }
    """#)

  static let gameBoy = LookRecipe(
    "A hand-held game of 1989: large pixels in four greens.",
    #"""
    { "type": "effect", "effect": "adjust", "contrast": 1.25 },
    { "type": "effect", "effect": "pixelate", "size": "1.25%", "origin": "corner" },
    { "type": "effect", "effect": "dither",
      "palette": ["#0f380f", "#306230", "#8bac0f", "#9bbc0f"], "method": "bayer2",
      "size": "1.25%" }
    """#)
}

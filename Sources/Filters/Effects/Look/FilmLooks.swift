/// Looks of films: what stock, projectors and cameras of the time do.
extension LookRecipe {
  static let super8 = LookRecipe(
    "Home movies of the seventies: warm, soft and grainy, in a gate that trembles.",
    #"""
    { "type": "effect", "effect": "blur", "sigma": "0.12%" },
    { "type": "effect", "effect": "curves", "red": [[0, 0.05], [0.5, 0.55], [1, 1]],
      "green": [[0, 0.04], [0.5, 0.5], [1, 0.95]],
      "blue": [[0, 0.06], [0.5, 0.45], [1, 0.84]] },
    { "type": "effect", "effect": "matte-look", "black": 0.05, "saturation": 0.9 },
    { "type": "effect", "effect": "grain", "amount": 0.2, "size": "0.25%", "color": 0.2,
      "rate": 18 },
    { "type": "effect", "effect": "film-damage", "dust": 4, "scratches": 1, "flicker": 0.05,
      "weave": "0.3%", "rate": 18 },
    { "type": "effect", "effect": "vignette", "amount": 0.5, "size": 0.85, "softness": 0.6 }
    """#)

  static let oldFilm = LookRecipe(
    "A print of the thirties that has run too often: brown, scratched and flickering.",
    #"""
    { "type": "effect", "effect": "blur", "sigma": "0.1%" },
    { "type": "effect", "effect": "black-and-white", "red": 0.25, "green": 0.55,
      "blue": 0.2, "tint": "#c9a06a66" },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0.05], [0.25, 0.2], [0.75, 0.82], [1, 0.95]] },
    { "type": "effect", "effect": "grain", "amount": 0.28, "size": "0.25%", "rate": 18 },
    { "type": "effect", "effect": "film-damage", "dust": 20, "scratches": 6,
      "flicker": 0.12, "weave": "0.4%", "jump": "1%" },
    { "type": "effect", "effect": "vignette", "amount": 0.7, "size": 0.85, "softness": 0.6 }
    """#)

  static let silentFilm = LookRecipe(
    "The cinema of 1920: grey with pale skies, hard light, an iris around the picture.",
    #"""
    { "type": "effect", "effect": "blur", "sigma": "0.12%" },
    { "type": "effect", "effect": "black-and-white", "red": 0.05, "green": 0.45,
      "blue": 0.5 },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0], [0.25, 0.16], [0.5, 0.54], [0.75, 0.88], [1, 0.98]] },
    { "type": "effect", "effect": "grain", "amount": 0.22, "size": "0.25%", "rate": 16 },
    { "type": "effect", "effect": "film-damage", "dust": 12, "scratches": 4, "flicker": 0.1,
      "weave": "0.3%", "rate": 16 },
    { "type": "effect", "effect": "vignette", "amount": 0.95, "size": 0.85, "softness": 0.3,
      "roundness": 0.4 }
    """#)

  static let cinema = LookRecipe(
    "A feature film: teal and orange, a little grain, darker corners, and wide bars.",
    #"""
    { "type": "effect", "effect": "split-tone", "shadows": "#0a5a66",
      "highlights": "#f2a25a", "amount": 0.2 },
    { "type": "effect", "effect": "curves",
      "master": [[0, 0.01], [0.25, 0.21], [0.75, 0.78], [1, 0.99]] },
    { "type": "effect", "effect": "adjust", "saturation": 0.92 },
    { "type": "effect", "effect": "bloom", "threshold": 0.85, "radius": "2%",
      "intensity": 0.25, "tint": "#ffe2c4" },
    { "type": "effect", "effect": "vignette", "amount": 0.3, "size": 0.9 },
    { "type": "effect", "effect": "grain", "amount": 0.08, "size": "0.15%" },
    { "type": "effect", "effect": "letterbox", "aspect": 2.39 }
    """#)

  static let polaroid = LookRecipe(
    "An instant picture: soft, creamy lights, green-blue shadows, pale corners.",
    #"""
    { "type": "effect", "effect": "blur", "sigma": "0.1%" },
    { "type": "effect", "effect": "curves", "red": [[0, 0.07], [0.5, 0.56], [1, 0.97]],
      "green": [[0, 0.08], [0.5, 0.52], [1, 0.93]],
      "blue": [[0, 0.15], [0.5, 0.5], [1, 0.82]] },
    { "type": "effect", "effect": "adjust", "contrast": 1.08, "saturation": 0.82 },
    { "type": "effect", "effect": "soft-focus", "radius": "1.5%", "amount": 0.16 },
    { "type": "effect", "effect": "vignette", "amount": 0.35, "size": 0.95, "softness": 0.7,
      "color": "#2a1c10" },
    { "type": "effect", "effect": "grain", "amount": 0.07, "size": "0.25%", "color": 0.3,
      "rate": 0 }
    """#)

  static let sunnyLeak = LookRecipe(
    "A summer on film: warm, hazy, and light that leaks into the camera.",
    #"""
    { "type": "effect", "effect": "white-balance", "temperature": 5300 },
    { "type": "effect", "effect": "matte-look", "black": 0.08, "saturation": 0.95 },
    { "type": "effect", "effect": "bloom", "threshold": 0.75, "radius": "3%",
      "intensity": 0.35, "tint": "#ffd9a0" },
    { "type": "effect", "effect": "light-leak", "color": "#ff8a2a", "amount": 0.75,
      "position": ["98%", "35%"], "size": "75%" },
    { "type": "effect", "effect": "grain", "amount": 0.1, "size": "0.2%" }
    """#)
}

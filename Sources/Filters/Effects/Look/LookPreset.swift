import Timeline

/// The looks by name.
enum LookPreset: String, Choice {
  case bleachBypass = "bleach-bypass"
  case tealOrange = "teal-orange"
  case crossProcess = "cross-process"
  case vintage
  case noir
  case dayForNight = "day-for-night"
  case goldenHour = "golden-hour"
  case arctic
  case pastel
  case twoStrip = "two-strip"
  case neon
  case super8 = "super-8"
  case oldFilm = "old-film"
  case silentFilm = "silent-film"
  case cinema
  case polaroid
  case sunnyLeak = "sunny-leak"
  case vhsTape = "vhs-tape"
  case camcorder
  case glitchTv = "glitch-tv"
  case crtMonitor = "crt-monitor"
  case securityCamera = "security-camera"
  case pixelArt = "pixel-art"
  case gameBoy = "game-boy"
  case comic
  case print
  case newspaper
  case sketchbook
  case oilPainting = "oil-painting"
  case dream
  case memory
  case nightVision = "night-vision"
  case thermal
  case miniature
  case underwater
  case heatHaze = "heat-haze"
  case neonNight = "neon-night"
  case musicVideo = "music-video"

  /// What it is made of.
  var recipe: LookRecipe {
    switch self {
    case .bleachBypass: .bleachBypass
    case .tealOrange: .tealOrange
    case .crossProcess: .crossProcess
    case .vintage: .vintage
    case .noir: .noir
    case .dayForNight: .dayForNight
    case .goldenHour: .goldenHour
    case .arctic: .arctic
    case .pastel: .pastel
    case .twoStrip: .twoStrip
    case .neon: .neon
    case .super8: .super8
    case .oldFilm: .oldFilm
    case .silentFilm: .silentFilm
    case .cinema: .cinema
    case .polaroid: .polaroid
    case .sunnyLeak: .sunnyLeak
    case .vhsTape: .vhsTape
    case .camcorder: .camcorder
    case .glitchTv: .glitchTv
    case .crtMonitor: .crtMonitor
    case .securityCamera: .securityCamera
    case .pixelArt: .pixelArt
    case .gameBoy: .gameBoy
    case .comic: .comic
    case .print: .print
    case .newspaper: .newspaper
    case .sketchbook: .sketchbook
    case .oilPainting: .oilPainting
    case .dream: .dream
    case .memory: .memory
    case .nightVision: .nightVision
    case .thermal: .thermal
    case .miniature: .miniature
    case .underwater: .underwater
    case .heatHaze: .heatHaze
    case .neonNight: .neonNight
    case .musicVideo: .musicVideo
    }
  }
}

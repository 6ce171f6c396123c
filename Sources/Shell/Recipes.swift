import Options

/// The recipes of the cookbook as topics of help, found by the words that people look for.
let recipeTopics: [Topic] = recipes.map { recipe in
  Topic(
    recipe.anchor, group: "Recipes", summary: recipe.heading, aliases: recipe.words,
    text: """
      \(recipe.heading) (recipe).

      docs/cookbook.md#\(recipe.anchor) has the whole timeline and the command.
      See also: \(recipe.topics.map { "vfx help \($0)" }.joined(separator: ", "))

      """)
}

/// One recipe.
struct Recipe: Sendable {
  /// Its heading in the cookbook.
  let heading: String
  /// What people call it.
  let words: [String]
  /// The pages of help on what it uses.
  let topics: [String]

  init(_ heading: String, _ words: [String], see topics: [String]) {
    (self.heading, self.words, self.topics) = (heading, words, topics)
  }

  /// The heading as an address has it: `add-a-watermark`.
  var anchor: String {
    String(heading.lowercased().filter { !",'".contains($0) }.map { $0 == " " ? "-" : $0 })
  }
}

/// In the order of the cookbook.
let recipes: [Recipe] = [
  Recipe(
    "Join clips with a transition", ["join-clips", "concat", "concatenate", "xfade"],
    see: ["transitions"]),
  Recipe("Cut a part out of a film", ["cut", "trim", "trimming", "split"], see: ["clip"]),
  Recipe(
    "Make jump cuts from a list of what to keep",
    ["jump-cut", "jump-cuts", "remove-silence", "edit-decision-list"], see: ["clip", "in", "out"]),
  Recipe(
    "Ramp the speed",
    ["slow-motion", "slowmo", "fast-motion", "time-lapse", "speed-ramp", "timing"],
    see: ["speed", "sampling"]),
  Recipe(
    "Play backwards, or back and forth", ["backwards", "boomerang", "rewind"],
    see: ["reverse", "pingpong"]),
  Recipe("Freeze a frame", ["freeze-frame", "pause", "still-frame"], see: ["freeze"]),
  Recipe(
    "Fade in from black, and out to it", ["fade", "fade-in", "fade-out", "fade-to-black"],
    see: ["opacity", "fadeIn"]),
  Recipe(
    "Fade picture and sound out at the end", ["fade-out-at-the-end", "outro-fade", "audio-fade"],
    see: ["transitions", "fadeOut"]),
  Recipe(
    "End with a card", ["end-card", "end-screen", "outro", "credits"], see: ["timeline", "text"]),
  Recipe("Add a watermark", ["watermark", "logo", "bug"], see: ["image", "opacity"]),
  Recipe(
    "Make a slideshow from photos with music",
    ["slideshow", "slide-show", "photos", "ken-burns", "pan-and-zoom"], see: ["clip", "zoom"]),
  Recipe(
    "Show stills on the beats", ["auto-beat", "beat-cut", "cut-to-the-beat", "photos-on-beats"],
    see: ["clip", "audio"]),
  Recipe(
    "Add a GIF sticker", ["gif-sticker", "sticker", "emoji", "lottie", "tgs", "dotlottie"],
    see: ["image", "loop"]),
  Recipe(
    "Let a sticker fly along a path", ["motion-path", "fly", "follow-a-path", "bezier-path"],
    see: ["position", "orient"]),
  Recipe("Burn in subtitles", ["burn-in", "hardsub", "srt", "subtitle"], see: ["subtitles"]),
  Recipe(
    "Caption speech word by word", ["caption", "auto-captions", "whisper", "transcript"],
    see: ["captions"]),
  Recipe("Animate a title", ["title", "titles", "typewriter-effect"], see: ["text", "animate"]),
  Recipe(
    "Name the person who is speaking", ["lower-third", "name-tag", "caption-bar"],
    see: ["timeline", "text"]),
  Recipe("Run a news ticker", ["ticker", "news-ticker", "crawl", "scroll"], see: ["marquee"]),
  Recipe("Show the timecode", ["timecode", "burnt-in-timecode", "bitc", "clock"], see: ["text"]),
  Recipe("Count down", ["count-down", "timer"], see: ["countdown"]),
  Recipe(
    "Put a film into a corner of another", ["picture-in-picture", "pip", "overlay", "inset"],
    see: ["video", "position"]),
  Recipe(
    "Put a film into a corner, with its sound", ["reaction", "guest", "facecam", "webcam"],
    see: ["video", "duck"]),
  Recipe(
    "Show two films side by side", ["side-by-side", "split-screen", "hstack"], see: ["video"]),
  Recipe(
    "Remove a green screen", ["green-screen", "blue-screen", "chroma"], see: ["chroma-key"]),
  Recipe(
    "Let the background shine around an actor", ["light-wrap", "lightwrap"],
    see: ["chroma-key", "matte"]),
  Recipe(
    "Correct colours", ["color-correction", "colour-correction", "brightness", "grading"],
    see: ["exposure", "white-balance", "adjust"]),
  Recipe("Give a film a look", ["film-look", "color-grade", "filters"], see: ["looks"]),
  Recipe("Apply a LUT", ["cube", "3dl", "hald"], see: ["lut"]),
  Recipe(
    "Bring an iPhone's HDR to SDR", ["iphone", "hlg-to-sdr", "hdr-to-sdr", "dolby-vision"],
    see: ["tone-map", "canvas"]),
  Recipe(
    "Hide a face or a number plate", ["face", "number-plate", "blur-face", "mosaic"],
    see: ["redact"]),
  Recipe(
    "Blur the background, but not the middle", ["blur-background", "bokeh-background"],
    see: ["blur", "region"]),
  Recipe(
    "Lower the music while someone speaks", ["ducking", "sidechain", "auto-duck", "voice-over"],
    see: ["duck"]),
  Recipe(
    "Make the loudness right for a platform",
    ["loudness", "lufs", "loudnorm", "r128", "volume-normalization"], see: ["normalize", "limiter"]),
  Recipe(
    "Let a picture beat with the music", ["audio-reactive", "beat-sync", "music-sync"],
    see: ["sound"]),
  Recipe(
    "Show what is heard", ["visualizer", "audiogram", "showwaves"], see: ["spectrum", "waveform"]),
  Recipe(
    "Make a vertical video with a blurred background",
    ["vertical", "portrait", "reel", "shorts", "tiktok", "blurred-background"], see: ["canvas"]),
  Recipe("Crop to a square for a feed", ["crop", "square", "instagram"], see: ["canvas", "fit"]),
  Recipe("Make a GIF", ["animated-gif", "gif"], see: ["make"]),
  Recipe(
    "Make a film for each row of a table", ["csv", "spreadsheet", "batch", "personalized"],
    see: ["vars", "make"]),
]

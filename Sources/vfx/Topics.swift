import Options

/// The pages of help on what a timeline may hold, for `vfx help`, the manual and completion.
let topics: [Topic] = []

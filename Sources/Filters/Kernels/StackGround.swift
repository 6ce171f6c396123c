import Timeline
import Y4M

/// What a list of layers is drawn onto, at any time of a film that is known.
struct StackGround {
  /// From when on there is anything, in the list's time.
  let start: Time
  /// Whether the list is drawn apart, on a clear frame; then ``draw`` is not called.
  let isApart: Bool
  /// Draws all of a frame at a time of the list.
  let draw: (inout Frame, Time, Workspace) throws(RenderError) -> Void
  /// The picture of a source that is the same at a time, sample for sample; nil where there is
  /// none.
  let passed: (Time, Workspace) -> SharedFrame?

  init(
    from start: Time = .zero, passed: @escaping (Time, Workspace) -> SharedFrame? = { _, _ in nil },
    draw: @escaping (inout Frame, Time, Workspace) throws(RenderError) -> Void
  ) {
    (self.start, self.passed, self.draw) = (start, passed, draw)
    isApart = false
  }

  /// A clear frame.
  init(clearFrom start: Time) {
    self.start = start
    isApart = true
    draw = { frame, _, _ in frame.clear(frame.format.box) }
    passed = { _, _ in nil }
  }
}

/// What lies below an effect in the frames before its own.
struct BelowEffect {
  /// How long before its own these are seen, the nearest first.
  let ages: [Time]
  /// Draws the frame that is so many before.
  let draw: (Int, inout Frame, Workspace) throws(RenderError) -> Void
  /// The picture of a source that is the same, sample for sample, so many frames before or now, for
  /// 0; nil where there is none.
  let passed: (Int, Workspace) -> SharedFrame?
}

extension PixelFormat {
  /// All of a picture.
  var box: Box { Box(x: 0, y: 0, width: width, height: height) }
}

extension Workspace {
  /// Calls `body` while sources show some pictures, and showed others before.
  func showing(
    _ pictures: SourcePictures, _ past: PastPictures?, _ body: () throws(RenderError) -> Void
  ) throws(RenderError) {
    sources = pictures
    if let past { self.past = past }
    defer {
      sources = SourcePictures(count: 0)
      if past != nil { self.past = PastPictures() }
    }
    try body()
  }

  /// Calls `body` as if the frame that is drawn were the one that is so many before, at least 1.
  func inPast<Value, Failure: Error>(
    _ number: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let now = (sources, past)
    if let moment = past.moment(number) { (sources, past) = (moment.pictures, moment.past) }
    defer { (sources, past) = now }
    return try body()
  }
}

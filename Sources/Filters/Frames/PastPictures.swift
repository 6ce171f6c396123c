import Timeline

/// What is seen of the timeline's sources in frames of the output before one, the nearest first.
package struct PastPictures {
  /// A frame of the output.
  package struct Moment {
    /// When it is seen, in the timeline's time.
    let time: Time
    let pictures: SourcePictures

    /// A frame, and what its sources show.
    package init(time: Time, pictures: SourcePictures) {
      (self.time, self.pictures) = (time, pictures)
    }
  }

  /// When the frame itself is seen, in the timeline's time.
  let time: Time
  /// The frames before it that are known.
  let moments: ArraySlice<Moment>

  /// - Parameter moments: the frames before the one of `time`, the nearest first.
  package init(before time: Time = .zero, _ moments: [Moment] = []) {
    self.init(time, moments[...])
  }

  private init(_ time: Time, _ moments: ArraySlice<Moment>) {
    (self.time, self.moments) = (time, moments)
  }

  /// The frame that is so many before, at least 1, with what is before it.
  func moment(_ number: Int) -> (pictures: SourcePictures, past: PastPictures)? {
    let index = moments.startIndex + number - 1
    guard moments.indices.contains(index) else { return nil }
    return (moments[index].pictures, PastPictures(moments[index].time, moments[(index + 1)...]))
  }

  /// How long before the frame those before it are seen, as far as ``moments`` go.
  var ages: [Time] { moments.map { time - $0.time } }
}

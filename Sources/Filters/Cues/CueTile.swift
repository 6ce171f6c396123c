/// A part of the frame in which an event is drawn as it is before or after it is sung.
struct CueTile: Equatable {
  var box: Box
  var isHighlighted: Bool

  /// Parts that together are `whole`, none in another.
  static func tiles(of whole: Box, highlighted boxes: [Box]) -> [CueTile] {
    let boxes = boxes.map { $0.intersection(whole) }.filter { !$0.isEmpty }
    let heights = Set([whole.y, whole.maxY] + boxes.flatMap { [$0.y, $0.maxY] }).sorted()
    var tiles: [CueTile] = []
    for (top, bottom) in zip(heights, heights.dropFirst()) {
      var x = whole.x
      func add(upTo end: Int, isHighlighted: Bool) {
        guard end > x else { return }
        let box = Box(x: x, y: top, width: end - x, height: bottom - top)
        tiles.append(CueTile(box: box, isHighlighted: isHighlighted))
        x = end
      }
      let row = boxes.filter { $0.y <= top && $0.maxY >= bottom }.sorted { $0.x < $1.x }
      for box in row {
        add(upTo: box.x, isHighlighted: false)
        add(upTo: box.maxX, isHighlighted: true)
      }
      add(upTo: whole.maxX, isHighlighted: false)
    }
    return tiles
  }
}

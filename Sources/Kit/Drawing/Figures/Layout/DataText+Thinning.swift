extension [DataText] {
  /// The texts without those numbers of axes that would cover each other where the chart is placed: of each axis every
  /// second, third … stays, as many as there is room for. O(numbers²).
  func thinned(on placed: PlacedChart) -> [DataText] {
    func box(_ text: DataText) -> (x: Double, y: Double, width: Double, height: Double) {
      let place = placed.page(text.x, text.y)
      return (place.x + text.dx, place.y + text.dy, TextMetrics.width(text.text, size: text.size), text.size * 1.05)
    }
    func covers(_ a: DataText, _ b: DataText) -> Bool {
      let (a, b) = (box(a), box(b))
      return (a.x - b.x).magnitude < (a.width + b.width) / 2 + 1.5 && (a.y - b.y).magnitude < (a.height + b.height) / 2
    }
    var kept: [Int] = []
    for axis in Set(compactMap { $0.tick?.axis }).sorted() {
      let numbers = indices.filter { self[$0].tick?.axis == axis }
      func shown(_ step: Int) -> [Int] { numbers.filter { self[$0].tick!.index % step == 0 } }
      let step = (1...Swift.max(numbers.count, 1)).first { step in
        !zip(shown(step), shown(step).dropFirst()).contains { covers(self[$0], self[$1]) }
      }
      // If two axes meet, the first one has the number.
      kept += shown(step ?? 1).filter { number in !kept.contains { covers(self[$0], self[number]) } }
    }
    let standing = Set(kept)
    return indices.filter { self[$0].tick == nil || standing.contains($0) }.map { self[$0] }
  }
}

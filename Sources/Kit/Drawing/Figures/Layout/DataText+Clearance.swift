import Foundation

extension [DataText] {
  /// The texts with those that lean where they cover least of what is drawn, and of each other: as near as can be to the direction
  /// in which they lean. O(texts · length of the lines).
  func clear(of placed: PlacedChart) -> [DataText] {
    guard contains(where: { $0.leans != nil }) else { return self }
    var around = placed.frame
    // Words may be outside of the frame, where no axes are.
    let margin = placed.showsAxes ? 0 : 16.0
    (around.left, around.bottom) = (around.left - margin, around.bottom - margin)
    (around.width, around.height) = (around.width + 2 * margin, around.height + 2 * margin)
    var occupancy = Occupancy(frame: around)
    for element in placed.elements { element.occupy(&occupancy, on: placed) }
    for text in self where text.leans == nil { occupancy.addRectangle(text.box(on: placed)) }
    return map { text in
      guard let leans = text.leans else { return text }
      let best = text.candidates(leans).min { a, b in
        a.cost + a.text.cover(occupancy, placed, around) < b.cost + b.text.cover(occupancy, placed, around)
      }
      let chosen = best?.text ?? text
      occupancy.addRectangle(chosen.box(on: placed))
      return chosen
    }
  }
}

extension DataText {
  /// What it takes up on the page.
  fileprivate func box(on placed: PlacedChart) -> Rectangle {
    let place = placed.page(x, y)
    let width = TextMetrics.width(text, size: size)
    let left = alignment == .left ? 0 : alignment == .right ? width : width / 2
    return Rectangle(left: place.x + dx - left, bottom: place.y + dy - size / 2, width: width, height: size)
  }

  /// Itself all around its place, the nearest to the wish first, and what each costs.
  fileprivate func candidates(_ leans: SIMD2<Double>) -> [(text: DataText, cost: Double)] {
    let wish = atan2(leans.y, leans.x)
    let width = TextMetrics.width(text, size: size)
    return [0.0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6].flatMap { turn in
      [4.0, 7].map { gap in
        let angle = wish + turn * .pi / 6
        var moved = self
        // The nearest point of its box is this far from the place.
        moved.dx = cos(angle) * (gap + width / 2)
        moved.dy = sin(angle) * (gap + size / 2)
        return (moved, turn.magnitude + (gap > 4 ? 1.5 : 0))
      }
    }
  }

  /// What it covers, in cells of the page; much where it leaves the room.
  fileprivate func cover(_ occupancy: Occupancy, _ placed: PlacedChart, _ room: Rectangle) -> Double {
    let box = box(on: placed)
    let leaves = box.left < room.left || box.right > room.right || box.bottom < room.bottom || box.top > room.top
    return 3 * Double(occupancy.taken(in: box)) + (leaves ? 1000 : 0)
  }
}

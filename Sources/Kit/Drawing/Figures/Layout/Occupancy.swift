/// Which parts of a frame hold data, as a grid of cells: where a legend may be.
struct Occupancy {
  private let frame: Rectangle
  private let columns: Int
  private let rows: Int
  private var isTaken: [Bool]
  /// The side of a cell in points.
  private static let cell = 3.0

  init(frame: Rectangle) {
    self.frame = frame
    columns = max(1, Int((frame.width / Occupancy.cell).rounded(.up)))
    rows = max(1, Int((frame.height / Occupancy.cell).rounded(.up)))
    isTaken = [Bool](repeating: false, count: columns * rows)
  }

  /// Marks the cells that a line through page positions touches; NaN lifts the pen. O(length of the line).
  mutating func addLine(x: [Double], y: [Double]) {
    for index in x.indices {
      addPoint(x[index], y[index])
      guard index > 0 else { continue }
      addSegment(x[index - 1], y[index - 1], x[index], y[index])
    }
  }

  /// Marks the cell at a page position.
  mutating func addPoint(_ x: Double, _ y: Double) {
    guard x.isFinite, y.isFinite, x >= frame.left, x <= frame.right, y >= frame.bottom, y <= frame.top else { return }
    let column = min(columns - 1, Int((x - frame.left) / Occupancy.cell))
    let row = min(rows - 1, Int((y - frame.bottom) / Occupancy.cell))
    isTaken[row * columns + column] = true
  }

  /// Marks all cells of the part of a rectangle that lies in the frame.
  mutating func addRectangle(_ rectangle: Rectangle) {
    guard rectangle.right > frame.left, rectangle.left < frame.right, rectangle.top > frame.bottom,
      rectangle.bottom < frame.top
    else { return }
    for (column, row) in cells(of: rectangle) { isTaken[row * columns + column] = true }
  }

  /// Whether a rectangle lies within the frame and holds no data.
  func isFree(_ rectangle: Rectangle) -> Bool {
    guard rectangle.left >= frame.left, rectangle.right <= frame.right, rectangle.bottom >= frame.bottom,
      rectangle.top <= frame.top
    else { return false }
    return cells(of: rectangle).allSatisfy { !isTaken[$0.row * columns + $0.column] }
  }

  /// How many cells of a rectangle hold data.
  func taken(in rectangle: Rectangle) -> Int {
    guard rectangle.right > frame.left, rectangle.left < frame.right, rectangle.top > frame.bottom,
      rectangle.bottom < frame.top
    else { return 0 }
    return cells(of: rectangle).count { isTaken[$0.row * columns + $0.column] }
  }

  private mutating func addSegment(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    guard let (a, b) = frame.clipped(x0, y0, x1, y1) else { return }
    let (dx, dy) = (x1 - x0, y1 - y0)
    let length = max(dx.magnitude, dy.magnitude) * (b - a)
    let steps = max(1, Int((length / (Occupancy.cell / 2)).rounded(.up)))
    for step in 0...steps {
      let t = a + (b - a) * Double(step) / Double(steps)
      addPoint(x0 + t * dx, y0 + t * dy)
    }
  }

  private func cells(of rectangle: Rectangle) -> [(column: Int, row: Int)] {
    func range(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
      let first = Int(min(max(low / Occupancy.cell, 0), Double(count - 1)))
      let last = Int(min(max(high / Occupancy.cell, 0), Double(count - 1)))
      return min(first, last)...max(first, last)
    }
    let columnRange = range(rectangle.left - frame.left, rectangle.right - frame.left, columns)
    let rowRange = range(rectangle.bottom - frame.bottom, rectangle.top - frame.bottom, rows)
    return rowRange.flatMap { row in columnRange.map { (column: $0, row: row) } }
  }
}

/// The positions of places between marks that never decrease, such as times or lengths along a path, for
/// interpolation between samples.
package struct LinearInterpolation {
  private let marks: [Double]
  private var segment = 0

  /// - Parameter marks: At least one.
  package init(at marks: [Double]) { self.marks = marks }

  /// Marks from 0 on, `steps` apart.
  package init(steps: some Sequence<Double>) {
    self.init(at: steps.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) })
  }

  /// The last mark.
  package var end: Double { marks[marks.count - 1] }

  /// The segment between two marks in which `place` lies, and the part of it that lies before: 0…1, and 0 where both marks are one.
  ///
  /// Places are asked for in increasing order. With one mark there is the first segment only, of which nothing lies before. O(1) on
  /// average.
  package mutating func locate(_ place: Double) -> (segment: Int, part: Double) {
    guard marks.count > 1 else { return (0, 0) }
    while segment + 2 < marks.count, marks[segment + 1] < place { segment += 1 }
    let width = marks[segment + 1] - marks[segment]
    return (segment, width > 0 ? min(max((place - marks[segment]) / width, 0), 1) : 0)
  }

  /// Where `count` places lie that are evenly spread from the first mark to the last; at least two of each. O(marks + count).
  package func places(_ count: Int) -> [(segment: Int, part: Double)] {
    var line = self
    return (0..<count).map { line.locate(marks[0] + (end - marks[0]) * Double($0) / Double(count - 1)) }
  }
}

extension Array where Element: SIMD, Element.Scalar == Double {
  /// The point after a part of a segment, between the points at its two ends.
  @inlinable @inline(__always)
  package func between(_ place: (segment: Int, part: Double)) -> Element {
    self[place.segment] + place.part * (self[place.segment + 1] - self[place.segment])
  }
}

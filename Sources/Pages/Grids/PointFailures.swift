import Foundation

/// What went wrong in the points of a grid, each mistake once: with the points that share it.
///
/// Two points have the same mistake when their messages differ in nothing but the points' own values: a number of the grid, or
/// the name of the recording.
package struct PointFailures: Sendable {
  /// A mistake.
  package struct Mistake: Hashable, Sendable {
    /// The first point's message.
    package var message: String
    /// The titles of its points, in the order in which they were added.
    package var points: [String]

    /// What happened to the points, the first few by name: “21 points failed with this error: alpha = 4; …; and 16 more”.
    package func words(_ event: String = "failed with this error") -> String {
      let named = points.prefix(PointFailures.named).joined(separator: "; ")
      let more = points.count - PointFailures.named
      return "\(points.count) \(points.count == 1 ? "point" : "points") \(event): \(named)"
        + (more > 0 ? "; and \(more) more" : "")
    }
  }

  /// How many points of a mistake are named.
  private static let named = 5

  /// In the order in which they came first.
  package private(set) var mistakes: [Mistake] = []
  private var places: [String: Int] = [:]

  package init() {}

  /// Adds what a point told.
  ///
  /// - Returns: The place of its mistake in `mistakes`, which has no other point yet where the mistake is new. O(message).
  @discardableResult
  package mutating func add(_ message: String, of point: GridPlan.Point) -> Int {
    let key = Self.key(message, point)
    if let place = places[key] {
      mistakes[place].points.append(point.title)
      return place
    }
    places[key] = mistakes.count
    mistakes.append(Mistake(message: message, points: [point.title]))
    return mistakes.count - 1
  }

  /// The message without the point's own values.
  private static func key(_ message: String, _ point: GridPlan.Point) -> String {
    var own: Set<String> = []
    for setting in point.values {
      let value = String(setting.drop { $0 != "=" }.dropFirst())
      own.insert(value)
      own.insert((value as NSString).lastPathComponent)
      // As Swift prints it.
      if let number = Double(value) { own.insert("\(number)") }
    }
    return own.filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
      .reduce(message) { replacing($1, in: $0) }
  }

  /// The text with “…” for each place in which a value stands by itself. A number behind a colon says a line or a column.
  private static func replacing(_ value: String, in text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let range = rest.range(of: value) {
      result += rest[..<range.lowerBound]
      let before = result.last ?? " "
      let after = rest[range.upperBound...]
      let isCut = isWordly(before) || before == ":" || before == "." || isWordly(after.first ?? " ")
      let hasFraction = after.first == "." && after.dropFirst().first?.isNumber == true
      result += isCut || hasFraction ? value : "…"
      rest = after
    }
    return result + rest
  }

  private static func isWordly(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

import Yams

/// What a student's version of an assignment says of itself in its front matter: which of its cells are locked, and what runs
/// only after hand-in. It serves the student's own check; nobody who grades believes it.
package struct ReleaseRecord: Hashable, Sendable {
  /// A locked cell, and the hash of what was in it.
  package struct Locked: Hashable, Sendable {
    package var label: String
    package var hash: String

    package init(label: String, hash: String) { (self.label, self.hash) = (label, hash) }
  }

  /// The assignment's name.
  package var assignment: String
  /// How many checks run after hand-in, and what they are worth.
  package var hiddenChecks: Int
  package var hiddenPoints: Double
  /// In the order of the notebook.
  package var locked: [Locked]

  package init(assignment: String, hiddenChecks: Int, hiddenPoints: Double, locked: [Locked]) {
    (self.assignment, self.hiddenChecks, self.hiddenPoints) = (assignment, hiddenChecks, hiddenPoints)
    self.locked = locked
  }

  private static let known = ["assignment", "hidden-checks", "hidden-points", "locked"]

  init(_ node: Node, _ reader: YAMLReader) throws {
    guard let mapping = node.mapping else { throw reader.wrongType("released", "a mapping", node) }
    self.init(assignment: "", hiddenChecks: 0, hiddenPoints: 0, locked: [])
    for (key, value) in mapping {
      switch key.scalar?.string {
      case "assignment": assignment = try FrontMatter.assignment(value, reader)
      case "hidden-checks":
        hiddenChecks = try OptionValue(key: key, value: value, reader: reader).count(0...100_000)
      case "hidden-points":
        hiddenPoints = try OptionValue(key: key, value: value, reader: reader).number("a number of points") {
          $0 >= 0 && $0.isFinite
        }
      case "locked":
        guard let cells = value.mapping else {
          throw reader.wrongType("locked", "a mapping of labels to hashes", value)
        }
        locked = cells.map { Locked(label: $0.key.scalar?.string ?? "", hash: $0.value.scalar?.string ?? "") }
      default: throw reader.unknownKey(key, "under “released” in the front matter", known: Self.known)
      }
    }
  }

  /// The record as a line of the front matter.
  package var yaml: String {
    let cells = locked.map { "\($0.label): \"\($0.hash)\"" }.joined(separator: ", ")
    return
      "released: {assignment: \(assignment), hidden-checks: \(hiddenChecks), hidden-points: \(PointsText.number(hiddenPoints)), "
      + "locked: {\(cells)}}"
  }
}

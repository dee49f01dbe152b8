import Basics
import Yams

/// How options of an assignment are read, and where they may be.
extension OptionValue {
  /// What a check or an answer is worth at most, so that sums of them stay exact in print.
  static let mostPoints = 1000.0

  func worth() throws -> Double {
    try number("a number of points from 0 to 1000") { $0 >= 0 && $0 <= Self.mostPoints }
  }

  /// Names of types and functions, and of the parts of a type, operators too: `Vector3`, `Trace.samples`,
  /// `Quaternion.*`.
  func calls() throws -> [String] {
    let names = value.null != nil ? [] : try texts()
    for name in names where name.wholeMatch(of: compiled(/([A-Za-z_]\w*\.)*([A-Za-z_]\w*|[-+*\/%<>=!&|^~?]+)/)) == nil {
      throw fail("a list of names, such as [Vector3, Trace.samples, Quaternion.*]")
    }
    return names
  }
}

extension CellOptions {
  /// An option of assignments that means nothing for a cell of this kind; nil where there is none.
  var strayInAssignment: ExerciseFault? {
    var (isCheck, isExercise) = (false, false)
    switch role {
    case .check: isCheck = true
    case .exercise: isExercise = true
    case .plain, .solution: break
    }
    if points != nil, !isCheck { return .stray(option: "points", belongs: "a check, which has “//| check: name”") }
    if isHidden, !isCheck { return .stray(option: "hidden", belongs: "a check, which has “//| check: name”") }
    if calls != nil, !isExercise {
      return .stray(option: "calls", belongs: "an exercise, which has “//| exercise: name”")
    }
    guard isLocked else { return nil }
    if case .solution = role { return .stray(option: "locked", belongs: "a cell that students get") }
    return isExercise ? .lockedExercise : nil
  }
}

extension FrontMatter {
  /// The assignment's name: `assignment: lab3`, or `assignment: {name: lab3}`.
  static func assignment(_ node: Node, _ reader: YAMLReader) throws -> String {
    var name = node
    if let mapping = node.mapping {
      for (key, value) in mapping {
        guard key.scalar?.string == "name" else {
          throw reader.unknownKey(key, "under “assignment” in the front matter", known: ["name"])
        }
        name = value
      }
    }
    // It names folders and files.
    guard let text = name.scalar?.string, text.wholeMatch(of: compiled(/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}/)) != nil
    else {
      throw reader.wrongType("assignment", "a name of letters, digits, - and _, such as lab3", name)
    }
    return text
  }
}

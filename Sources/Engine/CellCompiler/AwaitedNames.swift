/// Names that exercises are to define which are not done, and what rests on them.
package struct AwaitedNames: Sendable {
  private var exercises: [String: String] = [:]

  package init() {}

  /// The exercise for which code waits; nil for code that can run. O(length), and O(1) where no exercise is open.
  package func exercise(neededBy code: String) -> String? {
    exercises.isEmpty ? nil : FreeNames.of(code).lazy.compactMap { exercises[$0] }.first
  }

  /// Notes that what code is to define waits for an exercise.
  package mutating func wait(with code: String, for exercise: String) {
    for definition in CodeUnit.analysis(of: code).definitions { exercises[definition.name] = exercise }
  }

  /// Notes that what code defines is there.
  package mutating func define(_ code: String) {
    guard !exercises.isEmpty else { return }
    for definition in CodeUnit.analysis(of: code).definitions { exercises[definition.name] = nil }
  }
}

import Assignments
import NotebookDocument

/// The marks of an assignment: what the checks gave, and what people gave.
package struct Gradebook: Sendable {
  /// What a student has of one task or one question.
  package struct Item: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case task, answer }

    package var kind: Kind
    package var name: String
    package var possible: Double
    /// Whether there are points to give: a question can be asked for its answer alone.
    package var isMarked: Bool { possible > 0 }
    /// Nil where a person has still to give points.
    package var earned: Double?
    /// Whether a person gave the points.
    package var isManual: Bool
    /// What the person wrote, with the texts of its keys.
    package var comment: String
    /// Whether the points were given for an earlier answer.
    package var isOutdated: Bool
  }

  /// A student's marks.
  package struct Student: Sendable {
    package var mark: Mark
    package var items: [Item]

    package var name: String { mark.student }
    package var earned: Double { items.compactMap(\.earned).reduce(0, +) }
    package var possible: Double { items.map(\.possible).reduce(0, +) }
    /// Whether all points were given.
    package var isComplete: Bool { items.allSatisfy { $0.earned != nil } }
  }

  package var assignment: String
  /// By their names.
  package var students: [Student]

  /// The marks of submissions with what people gave. O(marks · entries).
  package init(_ marks: [Mark], _ manual: ManualMarks) {
    assignment = marks.first?.assignment ?? ""
    let entries = Dictionary(
      manual.entries.map { ([$0.student, $0.item], $0) }, uniquingKeysWith: { first, _ in first })
    students = marks.map { mark in
      let tasks = mark.tasks.map { task -> Item in
        let entry = entries[[mark.student, task.name]]
        return Item(
          kind: .task, name: task.name, possible: task.possible, earned: entry?.points ?? task.earned,
          isManual: entry?.points != nil, comment: manual.words(entry?.comment ?? ""), isOutdated: false)
      }
      let answers = mark.answers.map { answer -> Item in
        let entry = entries[[mark.student, answer.question]]
        // If nothing was written, nobody has to look.
        let none: Double? = answer.text.isEmpty || answer.possible == 0 ? 0 : nil
        let isOutdated =
          entry.map { $0.points != nil && !$0.answer.isEmpty && $0.answer != ManualMarks.hash(answer.text) } ?? false
        return Item(
          kind: .answer, name: answer.question, possible: answer.possible, earned: entry?.points ?? none,
          isManual: entry?.points != nil, comment: manual.words(entry?.comment ?? ""), isOutdated: isOutdated)
      }
      return Student(mark: mark, items: tasks + answers)
    }
  }

  /// The tasks and questions that are worth something, in the order of the assignment.
  package var markedItems: [(kind: Item.Kind, name: String, possible: Double)] { items.filter { $0.possible > 0 } }

  /// The tasks and questions, in the order of the assignment.
  package var items: [(kind: Item.Kind, name: String, possible: Double)] {
    students.first.map { $0.items.map { ($0.kind, $0.name, $0.possible) } } ?? []
  }

  /// How many points people have still to give, and how many were given for an earlier answer.
  package var open: Int { students.flatMap(\.items).count { $0.earned == nil } }
  package var outdated: Int { students.flatMap(\.items).count { $0.isOutdated } }
}
